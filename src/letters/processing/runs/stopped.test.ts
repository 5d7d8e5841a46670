/** A run that is paused, resumed, and repeated for failed rows: each file once, and nothing unrequested. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { giveUpWork } from "../../../app/operations/given-up-work.factory.ts";
import { holdRow } from "../../../app/operations/held-row.factory.ts";
import { after, isRunning, kill, startWorker } from "../../../app/operations/workers.factory.ts";
import { untilLockWaits } from "../../../app/testing/lock-waits.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { readFileWorkflow, skipWorkflowStep } from "../../workflows/workflows.contract.ts";
import { claimOf, portfolio } from "../processing.factory.ts";
import { makeJob } from "./execute.server.ts";
import { listRunRows, makeRunCall, planRun, readRun, retryRun, stopRun } from "./runs.contract.ts";

const files = 70;
let world: World;
let clerk: Visitor;
let params: { id: number };

beforeAll(async () => {
  world = await startWorld();
  clerk = await world.login(["ROLE_PROCESSING"]);
}, 60_000);
afterAll(() => world.close());

async function planned(clientId: number): Promise<{ id: number }> {
  const { id } = await clerk.call(planRun, { body: { clients: [clientId] } });
  await world.drain();
  return { id };
}
const state = () => clerk.call(readRun, { params });
const make = async (of = params) => {
  const { version } = await clerk.call(readRun, { params: of });
  return clerk.call(makeRunCall, { params: of, body: { version } });
};

/** Of these files the database takes no step. */
async function broken(ids: readonly number[]): Promise<void> {
  await world.owner.pool.query("alter table step_done drop constraint if exists broken_for_a_test");
  if (ids.length > 0)
    await world.owner.pool.query(
      `alter table step_done add constraint broken_for_a_test check (file_id not in (${ids.join(", ")})) not valid`,
    );
}

/** How many letters the files of the run have, at the least and at the most. */
async function letters(): Promise<[number, number]> {
  const { rows } = await sql<{ least: number; most: number }>`
    select min(n)::int as least, max(n)::int as most from (select (select count(*) from message m where m.file_id = r.file_id) as n
      from run_row r where r.run_id = ${params.id}) as each`.execute(world.db);
  return [rows[0]?.least ?? -1, rows[0]?.most ?? -1];
}

test("paused by a person while a worker runs, it keeps what was done", async () => {
  const { clientId, fileIds } = await portfolio(world, files);
  await broken(fileIds.slice(0, 2));
  params = await planned(clientId);
  await make();
  const held = await holdRow(world, "message", files / 2);
  const worker = await startWorker(world, makeJob, { runId: params.id }, "ignore");
  await held.reached(worker);
  expect((await clerk.call(stopRun, { params })).stopAsked).toBe(true);
  await held.release();
  while (isRunning(worker) && (await state()).state === "making") await after(10);
  await kill(worker);
  const stopped = await state();
  expect(stopped).toMatchObject({ state: "planned", stopAsked: false, failed: 2, dropped: 0, finishedAt: null });
  expect(stopped.done).toBeGreaterThan(0);
  expect(stopped.done).toBeLessThan(files - 2);
  // The queue comes to the job of it as well, and leaves it as it is.
  await world.drain();
  expect((await state()).done).toBe(stopped.done);
}, 120_000);

test("failed rows are reset without carrying anything out, because nobody has resumed the run", async () => {
  const { done } = await state();
  await broken([]);
  expect(await clerk.call(retryRun, { params, body: {} })).toMatchObject({ state: "planned", failed: 0, done });
  await world.drain();
  expect(await state()).toMatchObject({ state: "planned", failed: 0, done });
});

test("once resumed it completes the rest, each file once", async () => {
  const [failing] = (await clerk.call(listRunRows, { params, query: { filter: { state: "planned" } } })).items;
  await broken([failing?.fileId ?? 0]);
  await make();
  await world.drain();
  expect(await state()).toMatchObject({ state: "done", done: files - 1, failed: 1, dropped: 0 });
  expect(await letters()).toEqual([0, 1]);
});

test("repeated for failed rows, it carries out only those; a second time there is nothing to repeat", async () => {
  await broken([]);
  const failed = (await clerk.call(listRunRows, { params, query: { filter: { state: "failed" } } })).items;
  expect(failed).toHaveLength(1);
  // Two people at once.
  await Promise.all([clerk.call(retryRun, { params, body: {} }), clerk.call(retryRun, { params, body: {} })]);
  await world.drain();
  await clerk.call(retryRun, { params, body: {} });
  await world.drain();
  expect(await state()).toMatchObject({ state: "done", done: files, failed: 0, dropped: 0 });
  expect(await letters()).toEqual([1, 1]);
  expect(await world.problems()).toEqual([]);
});

test("a run that was asked to stop stops, also where somebody has failed rows tried again meanwhile", async () => {
  const { clientId, fileIds } = await portfolio(world, 3);
  const own = await planned(clientId);
  await make(own);
  await world.db
    .updateTable("run_row")
    .set({ state: "failed" })
    .where("file_id", "=", fileIds[0] ?? 0)
    .execute();
  expect((await clerk.call(stopRun, { params: own })).stopAsked).toBe(true);
  expect(await clerk.call(retryRun, { params: own, body: {} })).toMatchObject({ state: "making", stopAsked: true });
  await world.drain();
  expect(await clerk.call(readRun, { params: own })).toMatchObject({ state: "planned", stopAsked: false, done: 0 });
  await make(own);
  await world.drain();
  expect(await clerk.call(readRun, { params: own })).toMatchObject({ state: "done", done: 3, failed: 0 });
});

