/** An import while the storage cannot be used: it stands still with the reason, no row is refused for it, and it goes on afterwards. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { storageAway } from "../../../app/testing/unavailable-storage.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { retryJob } from "../../../ground/platform/platform.contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { csvOf, validRow } from "../intake.factory.ts";
import { checkImport, placeImport, readImport, uploadImport } from "./import.contract.ts";

let world: World;
let staff: Visitor;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["ROLE_FILE_CREATE_UPLOAD"]);
});
afterAll(() => world.close());

test("an upload is checked and placed completely once the storage is back", async () => {
  const client = (await makeClient(world.db, world.clock)).id;
  const content = csvOf([1, 2, 3].map((at) => validRow({ client_ref: `REF-${at}` })));
  const uploaded = await staff.call(uploadImport, {
    body: { client },
    files: { file: { name: "vorderingen.csv", content } },
  });
  const params = { id: uploaded.id };
  const { style, mapping, version } = uploaded;
  await staff.call(checkImport, { params, body: { client, style, mapping, version } });
  await storageAway(world, () => world.drain());
  const halted = await staff.call(readImport, { params });
  expect(halted.state).toBe("checking");
  expect(halted.work).toMatchObject({
    state: "paused",
    own: true,
    error: "The storage of documents could not be used: is the disk full or read-only?",
  });
  await staff.call(retryJob, { params: { id: halted.work?.id ?? "" } });
  await world.drain();
  const checked = await staff.call(readImport, { params });
  expect(checked).toMatchObject({ state: "checked", counts: { files: 3 } });
  // Placing needs no document: it goes on while the storage is away.
  await staff.call(placeImport, { params, body: { version: checked.version } });
  await storageAway(world, () => world.drain());
  expect(await staff.call(readImport, { params })).toMatchObject({ state: "placed", filesPlaced: 3 });
  expect(await world.problems()).toEqual([]);
});
