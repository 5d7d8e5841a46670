/**
 * What is under way on files: until its end is known, a file stays on its version. A letter whose day of posting is not known decides when the
 * next step comes, and a run or an office that has the file in hand was told of a step by its place in that version.
 */
import type { Message } from "../../../ground/kernel/errors.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { letterPosting } from "../../correspondence/correspondence.server.ts";

/** Says of which of these files something is under way, and what. */
type UnderWay = (db: Db, fileIds: readonly number[]) => Promise<ReadonlyMap<number, Message>>;

const tellers: UnderWay[] = [
  async (db, fileIds) =>
    new Map(
      [...(await letterPosting.awaited(db, fileIds)).keys()].map((id) => [
        id,
        { key: "workflow-panel.underWay_letter" },
      ]),
    ),
];

/** Has an upper module say what it has in hand. */
export const addUnderWayReader = (teller: UnderWay): void => void tellers.push(teller);

/** Of each of these files on which something is under way, the first that is. */
export async function underWay(db: Db, fileIds: readonly number[]): Promise<ReadonlyMap<number, Message>> {
  const found = new Map<number, Message>();
  for (const tell of tellers) for (const [id, what] of await tell(db, fileIds)) if (!found.has(id)) found.set(id, what);
  return found;
}
