/** A worker that is killed at any point and started again sends nothing twice and books nothing twice. */
import type { ChildProcess } from "node:child_process";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killAtRow } from "../../../app/operations/held-row.factory.ts";
import { after, isRunning, kill, startWorker } from "../../../app/operations/workers.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { claimOf, person, registerProvider } from "../processing.factory.ts";
import { makeJob } from "./execute.server.ts";
import { makeRunCall, planRun, readRun } from "./runs.contract.ts";

const files = 40;
let world: World;
let clerk: Visitor;
let runId: number;

beforeAll(async () => {
  world = await startWorld();
  clerk = await world.login(["ROLE_PROCESSING"]);
  await registerProvider(world);
  const client = await makeClient(world.db, world.clock);
  // Businesses: their first letter charges costs at once, so that a step has a letter, a cost and a place in the workflow.
  for (let made = 0; made < files; made++) {
    const debtor = person({ fileType: "company", companyName: `Proefbedrijf ${made} B.V.`, legalForm: "bv" });
    await placeOne(world, client.id, claimOf({ debtor }));
  }
  const asked = await clerk.call(planRun, { body: { clients: [client.id] } });
  await world.drain();
  const run = await clerk.call(readRun, { params: { id: asked.id } });
  expect(run).toMatchObject({ state: "planned", toDo: files });
  await clerk.call(makeRunCall, { params: { id: run.id }, body: { version: run.version } });
  runId = run.id;
}, 60_000);
afterAll(() => world.close());

const state = () => clerk.call(readRun, { params: { id: runId } });

const madeSoFar = async (): Promise<number> =>
  (
    await world.db
      .selectFrom("run_row")
      .select("file_id")
      .where("run_id", "=", runId)
      .where("state", "=", "done")
      .execute()
  ).length;

/** How many files have exactly so many of a thing. */
async function perFile(table: string, condition: string): Promise<Record<number, number>> {
  const { rows } = await sql<{ times: number; files: number }>`
    select times, count(*)::int as files from (
      select count(t.file_id)::int as times from run_row r
      left join ${sql.table(table)} t on t.file_id = r.file_id and ${sql.raw(condition)}
      where r.run_id = ${runId} group by r.file_id) as counted
    group by times`.execute(world.db);
  return Object.fromEntries(rows.map(({ times, files: count }) => [times, count]));
}

/** Waits until so many files are made, then for a moment more, so that the kill falls anywhere within a file. */
async function untilMade(count: number, workers: readonly ChildProcess[]): Promise<void> {
  while (workers.some(isRunning) && (await madeSoFar()) < count) await after(3);
  await after(Math.random() * 30);
}

test("each file has one letter, cost, step and line, however often the workers are killed", async () => {
  const start = () => startWorker(world, makeJob, { runId });
  await killAtRow(world, "message", 12, start);
  for (let round = 0; round < 60 && (await state()).state === "making"; round++) {
    // Every third time two workers run at once, as after one that was frozen is let go.
    const workers = await Promise.all(Array.from({ length: round % 3 === 2 ? 2 : 1 }, start));
    await untilMade((await madeSoFar()) + Math.floor(Math.random() * 12), workers);
    for (const worker of workers) await kill(worker);
  }
  expect(await state()).toMatchObject({ state: "done", toDo: files, done: files, dropped: 0, failed: 0 });
  const everyFile = { 1: files };
  expect(await perFile("message", "t.channel = 'post'")).toEqual(everyFile);
  expect(await perFile("document", "t.kind = 'letter'")).toEqual(everyFile);
  expect(await perFile("claim_event", "t.kind = 'bik'")).toEqual(everyFile);
  expect(await perFile("step_done", "true")).toEqual(everyFile);
  expect(await perFile("file_log", "t.type = 'letter'")).toEqual(everyFile);
  const positions = await world.db.selectFrom("file_workflow").select("position").distinct().execute();
  expect(positions).toEqual([{ position: 1 }]);
}, 300_000);
