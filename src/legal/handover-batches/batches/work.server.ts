/** Judges and makes batches, as their job: file by file, each in a transaction of its own, so that a worker that is killed leaves nothing half done. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { lockFile } from "../../../cases/files/files.server.ts";
import { allows } from "../../../ground/kernel/access.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { centsFromDecimal } from "../../../ground/kernel/money.ts";
import {
  type Actor,
  type JobCtx,
  type JobOutcome,
  job,
  type WorkCtx,
} from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { loadActor } from "../../../people/access/access.server.ts";
import { handoverSetOf } from "../../handover/handover.server.ts";
import { type DestinationRecord, requireDestination } from "../destinations/record.server.ts";
import { liveStates } from "../handover-batches.ts";
import type { Verdict } from "../validation/validation.contract.ts";
import { verdictOf } from "../validation/validation.server.ts";
import { makeBatch } from "./batches.contract.ts";
import { noteEvents } from "./events.server.ts";
import { type BatchRow, changeBatch, effectKey, typeOf } from "./record.server.ts";

/** What keeps a file here or is warned of, as it is kept: the words are said when it is read. */
const lackingOf = ({ lines, reasons }: Verdict) => [
  ...(reasons.length > 0 ? [{ need: "law", level: "block" }] : []),
  ...lines.filter(({ state }) => state === "missing").map(({ need, level }) => ({ need, level })),
];

interface Step {
  readonly batch: BatchRow;
  readonly destination: DestinationRecord;
  readonly row: { readonly id: number; readonly file_id: number };
}

const noteVerdict = ({ db, clock }: WorkCtx, id: number, verdict: Verdict) =>
  db
    .updateTable("handover_batch_file")
    .set({
      state: verdict.state === "refused" ? "refused" : "validated",
      open_cents: verdict.openCents,
      cost_cents: verdict.costs?.totalCents ?? null,
      documents: verdict.documents.length,
      lines: JSON.stringify(lackingOf(verdict)),
      state_at: clock.now(),
    })
    .where("id", "=", id)
    .execute();

async function judgeOne(ctx: WorkCtx, { batch, destination, row }: Step): Promise<void> {
  const { verdict } = await verdictOf(ctx, destination, typeOf(batch), row.file_id);
  await noteVerdict(ctx, row.id, verdict);
}

/** What goes of one file, in the order of domain facts 4.6; documents lie beside it under a name of ours. */
async function recordOf(
  ctx: WorkCtx,
  { destination, batch }: Step,
  judged: Awaited<ReturnType<typeof verdictOf>>["judged"],
) {
  const { file, asOf } = await handoverSetOf(ctx, judged);
  const known = await ctx.db
    .selectFrom("handover_masterdata")
    .select("external_id")
    .where("destination_id", "=", destination.id)
    .where("client_id", "=", judged.situation.client.id)
    .executeTakeFirst();
  const { fileNumber, clientFileRef, client, documents, ...rest } = file;
  return {
    fileNumber,
    clientFileRef,
    handoverDate: asOf,
    type: batch.type,
    client: { externalId: known?.external_id ?? "", ...client },
    ...rest,
    documents: documents.map(({ url: _url, ...paper }, at) => ({
      ...paper,
      path: `documents/${fileNumber}/${at + 1}-${paper.filename.replace(/[^\w.-]+/g, "_")}`,
    })),
  };
}

/** What was fixed of a file is fixed anew. */
export async function unfix(ctx: Pick<WorkCtx, "db" | "storage">, id: number, storageKey: string): Promise<void> {
  await ctx.storage.delete(storageKey);
  const none = { storage_key: null, data_sha256: null };
  await ctx.db.updateTable("handover_batch_file").set(none).where("id", "=", id).execute();
}

/** Fixes what goes of one file, judged as it stands now: what is no longer ready stays here. */
async function makeOne(ctx: WorkCtx, step: Step): Promise<void> {
  const { batch, destination, row } = step;
  await lockFile(ctx, row.file_id);
  const { verdict, judged } = await verdictOf(ctx, destination, typeOf(batch), row.file_id);
  await noteVerdict(ctx, row.id, verdict);
  if (verdict.state === "refused") {
    await noteEvents(ctx, [
      { batchId: batch.id, batchFileId: row.id, kind: "refused", from: "validated", to: "refused" },
    ]);
    return;
  }
  const record = await recordOf(ctx, step, judged);
  const bytes = Buffer.from(JSON.stringify(record));
  const stored = await ctx.storage.put(bytes, { name: `${record.fileNumber}.json`, mime: "application/json" });
  await ctx.db
    .updateTable("handover_batch_file")
    .set({
      storage_key: stored.key,
      data_sha256: stored.sha256,
      open_cents: centsFromDecimal(record.claim.totals.open) ?? 0,
    })
    .where("id", "=", row.id)
    .execute();
}

