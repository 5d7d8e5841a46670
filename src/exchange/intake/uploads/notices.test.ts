/** Whoever imports is told of what was not taken, until it has been seen. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { getWork } from "../../../app/app.contract.ts";
import { startWorld, type World } from "../../../app/testing/world.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { Importer, placeOne, validRow } from "../intake.factory.ts";
import { listImportNotices, seeImportNotice } from "./notices.contract.ts";

let world: World;
let client: number;

beforeAll(async () => {
  world = await startWorld();
  client = (await makeClient(world.db, world.clock)).id;
});
afterAll(() => world.close());

const acl = ["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH"] as const;

test("rejected and later skipped rows are reported to the uploader only, each once", async () => {
  const staff = await world.login(acl);
  const importer = new Importer(world, staff, client);
  const notices = async () => (await staff.call(listImportNotices, {})).items;
  const rows = [validRow({ client_ref: "TOLD-1" }), validRow({ client_ref: "TOLD-2", postcode: "0" }), validRow()];
  const seen = await importer.seen(rows);
  expect(await notices()).toMatchObject([{ batch: seen.id, message: "new.csv: 1 of 3 rows rejected." }]);
  expect((await staff.call(getWork, {})).items).toContainEqual({
    kind: "importNotices",
    count: 1,
    capped: false,
    link: "/file/import",
  });

  // Nobody else sees it, or can put it away.
  const other = await world.login(acl);
  expect((await other.call(listImportNotices, {})).items).toEqual([]);
  const [first] = await notices();
  if (!first) throw new Error("nothing was told");
  expect((await other.refused(seeImportNotice, { params: { id: first.id } })).status).toBe(404);
  await staff.call(seeImportNotice, { params: { id: first.id } });
  await staff.call(seeImportNotice, { params: { id: first.id } });
  expect(await notices()).toEqual([]);

  // Between check and placing somebody takes a reference by the form.
  await placeOne(world, client, { clientRef: "TOLD-1" });
  const placed = await importer.made(seen);
  expect(placed).toMatchObject({ filesPlaced: 1, counts: { good: 1, rejected: 2 } });
  expect(await notices()).toMatchObject([{ message: "new.csv: left out after all while importing: 1 of 3 rows." }]);
});

test("an import without errors sends no notice", async () => {
  const staff = await world.login(acl);
  await new Importer(world, staff, client).placed([validRow()]);
  expect((await staff.call(listImportNotices, {})).items).toEqual([]);
  expect((await staff.call(getWork, {})).items.filter(({ kind }) => kind === "importNotices")).toEqual([]);
});
