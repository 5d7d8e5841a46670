/**
 * A large import whose workers are killed while they check and while they place is finished by others, with every file once; and so is one
 * that is taken back. With VORDER_TEST_IMPORT_ROWS=100000 the first is tried at the full size.
 */
import { once } from "node:events";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killAtRow } from "../../../app/operations/held-row.factory.ts";
import { isRunning, startWorker } from "../../../app/operations/workers.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { csvOf, Importer, validRow } from "../intake.factory.ts";
import { undoJob } from "../uploads/undo.server.ts";
import { checkImport, placeImport, readImport, undoImport, uploadImport } from "./import.contract.ts";
import { placeJob } from "./place-job.server.ts";
import { checkJob } from "./validate.server.ts";

const rowCount = Number(process.env.VORDER_TEST_IMPORT_ROWS ?? 2000);
let world: World;
let staff: Visitor;
let batchId: number;
let clientId: number;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
  clientId = (await makeClient(world.db, world.clock)).id;
});
afterAll(() => world.close());

const state = () => staff.call(readImport, { params: { id: batchId } });

const starts = {
  check: () => startWorker(world, checkJob, { batchId, round: 1, clientIds: null, userId: 0 }),
  place: () => startWorker(world, placeJob, { batchId, userId: 0 }),
  undo: () => startWorker(world, undoJob, { batchId, userId: 0, reason: "Verkeerde opdrachtgever" }),
};

async function finish(what: keyof typeof starts): Promise<void> {
  const worker = await starts[what]();
  if (isRunning(worker)) await once(worker, "exit");
}

test("every row becomes one file, however the workers are killed", async () => {
  const rows = Array.from({ length: rowCount }, (_, at) => validRow({ client_ref: `GROOT-${at}`, amount: "100,00" }));
  const files = { file: { name: "groot.csv", content: csvOf(rows) } };
  const batch = await staff.call(uploadImport, { body: { client: clientId }, files });
  batchId = batch.id;
  const { style, mapping, version } = batch;
  await staff.call(checkImport, { params: { id: batchId }, body: { client: clientId, style, mapping, version } });

  // While the rows are copied.
  await killAtRow(world, "import_row", rowCount / 2, starts.check);
  await finish("check");
  const checked = await state();
  expect(checked).toMatchObject({ state: "checked", rows: rowCount, counts: { good: rowCount, files: rowCount } });

  await staff.call(placeImport, { params: { id: batchId }, body: { version: checked.version } });
  for (const share of [0.2, 0.4]) await killAtRow(world, "case_file", rowCount * share, starts.place);
  await finish("place");
  expect(await state()).toMatchObject({ state: "placed", filesPlaced: rowCount, principalCents: rowCount * 10_000 });
  const { rows: found } = await sql<Record<string, number>>`select
    (select count(*)::int from case_file where import_id = ${batchId}) as files,
    (select count(distinct client_ref)::int from case_file where import_id = ${batchId}) as refs,
    (select count(*)::int from claim_event where kind = 'invoice') as invoices,
    (select count(*)::int from placed_invoice where client_id = ${clientId}) as records,
    (select count(*)::int from file_log where subject_key = 'intake.logImported') as lines,
    (select count(*)::int from file_workflow join case_file on case_file.id = file_id where import_id = ${batchId}) as workflows,
    (select count(*)::int from import_row where batch_id = ${batchId} and file_id is not null) as rows`.execute(
    world.db,
  );
  const each = rowCount;
  expect(found[0]).toEqual({
    files: each,
    refs: each,
    invoices: each,
    records: each,
    lines: each,
    workflows: each,
    rows: each,
  });
}, 900_000);

test("a withdrawn import withdraws each file once, however the workers are killed", async () => {
  const count = 250;
  const rows = Array.from({ length: count }, (_, at) => validRow({ client_ref: `TERUG-${at}` }));
  const importer = new Importer(world, staff, clientId);
  const placed = await importer.placed(rows);
  batchId = placed.id;
  const { version } = placed;
  await staff.call(undoImport, { params: { id: batchId }, body: { version, reason: "Verkeerde opdrachtgever" } });

  for (const undone of [1, 150]) await killAtRow(world, "file_closure", undone, starts.undo);
  expect((await state()).state).toBe("undoing");
  await finish("undo");
  expect(await state()).toMatchObject({ state: "undone", filesPlaced: count, filesUndone: count });
  const { rows: found } = await sql<Record<string, number>>`select
    (select count(*)::int from case_file where import_id = ${batchId} and status = 'closed') as closed,
    (select count(distinct client_ref)::int from case_file where import_id = ${batchId} and client_ref like '%[%]') as refs,
    (select count(*)::int from file_closure join case_file on case_file.id = file_id where import_id = ${batchId}) as closures,
    (select count(*)::int from import_undo where batch_id = ${batchId} and why_key is null) as noted,
    (select count(*)::int from file_log where subject_key = 'intake-undo.log') as lines,
    (select count(*)::int from placed_invoice join case_file on case_file.id = file_id where import_id = ${batchId}) as records`.execute(
    world.db,
  );
  expect(found[0]).toEqual({ closed: count, refs: count, closures: count, noted: count, lines: count, records: 0 });
  // All can be imported again.
  expect((await importer.seen(rows)).counts).toMatchObject({ good: count, files: count });
}, 300_000);
