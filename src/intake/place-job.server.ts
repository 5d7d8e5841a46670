/** Places the good rows of a checked upload, some hundreds of files at a time, each lot in one transaction. */
import { sql } from "kysely";
import { z } from "zod";
import { type Client, clientsById } from "../customers/customers.server.ts";
import { VorderError } from "../kernel/errors.ts";
import { type Cents, sumCents } from "../kernel/money.ts";
import { brokenConstraint } from "../platform/server/database.ts";
import { type Actor, type Db, type JobCtx, job, type WorkCtx } from "../platform/server/room.ts";
import { actorOf, type BatchRecord, batchRecord, failBatch } from "./batch.server.ts";
import { addInstalments, makeChanges, oneFile } from "./change-make.server.ts";
import type { Plan } from "./change-plan.server.ts";
import { attachDocuments } from "./documents.server.ts";
import { verdicts } from "./intake.ts";
import { tellAbout } from "./notices.server.ts";
import { type Placement, placeClaims } from "./place.server.ts";
import { sharedBytes } from "./read-apart.server.ts";
import type { RowData } from "./rows.server.ts";

/** Rows placed in one transaction: enough to be fast, few enough that a broken-off job loses little. */
const lotSize = 500;

interface StagedRow<D = unknown> {
  readonly row_number: number;
  readonly client_id: number;
  readonly client_ref: string;
  readonly leader: number;
  /** Of an instalment, a correction or a withdrawal: the file that it changes. */
  readonly file_id: number | null;
  /** Written by the check of this very room. */
  readonly data: D;
}

const staged = (batch: BatchRecord) => sql`
  select row_number, client_id, client_ref, leader, file_id, data from import_row
  where batch_id = ${batch.id} and verdict in ('good', 'warning')`;

/** The next rows behind what was placed, in whole groups. */
async function nextLot<D>(db: Db, batch: BatchRecord): Promise<readonly StagedRow<D>[]> {
  const { rows } = await sql<StagedRow<D>>`${staged(batch)} and leader > ${batch.placedUntil}
    order by leader, row_number limit ${lotSize}`.execute(db);
  const last = rows.at(-1)?.leader;
  if (rows.length < lotSize || last === undefined) return rows;
  // The last group may go on behind the limit; it is for the next lot, unless it is the only one.
  const whole = rows.filter(({ leader }) => leader !== last);
  if (whole.length > 0) return whole;
  return (await sql<StagedRow<D>>`${staged(batch)} and leader = ${last} order by row_number`.execute(db)).rows;
}

/** References that got a file since the check, and that file. */
async function takenSince(db: Db, rows: readonly StagedRow[]): Promise<Map<string, number>> {
  const keys = rows.map(({ client_id, client_ref }) => ({ client_id, client_ref }));
  const { rows: taken } = await sql<{ id: number; client_id: number; client_ref: string }>`
    select case_file.id, case_file.client_id, case_file.client_ref from case_file
    join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(client_id bigint, client_ref text)
      on k.client_id = case_file.client_id and k.client_ref = case_file.client_ref`.execute(db);
  return new Map(taken.map(({ id, client_id, client_ref }) => [`${client_id}\n${client_ref}`, id]));
}

function placementOf(client: Client, rows: Group["rows"]): Placement[] {
  const [{ client_ref, data }] = rows;
  const { debtor } = data;
  if (debtor === null) return [];
  const placement: Placement = {
    client,
    clientRef: client_ref,
    merchantId: data.merchantId,
    debtor,
    claimBasis: data.claimBasis ?? "contract",
    legalTypeId: data.legalTypeId ?? null,
    claimTitle: data.claimTitle,
    claimDescription: data.claimDescription,
    contractDate: data.contractDate,
    interest: data.interest,
    canReclaimVat: data.canReclaimVat,
    bikChargedCents: data.bikChargedCents,
    notice14: data.notice14,
    dispute: rows.some((row) => row.data.dispute),
    invoices: rows.map(({ data: { invoice } }) => invoice),
  };
  return [placement];
}

interface Group<D = RowData> {
  readonly leader: number;
  readonly rows: [StagedRow<D>, ...StagedRow<D>[]];
}

function groupsOf<D>(rows: readonly StagedRow<D>[]): Group<D>[] {
  const groups: Group<D>[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last?.leader === row.leader) last.rows.push(row);
    else groups.push({ leader: row.leader, rows: [row] });
  }
  return groups;
}

/** What a lot came to. */
interface Outcome {
  readonly files: readonly { readonly leader: number; readonly fileId: number }[];
  readonly cents: Cents;
  /** Groups that were left out, and why: text keys by leader. */
  readonly left: ReadonlyMap<number, string>;
}

