/** Places the good rows of a checked upload, some hundreds of files at a time, each lot in one transaction. */
import { sql } from "kysely";
import { z } from "zod";
import { loadActor } from "../access/access.server.ts";
import { type Client, clientsById } from "../customers/customers.server.ts";
import { VorderError } from "../kernel/errors.ts";
import { brokenConstraint } from "../platform/server/database.ts";
import { type Actor, type Db, type JobCtx, job, systemActor, type WorkCtx } from "../platform/server/room.ts";
import { type BatchRecord, batchRecord } from "./batch.server.ts";
import { failBatch } from "./check.server.ts";
import { type Placement, placeClaims } from "./place.server.ts";
import type { RowData } from "./rows.server.ts";

/** Rows placed in one transaction: enough to be fast, few enough that a broken-off job loses little. */
const lotSize = 500;

interface StagedRow {
  readonly row_number: number;
  readonly client_id: number;
  readonly client_ref: string;
  readonly leader: number;
  /** Written by the check of this very room. */
  readonly data: RowData;
}

const staged = (batch: BatchRecord) => sql`
  select row_number, client_id, client_ref, leader, data from import_row
  where batch_id = ${batch.id} and verdict in ('good', 'warning')`;

/** The next rows behind what was placed, in whole groups. */
async function nextLot(db: Db, batch: BatchRecord): Promise<readonly StagedRow[]> {
  const { rows } = await sql<StagedRow>`${staged(batch)} and leader > ${batch.placedUntil}
    order by leader, row_number limit ${lotSize}`.execute(db);
  const last = rows.at(-1)?.leader;
  if (rows.length < lotSize || last === undefined) return rows;
  // The last group may go on behind the limit; it is for the next lot, unless it is the only one.
  const whole = rows.filter(({ leader }) => leader !== last);
  if (whole.length > 0) return whole;
  return (await sql<StagedRow>`${staged(batch)} and leader = ${last} order by row_number`.execute(db)).rows;
}

/** References that got a file since the check: their rows are left out and say so. */
async function takenSince(db: Db, rows: readonly StagedRow[]): Promise<Set<string>> {
  const keys = rows.map(({ client_id, client_ref }) => ({ client_id, client_ref }));
  const { rows: taken } = await sql<{ client_id: number; client_ref: string }>`
    select case_file.client_id, case_file.client_ref from case_file
    join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(client_id bigint, client_ref text)
      on k.client_id = case_file.client_id and k.client_ref = case_file.client_ref`.execute(db);
  return new Set(taken.map(({ client_id, client_ref }) => `${client_id}\n${client_ref}`));
}

function placementOf(client: Client, rows: readonly [StagedRow, ...StagedRow[]]): Placement {
  const [{ client_ref, data }] = rows;
  return {
    client,
    clientRef: client_ref,
    merchantId: data.merchantId,
    debtor: data.debtor,
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
}

interface Group {
  readonly leader: number;
  readonly rows: [StagedRow, ...StagedRow[]];
}

function groupsOf(rows: readonly StagedRow[]): Group[] {
  const groups: Group[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last?.leader === row.leader) last.rows.push(row);
    else groups.push({ leader: row.leader, rows: [row] });
  }
  return groups;
}

/** Places one lot. Returns the batch as it is then, or undefined when nothing is left. */
async function placeLot(ctx: WorkCtx, batchId: number): Promise<BatchRecord | undefined> {
  await ctx.db.selectFrom("import_batch").select("id").where("id", "=", batchId).forUpdate().execute();
  const batch = await batchRecord(ctx.db, batchId);
  if (batch?.state !== "placing") return undefined;
  const rows = await nextLot(ctx.db, batch);
  const until = rows.at(-1)?.leader;
  if (until === undefined) return undefined;
  const taken = await takenSince(ctx.db, rows);
  const clients = await clientsById(ctx.db, [...new Set(rows.map(({ client_id }) => client_id))]);
  const groups = groupsOf(rows).filter(
    ({ rows: [{ client_id, client_ref }] }) => !taken.has(`${client_id}\n${client_ref}`),
  );
  const placements = groups.flatMap((group) => {
    const client = clients.get(group.rows[0].client_id);
    return client ? [placementOf(client, group.rows)] : [];
  });
  const files = await placeClaims(ctx, placements, { kind: "import", batchId, fileName: batch.fileName });
  await noteRows(ctx.db, batchId, groups, files);
  await noteTaken(ctx.db, batchId, rows, taken);
  const cents = placements.flatMap(({ invoices }) => invoices).reduce((sum, invoice) => sum + invoice.cents, 0);
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
    after: { files: files.length, first: files[0]?.number, last: files.at(-1)?.number, cents },
  });
  return { ...batch, placedUntil: until, filesPlaced: placed.files_placed };
}

async function noteRows(db: Db, batchId: number, groups: readonly Group[], files: readonly { readonly id: number }[]) {
  const placed = groups.map(({ leader }, at) => ({ leader, file: files[at]?.id }));
  await sql`update import_row set file_id = p.file
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as p(leader integer, file bigint)
    where import_row.batch_id = ${batchId} and import_row.leader = p.leader
      and import_row.verdict in ('good', 'warning')`.execute(db);
}

async function noteTaken(db: Db, batchId: number, rows: readonly StagedRow[], taken: ReadonlySet<string>) {
  const leaders = rows.filter((row) => taken.has(`${row.client_id}\n${row.client_ref}`)).map(({ leader }) => leader);
  if (leaders.length === 0) return;
  const why = JSON.stringify([{ field: "clientRef", key: "intake.referenceExists" }]);
  await sql`update import_row set verdict = 'rejected', data = null, problems = coalesce(problems, '[]') || ${why}::jsonb
    where batch_id = ${batchId} and leader = any(${leaders}::int[]) and verdict in ('good', 'warning')`.execute(db);
}

const payload = z.object({ batchId: z.number().int(), userId: z.number().int() });

/** The person who placed them, with the rights of now; the system where that person may no longer log in. */
const actorOf = async (db: Db, userId: number): Promise<Actor> => (await loadActor(db, userId, null)) ?? systemActor;

async function placeBatch(ctx: JobCtx, { batchId, userId }: z.output<typeof payload>): Promise<void> {
  const actor = await actorOf(ctx.db, userId);
  let races = 0;
  for (;;) {
    if (ctx.signal.aborted) throw new VorderError("unavailable");
    try {
      const batch = await ctx.tx((work) => placeLot(work, batchId), actor);
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

async function finish(ctx: JobCtx, batchId: number, actor: Actor): Promise<void> {
  const key = await ctx.tx(async (work) => {
    const batch = await batchRecord(work.db, batchId);
    if (batch?.state !== "placing") return null;
    await work.db
      .updateTable("import_batch")
      .set({ state: "placed", storage_key: null, finished_at: ctx.clock.now(), version: batch.version + 1 })
      .where("id", "=", batchId)
      .execute();
    await ctx.result({ batchId, files: batch.filesPlaced });
    return batch.storageKey;
  }, actor);
  // The upload may hold what we must not keep; what we need of it stands in the rows.
  if (key !== null) await ctx.storage.delete(key);
}

export const placeJob = job({ name: "intake.place", payload, expireSeconds: 3600, retries: 10, run: placeBatch });
