/**
 * Letters are judged again before they are printed, by the law gate that judged them when they were made: in between files are paid, closed and
 * put on hold, and records of pre-collection are paid to the client.
 */
import { sql } from "kysely";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import type { StoredRefusal } from "../../../law/rules/rules.server.ts";
import { addPrintedReader, refusedRecordLetters } from "../../precasso/precasso.server.ts";
import { refusedLetters } from "../../processing/processing.server.ts";

type Reader = Pick<WorkCtx, "db" | "clock" | "environment">;

/** A letter of a batch that may not go any more, and why. */
export interface RefusedPiece {
  readonly set: number;
  readonly refusals: readonly StoredRefusal[];
}

/** A letter of a file, or of pre-collection: the id of a message is one of its own kind. */
export interface WaitingMessage {
  readonly kind: "file" | "record";
  readonly messageId: number;
}

/** Judges letters again that wait to be printed: gives why one may not go, undefined where it may. */
export async function judgeWaiting(
  ctx: Reader,
  letters: readonly WaitingMessage[],
): Promise<(letter: WaitingMessage) => readonly StoredRefusal[] | undefined> {
  const ids = (of: WaitingMessage["kind"]) => letters.flatMap(({ kind, messageId }) => (kind === of ? messageId : []));
  const ofFiles = await refusedLetters(ctx, ids("file"));
  const ofRecords = await refusedRecordLetters(ctx, ids("record"));
  return ({ kind, messageId }) => (kind === "file" ? ofFiles : ofRecords).get(messageId);
}

// From when it is delivered, or may have been, a letter of pre-collection is not recalled by a payment any more.
addPrintedReader(async (db, messageId) => {
  const { rows } = await sql`select from print_piece p join print_batch b on b.id = p.batch_id
    where p.record_message_id = ${messageId} and p.withdrawn is null
      and (b.state not in ('making', 'ready', 'cancelled') or b.delivery in ('pending', 'uncertain'))`.execute(
    asSystem(db, "where a letter lies does not depend on who tells of a payment"),
  );
  return rows.length > 0;
});

const recordNotOpen: StoredRefusal = {
  rule: "recordNotOpen",
  article: "house",
  textKey: "print-batches.recordNotOpen",
  values: {},
  possibleFrom: null,
};

/**
 * The letters of a batch, or of one of its parts, that may not go any more: by the law gate, or because they spoiled and wait for another batch while
 * they still lie in this one. What was posted already is not judged.
 */
export async function refusedPieces(ctx: Reader, batchId: number, part?: number): Promise<readonly RefusedPiece[]> {
  const { rows } = await sql<{
    set: number;
    kind: "file" | "record";
    messageId: number;
    gone: boolean;
    spoiled: boolean;
  }>`
    select p.set_number as "set", case when p.message_id is null then 'record' else 'file' end as kind,
      coalesce(p.message_id, p.record_message_id) as "messageId", p.withdrawn is not null as spoiled,
      message.posting is not distinct from 'recalled' or p.message_id is null and (precasso_record.state <> 'open'
        or precasso_message.returned_on is not null or precasso_message.posting = 'recalled') as gone
    from print_piece p left join message on message.id = p.message_id
    left join precasso_message on precasso_message.id = p.record_message_id
    left join precasso_record on precasso_record.id = precasso_message.record_id
    where p.batch_id = ${batchId} and (p.withdrawn is null or p.withdrawn = 'spoiled' and p.first_page is not null)
      and p.posted_on is null
      and (${part ?? null}::integer is null or p.part = ${part ?? null}::integer)
    order by p.set_number`.execute(
    asSystem(ctx.db, "each letter is judged again before it is printed, whoever prints it"),
  );
  const refusedBy = await judgeWaiting(
    ctx,
    rows.filter(({ spoiled, gone }) => !spoiled && !gone),
  );
  return rows.flatMap(({ set, gone, spoiled, ...letter }): RefusedPiece[] => {
    // Why is known of these: they were reported.
    if (spoiled) return [{ set, refusals: [] }];
    const refusals = gone ? [recordNotOpen] : refusedBy(letter);
    return refusals ? [{ set, refusals: [...refusals] }] : [];
  });
}

/** Takes letters out of a batch with the reason; they wait for another one. */
export const withdrawRefused = (db: Db, batchId: number, pieces: readonly RefusedPiece[]) =>
  sql`update print_piece set withdrawn = 'refused', refused = t.refusals
    from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as t("set" integer, refusals jsonb)
    where batch_id = ${batchId} and set_number = t."set" and withdrawn is null and posted_on is null`.execute(db);