/** Files for references that have none; those that got one since the check are left out, or go to that file where they are instalments. */
async function placeNew(ctx: WorkCtx, batch: BatchRecord, rows: readonly StagedRow<RowData>[]): Promise<Outcome> {
  const taken = await takenSince(ctx.db, rows);
  const fileOf = ({ rows: [{ client_id, client_ref }] }: Group) => taken.get(`${client_id}\n${client_ref}`);
  const all = groupsOf(rows);
  const clients = await clientsById(ctx.db, [...new Set(rows.map(({ client_id }) => client_id))]);
  const fresh = all.flatMap((group) => {
    const client = clients.get(group.rows[0].client_id);
    const [placement] = client && fileOf(group) === undefined ? placementOf(client, group.rows) : [];
    return placement ? [{ leader: group.leader, placement }] : [];
  });
  const placements = fresh.map(({ placement }) => placement);
  const created = await placeClaims(ctx, placements, { kind: "import", batchId: batch.id, fileName: batch.fileName });
  const files = fresh.flatMap(({ leader }, at) => {
    const file = created[at];
    return file ? [{ leader, fileId: file.id }] : [];
  });
  const left = new Map<number, string>();
  let cents = sumCents(placements.flatMap(({ invoices }) => invoices.map((invoice) => invoice.cents)));
  for (const group of all) {
    const fileId = fileOf(group);
    if (fileId === undefined) continue;
    const why = batch.mode === "instalments" ? await added(ctx, batch, group, fileId) : "intake.referenceExists";
    if (why !== null) left.set(group.leader, why);
    else {
      files.push({ leader: group.leader, fileId });
      cents += sumCents(group.rows.map(({ data }) => data.invoice.cents));
    }
  }
  return { files, cents, left };
}

const rowsOf = <D>({ rows }: Group<D>) => rows.map(({ row_number, data }) => ({ row: row_number, data }));

const added = (ctx: WorkCtx, batch: BatchRecord, group: Group, fileId: number) =>
  oneFile(ctx, () => addInstalments(ctx, batch, { leader: group.leader, fileId, rows: rowsOf(group) }));

/** Changes to files that exist, each for itself: one that has changed since the plan is left out and says so. */
async function changeFiles(ctx: WorkCtx, batch: BatchRecord, rows: readonly StagedRow<Plan>[]): Promise<Outcome> {
  const files: { leader: number; fileId: number }[] = [];
  const left = new Map<number, string>();
  let cents = 0;
  for (const group of groupsOf(rows)) {
    const { leader } = group;
    const fileId = group.rows[0].file_id;
    const why =
      fileId === null
        ? "intake.noSuchFile"
        : await oneFile(ctx, () => makeChanges(ctx, batch, { leader, fileId, rows: rowsOf(group) }));
    if (why !== null || fileId === null) left.set(leader, why ?? "intake.noSuchFile");
    else {
      files.push({ leader, fileId });
      cents += sumCents(group.rows.map(({ data: { amount } }) => (amount === null ? 0 : amount.after - amount.before)));
    }
  }
  return { files, cents, left };
}

async function lotOutcome(ctx: WorkCtx, batch: BatchRecord) {
  if (batch.mode === "new" || batch.mode === "instalments") {
    const rows = await nextLot<RowData>(ctx.db, batch);
    return rows.length === 0 ? undefined : { until: rows.at(-1)?.leader ?? 0, ...(await placeNew(ctx, batch, rows)) };
  }
  const rows = await nextLot<Plan>(ctx.db, batch);
  return rows.length === 0 ? undefined : { until: rows.at(-1)?.leader ?? 0, ...(await changeFiles(ctx, batch, rows)) };
}

/** Places one lot. Returns the batch as it is then, or undefined when nothing is left. */
async function placeLot(ctx: WorkCtx, batchId: number, archive: Uint8Array | null): Promise<BatchRecord | undefined> {
  await ctx.db.selectFrom("import_batch").select("id").where("id", "=", batchId).forUpdate().execute();
  const batch = await batchRecord(ctx.db, batchId);
  if (batch?.state !== "placing") return undefined;
  const outcome = await lotOutcome(ctx, batch);
  if (outcome === undefined) return undefined;
  const { files, cents, left, until } = outcome;
  await noteRows(ctx.db, batchId, files);
  await noteLeft(ctx.db, batchId, left);
  await attachDocuments(ctx, batch, files, archive);
  const placed = {
    placed_until: until,
    files_placed: batch.filesPlaced + files.length,
    principal_cents: batch.principalCents + cents,
  };
  await ctx.db.updateTable("import_batch").set(placed).where("id", "=", batchId).execute();
  await ctx.audit({
    action: "intake.place",
    subject: "import_batch",
    subjectId: batchId,
    after: { mode: batch.mode, files: files.length, first: files[0]?.fileId, last: files.at(-1)?.fileId, cents },
  });
  return { ...batch, placedUntil: until, filesPlaced: placed.files_placed };
}

