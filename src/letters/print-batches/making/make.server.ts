/**
 * Makes a print batch: its letters are chosen in the transaction that asks for it, and a job sets them part by part. Each part is kept in a
 * transaction of its own, so that a job that is killed goes on with the first part that is not there.
 */
import { sql } from "kysely";
import { z } from "zod";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { type JobCtx, type JobOutcome, job, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { csvPieces } from "../../../ground/platform/server/storage/spreadsheets.ts";
import { DamagedObject } from "../../../ground/platform/server/storage/storage.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { formatNumber } from "../../templates/templates.contract.ts";
import { batchOf, noteEvent, refusedBy, workKey } from "../batches.server.ts";
import type { BatchRow } from "../print-batches.contract.ts";
import { lettersOfPart, type PrintScope, pieceName, type WithdrawnWhy } from "../print-batches.ts";
import { lettersInOrder } from "./choose.server.ts";
import { judgeWaiting, refusedPieces, withdrawRefused } from "./judge.server.ts";
import { coverRows } from "./marks.ts";
import { type PrintThread, printThread } from "./print-thread.server.ts";
import type { PartJob, PlacedLetter, PrintLetter } from "./print-worker.server.ts";

/** Puts waiting letters into a batch and has it made. @throws refused where none waits; validation where two ask for the same letters. */
export async function createBatch(ctx: WorkCtx, scope: PrintScope, together = lettersOfPart): Promise<BatchRow> {
  // One at a time, so that a letter is never chosen twice.
  await sql`select pg_advisory_xact_lock(hashtextextended('print-batch', 0))`.execute(ctx.db);
  const waiting = await lettersInOrder(ctx, scope);
  if (waiting.length === 0) throw refusedBy("nothingWaits");
  const refusedFor = await judgeWaiting(ctx, waiting);
  const letters = waiting.filter((letter) => refusedFor(letter) === undefined);
  if (letters.length === 0) throw refusedBy("nothingMayGo");
  const { printDuplex } = await globalSettings(ctx.db);
  const { id } = await ctx.db
    .insertInto("print_batch")
    .values({
      state: "making",
      scope: JSON.stringify(scope),
      duplex: printDuplex,
      letters: letters.length,
      created_by: ctx.user.id || null,
      created_at: ctx.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`insert into print_part (batch_id, part, first_set, last_set)
    select ${id}, part, (part - 1) * ${together} + 1, least(part * ${together}, ${letters.length})
    from generate_series(1, ${Math.ceil(letters.length / together)}::integer) as part`.execute(ctx.db);
  await sql`insert into print_piece (batch_id, set_number, part, message_id, file_id, document_id, record_message_id, country, postcode, sha256)
    select ${id}, n, (n - 1) / ${together} + 1, case kind when 'file' then "messageId" end, case kind when 'file' then "holderId" end,
      "documentId", case kind when 'record' then "messageId" end, country, postcode, sha256
    from rows from (jsonb_to_recordset(${JSON.stringify(letters)}::jsonb) as (kind text, "messageId" bigint, "holderId" bigint,
      "documentId" bigint, country text, postcode text, sha256 text)) with ordinality as chosen(kind, "messageId", "holderId", "documentId",
      country, postcode, sha256, n)`.execute(ctx.db);
  await noteEvent(ctx, id, "asked", { letters: letters.length });
  // Whoever asked saw them among those that wait, and would look for them here.
  if (letters.length < waiting.length)
    await noteEvent(ctx, id, "leftOut", { letters: waiting.length - letters.length });
  await trackMaking(ctx, id);
  return batchOf(ctx, id);
}

/** Has the parts of a batch set that are not there. */
export async function trackMaking(ctx: WorkCtx, batchId: number): Promise<void> {
  const title = ctx.translate({ key: "print-batches.jobMake", values: { batch: String(batchId) } }, ctx.lang);
  await ctx.track(makeBatchJob, { batchId }, title, workKey(batchId));
}

interface Part {
  readonly part: number;
  readonly first_set: number;
  readonly last_set: number;
}

interface Batch {
  readonly id: number;
  readonly duplex: boolean;
  readonly letters: number;
  readonly parts: number;
}

const nextPart = ({ db }: JobCtx, batchId: number): Promise<Part | undefined> =>
  db
    .selectFrom("print_part")
    .select(["part", "first_set", "last_set"])
    .where("batch_id", "=", batchId)
    .where("made_at", "is", null)
    .orderBy("part")
    .executeTakeFirst();

const batchBeingMade = ({ db }: Pick<JobCtx, "db">, batchId: number): Promise<Batch | undefined> =>
  db
    .selectFrom("print_batch")
    .select((eb) => [
      "id",
      "duplex",
      "letters",
      eb
        .selectFrom("print_part")
        .select(({ fn }) => fn.countAll<number>().as("parts"))
        .whereRef("print_part.batch_id", "=", "print_batch.id")
        .$asScalar()
        .$notNull()
        .as("parts"),
    ])
    .where("id", "=", batchId)
    .where("state", "=", "making")
    .executeTakeFirst();

/** Takes letters out of a batch: they wait for another one. */
export const withdraw = (db: WorkCtx["db"], batchId: number, sets: readonly number[], why: WithdrawnWhy) =>
  sql`update print_piece set withdrawn = ${why} where batch_id = ${batchId} and set_number = any(${[...sets]}::integer[])
    and withdrawn is null and posted_on is null`.execute(db);

/** The letters of a part as they lie in the archive, without those that may not go any more, and what is not there or damaged. */
async function lettersOf(ctx: JobCtx, batchId: number, part: number): Promise<PrintLetter[]> {
  const refused = await refusedPieces(ctx, batchId, part);
  if (refused.length > 0) await ctx.tx(({ db }) => withdrawRefused(db, batchId, refused));
  const rows = await ctx.db
    .selectFrom("print_piece")
    .leftJoin("document", "document.id", "print_piece.document_id")
    .leftJoin("precasso_message", "precasso_message.id", "print_piece.record_message_id")
    .select((eb) => ["set_number", eb.fn.coalesce("document.storage_key", "precasso_message.storage_key").as("key")])
    .where("batch_id", "=", batchId)
    .where("part", "=", part)
    .where("withdrawn", "is", null)
    .orderBy("set_number")
    .execute();
  const letters: PrintLetter[] = [];
  const gone: number[] = [];
  for (const { set_number: set, key } of rows) {
    const pdf = key === null ? undefined : await ctx.storage.get(key).catch(unreadable);
    if (pdf) letters.push({ set, pdf });
    else gone.push(set);
  }
  if (gone.length > 0) await ctx.tx(({ db }) => withdraw(db, batchId, gone, "unreadable"));
  return letters;
}

function unreadable(error: unknown): undefined {
  if (error instanceof DamagedObject || (error instanceof VorderError && error.code === "notFound")) return undefined;
  throw error;
}

const digits = (value: number, length: number): string => String(value).padStart(length, "0");

function partJob(
  ctx: JobCtx,
  batch: Batch,
  { part, first_set, last_set }: Part,
  letters: readonly PrintLetter[],
): PartJob {
  const t = (key: string): string => ctx.translate({ key: `print-batches.${key}` }, "nl");
  const rows = coverRows(
    { batch: batch.id, part, parts: batch.parts, letters: letters.length, sets: [first_set, last_set] },
    t,
    (of) => formatNumber(of, "nl"),
  );
  const code = `B${digits(batch.id, 8)}P${digits(part, 4)}`;
  return {
    batch: batch.id,
    duplex: batch.duplex,
    lang: "nl",
    title: `${t("batch")} ${batch.id}, ${t("part").toLowerCase()} ${part}`,
    head: { title: t("sheetBegin"), rows, code: `${code}A` },
    tail: { title: t("sheetEnd"), rows, code: `${code}Z` },
    letters,
  };
}

async function setPart(ctx: JobCtx, thread: PrintThread, batch: Batch, part: Part) {
  for (;;) {
    const letters = await lettersOf(ctx, batch.id, part.part);
    const done = await thread.set(partJob(ctx, batch, part, letters));
    if ("pdf" in done) return done;
    if (done.sets.length === 0)
      throw new Error(`part ${part.part} of print batch ${batch.id} could not be set: ${done.error}`);
    ctx.log.warn({ batch: batch.id, sets: done.sets, why: done.error }, "letters cannot be printed");
    await ctx.tx(({ db }) => withdraw(db, batch.id, done.sets, "unreadable"));
  }
}

/** Keeps a part with the places of its letters, once; false where another worker has, or the batch was withdrawn meanwhile. */
async function keepPart(
  ctx: JobCtx,
  batchId: number,
  { part }: Part,
  made: { readonly key: string; readonly sha256: string; readonly size: number; readonly pages: number },
  placed: readonly PlacedLetter[],
): Promise<boolean> {
  return ctx.tx(async ({ db, clock }) => {
    const state = await sql`select from print_batch where id = ${batchId} and state = 'making' for share`.execute(db);
    if (state.rows.length === 0) return false;
    const kept = await db
      .updateTable("print_part")
      .set({ storage_key: made.key, sha256: made.sha256, bytes: made.size, pages: made.pages, made_at: clock.now() })
      .where("batch_id", "=", batchId)
      .where("part", "=", part)
      .where("made_at", "is", null)
      .executeTakeFirst();
    if (kept.numUpdatedRows === 0n) return false;
    await sql`update print_piece set pages = p.pages, sheets = p.sheets, first_page = p."firstPage"
      from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as p("set" integer, pages integer, sheets integer, "firstPage" integer)
      where batch_id = ${batchId} and set_number = p."set"`.execute(db);
    return true;
  });
}

/** The list of a batch for the mail house: no names, one line a letter, in the order of printing. */
async function* listRows(ctx: JobCtx, batchId: number): AsyncGenerator<readonly string[]> {
  for (let after = 0; ; ) {
    const rows = await ctx.db
      .selectFrom("print_piece")
      .select(["set_number", "part", "first_page", "pages", "sheets", "country", "postcode", "sha256"])
      .where("batch_id", "=", batchId)
      .where("withdrawn", "is", null)
      .where("set_number", ">", after)
      .orderBy("set_number")
      .limit(1000)
      .execute();
    for (const row of rows)
      yield [
        pieceName(batchId, row.set_number),
        String(row.part),
        String(row.first_page ?? ""),
        String(row.pages ?? ""),
        String(row.sheets ?? ""),
        row.country,
        row.postcode,
        row.sha256,
      ];
    const last = rows.at(-1);
    if (!last) return;
    after = last.set_number;
  }
}

const listHead = ["piece", "part", "first_page", "pages", "sheets", "country", "postcode", "sha256"];

async function finish(ctx: JobCtx, batchId: number): Promise<void> {
  const list = await ctx.storage.putStream(
    csvPieces(listHead, listRows(ctx, batchId), { language: "nl", separator: ";" }),
    { name: `print-${batchId}.csv` },
  );
  const isOurs = await ctx.tx(async (tx) => {
    const { rows } = await sql<{
      letters: number;
    }>`update print_batch set state = case when n.letters = 0 then 'cancelled' else 'ready' end, ready_at = ${tx.clock.now()},
        list_storage_key = ${list.key}, list_sha256 = ${list.sha256}, list_bytes = ${list.size}, version = version + 1,
        letters = n.letters, pages = n.pages, sheets = n.sheets
      from (select count(*)::int as letters, coalesce(sum(pages), 0)::int as pages, coalesce(sum(sheets), 0)::int as sheets
        from print_piece where batch_id = ${batchId} and withdrawn is null) as n
      where id = ${batchId} and state = 'making' returning print_batch.letters`.execute(tx.db);
    const [made] = rows;
    if (made?.letters === 0) {
      const reason = tx.translate({ key: "print-batches.nothingMayGo" }, "nl");
      await noteEvent(tx, batchId, "cancelled", { reason });
    } else if (made) await noteEvent(tx, batchId, "ready", { letters: made.letters });
    return made !== undefined;
  });
  if (!isOurs) await ctx.storage.discard(list.key);
}

async function makeBatch(ctx: JobCtx, batchId: number): Promise<JobOutcome> {
  const thread = printThread();
  try {
    for (let round = 0; ; round++) {
      const batch = await batchBeingMade(ctx, batchId);
      if (!batch) return;
      const part = await nextPart(ctx, batchId);
      if (!part) return await finish(ctx, batchId);
      if (ctx.signal.aborted || (round > 0 && (await ctx.isTurnOver()))) return "more";
      await ctx.progress(part.first_set - 1, batch.letters);
      const { pdf, pages, placed } = await setPart(ctx, thread, batch, part);
      const name = `print-${batchId}-${digits(part.part, 4)}.pdf`;
      const { key, sha256, size } = await ctx.storage.put(pdf, { mime: "application/pdf", name });
      if (!(await keepPart(ctx, batchId, part, { key, sha256, size, pages }, placed))) await ctx.storage.discard(key);
      await ctx.progress(part.last_set, batch.letters);
    }
  } finally {
    await thread.close();
  }
}

export const makeBatchJob = job({
  name: "printBatches.make",
  payload: z.object({ batchId: z.number().int() }),
  retries: 10,
  expireSeconds: 600,
  run: (ctx, { batchId }) => makeBatch(ctx, batchId),
});