/** The rows that go, in the order in which they are counted and hashed. */
export const rowsToSend = ({ db }: Pick<WorkCtx, "db">, batchId: number) =>
  asSystem(db, "a batch goes whole")
    .selectFrom("handover_batch_file as f")
    .innerJoin("case_file", "case_file.id", "f.file_id")
    .select(["f.id", "f.file_id", "f.state", "f.storage_key", "f.data_sha256", "f.open_cents", "case_file.number"])
    .where("f.batch_id", "=", batchId)
    .where("f.data_sha256", "is not", null)
    .orderBy("case_file.number");

/** The hash of a batch: over the hashes of its records, so that it holds although a record was erased. */
export const hashOf = (rows: readonly { readonly number: string; readonly data_sha256: string | null }[]): string =>
  createHash("sha256")
    .update(rows.map(({ number, data_sha256 }) => `${number} ${data_sha256}\n`).join(""))
    .digest("hex");

/** Files that another batch took meanwhile stay here. */
async function dropTaken(ctx: WorkCtx, batchId: number): Promise<void> {
  const { rows } = await sql<{
    id: number;
    storage_key: string | null;
  }>`update handover_batch_file f set state = 'refused',
      lines = '[{"need": "notElsewhere", "level": "block"}]', state_at = ${ctx.clock.now()}
    where f.batch_id = ${batchId} and f.state = 'validated' and f.exclusive and exists (select from handover_batch_file o
      where o.file_id = f.file_id and o.exclusive and o.id <> f.id and o.state = any(${[...liveStates]}::text[]))
    returning f.id, f.storage_key`.execute(ctx.db);
  for (const { id, storage_key } of rows) if (storage_key !== null) await unfix(ctx, id, storage_key);
  await noteEvents(
    ctx,
    rows.map(({ id }) => ({ batchId, batchFileId: id, kind: "refused", from: "validated", to: "refused" })),
  );
}

/** Count, total and hash are fixed, and the batch is given to the outbox. */
async function queueBatch(ctx: WorkCtx, batch: BatchRow, destination: DestinationRecord): Promise<void> {
  await dropTaken(ctx, batch.id);
  const rows = await rowsToSend(ctx, batch.id).where("f.state", "=", "validated").execute();
  if (rows.length === 0)
    return changeBatch(ctx, batch.id, { state: "validated", moving: null, problem: "handover-batches.problemNone" });
  await ctx.db
    .updateTable("handover_batch_file")
    .set({ state: "queued", state_at: ctx.clock.now() })
    .where("batch_id", "=", batch.id)
    .where("state", "=", "validated")
    .where("data_sha256", "is not", null)
    .execute();
  const isDownload = destination.channel === "download";
  const sendings = batch.sendings + (isDownload ? 0 : 1);
  await changeBatch(ctx, batch.id, {
    state: "queued",
    moving: null,
    problem: null,
    count: rows.length,
    total_cents: rows.reduce((sum, { open_cents }) => sum + (open_cents ?? 0), 0),
    sha256: hashOf(rows),
    format: destination.format,
    mapping: JSON.stringify(destination.mapping),
    sendings,
    delivery: isDownload ? null : "pending",
    delivery_error: null,
    queued_at: ctx.clock.now(),
  });
  await noteEvents(ctx, [{ batchId: batch.id, kind: "queued", from: batch.state, to: "queued" }]);
  if (!isDownload)
    await ctx.send({ key: effectKey({ id: batch.id, sendings }), kind: "handover", payload: { batch: batch.id } });
}

async function endJudging(ctx: WorkCtx, batch: BatchRow): Promise<void> {
  const to = batch.straight ? "making" : null;
  await changeBatch(ctx, batch.id, { state: "validated", moving: to, problem: null });
  await noteEvents(ctx, [{ batchId: batch.id, kind: "judged", from: batch.state, to: "validated" }]);
}

const nextRow = (ctx: Pick<JobCtx, "db">, batch: BatchRow) =>
  ctx.db
    .selectFrom("handover_batch_file")
    .select(["id", "file_id"])
    .where("batch_id", "=", batch.id)
    .$if(batch.moving === "judging", (rows) => rows.where("state", "=", "draft"))
    .$if(batch.moving === "making", (rows) => rows.where("state", "=", "validated").where("storage_key", "is", null))
    .orderBy("id");

