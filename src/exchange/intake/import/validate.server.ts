/** Checks an uploaded file: copies its rows with their verdicts into the staging table, and notes what the database knows of them. */

import { sql } from "kysely";
import { z } from "zod";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { allows } from "../../../ground/kernel/access.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import { legalTypeRows } from "../../../ground/lists/lists.server.ts";
import {
  type Actor,
  type Db,
  type JobCtx,
  job,
  type SystemDb,
  type WorkCtx,
} from "../../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { tariffOn } from "../../../ground/tariffs/tariffs.ts";
import { mayAllowDuplicate } from "../../../money/claims/claims.contract.ts";
import { findFiles } from "../changes/change-files.server.ts";
import { planChanges } from "../changes/change-plan.server.ts";
import { stageInThread } from "../reading/reading-threads.server.ts";
import type { RowWorld } from "../reading/row-reader.server.ts";
import { matchDocuments } from "../uploads/documents.server.ts";
import {
  actorOf,
  type BatchRecord,
  batchRecord,
  isOwnRefusal,
  isStillChecked,
  noLongerAllowed,
} from "../uploads/uploads.server.ts";
import { notifyChecked, placeFetched, refuse } from "./after-check.server.ts";
import { mayUpload } from "./import.contract.ts";
import { changesFiles, maxRows } from "./layout.ts";
import { type JudgeRows, noted, noteFindings, rejectGroups } from "./row-findings.server.ts";
import type { StagedKeys, StagingResult } from "./stage-rows.server.ts";

async function rowWorld(
  ctx: JobCtx,
  batch: BatchRecord,
  clientIds: readonly number[] | null,
  actor: Actor,
): Promise<RowWorld> {
  let clients = ctx.db.selectFrom("client").select(["id", "number", "client_group_id"]);
  // The files of an archived client go on: its corrections and withdrawals too.
  if (!changesFiles(batch.mode)) clients = clients.where("active", "=", true);
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
  const tariffs = await loadTariffs(ctx.db);
  const today = ctx.clock.today();
  const known = await clients.execute();
  return {
    mayAllowDuplicate: allows(mayAllowDuplicate, actor.acl, true),
    owners: new Map(known.map(({ id, client_group_id }) => [id, client_group_id === null ? id : -client_group_id])),
    rates: {
      fairRate: tariffOn(tariffs, "interest_fair", today).rate,
      statutoryRate: tariffOn(tariffs, "interest_statutory", today).rate,
    },
    mode: batch.mode,
    filed: new Set(filed.map(({ client_ref }) => `${batch.clientId}\n${client_ref}`)),
    mapping: batch.mapping,
    style: batch.style,
    today,
    clientId: batch.clientId,
    clients: new Map(known.map(({ id, number }) => [number.toLowerCase(), id])),
    legalTypes: new Map(
      (await legalTypeRows(ctx.db)).flatMap((row) =>
        [row.code, ...Object.values(row.name)].map((name) => [name.toLowerCase(), row] as const),
      ),
    ),
    merchants: new Map(merchants.map((merchant) => [`${merchant.client_id}:${merchant.external_id}`, merchant.id])),
  };
}

/** A row that the database knows something of. */
interface Finding {
  readonly row: number;
  /** The file in which its invoice was placed before. */
  readonly placed: number | null;
  /** The file of its reference, where it is open and may be seen. */
  readonly running: number | null;
  /** Another file that claims its invoice: its number, or nothing where it may not be seen. */
  readonly double: string | null;
}

