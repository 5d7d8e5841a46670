/** Places the good rows of a checked upload, some hundreds of files at a time, each lot in one transaction. */
import { sql } from "kysely";
import { z } from "zod";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { sumCents } from "../../../ground/kernel/money.ts";
import {
  type Actor,
  type Db,
  type JobCtx,
  type JobOutcome,
  job,
  type SystemCtx,
  type WorkCtx,
} from "../../../ground/platform/server/http/module.ts";
import { brokenConstraint } from "../../../ground/platform/server/postgres/database.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { claimedInvoices, DoubleCollection } from "../../../money/claims/claims.server.ts";
import type { Client } from "../../../people/customers/customers.server.ts";
import { addInstalments, eachFile, makeChanges } from "../changes/change-execute.server.ts";
import type { Plan } from "../changes/change-plan.server.ts";
import { sharedBytes } from "../reading/reading-threads.server.ts";
import { attachDocuments } from "../uploads/documents.server.ts";
import { openClients } from "../uploads/upload.server.ts";
import {
  actorOf,
  type BatchRecord,
  batchRecord,
  failBatch,
  isOwnRefusal,
  stopBatch,
} from "../uploads/uploads.server.ts";
import { mayUpload } from "./import.contract.ts";
import { forbiddenClaims, type Placement, placeClaims } from "./place.server.ts";
import { leftOut, noteMade, noteRows, noteSkipped, type Outcome, type Why } from "./placed-rows.server.ts";
import type { RowData } from "./rows.server.ts";

/** Rows placed in one transaction: enough to be fast, few enough that a broken-off job loses little. */
const lotSize = 500;

export interface StagedRow<D = unknown> {
  readonly row_number: number;
  readonly client_id: number;
  readonly client_ref: string;
  readonly leader: number;
  /** Of an instalment, a correction or a withdrawal: the file that it changes. */
  readonly file_id: number | null;
  /** Written by the check of this very module. */
  readonly data: D;
}

const staged = (batch: BatchRecord) => sql`
  select row_number, client_id, client_ref, leader, file_id, data from import_row
  where batch_id = ${batch.id} and verdict in ('good', 'warning')`;

