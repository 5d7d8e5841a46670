/** Distinguishes system failures (database away, too slow or full, disk full) from errors in our code: after a system failure the user may retry. */
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { VorderError } from "../../../kernel/errors.ts";

export type MachineFault = "unavailable" | "storageFull";

// PostgreSQL, Appendix A: 08 connection exceptions, 40 serialization failures and deadlocks, 53 insufficient resources, 55P03 lock not
// available, 57 operator intervention (shutdown, starting up, a limit that was reached), 25P03 and 25P04 limits of a transaction.
const passing = /^(08|40|53|55P03$|57|25P0[34]$)/;
const fullDisk = "53100";
// Messages of the server about a full or failing disk that have no code of their own.
const fullWords = /No space left on device|Disk quota exceeded|Read-only file system/;

const networkCodes = new Set(
  "ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENETDOWN ENOTFOUND EAI_AGAIN EMFILE ENFILE".split(
    " ",
  ),
);
const diskCodes = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO"]);
/** A missing or read-only folder counts only if the call was to write or create something. */
const deniedCodes = new Set(["EACCES", "EPERM", "ENOTDIR"]);
const writingCalls = new Set(["open", "mkdir", "mkdtemp", "write", "rename", "copyfile", "link", "fsync", "ftruncate"]);

// Messages of the driver without a code.
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
  // On a read-only disk Node reports this for a folder to be created recursively.
  if (code === "ENOENT" && syscall === "mkdir") return "storageFull";
  return networkCodes.has(code) || driverWords.test(error.message) ? "unavailable" : undefined;
}

/** The maximum depth of causes examined. */
const depthOf = 5;

/** The system failure in an error or its causes; undefined if there is none. */
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
/** Whether a statement hit a limit of the database, which may be caused by one record and not by the system. */
export function reachedLimit(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < depthOf; at = at.cause, depth++) {
    const code = "code" in at ? textOf(at.code) : "";
    if (at instanceof pg.DatabaseError && limits.test(code)) return true;
    if (/^Query read timeout/.test(at.message)) return true;
  }
  return false;
}

const againMillis = 1000;

/** Retries during system failures; for idempotent calls that a process needs. @throws any other error. */
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
