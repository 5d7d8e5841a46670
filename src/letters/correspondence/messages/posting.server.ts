/** When letters are posted: assumed on the day they are made, or unknown until a print house reports it. */
import { sql } from "kysely";
import { fileContacts } from "../../../cases/files/files.server.ts";
import { contactChannels } from "../../../cases/files/files.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { listed } from "../../../ground/kernel/listed.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { legalDate } from "../../../ground/platform/server/postgres/legal-date.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { addReturnedReader } from "./demands.server.ts";
import { moveMessages } from "./move.server.ts";

const awaitedRows = batchedRows(
  async (db, fileIds: readonly number[]) =>
    (
      await sql<{ file_id: number; on: PlainDate }>`${prepared} select file_id,
          min(${legalDate("created_at")}) as "on"
        from message where posting = 'awaited' and file_id = ${anyOf(fileIds)} group by file_id`.execute(
        asSystem(db, "whether a print house still owes word of a letter is the same for everybody"),
      )
    ).rows,
  ({ file_id }) => file_id,
);

/** The day of the oldest letter of each of these files that is not known to be posted; files without any are not in the map. */
async function awaitedLetters(db: Db, fileIds: readonly number[]): Promise<ReadonlyMap<number, PlainDate>> {
  return new Map((await awaitedRows(db, fileIds, undefined)).map(({ file_id, on }) => [file_id, on]));
}

/** A letter that was told to be posted, for whoever reckons with its day. */
interface PostedLetter {
  readonly fileId: number;
  readonly effectKey: string;
  readonly documentId: number | null;
  /** The day on which it was made. */
  readonly madeOn: PlainDate;
  readonly country: string;
}

type PostingFollower = (ctx: WorkCtx, letter: PostedLetter, on: PlainDate) => Promise<void>;
const followers: PostingFollower[] = [];

/** Has an upper module follow what is posted, in the transaction that notes it. */
const followPosting = (follower: PostingFollower): void => void followers.push(follower);

/** Notes that a letter was posted, with a line on the timeline; undefined where that was known already. The caller has locked its file. */
async function notePosted(ctx: WorkCtx, messageId: number, on: PlainDate): Promise<PostedLetter | undefined> {
  const row = await ctx.db
    .updateTable("message")
    .set({ posting: "posted", posted_on: on })
    .where("id", "=", messageId)
    .where("posting", "in", ["assumed", "awaited"])
    .returning([
      "file_id",
      "effect_key",
      "document_id",
      "subject",
      "to_country",
      legalDate("created_at").as("made_on"),
      "send_after",
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  await writeLog(ctx, {
    fileId: row.file_id,
    type: "letter",
    subject: { key: "correspondence.logPosted", values: { subject: row.subject, on: { date: on } } },
    ...(row.document_id !== null && { ref: { kind: "document", id: row.document_id } }),
  });
  const letter: PostedLetter = {
    fileId: row.file_id,
    effectKey: row.effect_key,
    documentId: row.document_id,
    madeOn: row.made_on,
    country: row.to_country ?? "NL",
  };
  for (const follow of followers) await follow(ctx, letter, on);
  return letter;
}

/** A letter that was recalled, for whoever undoes what it did. */
interface RecalledLetter {
  readonly fileId: number;
  readonly effectKey: string;
  readonly documentId: number | null;
}

/** The last contact with the debtor of a file that took place: a message that was not recalled, a call or a visit. */
async function lastContact(db: Db, fileId: number) {
  const { rows } = await sql<{ at: Date; channel: string }>`
    select created_at as at, channel from message where file_id = ${fileId} and posting is distinct from 'recalled'
    union all select at, type from file_log where file_id = ${fileId} and type in ('call', 'visit')
    order by at desc limit 1`.execute(asSystem(db, "when a debtor was reached last is the same for everybody"));
  const [last] = rows;
  return last ? { at: last.at, channel: listed(contactChannels, last.channel) } : null;
}

/**
 * Recalls a letter that is not known to be posted, with a line on the timeline: its file waits for it no longer, it is never printed, and nobody was reached by it. The
 * caller has locked its file. @returns undefined where it was posted or recalled before.
 */
async function recallLetter(ctx: WorkCtx, messageId: number, reason: string): Promise<RecalledLetter | undefined> {
  const row = await ctx.db
    .updateTable("message")
    .set({ posting: "recalled" })
    .where("id", "=", messageId)
    .where("posting", "in", ["assumed", "awaited"])
    .returning(["file_id as fileId", "effect_key as effectKey", "document_id as documentId", "subject"])
    .executeTakeFirst();
  if (!row) return undefined;
  await writeLog(ctx, {
    fileId: row.fileId,
    type: "letter",
    subject: { key: "correspondence.logLetterRecalled", values: { subject: row.subject } },
    content: reason,
    ...(row.documentId !== null && { ref: { kind: "document", id: row.documentId } }),
  });
  await fileContacts.takeBack(ctx.db, row.fileId, "post", await lastContact(ctx.db, row.fileId));
  return row;
}

/** When messages leave: letters that files wait for, noting that they were posted, following it, recalling one, moving what waits to another day, and which came back. */
export const letterPosting = {
  awaited: awaitedLetters,
  note: notePosted,
  recall: recallLetter,
  follow: followPosting,
  moveWaiting: moveMessages,
  addReturnedReader,
};