/** Which of these rows were placed before, or have a reference that has a file. Each is looked up by its key: a join would read all files. */
async function findKnown(db: Db, keys: StagedKeys, actor: Actor): Promise<readonly Finding[]> {
  const { rows } = await sql<Finding>`
    select k.row, p.file_id as placed, f.running, case when p.file_id is null then d.file end as double
    from unnest(${keys.rows}::integer[], ${keys.clients}::bigint[], ${keys.refs}::text[], ${keys.invoices}::text[],
      ${keys.owners}::bigint[], ${keys.numbers}::text[], ${keys.cents}::bigint[])
      as k(row, client, ref, invoice, owner, number, cents)
    left join lateral (select file_id from placed_invoice
      where client_id = k.client and client_ref = k.ref and invoice_number = k.invoice limit 1) p on true
    left join lateral (select case_file.id, case when case_file.status <> 'closed' and ${visibleFiles(actor)} then case_file.id end as running
      from case_file where client_id = k.client and client_ref = k.ref limit 1) f on true
    left join lateral (select case when ${visibleFiles(actor)} then case_file.number else '' end as file
      from claimed_invoice c join case_file on case_file.id = c.file_id
      where c.owner_id = k.owner and c.number_key = k.number and c.amount_cents = k.cents and c.state <> 'allowed' limit 1) d on true
    where p.file_id is not null or f.id is not null or d.file is not null`.execute(db);
  return rows;
}

