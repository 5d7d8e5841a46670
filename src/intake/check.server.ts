/** Checks an uploaded file: reads it as a stream, judges every row, and copies the rows with their verdicts into the staging table. */

import { sql } from "kysely";
import { z } from "zod";
import { visibleFiles } from "../files/files.server.ts";
import { VorderError } from "../kernel/errors.ts";
import { legalTypeRows } from "../lists/lists.server.ts";
import type { CopyValue } from "../platform/server/copy.ts";
import { type Actor, type Db, type JobCtx, job, type WorkCtx } from "../platform/server/room.ts";
import { actorOf, type BatchRecord, batchRecord, failBatch } from "./batch.server.ts";
import { findFiles, planChanges } from "./change-plan.server.ts";
import { matchDocuments } from "./documents.server.ts";
import { maxRows } from "./intake.ts";
import { tellAbout } from "./notices.server.ts";
import { beginPlacing, placeJob } from "./place-job.server.ts";
import { readRows } from "./reader.server.ts";
import type { RowProblem, RowWorld } from "./row-reader.server.ts";
import { bsnColumns, type CheckedRow, checkRow, keptCells, plainColumns } from "./rows.server.ts";

const columns = [
  "batch_id",
  "row_number",
  "cells",
  "verdict",
  "problems",
  "client_id",
  "client_ref",
  "invoice_number",
  "amount_cents",
  "leader",
  "data",
] as const;

/** How often the progress bar moves, in rows. */
const progressEvery = 5000;

async function rowWorld(ctx: JobCtx, batch: BatchRecord, clientIds: readonly number[] | null): Promise<RowWorld> {
  let clients = ctx.db.selectFrom("client").select(["id", "number"]).where("active", "=", true);
  if (clientIds !== null) clients = clients.where("id", "in", [0, ...clientIds]);
  const filed =
    batch.mode === "instalments" && batch.clientId !== null
      ? await ctx.db.selectFrom("case_file").select("client_ref").where("client_id", "=", batch.clientId).execute()
      : [];
  const merchants = await ctx.db
    .selectFrom("merchant")
    .select(["id", "client_id", "external_id"])
    .where("external_id", "is not", null)
    .execute();
  return {
    mode: batch.mode,
    filed: new Set(filed.map(({ client_ref }) => `${batch.clientId}\n${client_ref}`)),
    mapping: batch.mapping,
    style: batch.style,
    today: ctx.clock.today(),
    clientId: batch.clientId,
    clients: new Map((await clients.execute()).map(({ id, number }) => [number.toLowerCase(), id])),
    legalTypes: new Map(
      (await legalTypeRows(ctx.db)).flatMap((row) =>
        [row.code, ...Object.values(row.name)].map((name) => [name.toLowerCase(), row] as const),
      ),
    ),
    merchants: new Map(merchants.map((merchant) => [`${merchant.client_id}:${merchant.external_id}`, merchant.id])),
  };
}

/** What the rows before tell of a row: whether its invoice was seen, and which row its file begins with. */
class Groups {
  readonly #leaders = new Map<string, { readonly row: number; readonly whose: string | null }>();
  readonly #invoices = new Map<string, number>();

