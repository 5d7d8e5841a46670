/** An export while the storage cannot be written: it stands still with the reason, leaves nothing half written, and is made afterwards. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { storageAway } from "../../app/testing/unavailable-storage.factory.ts";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { retryJob } from "../../ground/platform/platform.contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { placeOne } from "../intake/intake.factory.ts";
import { downloadExport, listExports, requestExport } from "./exports.contract.ts";

let world: World;
let staff: Visitor;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["ROLE_FILE_EXPORT"]);
  await placeOne(world, (await makeClient(world.db, world.clock)).id, { clientRef: "A-1" });
  await world.drain();
});
afterAll(() => world.close());

test.each(["csv", "xlsx"] as const)("as %s it is made when the storage can be written again", async (format) => {
  const { id } = await staff.call(requestExport, { body: { format, columns: ["number", "clientRef"], filter: {} } });
  const shown = async () => (await staff.call(listExports, {})).items.find((row) => row.id === id);
  await storageAway(world, () => world.drain());
  const halted = await shown();
  expect(halted).toMatchObject({
    error: null,
    finishedAt: null,
    work: {
      state: "paused",
      own: true,
      error: "The storage of documents could not be used: is the disk full or read-only?",
    },
  });
  await staff.call(retryJob, { params: { id: halted?.work?.id ?? "" } });
  await world.drain();
  expect(await shown()).toMatchObject({ state: "done", files: 1, work: { state: "done" } });
  expect((await staff.send(downloadExport, { params: { id } })).bytes.length).toBeGreaterThan(10);
  expect(await world.problems()).toEqual([]);
});
