/** A run while the storage cannot be written: it pauses with a reason, fails no file, and continues once it can be written. */
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storageAway, storageOf } from "../../../app/testing/unavailable-storage.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { retryJob } from "../../../ground/platform/platform.contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { claimOf, person, registerProvider } from "../processing.factory.ts";
import { listRunRows, makeRunCall, planRun, readRun } from "./runs.contract.ts";

const files = 5;
let world: World;
let clerk: Visitor;

beforeAll(async () => {
  world = await startWorld();
  clerk = await world.login(["ROLE_PROCESSING"]);
  await registerProvider(world);
});
afterAll(() => world.close());

test("no row fails, the screen says why, and its owner resumes it", async () => {
  const client = await makeClient(world.db, world.clock);
  for (let made = 0; made < files; made++)
    await placeOne(
      world,
      client.id,
      claimOf({ debtor: person({ fileType: "company", companyName: `Proef ${made} B.V.`, legalForm: "bv" }) }),
    );
  const { id } = await clerk.call(planRun, { body: { clients: [client.id] } });
  await world.drain();
  const planned = await clerk.call(readRun, { params: { id } });
  await clerk.call(makeRunCall, { params: { id }, body: { version: planned.version } });
  await storageAway(world, () => world.drain());
  const halted = await clerk.call(readRun, { params: { id } });
  expect(halted).toMatchObject({ state: "making", toDo: files, done: 0, failed: 0, dropped: 0 });
  expect(halted.work).toMatchObject({
    state: "paused",
    own: true,
    error: "The storage of documents could not be used: is the disk full or read-only?",
  });
  await clerk.call(retryJob, { params: { id: halted.work?.id ?? "" } });
  await world.drain();
  expect(await clerk.call(readRun, { params: { id } })).toMatchObject({ state: "done", done: files, failed: 0 });
  expect(await readdir(storageOf(world))).not.toEqual([]);
  // Nothing that was set in vain is left.
  expect(await world.problems()).toEqual([]);
});

test("an internal error is shown in plain words with its reference in the log", async () => {
  const client = await makeClient(world.db, world.clock);
  await placeOne(
    world,
    client.id,
    claimOf({ debtor: person({ fileType: "company", companyName: "Stuk B.V.", legalForm: "bv" }) }),
  );
  const { id } = await clerk.call(planRun, { body: { clients: [client.id] } });
  await world.drain();
  const { version } = await clerk.call(readRun, { params: { id } });
  await world.owner.pool.query("alter table step_done add constraint broken_for_a_test check (false) not valid");
  await clerk.call(makeRunCall, { params: { id }, body: { version } });
  await world.drain();
  await world.owner.pool.query("alter table step_done drop constraint broken_for_a_test");
  const { items } = await clerk.call(listRunRows, { params: { id }, query: {} });
  expect(items[0]?.error).toMatch(/^Something went wrong on our side\. .* Reference: [0-9a-f]{8}\.$/);
});