/** The columns of the staging table, in the order in which a thread writes them. */
const stagedColumns = [
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

interface Staged extends StagingResult {
  readonly findings: readonly Finding[];
}

/** How often the progress bar moves, in rows. */
const progressEvery = 10_000;

/** Judges the rows in a thread and copies them as they come, while those before are looked up. */
async function stage(
  ctx: JobCtx,
  batch: BatchRecord,
  bytes: Uint8Array,
  world: RowWorld,
  actor: Actor,
): Promise<Staged> {
  const findings: Finding[] = [];
  const looksUp = batch.mode === "new" || batch.mode === "instalments";
  let all: StagingResult = { isCleaned: false, refused: [] };
  // One after the other, on a connection beside that of the COPY, which waits for none of them.
  let asked = Promise.resolve();
  const ask = async (before: Promise<void>, keys: StagedKeys): Promise<void> => {
    await before;
    findings.push(...(await findKnown(ctx.db, keys, actor)));
  };
  async function* text(): AsyncGenerator<Uint8Array> {
    const pieces = stageInThread(batch.uploadedBy, { batch, bytes, world }, ctx.signal);
    let shown = 0;
    for (;;) {
      const next = await pieces.next();
      if (next.done) {
        all = next.value;
        return;
      }
      const { text, read, keys } = next.value;
      if (looksUp) {
        asked = ask(asked, keys);
        // It is waited for below, and may have failed before.
        asked.catch(() => undefined);
      }
      yield text;
      if (read - shown < progressEvery) continue;
      shown = read;
      await ctx.progress(read, Math.max(batch.rowCount, read));
    }
  }
  await ctx.copyText("import_row", stagedColumns, text());
  await asked;
  return { ...all, findings };
}

/** Notes what only the database knows: invoices placed before, references that have a file, and rows that go down with their group. */
async function judgeByRecord(db: Db, { id: batchId, mode }: BatchRecord, staged: Staged): Promise<void> {
  const known = noted({ field: "invoiceNumber", key: "intake.placedBefore", warning: true });
  const why = noted({
    field: "clientRef",
    key: mode === "instalments" ? "intake.fileClosed" : "intake.referenceExists",
  });
  const { findings } = staged;
  const doubles = findings.filter(({ double }) => double !== null);
  const refused = [...staged.refused, ...(await leadersOf(db, batchId, doubles))];
  if (findings.length > 0) {
    const json = JSON.stringify(findings);
    const found = sql`jsonb_to_recordset(${json}::jsonb) as f("row" integer, placed bigint, running bigint, double text)`;
    const isRunning = sql`(${mode === "instalments"} and f.running is not null)`;
    await sql`update import_row set
        verdict = case when f.placed is not null then 'known' when ${isRunning} and f.double is null then verdict else 'rejected' end,
        file_id = coalesce(f.placed, case when ${isRunning} then f.running end),
        data = case when f.placed is null and f.double is null and ${isRunning} then data end,
        problems = case when f.placed is not null then ${known}::jsonb when f.double is not null
            then coalesce(problems, '[]') || jsonb_build_array(jsonb_build_object('field', 'invoiceNumber', 'key',
              case f.double when '' then 'intake.doubleUnseen' else 'intake.doubleInvoice' end, 'values', jsonb_build_object('file', f.double)))
          when ${isRunning} then problems else coalesce(problems, '[]') || ${why}::jsonb end
      from ${found}
      where import_row.batch_id = ${batchId} and import_row.row_number = f.row`.execute(db);
  }
  await rejectGroups(db, batchId, refused);
}

/** The first rows of the groups of these rows: a file is placed whole or not at all. */
async function leadersOf(db: Db, batchId: number, found: readonly Finding[]): Promise<readonly number[]> {
  if (found.length === 0) return [];
  const { rows } = await sql<{ leader: number }>`select distinct leader from import_row where batch_id = ${batchId}
    and row_number = any(${found.map(({ row }) => row)}::integer[]) and leader is not null`.execute(db);
  return rows.map(({ leader }) => leader);
}

async function countVerdicts(db: Db, batchId: number) {
  const { rows } = await sql<{ verdict: string; count: number; cents: string | null }>`
    select verdict, count(*) as count, sum(amount_cents)::text as cents
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

async function checkBatch(
  ctx: JobCtx,
  asked: z.output<typeof payload>,
  judge: (work: WorkCtx, batch: BatchRecord, staged: Staged) => Promise<void>,
): Promise<void> {
  const { batchId, round, clientIds } = asked;
  const batch = await batchRecord(ctx.db, batchId);
  if (batch?.state !== "checking" || batch.round !== round || batch.storageKey === null) {
    await ctx.tx((work) => isStillChecked(work.db, asked));
    return;
  }
  // The rights of now decide: for somebody who has left, or lost the right, nothing is checked.
  const actor = await actorOf(ctx.db, asked.userId, mayUpload(batch.mode));
  if (!actor) return refuse(ctx, batch, fieldError("common", noLongerAllowed));
  const bytes = await ctx.storage.get(batch.storageKey);
  const world = await rowWorld(ctx, batch, clientIds, actor);
  let staged: Staged;
  const isCurrent = (db: SystemDb): Promise<boolean> => isStillChecked(db, asked);
  const isBegun = await ctx.tx(async ({ db }) => {
    if (!(await isCurrent(db))) return false;
    // What an earlier round, or a try that was broken off, left behind.
    await db.deleteFrom("import_row").where("batch_id", "=", batchId).execute();
    return true;
  });
  if (!isBegun) return;
  try {
    staged = await stage(ctx, batch, bytes, world, actor);
  } catch (error) {
    if (!isOwnRefusal(error)) throw error;
    return refuse(ctx, batch, error);
  }
  // The planner must know of the new rows before they are joined; what stands in their cells matters to no join and takes longest.
  await sql`select analyze_import_rows()`.execute(ctx.db);
  if (batch.mode === "correct" || batch.mode === "withdraw") {
    await findFiles(ctx, batchId, actor, isCurrent);
    await planChanges(ctx, batchId, actor, isCurrent);
  }
  const rows = await ctx.tx(async (work) => {
    if (!(await isStillChecked(work.db, asked))) return 0;
    await judge(work, batch, staged);
    await matchDocuments(work.db, batch);
    const noted = await noteChecked(work.db, batch, staged.isCleaned);
    if (batch.sourceId !== null) await placeFetched(work, batch.sourceId, batchId);
    await notifyChecked(work, batchId);
    return noted;
  });
  await ctx.progress(rows, rows);
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

const jobOf = (name: string, judge: Parameters<typeof checkBatch>[2]) =>
  job({ name, payload, expireSeconds: 1800, lanes: 2, run: (ctx, asked) => checkBatch(ctx, asked, judge) });

/** The job that checks the uploads of an area with records of its own. */
export const checkJobOf = (name: string, judge: JudgeRows): CheckJob =>
  jobOf(name, async (work, batch, { refused }) => noteFindings(work.db, batch, await judge(work, batch), refused));
export type CheckJob = ReturnType<typeof jobOf>;

export const checkJob: CheckJob = jobOf("intake.check", async ({ db }, batch, staged) => {
  if (batch.mode === "new" || batch.mode === "instalments") await judgeByRecord(db, batch, staged);
});
