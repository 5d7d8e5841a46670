/** Rejected rows are downloaded, mended and uploaded again: what stands in them is what stood in them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { csvOf, Importer, validRow } from "../intake.factory.ts";
import { checkImport, downloadRejected, readImport, uploadImport } from "./import.contract.ts";

let world: World;
let staff: Visitor;
let client: number;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH"]);
  client = (await makeClient(world.db, world.clock)).id;
});
afterAll(() => world.close());

test("what a download holds against formulas is no part of what is uploaded again", async () => {
  const importer = new Importer(world, staff, client);
  const row = validRow({
    client_ref: "-12/A",
    last_name: "'t Hart",
    mobile: "+31 6 12 34 56 78",
    description: "=Bestelling 12",
    postcode: "0",
  });
  const seen = await importer.seen([row]);
  expect(seen.counts).toMatchObject({ good: 0, rejected: 1 });
  const { text } = await staff.send(downloadRejected, { params: { id: seen.id } });
  // No program computes a cell of it.
  expect(text).toContain("'=Bestelling 12");
  const files = { file: { name: "hersteld.csv", content: text.replace(/;0;/, ";8011 AA;") } };
  const made = await importer.made(await importer.checked(await staff.call(uploadImport, { body: { client }, files })));
  expect(made).toMatchObject({ state: "placed", filesPlaced: 1 });
  const placed = await world.db
    .selectFrom("case_file")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .select(["client_ref", "last_name", "mobile"])
    .where("import_id", "=", made.id)
    .executeTakeFirstOrThrow();
  expect(placed).toEqual({ client_ref: "-12/A", last_name: "'t Hart", mobile: "+31612345678" });
});

test("a title of a column that is cut within a character is remembered of a client", async () => {
  const title = `${"x".repeat(99)}😀 omschrijving`;
  const content = csvOf([{ ...validRow({ client_ref: "TITEL-1" }), [title]: "Koop" }]);
  const files = { file: { name: "lang.csv", content } };
  const { id, style, mapping, version, header } = await staff.call(uploadImport, { body: { client }, files });
  expect(header.at(-1)).toBe("x".repeat(99));
  const chosen = { ...mapping, description: header.length - 1 };
  await staff.call(checkImport, { params: { id }, body: { client, style, mapping: chosen, version } });
  await world.drain();
  expect(await staff.call(readImport, { params: { id } })).toMatchObject({ state: "checked", counts: { good: 1 } });
});