test("a run whose job has failed for good can be stopped, and continued by anybody", async () => {
  const { clientId } = await portfolio(world, 2);
  const own = await planned(clientId);
  await make(own);
  await giveUpWork(world, `run:${own.id}`);
  clerk = await world.login(["ROLE_PROCESSING"]);
  expect((await clerk.call(stopRun, { params: own })).stopAsked).toBe(true);
  await world.drain();
  expect(await clerk.call(readRun, { params: own })).toMatchObject({ state: "planned", stopAsked: false, done: 0 });
  await make(own);
  await world.drain();
  expect(await clerk.call(readRun, { params: own })).toMatchObject({ state: "done", done: 2, failed: 0 });
});

test("failed rows that somebody has tried again while the run ends are made, and not left in a run that is done", async () => {
  const { clientId, fileIds } = await portfolio(world, 2);
  await broken(fileIds.slice(0, 1));
  const own = await planned(clientId);
  await make(own);
  let working: Promise<number> | undefined;
  await world.db.transaction().execute(async (tx) => {
    await sql`select from run where id = ${own.id} for no key update`.execute(tx);
    working = world.drain();
    // All its rows are written, and it waits to note its end.
    await untilLockWaits(world);
    await broken([]);
    await tx.updateTable("run_row").set({ state: "planned" }).where("state", "=", "failed").execute();
  });
  await working;
  await world.drain();
  expect(await clerk.call(readRun, { params: own })).toMatchObject({ state: "done", toDo: 2, done: 2, failed: 0 });
});

test("on another day failed rows are not repeated, but included in the next plan", async () => {
  const { clientId, fileIds } = await portfolio(world, 2);
  await broken(fileIds);
  params = await planned(clientId);
  await make();
  await world.drain();
  expect(await state()).toMatchObject({ state: "done", failed: 2 });
  await broken([]);
  world.clock.set(new Date("2026-11-23T09:00:00Z"));
  clerk = await world.login(["ROLE_PROCESSING"]);
  expect((await clerk.refused(retryRun, { params, body: {} })).body.errors?.common?.[0]).toMatch(/20-11-2026/);
  const next = await planned(clientId);
  expect(await clerk.call(readRun, { params: next })).toMatchObject({ toDo: 2 });
});

test("a day's limit holds: the rest of a plan waits, and two runs together do not exceed it", async () => {
  const { clientId } = await portfolio(world, 3);
  const other = await portfolio(world, 2);
  const { items } = await clerk.call(listRunRows, { params: await planned(clientId), query: {} });
  const today = await sql<{ n: number }>`select count(*)::int as n from message
    where channel = 'post' and send_after >= '2026-11-22T23:00:00Z'`.execute(world.db);
  await world.work((ctx) => changeSettings(ctx, { postPerDay: (today.rows[0]?.n ?? 0) + 2 }));
  expect(items.map(({ verdict }) => verdict)).toEqual(["do", "do", "do"]);
  const [first, second] = [await planned(clientId), await planned(other.clientId)];
  const rows = (await clerk.call(listRunRows, { params: first, query: {} })).items;
  expect(rows.map(({ verdict }) => verdict).toSorted()).toEqual(["do", "do", "wait"]);
  const waits = rows.find(({ verdict }) => verdict === "wait");
  expect(waits).toMatchObject({ possibleFrom: "2026-11-24", reasons: [{ rule: "dayFull" }] });
  const versions = await Promise.all(
    [first, second].map(async (of) => (await clerk.call(readRun, { params: of })).version),
  );
  const replies = await Promise.all(
    [first, second].map((of, at) => clerk.send(makeRunCall, { params: of, body: { version: versions[at] ?? 0 } })),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 402]);
  await world.drain();
  const again = await planned(other.clientId);
  const left = (await clerk.call(listRunRows, { params: again, query: {} })).items;
  expect(left.map(({ verdict }) => verdict)).toEqual(replies[0]?.status === 200 ? ["wait", "wait"] : []);
});

test("rows that a plan leaves to another run do not count towards the day's limit", async () => {
  await world.work((ctx) => changeSettings(ctx, { postPerDay: 0 }));
  const { clientId, fileIds } = await portfolio(world, 1);
  await make(await planned(clientId));
  await world.drain();
  // A month later its letter of collection costs is due the day after two steps were passed over, beside the first letter of a new file.
  world.clock.set(new Date("2026-12-21T09:00:00Z"));
  clerk = await world.login(["ROLE_PROCESSING", "ROLE_FILE_SEARCH", "ROLE_WORKFLOW_FILE"]);
  const file = { id: fileIds[0] ?? 0 };
  for (const position of [2, 3]) {
    const { version } = await clerk.call(readFileWorkflow, { params: file });
    await clerk.call(skipWorkflowStep, { params: file, body: { position, reason: "niet nodig", version } });
  }
  world.clock.set(new Date("2026-12-22T09:00:00Z"));
  clerk = await world.login(["ROLE_PROCESSING"]);
  const added = await placeOne(world, clientId, claimOf());
  await world.work((ctx) => changeSettings(ctx, { postPerDay: 1 }));
  const { id } = await clerk.call(planRun, { body: { clients: [clientId], step: 1 } });
  await world.drain();
  const rows = (await clerk.call(listRunRows, { params: { id }, query: {} })).items;
  expect(rows).toMatchObject([{ fileId: added.id, verdict: "do" }]);
  const all = (await clerk.call(listRunRows, { params: await planned(clientId), query: {} })).items;
  expect(all.map(({ verdict }) => verdict).toSorted()).toEqual(["do", "wait"]);
});
