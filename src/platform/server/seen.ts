/** Who saw which files: collected from the address of a call and from what its handler says, and kept before the reply leaves. */
import type { Call } from "../../kernel/contract.ts";
import type { Actor } from "./room.ts";
import type { Parts } from "./work.ts";

/** Keeps who saw which files. */
export type NoteSeen = (who: Actor, fileIds: readonly number[]) => Promise<void>;

/** The file that an address is of, whatever the call does with it. */
export function fileOfAddress(call: Pick<Call, "path">, params: unknown): readonly number[] {
  if (!/\/file\/\{id\}(\/|$)/.test(call.path)) return [];
  const id = typeof params === "object" && params !== null && "id" in params ? params.id : undefined;
  return typeof id === "number" ? [id] : [];
}

export async function noteSeen(
  spec: { readonly parts: Parts; readonly noteSeen?: NoteSeen },
  who: Actor,
  call: Call,
  fileIds: readonly number[],
): Promise<void> {
  if (who.kind === "guest" || fileIds.length === 0) return;
  try {
    await spec.noteSeen?.(who, fileIds);
  } catch (error) {
    // What was only read is not handed out unnoted; what was done is done, and its answer must say so.
    if (!call.writes) throw error;
    spec.parts.log.error({ err: error, call: call.path }, "who saw a file was not noted");
  }
}
