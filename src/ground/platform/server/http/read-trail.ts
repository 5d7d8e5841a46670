/** Who saw which files: collected from the address of a call and from its handler, and stored before the reply is sent. */

import type { Call } from "../../../kernel/contract.ts";
import type { Parts } from "../jobs/work-context.ts";
import type { Actor } from "./module.ts";
import type { DisclosedFiles } from "./replies.ts";

/** Stores who saw which files. */
export type NoteSeen = (who: Actor, fileIds: readonly number[]) => Promise<void>;

/** A list, search or export that showed files without opening their pages. */
export interface ListSeen {
  /** Method and address of the call. */
  readonly call: string;
  /** Its query: filter, order and page. */
  readonly query: unknown;
  readonly fileIds: readonly number[];
}

/** Queues a list view without waiting for it. */
export type NoteListed = (who: Actor, list: ListSeen) => void;

/** The maximum depth at which replies contain lists. */
const deepest = 5;

/** The file of a list row: `fileId`, or the row is a file itself, with its number and its debtor or reference. */
function fileOfRow(row: object): number | undefined {
  if ("fileId" in row) return typeof row.fileId === "number" ? row.fileId : undefined;
  if ("id" in row && "number" in row && ("clientRef" in row || "debtorName" in row))
    return typeof row.id === "number" ? row.id : undefined;
  return undefined;
}

function collectFiles(value: unknown, isRow: boolean, depth: number, into: Set<number>): void {
  if (typeof value !== "object" || value === null || depth > deepest) return;
  if (Array.isArray(value)) {
    for (const each of value) collectFiles(each, true, depth + 1, into);
    return;
  }
  const file = isRow ? fileOfRow(value) : undefined;
  if (file !== undefined) into.add(file);
  else for (const each of Object.values(value)) collectFiles(each, false, depth + 1, into);
}

/** The files in the lists of a reply, without duplicates. */
export function filesListed(reply: unknown): readonly number[] {
  const files = new Set<number>();
  collectFiles(reply, false, 0, files);
  return [...files];
}

/** The file in an address, whatever the call does with it. */
export function fileOfAddress(call: Pick<Call, "path">, params: unknown): readonly number[] {
  if (!/\/file\/\{id\}(\/|$)/.test(call.path)) return [];
  const id = typeof params === "object" && params !== null && "id" in params ? params.id : undefined;
  return typeof id === "number" ? [id] : [];
}

export interface SeenNotes {
  readonly noteSeen?: NoteSeen;
  readonly noteListed?: NoteListed;
}

/**
 * Records which files were shown to whom, before the reply is sent. The reply of a change is covered by the change's own audit lines; of its rows
 * only those that the handler reports are recorded.
 */
export async function noteShown(
  spec: SeenNotes & { readonly parts: Parts },
  who: Actor,
  call: Call,
  input: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
  { result, shown }: { readonly result: unknown; readonly shown: DisclosedFiles },
): Promise<void> {
  if (who.kind === "guest") return;
  const opened = new Set([...fileOfAddress(call, input.params), ...shown.seen]);
  await noteSeen(spec, who, call, [...opened]);
  const rows = call.writes || call.carries === "blob" ? [] : filesListed(result);
  const fileIds = [...rows, ...shown.listed].filter((id) => !opened.has(id));
  const query = call.writes ? input.body : input.query;
  if (fileIds.length > 0) spec.noteListed?.(who, { call: `${call.method} ${call.path}`, query, fileIds });
}

async function noteSeen(
  spec: SeenNotes & { readonly parts: Parts },
  who: Actor,
  call: Call,
  fileIds: readonly number[],
): Promise<void> {
  if (fileIds.length === 0) return;
  try {
    await spec.noteSeen?.(who, fileIds);
  } catch (error) {
    // A read is refused if it cannot be recorded; a completed change must be answered.
    if (!call.writes) throw error;
    spec.parts.log.error({ err: error, call: call.path }, "who saw a file was not noted");
  }
}
