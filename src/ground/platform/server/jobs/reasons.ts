/** Why something failed, as a text key that people have a sentence for: the words of a library or of the system are for the log. */
import { DatabaseError } from "pg";
import { type Message, VorderError } from "../../../kernel/errors.ts";
import { machineFaultOf, reachedLimit } from "../postgres/machine-faults.ts";
import type { NotedReason } from "./works.ts";

/** Codes of errors that tell of a place that takes or gives nothing now: a full, read-only or lost disk. */
const ofStorage = new Set([
  "ENOSPC",
  "EDQUOT",
  "EROFS",
  "EACCES",
  "EPERM",
  "EIO",
  "ENOTDIR",
  "ENOENT",
  "EMFILE",
  "ENFILE",
]);

const codesOf = (error: unknown): readonly string[] =>
  error instanceof Error
    ? [...("code" in error && typeof error.code === "string" ? [error.code] : []), ...codesOf(error.cause)]
    : [];

/** Whether the place where documents lie cannot be used now, so that nothing that needs it can succeed. */
export const isStorageError = (error: unknown): boolean =>
  machineFaultOf(error) === "storageFull" || codesOf(error).some((code) => ofStorage.has(code));

/** Whether the worker's end or the machine's trouble came between, which no record is to blame for: the slice ends, and is done again. */
export const endsSlice = ({ signal }: { readonly signal: AbortSignal }, error: unknown): boolean =>
  signal.aborted || machineFaultOf(error) !== undefined;

/** The database is away, full, or ended the connection: class 08, 53 and 57 of PostgreSQL, or no connection at all. */
const isDatabaseError = (error: unknown): boolean =>
  (error instanceof DatabaseError && /^(08|53|57|58)/.test(error.code ?? "")) ||
  codesOf(error).includes("ECONNREFUSED") ||
  (error instanceof Error && /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message));

/** What a person is told of a failure; `logId` names the error itself in the log of the server, where it is no refusal of ours. */
export function reasonOf(error: unknown, logId?: string): NotedReason {
  const reason = plainReason(error);
  return logId === undefined || !reason.key.startsWith("platform.reason.") ? reason : { ...reason, logId };
}

function plainReason(error: unknown): Message {
  if (error instanceof VorderError && machineFaultOf(error) === "storageFull")
    return { key: "platform.reason.storage" };
  if (error instanceof VorderError && error.code !== "internal") {
    const [first] = Object.values(error.detail.fields ?? {}).flat();
    return first ?? { key: `platform.error.${error.code}` };
  }
  if (reachedLimit(error)) return { key: "platform.reason.limit" };
  if (isDatabaseError(error)) return { key: "platform.reason.database" };
  if (isStorageError(error)) return { key: "platform.reason.storage" };
  return { key: "platform.reason.internal" };
}
