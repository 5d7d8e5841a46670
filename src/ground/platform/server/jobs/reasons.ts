/** The reason of a failure as a text key with a sentence for users: technical error texts are only logged. */
import { DatabaseError } from "pg";
import { type Message, VorderError } from "../../../kernel/errors.ts";
import { machineFaultOf, reachedLimit } from "../postgres/machine-faults.ts";
import type { NotedReason } from "./works.ts";

/** Error codes of storage that cannot be read or written now: a full, read-only or lost disk. */
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

/** Whether the document storage is unavailable, so that everything that needs it would fail. */
export const isStorageError = (error: unknown): boolean =>
  machineFaultOf(error) === "storageFull" || codesOf(error).some((code) => ofStorage.has(code));

/** Whether the worker's end or a system failure was the cause, not a record: the slice ends, and is repeated. */
export const endsSlice = ({ signal }: { readonly signal: AbortSignal }, error: unknown): boolean =>
  signal.aborted || machineFaultOf(error) !== undefined;

/** The database is unavailable, full, or closed the connection: class 08, 53 and 57 of PostgreSQL, or no connection. */
const isDatabaseError = (error: unknown): boolean =>
  (error instanceof DatabaseError && /^(08|53|57|58)/.test(error.code ?? "")) ||
  codesOf(error).includes("ECONNREFUSED") ||
  (error instanceof Error && /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message));

/** What a user is told of a failure; `logId` identifies the error in the server's log if it is not a refusal. */
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
