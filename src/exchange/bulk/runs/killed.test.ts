/** A worker that is killed at any point and started again does nothing twice, neither making nor taking back. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killAtRow } from "../../../app/operations/held-row.factory.ts";
import { after, isRunning, kill, startWorker } from "../../../app/operations/workers.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { placeOne } from "../../intake/intake.factory.ts";
import { bulkChoices, makeBulk, planBulk, readBulk, undoBulk } from "../bulk.contract.ts";
import { bulkJob } from "./execute.server.ts";

/** Several transactions of the size with which a work begins. */
const count = 100;
let world: World;
let clerk: Visitor;
let id: number;
const files: number[] = [];

beforeAll(async () => {
  world = await startWorld();
  clerk = await world.login(["ROLE_EMPLOYEE", "ROLE_FILE_BULK_ACTIONS", "ROLE_FINANCE", "ROLE_FILE_EDIT"]);
  const client = await makeClient(world.db, world.clock);
  for (let made = 0; made < count; made++) files.push((await placeOne(world, client.id)).id);
  const { costTypes } = await clerk.call(bulkChoices, {});
  const title = { on: "2026-11-01", reference: "Rb Utrecht 26/88" };
  const action = {
    kind: "cost",
    title,
    costType: Number(costTypes[0]?.id),
    cents: 500,
    description: "Register",
  } as const;
  const asked = await clerk.call(planBulk, { body: { chosen: { by: "files", files }, action } });
  await world.drain();
  id = asked.id;
}, 240_000);
afterAll(() => world.close());

const state = () => clerk.call(readBulk, { params: { id } });

async function rowsIn(state: "done" | "undone"): Promise<number> {
  const rows = await world.db
    .selectFrom("bulk_row")
    .select("file_id")
    .where("bulk_id", "=", id)
    .where("state", "=", state)
    .execute();
  return rows.length;
}

/** Starts workers and kills them in the midst of their work, until nothing is left. */
async function killAllAlong(moving: "making" | "undoing"): Promise<void> {
  const goal = moving === "making" ? "done" : "undone";
  const start = () => startWorker(world, bulkJob, { bulkId: id });
  await killAtRow(world, "claim_event", 2, start);
  for (let round = 0; round < 40 && (await state()).state === moving; round++) {
    // At first, and every third time, two workers run at once, as after one that was frozen is let go.
    const workers = await Promise.all(Array.from({ length: round % 3 === 0 ? 2 : 1 }, start));
    const until = (await rowsIn(goal)) + 1;
    while (workers.some(isRunning) && (await rowsIn(goal)) < until) await after(3);
    // In the midst of the next transaction, wherever that is.
    await after(Math.random() * 200);
    for (const worker of workers) await kill(worker);
  }
}

const events = async (kind: string): Promise<Record<number, number>> => {
  const { rows } = await sql<{ times: number; files: number }>`select times, count(*)::int as files from (
      select count(e.id)::int as times from bulk_row r
      left join claim_event e on e.file_id = r.file_id and e.kind = ${kind}
      where r.bulk_id = ${id} group by r.file_id) as counted group by times`.execute(world.db);
  return Object.fromEntries(rows.map(({ times, files: found }) => [times, found]));
};

test("one cost and one reversal for each file, however often the workers are killed", async () => {
  await clerk.call(makeBulk, { params: { id }, body: { version: (await state()).version } });
  await killAllAlong("making");
  expect(await state()).toMatchObject({ state: "done", counts: { done: count, dropped: 0, failed: 0 } });
  expect(await events("cost")).toEqual({ 1: count });

  await clerk.call(undoBulk, { params: { id }, body: { version: (await state()).version } });
  await killAllAlong("undoing");
  expect(await state()).toMatchObject({ state: "undone", counts: { undone: count, kept: 0 } });
  expect(await events("reversal")).toEqual({ 1: count });
  expect(await events("cost")).toEqual({ 1: count });
}, 900_000);