/** One file in a transaction of its own; one that another worker has taken meanwhile is left to it. */
async function takeOne(ctx: JobCtx, batch: BatchRow, rowId: number, actor: Actor): Promise<void> {
  try {
    await ctx.tx(async (tx) => {
      const row = await nextRow(tx, batch).where("id", "=", rowId).forUpdate().executeTakeFirst();
      if (!row) return;
      const step = { batch, destination: await requireDestination(tx, batch.destination_id), row };
      await (batch.moving === "judging" ? judgeOne(tx, step) : makeOne(tx, step));
    }, actor);
  } catch (error) {
    // A file that whoever made the batch may not see any more stays here; all else is tried again.
    if (!(error instanceof VorderError) || error.code !== "notFound") throw error;
    const set = { state: "left_out", state_at: ctx.clock.now() };
    await ctx.tx((tx) => tx.db.updateTable("handover_batch_file").set(set).where("id", "=", rowId).execute());
  }
}

/** So many files are taken before the batch itself is looked at again, and of these so many at a time: each waits for the database mostly. */
const sliceSize = 48;
const together = 4;

/** Takes the next files. False where none is left. */
async function takeSlice(ctx: JobCtx, batch: BatchRow, actor: Actor): Promise<boolean> {
  const next = await nextRow(ctx, batch).limit(sliceSize).execute();
  for (let from = 0; from < next.length; from += together) {
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    const tried = await Promise.allSettled(
      next.slice(from, from + together).map(({ id }) => takeOne(ctx, batch, id, actor)),
    );
    for (const one of tried) if (one.status === "rejected") throw one.reason;
  }
  return next.length > 0;
}

/**
 * Takes back what was fixed of files about which something was entered since: a making may last, or stand still for hours, and what goes is what is
 * owed and allowed when the batch goes. True where there was one.
 */
async function unfixChanged(ctx: WorkCtx, batch: BatchRow): Promise<boolean> {
  if (batch.moving !== "making") return false;
  const now = ctx.clock.now();
  const { rows } = await sql<{ id: number; storage_key: string }>`select f.id, f.storage_key from handover_batch_file f
    where f.batch_id = ${batch.id} and f.state = 'validated' and f.storage_key is not null
      and (exists (select from file_log where file_log.file_id = f.file_id and file_log.at > f.state_at and file_log.at <= ${now})
        or exists (select from claim_event where claim_event.file_id = f.file_id and claim_event.entered_at > f.state_at
          and claim_event.entered_at <= ${now}))
    for update of f`.execute(asSystem(ctx.db, "a batch goes whole"));
  for (const { id, storage_key } of rows) await unfix(ctx, id, storage_key);
  return rows.length > 0;
}

/** The last step of judging or making, by whichever worker comes first. */
const finish = (ctx: JobCtx, batch: BatchRow, actor: Actor): Promise<void> =>
  ctx.tx(async (tx) => {
    const now = await tx.db
      .selectFrom("handover_batch")
      .selectAll()
      .where("id", "=", batch.id)
      .where("moving", "=", batch.moving)
      .forUpdate()
      .executeTakeFirst();
    if (!now || (await nextRow(tx, now).executeTakeFirst()) || (await unfixChanged(tx, now))) return;
    if (now.moving === "judging") await endJudging(tx, now);
    else await queueBatch(tx, now, await requireDestination(tx, now.destination_id));
  }, actor);

async function continueWork(ctx: JobCtx, batchId: number): Promise<JobOutcome> {
  for (let round = 0; ; round++) {
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    if (round > 0 && (await ctx.isTurnOver())) return "more";
    const batch = await ctx.db.selectFrom("handover_batch").selectAll().where("id", "=", batchId).executeTakeFirst();
    if (!batch || batch.moving === null) break;
    // The rights of now decide: who has lost them since hands nothing over.
    const actor = batch.made_by === null ? null : await loadActor(ctx.db, batch.made_by, null);
    if (!actor || !allows(makeBatch.who, actor.acl, true)) {
      const stopped = { moving: null, problem: "handover-batches.problemRights" };
      await ctx.tx((tx) => changeBatch(tx, batchId, stopped));
      break;
    }
    if (!(await takeSlice(ctx, batch, actor))) await finish(ctx, batch, actor);
    await reportProgress(ctx, batch);
  }
  await ctx.result({ batchId });
}

async function reportProgress(ctx: JobCtx, batch: BatchRow): Promise<void> {
  const { rows } = await sql<{ done: number; total: number }>`select count(*) as total,
      count(*) filter (where case ${batch.moving} when 'judging' then state <> 'draft'
        else state <> 'validated' or storage_key is not null end) as done
    from handover_batch_file where batch_id = ${batch.id}`.execute(ctx.db);
  await ctx.progress(rows[0]?.done ?? 0, Math.max(1, rows[0]?.total ?? 1));
}

export const batchJob = job({
  name: "handover-batches.work",
  payload: z.object({ batchId: z.number().int() }),
  retries: 10,
  expireSeconds: 3600,
  run: (ctx, { batchId }) => continueWork(ctx, batchId),
});
