/**
 * Takes an import back. Its files are withdrawn, each only if nothing has happened to it since it was placed; what has been worked on stays
 * as it is and is named, with the reason. A file is never deleted: it keeps its number, and gives up its reference.
 */
import { sql } from "kysely";
import { z } from "zod";
import { giveUpReference, lockFile } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { closeFile } from "../../../cases/states/states.server.ts";
import { fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import {
  type Ctx,
  handle,
  type JobCtx,
  type JobOutcome,
  job,
  type SystemCtx,
  type SystemDb,
} from "../../../ground/platform/server/http/module.ts";
import { withSavepoint } from "../../../ground/platform/server/postgres/savepoint.ts";
import { planImportUndo, undoImport } from "../import/import.contract.ts";
import { type UndoReason, undoReasons } from "../import/layout.ts";
import {
  actorOf,
  type BatchRecord,
  batchRecord,
  ofBatch,
  requireBatch,
  shownBatch,
  undoKey,
} from "./uploads.server.ts";

/** Files withdrawn in one transaction. */
const lotSize = 100;
/** How many of the files that stay are named one by one; the others are counted. */
const mostNamed = 200;

/** Lines that the placing of a file writes by itself. */
const ownLines = ["intake.logImported", "workflows.logStarted"];

/**
 * The first thing that happened to each file since it was placed, if any. What is looked at: its closing, its debtor, entries of claims
 * and payments, steps of the workflow, documents that did not come with the import (a client's own letter is made again for its copy), messages, the agenda, and the timeline.
 */
const reason = sql<UndoReason | null>`case
  when f.status = 'closed' then 'closed'
  when exists (select from claim_event e where e.file_id = f.id
    and (e.entered_at > b.finished_at or e.kind not in ('invoice', 'terms', 'notice14')
      and not exists (select from claim_event n where n.id = e.reverses_id and n.kind = 'notice14'))) then 'money'
  when exists (select from message m where m.file_id = f.id) or exists (select from document d where d.file_id = f.id
    and not exists (select from import_document i where i.batch_id = b.id and i.document_id = d.id)) then 'sent'
  when exists (select from file_workflow w where w.file_id = f.id and (w.position > 0 or w.round > 1)) then 'step'
  when exists (select from debtor d where d.id = f.debtor_id and d.version > 1)
    or exists (select from agenda_item a where a.file_id = f.id and a.created_by is not null and a.created_at > b.finished_at)
    or exists (select from file_log l where l.file_id = f.id and (l.at > b.finished_at or l.subject_key is null)
      and coalesce(l.subject_key, '') <> all (${ownLines}::text[])) then 'worked'
  end`;

const filesOf = (batchId: number) =>
  sql`from case_file f join import_batch b on b.id = f.import_id where b.id = ${batchId}`;

/** How many files would go, and which stay and why. What an import added to files of before is not taken back. */
async function plannedUndo(db: SystemDb, batchId: number) {
  const { rows: counted } = await sql<{ why: UndoReason | null; count: number }>`
    select why, count(*) as count from (select ${reason} as why ${filesOf(batchId)}) p group by why`.execute(db);
  const { rows: kept } = await sql<{ id: number; number: string; client_ref: string; why: UndoReason }>`
    select * from (select f.id, f.number, f.client_ref, ${reason} as why ${filesOf(batchId)}) p
    where why is not null order by id limit ${mostNamed}`.execute(db);
  return {
    files: counted.find(({ why }) => why === null)?.count ?? 0,
    reasons: undoReasons.flatMap((why) => {
      const count = counted.find((row) => row.why === why)?.count ?? 0;
      return count === 0 ? [] : [{ why, count }];
    }),
    kept: kept.map(({ id, number, client_ref, why }) => ({ id, number, clientRef: client_ref, why })),
  };
}

function requireMade(batch: BatchRecord): void {
  if (batch.mode !== "new" && batch.mode !== "instalments") throw fieldError("common", "intake-undo.onlyNew");
  if (batch.state !== "placed") throw fieldError("common", "intake-undo.notPlaced");
}

async function saidPlan(ctx: Ctx, batch: BatchRecord) {
  const { files, reasons, kept } = await plannedUndo(ofBatch(ctx, batch), batch.id);
  const said = (why: UndoReason) => ctx.translate({ key: `intake-undo.why_${why}` }, ctx.lang);
  return {
    files,
    reasons: reasons.map(({ why, count }) => ({ why: said(why), count })),
    kept: kept.map(({ why, ...file }) => ({ ...file, why: said(why) })),
    version: batch.version,
  };
}

const plan = handle(planImportUndo, async (ctx, { params }) => {
  const batch = await requireBatch(ctx, params.id);
  requireMade(batch);
  return saidPlan(ctx, batch);
});

const undo = handle(undoImport, async (ctx, { params, body }) => {
  const batch = await requireBatch(ctx, params.id, true);
  if (batch.version !== body.version) {
    throw new VorderError("conflict", {
      data: { current: { id: batch.id, state: batch.state, version: batch.version } },
    });
  }
  requireMade(batch);
  if ((await plannedUndo(ofBatch(ctx, batch), batch.id)).files === 0) throw fieldError("common", "intake-undo.nothing");
  await ctx.db
    .updateTable("import_batch")
    .set({ state: "undoing", undone_by: ctx.user.id, version: batch.version + 1 })
    .where("id", "=", batch.id)
    .execute();
  await ctx.audit({
    action: "intake.undo",
    subject: "import_batch",
    subjectId: batch.id,
    after: { reason: body.reason },
  });
  const title = ctx.translate({ key: "intake-undo.job", values: { file: batch.fileName } }, ctx.lang);
  const payload = { batchId: batch.id, userId: ctx.user.id, reason: body.reason };
  const job = await ctx.track(undoJob, payload, title, undoKey(batch.id));
  return { ...(await shownBatch(ctx, await requireBatch(ctx, batch.id))), job };
});

/** Withdraws one file, asking again whether anything has happened to it; returns why not. */
async function withdraw(ctx: SystemCtx, batch: BatchRecord, fileId: number, note: string): Promise<string | null> {
  const file = await lockFile(ctx, fileId);
  const { rows } = await sql<{
    why: UndoReason | null;
  }>`select ${reason} as why ${filesOf(batch.id)} and f.id = ${fileId}`.execute(ctx.db);
  const why = rows[0]?.why ?? null;
  if (why !== null) return `intake-undo.why_${why}`;
  await closeFile(ctx, fileId, { reason: "withdrawn", note });
  const reference = await giveUpReference(ctx, file);
  await ctx.db.deleteFrom("placed_invoice").where("file_id", "=", fileId).execute();
  await ctx.audit({
    action: "file.undoImport",
    subject: "file",
    subjectId: fileId,
    before: { clientRef: file.clientRef },
    after: { clientRef: reference },
  });
  await writeLog(ctx, {
    fileId,
    type: "system",
    system: true,
    subject: { key: "intake-undo.log", values: { file: batch.fileName } },
    content: note,
  });
  return null;
}

const words = { gone: "intake.noSuchFile", changed: "intake.changedSince" };

async function undoLot(ctx: SystemCtx, batchId: number, note: string): Promise<BatchRecord | undefined> {
  await ctx.db.selectFrom("import_batch").select("id").where("id", "=", batchId).forUpdate().execute();
  const batch = await batchRecord(ctx.db, batchId);
  if (batch?.state !== "undoing") return undefined;
  const { rows } = await sql<{ id: number }>`select f.id ${filesOf(batchId)}
    and not exists (select from import_undo u where u.batch_id = b.id and u.file_id = f.id) order by f.id limit ${lotSize}`.execute(
    ctx.db,
  );
  if (rows.length === 0) return undefined;
  const outcomes: { batch_id: number; file_id: number; why_key: string | null }[] = [];
  for (const { id } of rows) {
    const tried = await withSavepoint(ctx, () => withdraw(ctx, batch, id, note), words);
    outcomes.push({ batch_id: batchId, file_id: id, why_key: "done" in tried ? tried.done : tried.refused[0].key });
  }
  await ctx.db.insertInto("import_undo").values(outcomes).execute();
  const undone = batch.filesUndone + outcomes.filter(({ why_key }) => why_key === null).length;
  await ctx.db.updateTable("import_batch").set({ files_undone: undone }).where("id", "=", batchId).execute();
  return { ...batch, filesUndone: undone };
}

const payload = z.object({ batchId: z.number().int(), userId: z.number().int(), reason: z.string() });

async function undoBatch(
  ctx: JobCtx,
  { batchId, userId, reason: note }: z.output<typeof payload>,
): Promise<JobOutcome> {
  const actor = await actorOf(ctx.db, userId);
  for (;;) {
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    const batch = await ctx.tx((work) => undoLot(work, batchId, note), actor);
    if (!batch) break;
    await ctx.progress(batch.filesUndone, batch.filesPlaced);
    if (await ctx.isTurnOver()) return "more";
  }
  await ctx.tx(async (work) => {
    const batch = await batchRecord(work.db, batchId);
    if (batch?.state !== "undoing") return;
    await work.db
      .updateTable("import_batch")
      .set({ state: "undone", undone_at: ctx.clock.now(), version: batch.version + 1 })
      .where("id", "=", batchId)
      .execute();
    await ctx.result({ batchId, files: batch.filesUndone });
  }, actor);
}

export const undoJob = job({ name: "intake.undo", payload, expireSeconds: 3600, retries: 10, run: undoBatch });
export const undoHandlers = [plan, undo];
