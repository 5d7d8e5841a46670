/** A record whose statements reach a limit of the database on every try fails alone, with a reason; the others are written to. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelStuckStatements, whileHeld } from "../../../app/testing/blocked-statement.factory.ts";
import { untilLockWaits } from "../../../app/testing/lock-waits.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { retryJob } from "../../../ground/platform/platform.contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { registerProvider } from "../../processing/processing.factory.ts";
import { makeRecord, recordOf } from "../precasso.factory.ts";
import { listPrecassoRows, makePrecasso, planPrecasso, readPrecassoRun, retryPrecasso } from "./runs.contract.ts";

let world: World;
let clerk: Visitor;

beforeAll(async () => {
  world = await startWorld();
  world.clock.set(new Date("2026-11-20T09:00:00Z"));
  clerk = await world.login([
    "ROLE_PROCESSING",
    "ROLE_PRECASSO_CREATE",
    "ROLE_PRECASSO_SEARCH",
    "ROLE_PRECASSO_PROCESSING",
  ]);
  await registerProvider(world);
}, 60_000);
afterAll(() => world.close());

const drained = () => cancelStuckStatements(world, () => world.drain());

/** Records of a new client, each of another person, planned and started. */
async function startedFor(count: number) {
  const { id: client } = await makeClient(world.db, world.clock, {
    iban: "NL91ABNA0417164300",
    accountHolder: "Warmtebedrijf Voorbeeld",
    phone: "+31201234567",
    email: "klant@warmte.example",
  });
  const records: number[] = [];
  for (let made = 0; made < count; made++) {
    const body = recordOf(client);
    const debtor = { ...body.debtor, email: `persoon-${client}-${made}@voorbeeld.example` };
    records.push(await makeRecord(clerk, client, { ...body, debtor }));
  }
  const { id } = await clerk.call(planPrecasso, { body: { clients: [client] } });
  await world.drain();
  const params = { id };
  const { version } = await clerk.call(readPrecassoRun, { params });
  await clerk.call(makePrecasso, { params, body: { version } });
  return { records, params };
}

const messagesOf = async (records: readonly number[]) =>
  (
    await world.owner.pool.query(
      "select count(*)::int as messages, count(distinct record_id)::int as records from precasso_message where record_id = any($1)",
      [records],
    )
  ).rows;

test("a record that somebody holds fails, the others are written to, and it can be tried again", async () => {
  const { records, params } = await startedFor(4);
  const [, second = 0] = records;
  await whileHeld(world, [second], drained, "precasso_record");
  expect(await clerk.call(readPrecassoRun, { params })).toMatchObject({
    state: "done",
    done: 3,
    failed: 1,
    dropped: 0,
  });
  const { items } = await clerk.call(listPrecassoRows, { params });
  expect(items.find(({ recordId }) => recordId === second)).toMatchObject({
    state: "failed",
    error: expect.stringMatching(/^The database gave up at its time limit/),
  });
  await clerk.call(retryPrecasso, { params, body: {} });
  await world.drain();
  expect(await clerk.call(readPrecassoRun, { params })).toMatchObject({ state: "done", done: 4, failed: 0 });
  expect(await messagesOf(records)).toEqual([{ messages: 4, records: 4 }]);
  expect(await world.problems()).toEqual([]);
}, 120_000);

test("a database that is too slow for every record ends the job and fails no record; tried again it writes to all", async () => {
  const { records, params } = await startedFor(6);
  await whileHeld(world, records, () => expect(drained()).rejects.toThrow(), "precasso_record");
  const halted = await clerk.call(readPrecassoRun, { params });
  expect(halted).toMatchObject({ state: "making", done: 0, failed: 0 });
  await clerk.call(retryJob, { params: { id: halted.work?.id ?? "" } });
  await world.drain();
  expect(await clerk.call(readPrecassoRun, { params })).toMatchObject({ state: "done", done: 6, failed: 0 });
  expect(await messagesOf(records)).toEqual([{ messages: 6, records: 6 }]);
}, 120_000);

test("a row that somebody has tried again in the moment in which the run ends is made by it", async () => {
  const { records, params } = await startedFor(2);
  const [first = 0] = records;
  const change = "update precasso_run_row set state = $1 where run_id = $2 and record_id = $3 and state = $4";
  const becomes = (from: string, to: string) => [to, params.id, first, from];
  await world.owner.pool.query(change, becomes("planned", "failed"));
  const retrying = await world.owner.pool.connect();
  await retrying.query("begin");
  await retrying.query("select from precasso_run where id = $1 for no key update", [params.id]);
  const ended = world.drain();
  await untilLockWaits(world);
  await retrying.query(change, becomes("failed", "planned"));
  await retrying.query("commit");
  retrying.release();
  await ended;
  expect(await clerk.call(readPrecassoRun, { params })).toMatchObject({ state: "done", done: 2, failed: 0 });
  expect(await messagesOf(records)).toEqual([{ messages: 2, records: 2 }]);
});