  judge(checked: CheckedRow, row: number): { leader: number | null; duplicateOf: number | null; otherDebtor: boolean } {
    const { clientId, clientRef, invoiceNumber, whose } = checked;
    if (clientId === null || clientRef === null) return { leader: null, duplicateOf: null, otherDebtor: false };
    const group = `${clientId}\n${clientRef}`;
    const first = this.#leaders.get(group);
    if (!first) this.#leaders.set(group, { row, whose });
    const invoice = `${group}\n${invoiceNumber}`;
    const duplicateOf = invoiceNumber === null ? null : (this.#invoices.get(invoice) ?? null);
    if (duplicateOf === null && invoiceNumber !== null) this.#invoices.set(invoice, row);
    return {
      leader: first?.row ?? row,
      duplicateOf,
      otherDebtor: first !== undefined && first.whose !== null && whose !== null && first.whose !== whose,
    };
  }
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === "");

async function* stagedRows(
  ctx: JobCtx,
  batch: BatchRecord,
  bytes: Uint8Array,
  world: RowWorld,
  seen: { isCleaned: boolean },
): AsyncGenerator<readonly CopyValue[]> {
  const width = batch.header.length;
  const plain = plainColumns(batch.mapping);
  const secret = bsnColumns(batch.header);
  const groups = new Groups();
  const otherKey = batch.mode === "correct" ? "intake.otherValues" : "intake.otherDebtor";
  let row = 0;
  for await (const all of readRows(bytes, batch.format, batch.style)) {
    row++;
    if (row % progressEvery === 0) {
      if (ctx.signal.aborted) throw new VorderError("unavailable");
      await ctx.progress(row, Math.max(batch.rowCount, row));
    }
    // The first row is the header.
    if (row === 1 || isBlank(all)) continue;
    const cells = all.length === width ? all : Array.from({ length: width }, (_, column) => all[column] ?? "");
    const checked = checkRow(cells, world);
    const problems: RowProblem[] = [...checked.problems];
    if (all.length > width && !isBlank(all.slice(width))) problems.push({ field: null, key: "intake.extraCells" });
    const { leader, duplicateOf, otherDebtor } = groups.judge(checked, row);
    if (otherDebtor) problems.push({ field: "clientRef", key: otherKey, values: { row: leader ?? row } });
    const rejected = checked.verdict === "rejected" || problems.some((problem) => !problem.warning);
    const isDuplicate = duplicateOf !== null && !rejected;
    if (isDuplicate) problems.push({ field: "invoiceNumber", key: "intake.duplicateOf", values: { row: duplicateOf } });
    const kept = keptCells(cells, secret, plain);
    if (!seen.isCleaned) seen.isCleaned = kept.some((cell, column) => cell !== cells[column]);
    yield [
      batch.id,
      row,
      kept,
      rejected ? "rejected" : isDuplicate ? "duplicate" : checked.verdict,
      problems.length === 0 ? null : JSON.stringify(problems),
      checked.clientId,
      checked.clientRef?.replaceAll("\u0000", "") ?? null,
      checked.invoiceNumber?.replaceAll("\u0000", "") ?? null,
      checked.amountCents,
      leader,
      rejected || isDuplicate ? null : JSON.stringify(checked.data).replaceAll("\\u0000", ""),
    ];
  }
}

const noted = (problem: RowProblem): string => JSON.stringify([problem]);

/** What only the database knows: invoices placed before, references that have a file, and rows that go down with their group. */
async function judgeByRecord(db: Db, { id: batchId, mode }: BatchRecord, actor: Actor): Promise<void> {
  const known = noted({ field: "invoiceNumber", key: "intake.placedBefore", warning: true });
  const exists = noted({ field: "clientRef", key: "intake.referenceExists" });
  const closed = noted({ field: "clientRef", key: "intake.fileClosed" });
  const dragged = noted({ field: "clientRef", key: "intake.groupRejected" });
  // Each row is looked up by its key, whatever else was placed before: a join would read all of it.
  await sql`with placed as materialized (
      select i.row_number, p.file_id from import_row i cross join lateral (select p.file_id from placed_invoice p
        where p.client_id = i.client_id and p.client_ref = i.client_ref and p.invoice_number = i.invoice_number limit 1) p
      where i.batch_id = ${batchId} and i.verdict in ('good', 'warning'))
    update import_row set verdict = 'known', file_id = placed.file_id, data = null, problems = ${known}::jsonb
    from placed where import_row.batch_id = ${batchId} and import_row.row_number = placed.row_number`.execute(db);
  if (mode === "instalments") {
    await sql`update import_row set file_id = case_file.id
      from case_file where import_row.batch_id = ${batchId} and import_row.verdict in ('good', 'warning')
        and case_file.client_id = import_row.client_id and case_file.client_ref = import_row.client_ref
        and case_file.status <> 'closed' and ${visibleFiles(actor)}`.execute(db);
  }
  const why = mode === "instalments" ? closed : exists;
  await sql`with taken as materialized (
      select i.row_number from import_row i cross join lateral (select from case_file f
        where f.client_id = i.client_id and f.client_ref = i.client_ref limit 1) f
      where i.batch_id = ${batchId} and i.verdict in ('good', 'warning') and i.file_id is null)
    update import_row set verdict = 'rejected', data = null, problems = coalesce(problems, '[]') || ${why}::jsonb
    from taken where import_row.batch_id = ${batchId} and import_row.row_number = taken.row_number`.execute(db);
  // A file is placed whole or not at all: its invoices belong in one letter (BW 6:96(7)).
  await sql`update import_row set verdict = 'rejected', data = null, problems = coalesce(problems, '[]') || ${dragged}::jsonb
    where batch_id = ${batchId} and verdict in ('good', 'warning') and (client_id, client_ref) in (
      select client_id, client_ref from import_row
      where batch_id = ${batchId} and verdict = 'rejected' and client_ref is not null)`.execute(db);
}

async function countVerdicts(db: Db, batchId: number) {
  const { rows } = await sql<{ verdict: string; count: number; files: number; cents: string | null }>`
    select verdict, count(*) as count, count(distinct leader) as files, sum(amount_cents)::text as cents
    from import_row where batch_id = ${batchId} group by verdict`.execute(db);
  const counts: Record<string, number> = { files: 0, cents: 0 };
  for (const { verdict, count, cents } of rows) {
    counts[verdict] = count;
    if (verdict === "good" || verdict === "warning") counts.cents = (counts.cents ?? 0) + Number(cents ?? 0);
  }
  const files = await sql<{ files: number }>`select count(distinct leader) as files from import_row
    where batch_id = ${batchId} and verdict in ('good', 'warning')`.execute(db);
  counts.files = files.rows[0]?.files ?? 0;
  return { counts, rows: rows.reduce((sum, { count }) => sum + count, 0) };
}

const payload = z.object({
  batchId: z.number().int(),
  round: z.number().int(),
  /** The clients that the uploader may see; null for all. */
  clientIds: z.array(z.number().int()).nullable(),
  /** Who asked for it; 0 for the system. */
  userId: z.number().int().default(0),
});

async function checkBatch(ctx: JobCtx, asked: z.output<typeof payload>): Promise<void> {
  const { batchId, round, clientIds } = asked;
  const batch = await batchRecord(ctx.db, batchId);
  if (batch?.state !== "checking" || batch.round !== round || batch.storageKey === null) return;
  const actor = await actorOf(ctx.db, asked.userId);
  const bytes = await ctx.storage.get(batch.storageKey);
  const world = await rowWorld(ctx, batch, clientIds);
  const seen = { isCleaned: false };
  // What an earlier round, or a try that was broken off, left behind.
  await ctx.tx((work) => work.db.deleteFrom("import_row").where("batch_id", "=", batchId).execute());
  try {
    await ctx.copy("import_row", columns, stagedRows(ctx, batch, bytes, world, seen));
  } catch (error) {
    if (!(error instanceof VorderError) || error.code === "unavailable") throw error;
    await failBatch(ctx, batchId, error);
    await ctx.tx((work) => tellChecked(work, batchId));
    return;
  }
  // The planner must know of the new rows before they are joined; what stands in their cells matters to no join and takes longest.
  await sql`analyze import_row (batch_id, row_number, verdict, client_id, client_ref, invoice_number, leader, file_id)`.execute(
    ctx.db,
  );
  if (batch.mode === "correct" || batch.mode === "withdraw") {
    await findFiles(ctx, batchId, actor);
    await planChanges(ctx, batchId);
  }
  const rows = await ctx.tx(async (work) => {
    if (batch.mode === "new" || batch.mode === "instalments") await judgeByRecord(work.db, batch, actor);
    await matchDocuments(work.db, batch);
    const noted = await noteChecked(work.db, batch, seen.isCleaned);
    if (batch.sourceId !== null) await placeFetched(work, batch.sourceId, batchId);
    await tellChecked(work, batchId);
    return noted;
  });
  await ctx.progress(rows, rows);
}

/** What went wrong is told to whoever uploaded it, or set the place up where it was fetched. */
async function tellChecked(ctx: WorkCtx, batchId: number): Promise<void> {
  const batch = await batchRecord(ctx.db, batchId);
  if (!batch) return;
  const about = { key: `intake.checked:${batchId}:${batch.round}`, file: batch.fileName, batchId };
  const rejected = batch.counts.rejected ?? 0;
  if (batch.state === "failed") {
    await tellAbout(ctx, batch, { ...about, about: "failed", why: batch.errorKey ?? "intake.failed" });
  } else if (rejected > 0) {
    await tellAbout(ctx, batch, { ...about, about: "rejects", rows: { rejected, total: batch.rowCount } });
  }
}

/** A fetched upload goes on by itself where its place says so. */
async function placeFetched(ctx: WorkCtx, sourceId: number, batchId: number): Promise<void> {
  const source = await ctx.db
    .selectFrom("import_source")
    .select("after_check")
    .where("id", "=", sourceId)
    .executeTakeFirst();
  const batch = await batchRecord(ctx.db, batchId);
  if (!source || batch?.state !== "checked" || (batch.counts.files ?? 0) === 0) return;
  const isClean = (batch.counts.rejected ?? 0) === 0;
  if (source.after_check === "good_rows" || (source.after_check === "all_good" && isClean)) {
    await beginPlacing(ctx, batch);
    await ctx.enqueue(placeJob, { batchId, userId: 0 });
  }
}

/** The verdicts in numbers; returns how many rows there are. */
async function noteChecked(db: Db, batch: BatchRecord, isCleaned: boolean): Promise<number> {
  const { counts, rows } = await countVerdicts(db, batch.id);
  await db
    .updateTable("import_batch")
    .set({
      state: "checked",
      counts: JSON.stringify(counts),
      row_count: Math.min(rows, maxRows),
      is_cleaned: isCleaned,
      version: batch.version + 1,
    })
    .where("id", "=", batch.id)
    .where("round", "=", batch.round)
    .execute();
  return rows;
}

export const checkJob = job({ name: "intake.check", payload, expireSeconds: 1800, run: checkBatch });