/** The next rows behind what was placed, in whole groups. */
async function nextLot<D>(db: Db, batch: BatchRecord, most: number): Promise<readonly StagedRow<D>[]> {
  const { rows } = await sql<StagedRow<D>>`${staged(batch)} and leader > ${batch.placedUntil}
    order by leader, row_number limit ${most}`.execute(db);
  const last = rows.at(-1)?.leader;
  if (rows.length < most || last === undefined) return rows;
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
      on k.client_id = case_file.client_id and k.client_ref = case_file.client_ref`.execute(
    asSystem(db, "a reference is taken whoever sees the file that has it"),
  );
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
    doubleReason: rows.find((row) => row.data.doubleReason)?.data.doubleReason ?? null,
    invoices: rows.map(({ data: { invoice } }) => invoice),
  };
  return [placement];
}

export interface Group<D = RowData> {
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

const referenceExists = "intake.referenceExists";
const noSuchFile: Why = { key: "intake.noSuchFile" };

/** Files for references that have none; those that got one since the check are left out, or go to that file where they are instalments. */
async function placeNew(ctx: WorkCtx, batch: BatchRecord, rows: readonly StagedRow<RowData>[]): Promise<Outcome> {
  const taken = await takenSince(ctx.db, rows);
  const fileOf = ({ rows: [{ client_id, client_ref }] }: Group) => taken.get(`${client_id}\n${client_ref}`);
  const all = groupsOf(rows);
  const clients = await openClients(
    ctx,
    rows.map(({ client_id }) => client_id),
  );
  const doubled = await doubledSince(ctx, all);
  const wanted = all.flatMap((group) => {
    if (doubled.has(group.leader)) return [];
    const client = clients.get(group.rows[0].client_id);
    const [placement] = client && fileOf(group) === undefined ? placementOf(client, group.rows) : [];
    return placement ? [{ leader: group.leader, placement }] : [];
  });
  const forbidden = await forbiddenClaims(
    ctx,
    wanted.map(({ placement }) => placement),
  );
  const fresh = wanted.filter((_, at) => !forbidden.has(at));
  const placements = fresh.map(({ placement }) => placement);
  const created = await placeClaims(ctx, placements, { kind: "import", batchId: batch.id, fileName: batch.fileName });
  const files = fresh.flatMap(({ leader }, at) => {
    const file = created[at];
    return file ? [{ leader, fileId: file.id }] : [];
  });
  const left = new Map<number, Why>([...doubled].map((leader) => [leader, { key: "intake.doubleSince" }]));
  for (const [at, [refusal]] of forbidden) {
    const leader = wanted[at]?.leader;
    if (leader !== undefined && refusal) left.set(leader, { key: refusal.textKey, values: refusal.values });
  }
  for (const group of all) {
    const isNew = fileOf(group) === undefined && !doubled.has(group.leader);
    if (isNew && !clients.has(group.rows[0].client_id)) left.set(group.leader, { key: "intake.noSuchClient" });
  }
  let cents = sumCents(placements.flatMap(({ invoices }) => invoices.map((invoice) => invoice.cents)));
  const known = all.flatMap((group) => {
    const fileId = fileOf(group);
    return fileId === undefined || doubled.has(group.leader)
      ? []
      : [{ leader: group.leader, fileId, rows: rowsOf(group) }];
  });
  const whys = await eachFile(ctx, known, (file) =>
    batch.mode === "instalments" ? addInstalments(ctx, batch, file) : Promise.resolve(referenceExists),
  );
  for (const [{ leader, fileId, rows: its }, why] of whys) {
    if (why !== null) left.set(leader, why);
    else {
      files.push({ leader, fileId });
      cents += sumCents(its.map(({ data }) => data.invoice.cents));
    }
  }
  return { files, cents, left };
}

/** The first rows of groups with an invoice that another file has come to claim since the check. */
async function doubledSince(ctx: WorkCtx, groups: readonly Group[]): Promise<ReadonlySet<number>> {
  const invoiceKeys = groups.flatMap(({ leader, rows }) =>
    rows.flatMap(({ client_id, data: { invoice, doubleReason } }) =>
      doubleReason ? [] : [{ leader, clientId: client_id, number: invoice.number, cents: invoice.cents }],
    ),
  );
  const twins = await claimedInvoices.duplicateClaims(ctx, invoiceKeys);
  return new Set(twins.flatMap(({ at }) => invoiceKeys[at]?.leader ?? []));
}

/** What the placing of every area is made of: the rows that come next, their groups, and which clients still take what is new. */
export const stagedRows = { nextLot, groupsOf, openClients } as const;

const rowsOf = <D>({ rows }: Group<D>) => rows.map(({ row_number, data }) => ({ row: row_number, data }));

/** Changes to files that exist: one that has changed since the plan is left out and says so. */
async function changeFiles(ctx: WorkCtx, batch: BatchRecord, rows: readonly StagedRow<Plan>[]): Promise<Outcome> {
  const files: { leader: number; fileId: number }[] = [];
  const left = new Map<number, Why>();
  let cents = 0;
  const known = groupsOf(rows).flatMap((group) => {
    const { leader } = group;
    const fileId = group.rows[0].file_id;
    if (fileId === null) left.set(leader, noSuchFile);
    return fileId === null ? [] : [{ leader, fileId, rows: rowsOf(group) }];
  });
  for (const [{ leader, fileId, rows: its }, why] of await eachFile(ctx, known, (file) =>
    makeChanges(ctx, batch, file),
  )) {
    if (why !== null) left.set(leader, why);
    else {
      files.push({ leader, fileId });
      cents += sumCents(its.map(({ data: { amount } }) => (amount === null ? 0 : amount.after - amount.before)));
    }
  }
  return { files, cents, left };
}

/** Places the next rows of an upload, of so many at most but for a larger group; undefined where none is left. `until` is their last group. */
export type PlaceRows = (
  ctx: WorkCtx,
  batch: BatchRecord,
  most: number,
) => Promise<(Outcome & { readonly until: number }) | undefined>;

const placeFiles: PlaceRows = async (ctx, batch, most) => {
  if (batch.mode === "new" || batch.mode === "instalments") {
    const rows = await nextLot<RowData>(ctx.db, batch, most);
    return rows.length === 0 ? undefined : { until: rows.at(-1)?.leader ?? 0, ...(await placeNew(ctx, batch, rows)) };
  }
  const rows = await nextLot<Plan>(ctx.db, batch, most);
  return rows.length === 0 ? undefined : { until: rows.at(-1)?.leader ?? 0, ...(await changeFiles(ctx, batch, rows)) };
};

/** Places one lot, of so many rows at most but for a larger group. Returns the batch as it is then, or undefined when nothing is left. */
export async function placeLot(
  ctx: SystemCtx,
  batchId: number,
  archive: Uint8Array | null,
  most = lotSize,
  placeRows = placeFiles,
): Promise<BatchRecord | undefined> {
  await ctx.db.selectFrom("import_batch").select("id").where("id", "=", batchId).forUpdate().execute();
  const batch = await batchRecord(ctx.db, batchId);
  if (batch?.state !== "placing") return undefined;
  const outcome = await placeRows(ctx, batch, most);
  if (outcome === undefined) return undefined;
  const { files, made = [], cents, left, until } = outcome;
  await noteRows(ctx.db, batchId, files);
  await noteMade(ctx.db, batchId, made);
  await noteSkipped(ctx.db, batchId, left);
  await attachDocuments(ctx, batch, files, archive);
  const placed = {
    placed_until: until,
    files_placed: batch.filesPlaced + files.length + made.length,
    principal_cents: batch.principalCents + cents,
  };
  await ctx.db.updateTable("import_batch").set(placed).where("id", "=", batchId).execute();
  await ctx.audit({
    action: "intake.place",
    subject: "import_batch",
    subjectId: batchId,
    after: {
      mode: batch.mode,
      files: files.length + made.length,
      first: files[0]?.fileId ?? made[0]?.id,
      last: files.at(-1)?.fileId ?? made.at(-1)?.id,
      cents,
    },
  });
  return { ...batch, placedUntil: until, filesPlaced: placed.files_placed };
}

/** A checked batch begins to be placed; whoever calls this queues the job. */
export async function beginPlacing(ctx: Pick<WorkCtx, "db">, batch: BatchRecord): Promise<void> {
  await ctx.db
    .updateTable("import_batch")
    .set({ state: "placing", error_key: null, version: batch.version + 1 })
    .where("id", "=", batch.id)
    .execute();
}

const payload = z.object({ batchId: z.number().int(), userId: z.number().int() });

async function placeBatch(
  ctx: JobCtx,
  { batchId, userId }: z.output<typeof payload>,
  placeRows: PlaceRows,
): Promise<JobOutcome> {
  const begun = await batchRecord(ctx.db, batchId);
  if (!begun) return;
  const { archiveKey } = begun;
  const archive = archiveKey === null ? null : sharedBytes(await ctx.storage.get(archiveKey));
  let races = 0;
  let actor: Actor | undefined;
  for (;;) {
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    // The rights of now decide: who has left, or lost the right, places nothing more.
    actor = await actorOf(ctx.db, userId, mayUpload(begun.mode));
    if (!actor) return stopBatch(ctx, batchId, "placing", "checked");
    try {
      const batch = await ctx.tx((work) => placeLot(work, batchId, archive, lotSize, placeRows), actor);
      if (!batch) break;
      await ctx.progress(batch.filesPlaced, batch.counts.files ?? batch.filesPlaced);
      if (await ctx.isTurnOver()) return "more";
    } catch (error) {
      // Somebody placed one of these references or invoices at this very moment: the lot is tried again and leaves it out.
      if ((brokenConstraint(error) || error instanceof DoubleCollection) && ++races <= 3) continue;
      if (isOwnRefusal(error)) {
        await failBatch(ctx, begun, error);
        return;
      }
      throw error;
    }
  }
  await finish(ctx, batchId, actor);
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

/** The job that places uploads of an area of its own. */
export const placeJobOf = (name: string, placeRows: PlaceRows) =>
  job({
    name,
    payload,
    expireSeconds: 3600,
    retries: 10,
    run: (ctx, asked) => placeBatch(ctx, asked, placeRows),
  });
export type PlaceJob = ReturnType<typeof placeJobOf>;

export const placeJob: PlaceJob = placeJobOf("intake.place", placeFiles);
