/**
 * Carries what a print house told of letters through to their files and records, one to a transaction: the day of posting from which terms count, and what
 * came back. Each is done once; a job that is killed goes on with what is left.
 */
import { sql } from "kysely";
import { z } from "zod";
import { lockFile } from "../../../cases/files/files.server.ts";
import { placeHold } from "../../../cases/states/states.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { type JobCtx, type JobOutcome, job, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { anyOf } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { moveNotice, voidReturned } from "../../../money/notices/notices.server.ts";
import { letterPosting } from "../../correspondence/correspondence.server.ts";
import { recordLetters } from "../../precasso/precasso.server.ts";
import { refreshNextSteps } from "../../workflows/workflows.server.ts";
import { pieceName } from "../print-batches.ts";

interface Told {
  readonly batch_id: number;
  readonly set_number: number;
  /** Of a letter of a file both, of one in a client's name the other. */
  readonly file_id: number | null;
  readonly message_id: number | null;
  readonly document_id: number | null;
  readonly record_message_id: number | null;
  readonly posted_on: PlainDate | null;
  readonly posting_applied_at: Date | null;
  readonly returned_on: PlainDate | null;
  readonly return_reason: string | null;
  readonly return_applied_at: Date | null;
}

async function applyPosting(ctx: WorkCtx, told: Told, postedOn: PlainDate): Promise<void> {
  if (told.record_message_id !== null) await recordLetters.notePosted(ctx, told.record_message_id, postedOn);
  const letter = told.message_id === null ? undefined : await letterPosting.note(ctx, told.message_id, postedOn);
  if (letter) {
    const { fileId, documentId, country } = letter;
    await moveNotice(ctx, fileId, {
      is: ({ data }) => data.documentId !== undefined && data.documentId === documentId,
      on: postedOn,
      country,
    });
    await refreshNextSteps(ctx, [letter.fileId]);
  }
  await ctx.db
    .updateTable("print_piece")
    .set({ posting_applied_at: ctx.clock.now(), apply_problem: null })
    .where("batch_id", "=", told.batch_id)
    .where("set_number", "=", told.set_number)
    .execute();
}

/** What the post brings back stops its file; on a closed one nothing waits for an address. */
async function holdFile(ctx: WorkCtx, fileId: number, reason: string, letterKnown: boolean): Promise<void> {
  const { closed_on } = await asSystem(ctx.db, "what the post brings back stops its file, whoever tells it")
    .selectFrom("case_file")
    .select("closed_on")
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();
  if (closed_on === null) await placeHold(ctx, fileId, { kind: "returned_mail", reason, letterKnown });
}

async function applyReturn(ctx: WorkCtx, told: Told, returnedOn: PlainDate): Promise<void> {
  const why = ctx.translate({ key: `print-batches.reason_${told.return_reason ?? "other"}` }, "nl");
  const values = { piece: pieceName(told.batch_id, told.set_number), why };
  const reason = ctx.translate({ key: "print-batches.returnedReason", values }, "nl");
  if (told.file_id !== null) {
    await holdFile(ctx, told.file_id, reason, told.document_id !== null);
    // It is known which letter it was, on a closed file too.
    if (told.document_id !== null) await voidReturned(ctx, told.file_id, told.document_id, reason);
  }
  if (told.record_message_id !== null)
    await recordLetters.noteReturnedLetter(ctx, told.record_message_id, returnedOn, reason);
  await ctx.db
    .updateTable("print_piece")
    .set({ return_applied_at: ctx.clock.now(), apply_problem: null })
    .where("batch_id", "=", told.batch_id)
    .where("set_number", "=", told.set_number)
    .execute();
}

const toApply = sql`((posted_on is not null and posting_applied_at is null)
  or (returned_on is not null and return_applied_at is null))`;

/** Carries one letter's news through, unless another worker has. */
async function applyOne(ctx: WorkCtx, batchId: number, set: number, fileId: number | null): Promise<void> {
  if (fileId !== null) await lockFile(ctx, fileId);
  const { rows } =
    await sql<Told>`select * from print_piece where batch_id = ${batchId} and set_number = ${set} and ${toApply}
    for update`.execute(ctx.db);
  const [told] = rows;
  if (!told) return;
  if (told.posted_on !== null && told.posting_applied_at === null) await applyPosting(ctx, told, told.posted_on);
  if (told.returned_on !== null && told.return_applied_at === null) await applyReturn(ctx, told, told.returned_on);
}

const lot = 100;

/** The same; what stands in its way is noted beside the letter, and holds up no other. @throws where not even that can be noted. */
async function tryOne(ctx: JobCtx, batchId: number, set: number, fileId: number | null): Promise<void> {
  try {
    await ctx.tx((tx) => applyOne(tx, batchId, set, fileId));
  } catch (error) {
    ctx.log.error({ err: error, batch: batchId, set }, "what was told of a letter could not be carried to its file");
    await ctx.tx(({ db }) =>
      db
        .updateTable("print_piece")
        .set({ apply_problem: "print-batches.applyFailed" })
        .where("batch_id", "=", batchId)
        .where("set_number", "=", set)
        .execute(),
    );
  }
}

async function applyAnswers(ctx: JobCtx, batchId: number): Promise<JobOutcome> {
  const count = async (): Promise<number> => {
    const { rows } = await sql<{ left: number }>`select count(*)::int as left from print_piece
      where batch_id = ${batchId} and ${toApply}`.execute(ctx.db);
    return rows[0]?.left ?? 0;
  };
  const total = await count();
  for (let done = 0, after = 0; ; ) {
    const { rows } = await sql<{
      set_number: number;
      file_id: number | null;
    }>`select set_number, file_id from print_piece
      where batch_id = ${batchId} and ${toApply} and set_number > ${after} order by set_number limit ${lot}`.execute(
      ctx.db,
    );
    if (rows.length === 0) return;
    for (const { set_number, file_id } of rows) {
      if (ctx.signal.aborted) return "more";
      await tryOne(ctx, batchId, set_number, file_id);
      after = set_number;
    }
    done += rows.length;
    await ctx.progress(Math.min(done, total), total);
    if (await ctx.isTurnOver()) return "more";
  }
}

letterPosting.addReturnedReader(async (db, fileIds) => {
  const { rows } = await sql<{ id: number }>`select message_id as id from print_piece
    where file_id = ${anyOf(fileIds)} and message_id is not null and returned_on is not null`.execute(db);
  return rows.map(({ id }) => id);
});

export const applyAnswersJob = job({
  name: "printBatches.answers",
  payload: z.object({ batchId: z.number().int() }),
  retries: 10,
  expireSeconds: 600,
  run: (ctx, { batchId }) => applyAnswers(ctx, batchId),
});

/** Carries through whatever is left of any batch. */
export async function applyRemaining(ctx: JobCtx): Promise<void> {
  const { rows } = await sql<{
    batch_id: number;
  }>`select distinct batch_id from print_piece where ${toApply} order by 1`.execute(ctx.db);
  for (const { batch_id } of rows) if (!ctx.signal.aborted) await applyAnswers(ctx, batch_id);
}
