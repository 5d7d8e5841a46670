/** A database restart during a run: every connection breaks off, and the run continues where it was. */
import type { ChildProcess } from "node:child_process";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdRow } from "../../../app/operations/held-row.factory.ts";
import { after, isRunning, kill, startWorker } from "../../../app/operations/workers.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { portfolio } from "../processing.factory.ts";
import { makeJob } from "./execute.server.ts";
import { makeRunCall, planRun, readRun } from "./runs.contract.ts";

const files = 30;
let world: World;
let clerk: Visitor;
let runId: number;

beforeAll(async () => {
  world = await startWorld();
  clerk = await world.login(["ROLE_PROCESSING"]);
  const { clientId } = await portfolio(world, files);
  ({ id: runId } = await clerk.call(planRun, { body: { clients: [clientId] } }));
  await world.drain();
  const { version } = await clerk.call(readRun, { params: { id: runId } });
  await clerk.call(makeRunCall, { params: { id: runId }, body: { version } });
}, 60_000);
afterAll(() => world.close());

const state = () => clerk.call(readRun, { params: { id: runId } });

/** Connections that a job may hold; not those by which the test itself looks on, of which a new one may be opened at any moment. */
async function backends(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and application_name not in ('vorder-owner', 'vorder-read')`.execute(
    world.owner.db,
  );
  return rows.map(({ pid }) => pid);
}

const made = async (): Promise<number> => (await state()).done;

/** Breaks off every connection of the worker. It may go on by new ones, or end and leave the rest to the next. */
async function cut(worker: ChildProcess, ours: ReadonlySet<number>): Promise<void> {
  const theirs = (await backends()).filter((pid) => !ours.has(pid));
  await sql`select pg_terminate_backend(pid) from unnest(${theirs}::int[]) pid`.execute(world.owner.db);
  for (let waits = 0; waits < 100 && isRunning(worker) && (await state()).state === "making"; waits++) await after(10);
  await kill(worker);
}

test("each file once, however often every connection of the worker breaks off", async () => {
  const start = () => startWorker(world, makeJob, { runId }, "ignore");
  const held = await holdRow(world, "message", 12);
  const ours = new Set(await backends());
  const first = await start();
  await held.reached(first);
  await cut(first, ours);
  await held.release();
  for (let begun = 0; begun < 60 && (await state()).state === "making"; begun++) {
    const worker = await start();
    // So that the cut falls anywhere: within a batch, between two, before the first.
    const enough = (await made()) + Math.floor(Math.random() * 8);
    while (isRunning(worker) && (await made()) < enough) await after(3);
    await after(Math.random() * 30);
    await cut(worker, ours);
  }
  expect(await state()).toMatchObject({ state: "done", toDo: files, done: files, dropped: 0, failed: 0 });
  const { rows } = await sql<{ letters: number; steps: number; papers: number }>`
    select (select count(*)::int from message where file_id = r.file_id and channel = 'post') as letters,
      (select count(*)::int from step_done where file_id = r.file_id) as steps,
      (select count(*)::int from document where file_id = r.file_id and kind = 'letter') as papers
    from run_row r where r.run_id = ${runId}`.execute(world.db);
  expect(rows).toEqual(Array.from({ length: files }, () => ({ letters: 1, steps: 1, papers: 1 })));
}, 300_000);
