/** A row of a run whose statements reach a limit of the database on every try fails alone, with a reason; the others are carried out. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelStuckStatements, whileHeld, whileSlow } from "../../../app/testing/blocked-statement.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { claimOf, person, portfolio, registerProvider } from "../processing.factory.ts";
import { doStep, listRunRows, makeRunCall, planRun, readRun, retryRun } from "./runs.contract.ts";

let world: World;
let clerk: Visitor;

beforeAll(async () => {
  world = await startWorld();
  clerk = await world.login(["ROLE_PROCESSING"]);
  await registerProvider(world);
}, 60_000);
afterAll(() => world.close());

async function plannedFor(count: number) {
  const client = await makeClient(world.db, world.clock);
  const files: number[] = [];
  for (let made = 0; made < count; made++) {
    const debtor = person({ fileType: "company", companyName: `Proef ${made} B.V.`, legalForm: "bv" });
    files.push((await placeOne(world, client.id, claimOf({ debtor }))).id);
  }
  return { files, params: await plannedOf(client.id) };
}

/** Plans what is due of a client, and starts it. */
async function plannedOf(client: number) {
  const { id } = await clerk.call(planRun, { body: { clients: [client] } });
  await world.drain();
  const { version } = await clerk.call(readRun, { params: { id } });
  await clerk.call(makeRunCall, { params: { id }, body: { version } });
  return { id };
}

const drained = () => cancelStuckStatements(world, () => world.drain());

test.each([
  ["locked by somebody", (file: number) => whileHeld(world, [file], drained)],
  ["with a statement over its time limit", (file: number) => whileSlow(world, "step_done", file, drained)],
])(
  "a file %s fails, the others are processed, and it can be tried again",
  async (_what, withStuck) => {
    const { files, params } = await plannedFor(4);
    const [, second = 0] = files;
    await withStuck(second);
    expect(await clerk.call(readRun, { params })).toMatchObject({ state: "done", done: 3, failed: 1, dropped: 0 });
    const { items } = await clerk.call(listRunRows, { params, query: {} });
    expect(items.find(({ fileId }) => fileId === second)).toMatchObject({ state: "failed", attempts: 3 });
    expect(items.find(({ fileId }) => fileId === second)?.error).toMatch(/^The database gave up at its time limit/);
    await clerk.call(retryRun, { params, body: {} });
    await world.drain();
    expect(await clerk.call(readRun, { params })).toMatchObject({ state: "done", done: 4, failed: 0 });
    const { rows } = await world.owner.pool.query(
      "select count(*)::int as steps, count(distinct file_id)::int as files from step_done where file_id = any($1)",
      [files],
    );
    expect(rows).toEqual([{ steps: 4, files: 4 }]);
    expect(await world.problems()).toEqual([]);
  },
  120_000,
);

test("somebody who hangs while writing to one person keeps back the message to that person only", async () => {
  const { clientId, fileIds } = await portfolio(world, 3);
  for (const id of fileIds) await clerk.call(doStep, { params: { id }, body: { position: 1 } });
  world.clock.set(new Date("2026-11-23T09:00:00Z"));
  clerk = await world.login(["ROLE_PROCESSING"]);
  const params = await plannedOf(clientId);
  const holder = await world.owner.pool.connect();
  await holder.query("begin");
  await holder.query(
    `select pg_advisory_xact_lock(hashtextextended('message ' || email, 0)) from debtor
     where id = (select debtor_id from case_file where id = $1)`,
    [fileIds[1]],
  );
  await drained();
  await holder.query("rollback");
  holder.release();
  expect(await clerk.call(readRun, { params })).toMatchObject({ state: "done", done: 2, failed: 1, dropped: 0 });
  await clerk.call(retryRun, { params, body: {} });
  await world.drain();
  expect(await clerk.call(readRun, { params })).toMatchObject({ state: "done", done: 3, failed: 0 });
}, 120_000);
