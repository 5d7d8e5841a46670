/**
 * What is under way on files: until its end is known, a file stays on its version. A letter whose day of posting is not known decides when the
 * next step comes, and a run or an office that has the file in hand was told of a step by its place in that version. What is in hand keeps the
 * file before its step as well: the answer would find the step no more that it is the end of.
 */
import { type Message, VorderError } from "../../../ground/kernel/errors.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { letterPosting } from "../../correspondence/correspondence.server.ts";

/** Says of which of these files something is under way, and what. */
type UnderWay = (db: Db, fileIds: readonly number[]) => Promise<ReadonlyMap<number, Message>>;

const inHandReaders: UnderWay[] = [];

/** Has an upper module say what it has in hand. */
export const addUnderWayReader = (reader: UnderWay): void => void inHandReaders.push(reader);

const awaitedLetters: UnderWay = async (db, fileIds) =>
  new Map(
    [...(await letterPosting.awaited(db, fileIds)).keys()].map((id) => [id, { key: "workflow-panel.underWay_letter" }]),
  );

const firstOf =
  (readers: () => readonly UnderWay[]): UnderWay =>
  async (db, fileIds) => {
    const found = new Map<number, Message>();
    for (const read of readers())
      for (const [id, what] of await read(db, fileIds)) if (!found.has(id)) found.set(id, what);
    return found;
  };

/** Of each of these files that a run or an office has in hand, which one. */
export const inHand: UnderWay = firstOf(() => inHandReaders);

/** Of each of these files on which something is under way, the first that is. */
export const underWay: UnderWay = firstOf(() => [awaitedLetters, ...inHandReaders]);

/** @throws validation with what is under way on a file. */
export function refuseBusy(what: Message | undefined): void {
  if (what) throw new VorderError("validation", { fields: { common: [what] } });
}

const inHandRows = batchedRows(
  async (db, fileIds: readonly number[]) => [...(await inHand(db, fileIds))].map(([id, what]) => ({ id, what })),
  ({ id }) => id,
);

/** @throws validation with what has a file in hand. */
export async function refuseInHand(db: Db, fileId: number): Promise<void> {
  for (const { what } of await inHandRows(db, [fileId], undefined)) refuseBusy(what);
}
