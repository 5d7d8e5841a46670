/** A file whose statements come to a limit of the database on every try fails by itself, with a reason; the work goes on with the others. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelStuckStatements, whileHeld, whileSlow } from "../../../app/testing/blocked-statement.factory.ts";
import { startWorld, type World } from "../../../app/testing/world.factory.ts";
import { retryJob } from "../../../ground/platform/platform.contract.ts";
import { makeBulk, readBulk, undoBulk } from "../bulk.contract.ts";
import { type BulkHouse, startBulk } from "../bulk.factory.ts";

let world: World;
let house: BulkHouse;

beforeAll(async () => {
  // One of these tests waits for it; for the others a statement is ended as at its limit.
  world = await startWorld({ env: { DATABASE_JOB_STATEMENT_SECONDS: "2" } });
  house = await startBulk(world);
}, 60_000);
afterAll(() => world.close());

const drained = () => cancelStuckStatements(world, () => world.drain());
const limit =
  "The database gave up at its time limit: somebody else held a record, or one step took too long. Try again later.";
const action = { kind: "flag", hold: "dispute", reason: "Collective complaint" } as const;

async function plannedFor(count: number) {
  const files = await house.place(count);
  const { id, version } = await house.planned(action, { by: "files", files });
  return { files, id, params: { id }, body: { version } };
}

const stateOf = async (id: number, fileId: number | undefined) =>
  (await house.rowsOf(id)).find((row) => row.fileId === fileId);

test("a locked file fails, in the run and in its undo; the others are changed and restored", async () => {
  const { files, id, params, body } = await plannedFor(4);
  const [, second = 0, third = 0] = files;
  await house.staff.call(makeBulk, { params, body });
  await whileHeld(world, [second], drained);
  const made = await house.staff.call(readBulk, { params });
  expect(made).toMatchObject({ state: "done", counts: { done: 3, failed: 1, dropped: 0 }, work: { state: "done" } });
  expect(await stateOf(id, second)).toMatchObject({ state: "failed", reasons: [limit] });
  await house.staff.call(undoBulk, { params, body: { version: made.version } });
  await whileHeld(world, [third], drained);
  expect(await house.staff.call(readBulk, { params })).toMatchObject({
    state: "undone",
    counts: { undone: 2, kept: 1 },
    work: { state: "done" },
  });
  expect(await stateOf(id, third)).toMatchObject({ state: "kept", reasons: [limit] });
}, 120_000);

test("a file of which a statement takes too long fails, and nothing of it is written", async () => {
  const { files, id, params, body } = await plannedFor(4);
  const [first = 0, second = 0, third = 0, fourth = 0] = files;
  await house.staff.call(makeBulk, { params, body });
  await whileSlow(world, "file_hold", second, () => world.drain());
  expect(await house.staff.call(readBulk, { params })).toMatchObject({
    state: "done",
    counts: { done: 3, failed: 1, dropped: 0 },
  });
  expect(await stateOf(id, second)).toMatchObject({ state: "failed", reasons: [limit] });
  const { rows } = await world.owner.pool.query(
    "select array_agg(file_id order by file_id) as held from file_hold where file_id = any($1)",
    [files],
  );
  expect(rows).toEqual([{ held: [first, third, fourth] }]);
}, 120_000);

test("a plan refuses the file that it cannot try, and plans the others", async () => {
  const files = await house.place(3);
  const [first = 0] = files;
  const since = { ...action, since: "2026-11-10" };
  const plan = await whileHeld(world, [first], () =>
    cancelStuckStatements(world, () => house.planned(since, { by: "files", files })),
  );
  expect(plan).toMatchObject({ state: "planned", counts: { do: 2, refuse: 1 } });
  expect(await stateOf(plan.id, first)).toMatchObject({ verdict: "refuse", reasons: [limit] });
}, 120_000);

test("a database that is too slow for every file ends the batch, and fails no file", async () => {
  const { files, params, body } = await plannedFor(7);
  await house.staff.call(makeBulk, { params, body });
  await whileHeld(world, files, () => expect(drained()).rejects.toThrow());
  const halted = await house.staff.call(readBulk, { params });
  expect(halted).toMatchObject({ state: "making", counts: { done: 0, failed: 0 }, work: { state: "failed" } });
  expect(halted.work?.error).toContain(limit);
  await house.staff.call(retryJob, { params: { id: halted.work?.id ?? "" } });
  await world.drain();
  expect(await house.staff.call(readBulk, { params })).toMatchObject({
    state: "done",
    counts: { done: files.length, failed: 0 },
  });
}, 120_000);
