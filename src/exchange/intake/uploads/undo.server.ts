/**
 * Takes an upload back. The files of an import are withdrawn, each only if nothing has happened to it since it was placed; what has been worked on stays
 * as it is and is named, with the reason. A file is never deleted: it keeps its number, and gives up its reference.
 */
import { sql } from "kysely";
import { z } from "zod";
import { giveUpReference, lockFile } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { closeFile } from "../../../cases/states/states.server.ts";
import type { Access } from "../../../ground/kernel/access.ts";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import {
  type Actor,
  type Ctx,
  handle,
  type JobCtx,
  type JobOutcome,
  job,
  type SystemCtx,
  type SystemDb,
} from "../../../ground/platform/server/http/module.ts";
import { withSavepoint } from "../../../ground/platform/server/postgres/savepoint.ts";
import { maySeeClient } from "../../../people/customers/customers.server.ts";
import { planImportUndo, type UndoCalls, undoImport } from "../import/import.contract.ts";
import { areaOf, type ImportArea, type UndoReason } from "../import/layout.ts";
import {
  actorOf,
  type BatchRecord,
  batchRecord,
  ofBatch,
  requireBatch,
  shownBatch,
  stopBatch,
  undoKey,
} from "./uploads.server.ts";

/** Things taken back in one transaction. */
const lotSize = 100;
/** How many of those that stay are named one by one; the others are counted. */
const mostNamed = 200;

/** Something that came of an upload and would be taken back, or stays for a reason (a text key). */
interface Kept {
  readonly id: number;
  readonly number: string;
  readonly clientRef: string;
  readonly why: string;
}

/** What taking an upload back would do: by reason (null: it would go) how many, and of those that stay the first ones. */
export interface UndoPlan {
  readonly counts: readonly { readonly why: string | null; readonly count: number }[];
  readonly kept: readonly Kept[];
}

/** What an area takes back of its uploads, one thing after the other. */
export interface UndoRows {
  readonly planned: (db: SystemDb, batch: BatchRecord, mostNamed: number) => Promise<UndoPlan>;
  /** The next things that were not tried yet. */
  readonly next: (db: SystemDb, batch: BatchRecord, most: number) => Promise<readonly number[]>;
  /** Takes one back, asking again whether anything has happened to it. @returns how much went, or the text key of why it stays. */
  readonly takeBack: (ctx: SystemCtx, batch: BatchRecord, id: number, note: string) => Promise<number | string>;
  /** Where what was tried is noted. */
  readonly noted: "file_id" | "made_id";
}

/** Lines that the placing of a file writes by itself. */
const ownLines = ["intake.logImported", "workflows.logStarted"];

/** A file is placed in one transaction of minutes at most; where the rest of its upload was placed hours later, people have worked on it before that. */
const seenUntil = sql`least(b.finished_at, f.created_at + interval '5 minutes')`;

/**
 * The first thing that happened to each file since it was placed, if any. What is looked at: its closing, its debtor, entries of claims
 * and payments, steps of the workflow, documents that did not come with the import (a client's own letter is made again for its copy), messages,
 * states (of which an import notes only a dispute), the agenda, and the timeline.
 */
const reason = sql<UndoReason | null>`case
  when f.status = 'closed' then 'closed'
  when exists (select from claim_event e where e.file_id = f.id
    and (e.entered_at > ${seenUntil} or e.kind not in ('invoice', 'terms', 'notice14')
      and not exists (select from claim_event n where n.id = e.reverses_id and n.kind = 'notice14'))) then 'money'
  when exists (select from message m where m.file_id = f.id) or exists (select from document d where d.file_id = f.id
    and not exists (select from import_document i where i.batch_id = b.id and i.document_id = d.id)) then 'sent'
  when exists (select from file_workflow w where w.file_id = f.id and (w.position > 0 or w.round > 1)) then 'step'
  when exists (select from debtor d where d.id = f.debtor_id and d.version > 1)
    or exists (select from file_hold h where h.file_id = f.id and (h.placed_at > ${seenUntil} or h.kind <> 'dispute'))
    or exists (select from agenda_item a where a.file_id = f.id and a.created_by is not null and a.created_at > ${seenUntil})
    or exists (select from file_log l where l.file_id = f.id and (l.at > ${seenUntil} or l.subject_key is null)
      and coalesce(l.subject_key, '') <> all (${ownLines}::text[])) then 'worked'
  end`;

