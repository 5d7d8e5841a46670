/** A row of a run whose statements reach a limit of the database on every try fails alone, with a reason; the others are carried out. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { whileHeld, whileSlow } from "../../../app/testing/blocked-statement.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { claimOf, person, registerProvider } from "../processing.factory.ts";
import { listRunRows, makeRunCall, planRun, readRun, retryRun } from "./runs.contract.ts";

let world: World;
let clerk: Visitor;

beforeAll(async () => {
  world = await startWorld({ env: { DATABASE_JOB_STATEMENT_SECONDS: "6" } });
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
  const { id } = await clerk.call(planRun, { body: { clients: [client.id] } });
  await world.drain();
  const { version } = await clerk.call(readRun, { params: { id } });
  await clerk.call(makeRunCall, { params: { id }, body: { version } });
  return { files, params: { id } };
}

test.each([
  ["locked by somebody", (file: number) => whileHeld(world, [file], () => world.drain())],
  ["with a statement over its time limit", (file: number) => whileSlow(world, "step_done", file, () => world.drain())],
])(
  "a file %s fails, the others are processed, and it can be tried again",
  async (_what, drained) => {
    const { files, params } = await plannedFor(4);
    const [, second = 0] = files;
    await drained(second);
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