async function noteRows(db: Db, batchId: number, placed: Outcome["files"]): Promise<void> {
  await sql`update import_row set file_id = p."fileId"
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as p(leader integer, "fileId" bigint)
    where import_row.batch_id = ${batchId} and import_row.leader = p.leader
      and import_row.verdict in ('good', 'warning')`.execute(db);
}

async function noteLeft(db: Db, batchId: number, left: ReadonlyMap<number, string>): Promise<void> {
  if (left.size === 0) return;
  const why = [...left].map(([leader, key]) => ({ leader, problems: [{ field: null, key }] }));
  await sql`update import_row set verdict = 'rejected', data = null, problems = coalesce(import_row.problems, '[]') || l.problems
    from jsonb_to_recordset(${JSON.stringify(why)}::jsonb) as l(leader integer, problems jsonb)
    where import_row.batch_id = ${batchId} and import_row.leader = l.leader
      and import_row.verdict in ('good', 'warning')`.execute(db);
}

/** A checked batch begins to be placed; whoever calls this queues the job. */
export async function beginPlacing(ctx: Pick<WorkCtx, "db">, batch: BatchRecord): Promise<void> {
  await ctx.db
    .updateTable("import_batch")
    .set({ state: "placing", version: batch.version + 1 })
    .where("id", "=", batch.id)
    .execute();
}

const payload = z.object({ batchId: z.number().int(), userId: z.number().int() });

async function placeBatch(ctx: JobCtx, { batchId, userId }: z.output<typeof payload>): Promise<void> {
  const actor = await actorOf(ctx.db, userId);
  const archiveKey = (await batchRecord(ctx.db, batchId))?.archiveKey ?? null;
  const archive = archiveKey === null ? null : sharedBytes(await ctx.storage.get(archiveKey));
  let races = 0;
  for (;;) {
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    try {
      const batch = await ctx.tx((work) => placeLot(work, batchId, archive), actor);
      if (!batch) break;
      await ctx.progress(batch.filesPlaced, batch.counts.files ?? batch.filesPlaced);
    } catch (error) {
      // Somebody placed one of these references at this very moment: the lot is tried again and leaves it out.
      if (brokenConstraint(error) && ++races <= 3) continue;
      if (error instanceof VorderError && error.code !== "unavailable") {
        await failBatch(ctx, batchId, error);
        return;
      }
      throw error;
    }
  }
  await finish(ctx, batchId, actor);
}

/** The verdicts as they are after the placing; rows that were left out meanwhile are told of. */
async function leftOut(ctx: WorkCtx, batch: BatchRecord): Promise<string> {
  const found = await ctx.db
    .selectFrom("import_row")
    .select((eb) => ["verdict", eb.fn.countAll<number>().as("count")])
    .where("batch_id", "=", batch.id)
    .groupBy("verdict")
    .execute();
  const counts = Object.fromEntries(
    verdicts.map((one) => [one, found.find(({ verdict }) => verdict === one)?.count ?? 0]),
  );
  const rejected = (counts.rejected ?? 0) - (batch.counts.rejected ?? 0);
  if (rejected > 0) {
    const about = { key: `intake.placed:${batch.id}`, file: batch.fileName, batchId: batch.id };
    await tellAbout(ctx, batch, { ...about, about: "left", rows: { rejected, total: batch.rowCount } });
  }
  return JSON.stringify({ ...batch.counts, ...counts });
}

async function finish(ctx: JobCtx, batchId: number, actor: Actor): Promise<void> {
  const keys = await ctx.tx(async (work) => {
    const batch = await batchRecord(work.db, batchId);
    if (batch?.state !== "placing") return [];
    // An upload that held citizen service numbers is not kept; its rows stand here without them (domain facts 8.2).
    const gone = batch.isCleaned ? { storage_key: null, archive_key: null } : {};
    const counts = await leftOut(work, batch);
    await work.db
      .updateTable("import_batch")
      .set({ state: "placed", ...gone, counts, finished_at: ctx.clock.now(), version: batch.version + 1 })
      .where("id", "=", batchId)
      .execute();
    await ctx.result({ batchId, files: batch.filesPlaced });
    return batch.isCleaned ? [batch.storageKey, batch.archiveKey] : [];
  }, actor);
  for (const key of keys) if (key !== null) await ctx.storage.delete(key);
}

export const placeJob = job({ name: "intake.place", payload, expireSeconds: 3600, retries: 10, run: placeBatch });