const filesOf = (batchId: number) =>
  sql`from case_file f join import_batch b on b.id = f.import_id where b.id = ${batchId}`;

/** How many files would go, and which stay and why. What an import added to files of before is not taken back. */
async function plannedFiles(db: SystemDb, { id: batchId }: BatchRecord, most: number): Promise<UndoPlan> {
  const { rows: counts } = await sql<{ why: UndoReason | null; count: number }>`
    select why, count(*) as count from (select ${reason} as why ${filesOf(batchId)}) p group by why`.execute(db);
  const { rows: kept } = await sql<{ id: number; number: string; client_ref: string; why: UndoReason }>`
    select * from (select f.id, f.number, f.client_ref, ${reason} as why ${filesOf(batchId)}) p
    where why is not null order by id limit ${most}`.execute(db);
  const key = (why: UndoReason): string => `intake-undo.why_${why}`;
  return {
    counts: counts.map(({ why, count }) => ({ why: why === null ? null : key(why), count })),
    kept: kept.map(({ id, number, client_ref, why }) => ({ id, number, clientRef: client_ref, why: key(why) })),
  };
}

/** Which uploads an area takes back: those that made something. */
const takenBack: Readonly<Record<ImportArea, readonly BatchRecord["mode"][]>> = {
  file: ["new", "instalments"],
  precasso: ["precasso", "precassoPayments"],
};

/** An upload of an area that can be taken back. @throws notFound, for one of the other area too; validation */
async function requireMade(ctx: Ctx, id: number, area: ImportArea, lock = false): Promise<BatchRecord> {
  const batch = await requireBatch(ctx, id, lock);
  if (areaOf(batch.mode) !== area) throw notFound();
  if (!takenBack[area].includes(batch.mode)) throw fieldError("common", "intake-undo.onlyNew");
  return batch;
}

/** What was placed before the placing stopped is taken back too, whether or not the rest is still to be placed. */
function requirePlaced(batch: BatchRecord): void {
  const isInPart = (batch.state === "checked" || batch.state === "failed") && batch.filesPlaced > 0;
  if (batch.state !== "placed" && !isInPart) throw fieldError("common", "intake-undo.notPlaced");
}

const goes = ({ counts }: UndoPlan): number => counts.find(({ why }) => why === null)?.count ?? 0;

/** The calls that take uploads of an area back, and the job behind them. */
export function undoOf(area: ImportArea, name: string, calls: UndoCalls, rows: UndoRows) {
  const undoJob = job({
    name,
    payload,
    expireSeconds: 3600,
    retries: 10,
    run: (ctx, order) => undoBatch(ctx, rows, calls.undo.who, order),
  });
  const plan = handle(calls.plan, async (ctx, { params }) => {
    const batch = await requireMade(ctx, params.id, area);
    requirePlaced(batch);
    const planned = await rows.planned(ofBatch(ctx, batch), batch, mostNamed);
    const translated = (why: string) => ctx.translate({ key: why }, ctx.lang);
    return {
      files: goes(planned),
      reasons: planned.counts.flatMap(({ why, count }) => (why === null ? [] : [{ why: translated(why), count }])),
      kept: planned.kept.map(({ why, ...thing }) => ({ ...thing, why: translated(why) })),
      version: batch.version,
    };
  });
  const undo = handle(calls.undo, async (ctx, { params, body }) => {
    const batch = await requireMade(ctx, params.id, area, true);
    if (batch.version !== body.version) {
      throw new VorderError("conflict", {
        data: { current: { id: batch.id, state: batch.state, version: batch.version } },
      });
    }
    requirePlaced(batch);
    if (goes(await rows.planned(ofBatch(ctx, batch), batch, mostNamed)) === 0)
      throw fieldError("common", "intake-undo.nothing");
    await ctx.db
      .updateTable("import_batch")
      .set({ state: "undoing", error_key: null, undone_by: ctx.user.id, version: batch.version + 1 })
      .where("id", "=", batch.id)
      .execute();
    await ctx.audit({
      action: "intake.undo",
      subject: "import_batch",
      subjectId: batch.id,
      after: { reason: body.reason },
    });
    const title = ctx.translate({ key: "intake-undo.job", values: { file: batch.fileName } }, ctx.lang);
    const order = { batchId: batch.id, userId: ctx.user.id, reason: body.reason };
    const begun = await ctx.track(undoJob, order, title, undoKey(batch.id));
    return { ...(await shownBatch(ctx, await requireBatch(ctx, batch.id))), job: begun };
  });
  return { handlers: [plan, undo], job: undoJob } as const;
}

