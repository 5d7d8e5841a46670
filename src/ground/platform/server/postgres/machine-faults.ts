/** Tells the troubles of a machine (database away, too slow or full, disk full) from our own faults: whoever asked may try again. */
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { VorderError } from "../../../kernel/errors.ts";

export type MachineFault = "unavailable" | "storageFull";

// PostgreSQL, Appendix A: 08 connection exceptions, 40 serialization failures and deadlocks, 53 insufficient resources, 55P03 lock not
// available, 57 operator intervention (shutdown, starting up, a limit that was reached), 25P03 and 25P04 limits of a transaction.
const passing = /^(08|40|53|55P03$|57|25P0[34]$)/;
const fullDisk = "53100";
// What a full or failing disk says in the server's own words where it has no code for it.
const fullWords = /No space left on device|Disk quota exceeded|Read-only file system/;

const networkCodes = new Set(
  "ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENETDOWN ENOTFOUND EAI_AGAIN EMFILE ENFILE".split(
    " ",
  ),
);
const diskCodes = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO"]);
/** A folder that may not be written, or is none any more, says so only where something was to be written or made. */
const deniedCodes = new Set(["EACCES", "EPERM", "ENOTDIR"]);
const writingCalls = new Set(["open", "mkdir", "mkdtemp", "write", "rename", "copyfile", "link", "fsync", "ftruncate"]);

// What the driver says without a code.
const driverWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (was closed|has encountered a connection error)|Cannot use a pool after calling end|timeout expired)/;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function ofOne(error: Error): MachineFault | undefined {
  const code = "code" in error ? textOf(error.code) : "";
  if (error instanceof pg.DatabaseError) {
    if (code === fullDisk || fullWords.test(error.message)) return "storageFull";
    return passing.test(code) ? "unavailable" : undefined;
  }
  if (diskCodes.has(code)) return "storageFull";
  const syscall = "syscall" in error ? textOf(error.syscall) : "";
  if (deniedCodes.has(code) && writingCalls.has(syscall)) return "storageFull";
  // On a disk that is read-only Node says this of a folder that it was to make with all above it.
  if (code === "ENOENT" && syscall === "mkdir") return "storageFull";
  return networkCodes.has(code) || driverWords.test(error.message) ? "unavailable" : undefined;
}

/** Causes that are looked at. */
const depthOf = 5;

/** What of the machine's an error tells of, in itself or in what caused it; undefined where it is no such trouble. */
export function machineFaultOf(error: unknown): MachineFault | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < depthOf; at = at.cause, depth++) {
    if (at instanceof VorderError && at.code !== "internal")
      return at.code === "unavailable" || at.code === "storageFull" ? at.code : undefined;
    const found = ofOne(at) ?? (at instanceof AggregateError ? at.errors.map(machineFaultOf).find(Boolean) : undefined);
    if (found) return found;
  }
  return undefined;
}

// Statement and lock limits, and what the server gives up for another transaction (40): one record that somebody holds is enough for them.
const limits = /^(57014|55P03|40001|40P01)$/;
/** Whether a statement came to a limit of the database, which may be the trouble of one record and not of the machine. */
export function reachedLimit(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < depthOf; at = at.cause, depth++) {
    const code = "code" in at ? textOf(at.code) : "";
    if (at instanceof pg.DatabaseError && limits.test(code)) return true;
    if (/^Query read timeout/.test(at.message)) return true;
  }
  return false;
}

const againMillis = 1000;

/** Tries until the machine's troubles are over; for what a process needs and can ask for as often as it likes. @throws any other error. */
export async function retryOnFault<R>(run: () => Promise<R>, signal: AbortSignal): Promise<R> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (machineFaultOf(error) === undefined || signal.aborted) throw error;
      await wait(againMillis);
    }
  }
}