/** Withdraws one file, asking again whether anything has happened to it. */
async function withdraw(ctx: SystemCtx, batch: BatchRecord, fileId: number, note: string): Promise<number | string> {
  const file = await lockFile(ctx, fileId);
  // An upload of several clients may have files of one that is no longer this person's.
  if (!maySeeClient(ctx.user, file.clientId)) return "intake.noSuchFile";
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
  return 1;
}

const nextFiles = async (db: SystemDb, { id }: BatchRecord, most: number): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`select f.id ${filesOf(id)}
    and not exists (select from import_undo u where u.batch_id = b.id and u.file_id = f.id) order by f.id limit ${most}`.execute(
    db,
  );
  return rows.map((row) => row.id);
};

/** The files that an import made. */
const undoFiles: UndoRows = {
  planned: plannedFiles,
  next: nextFiles,
  takeBack: withdraw,
  noted: "file_id",
};

const words = { gone: "intake.noSuchFile", changed: "intake.changedSince" };

async function undoLot(
  ctx: SystemCtx,
  things: UndoRows,
  batchId: number,
  note: string,
): Promise<BatchRecord | undefined> {
  await ctx.db.selectFrom("import_batch").select("id").where("id", "=", batchId).forUpdate().execute();
  const batch = await batchRecord(ctx.db, batchId);
  if (batch?.state !== "undoing") return undefined;
  const ids = await things.next(ctx.db, batch, lotSize);
  if (ids.length === 0) return undefined;
  const outcomes: { batch_id: number; file_id: number | null; made_id: number | null; why_key: string | null }[] = [];
  let undone = batch.filesUndone;
  for (const id of ids) {
    const tried = await withSavepoint(ctx, () => things.takeBack(ctx, batch, id, note), words);
    const went = "done" in tried ? tried.done : tried.refused[0].key;
    if (typeof went === "number") undone += went;
    const of = things.noted === "file_id" ? { file_id: id, made_id: null } : { file_id: null, made_id: id };
    outcomes.push({ batch_id: batchId, ...of, why_key: typeof went === "number" ? null : went });
  }
  await ctx.db.insertInto("import_undo").values(outcomes).execute();
  await ctx.db.updateTable("import_batch").set({ files_undone: undone }).where("id", "=", batchId).execute();
  return { ...batch, filesUndone: undone };
}

const payload = z.object({ batchId: z.number().int(), userId: z.number().int(), reason: z.string() });

async function undoBatch(
  ctx: JobCtx,
  things: UndoRows,
  who: Access,
  { batchId, userId, reason: note }: z.output<typeof payload>,
): Promise<JobOutcome> {
  let actor: Actor | undefined;
  for (;;) {
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    // The rights of now decide: who has lost them since takes nothing more back.
    actor = await actorOf(ctx.db, userId, who);
    if (!actor) return stopBatch(ctx, batchId, "undoing", "placed");
    const batch = await ctx.tx((work) => undoLot(work, things, batchId, note), actor);
    if (!batch) break;
    await ctx.progress(batch.filesUndone, batch.filesPlaced);
    if (await ctx.isTurnOver()) return "more";
  }
  const keys = await ctx.tx(async (work) => {
    const batch = await batchRecord(work.db, batchId);
    if (batch?.state !== "undoing") return [];
    // One that was placed in part is still kept, for the rest of it.
    const gone = batch.isCleaned ? { storage_key: null, archive_key: null } : {};
    await work.db
      .updateTable("import_batch")
      .set({ state: "undone", ...gone, undone_at: ctx.clock.now(), version: batch.version + 1 })
      .where("id", "=", batchId)
      .execute();
    await ctx.result({ batchId, files: batch.filesUndone });
    return batch.isCleaned ? [batch.storageKey, batch.archiveKey] : [];
  }, actor);
  for (const key of keys) if (key !== null) await ctx.storage.delete(key);
}

const ofFiles = undoOf("file", "intake.undo", { plan: planImportUndo, undo: undoImport }, undoFiles);
export const undoJob = ofFiles.job;
export const undoHandlers = ofFiles.handlers;
