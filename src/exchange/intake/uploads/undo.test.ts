/** An import that should not have been made is taken back, as far as nothing has happened to its files since. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { searchFiles } from "../../../cases/file-search/file-search.contract.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { placeHold } from "../../../cases/states/states.server.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import {
  cancelImport,
  checkImport,
  listImportRows,
  placeImport,
  planImportUndo,
  readImport,
  undoImport,
  uploadImport,
} from "../import/import.contract.ts";
import { csvOf, validRow } from "../intake.factory.ts";

let world: World;
let staff: Visitor;
let client: number;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
  client = (await makeClient(world.db, world.clock)).id;
});
afterAll(() => world.close());

async function placed(refs: readonly string[]) {
  const rows = refs.map((client_ref) => validRow({ client_ref, invoice_number: `F-${client_ref}` }));
  const files = { file: { name: "verkeerd.csv", content: csvOf(rows) } };
  const { id, style, mapping, version } = await staff.call(uploadImport, { body: { client }, files });
  await staff.call(checkImport, { params: { id }, body: { client, style, mapping, version } });
  await world.drain();
  const checked = await staff.call(readImport, { params: { id } });
  await staff.call(placeImport, { params: { id }, body: { version: checked.version } });
  await world.drain();
  return staff.call(readImport, { params: { id } });
}

const find = async (ref: string) => (await staff.call(searchFiles, { query: { filter: { search: ref } } })).items;

test("untouched files are withdrawn and can be imported again; others stay, with the reason", async () => {
  const batch = await placed(["TERUG-1", "TERUG-2", "TERUG-3"]);
  expect(batch).toMatchObject({ state: "placed", filesPlaced: 3, filesUndone: 0 });
  const [worked] = await find("TERUG-2");
  if (!worked) throw new Error("the file is not found");
  await world.work((ctx) =>
    writeLog(ctx, { fileId: worked.id, type: "note", subject: "Gebeld", content: "Belt terug." }),
  );

  const params = { id: batch.id };
  const plan = await staff.call(planImportUndo, { params });
  expect(plan).toMatchObject({
    files: 2,
    reasons: [{ count: 1 }],
    kept: [{ id: worked.id, clientRef: "TERUG-2" }],
    version: batch.version,
  });

  const reason = "Verkeerde opdrachtgever gekozen";
  const stale = await staff.refused(undoImport, { params, body: { version: batch.version - 1, reason } });
  expect(stale.status).toBe(409);
  const begun = await staff.call(undoImport, { params, body: { version: batch.version, reason } });
  expect(begun.state).toBe("undoing");
  await world.drain();
  expect(await staff.call(readImport, { params })).toMatchObject({ state: "undone", filesPlaced: 3, filesUndone: 2 });

  const outcomes = await world.db
    .selectFrom("case_file")
    .leftJoin("file_closure", "file_closure.file_id", "case_file.id")
    .select(["client_ref", "status", "number", "reason", "note"])
    .where("import_id", "=", batch.id)
    .orderBy("case_file.id")
    .execute();
  expect(outcomes.map(({ status }) => status === "closed")).toEqual([true, false, true]);
  expect(outcomes[0]).toMatchObject({
    client_ref: `TERUG-1 [${outcomes[0]?.number}]`,
    reason: "withdrawn",
    note: reason,
  });
  expect(outcomes[1]?.client_ref).toBe("TERUG-2");
  const rows = await staff.call(listImportRows, { params, query: {} });
  expect(rows.items.map(({ problems }) => problems.map(({ message }) => message))).toEqual([
    [],
    ["It has been worked on"],
    [],
  ]);
  const audited = await world.db.selectFrom("audit_log").select("id").where("action", "=", "file.undoImport").execute();
  expect(audited).toHaveLength(2);

  // The same rows once more: the two that were withdrawn are new again, the third was placed before.
  const again = await placed(["TERUG-1", "TERUG-2", "TERUG-3"]);
  expect(again).toMatchObject({ state: "placed", filesPlaced: 2, counts: { known: 1 } });

  const twice = await staff.refused(undoImport, {
    params,
    body: { version: (await staff.call(readImport, { params })).version, reason },
  });
  expect(twice.status).toBe(400);
  const given = await staff.refused(cancelImport, { params, body: { version: batch.version + 2 } });
  expect(given.status).toBe(400);
});

test("a file of which somebody noted a state while its import was still under way stays", async () => {
  const batch = await placed(["STAAT-1", "STAAT-2"]);
  const [held] = await find("STAAT-2");
  // As of a moment at which the import was not finished.
  await world.work((ctx) => placeHold(ctx, held?.id ?? 0, { kind: "complaint", reason: "Belde zelf" }));
  const plan = await staff.call(planImportUndo, { params: { id: batch.id } });
  expect(plan).toMatchObject({ files: 1, kept: [{ clientRef: "STAAT-2", why: "It has been worked on" }] });
});

test("undo needs the right to edit files, and works on own imports only", async () => {
  const batch = await placed(["TERUG-9"]);
  const body = { version: batch.version, reason: "x" };
  const uploader = await world.login(["ROLE_FILE_CREATE_UPLOAD"]);
  expect((await uploader.refused(undoImport, { params: { id: batch.id }, body })).status).toBe(403);
  const other = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_EDIT"]);
  expect((await other.refused(undoImport, { params: { id: batch.id }, body })).status).toBe(404);
  expect((await other.refused(planImportUndo, { params: { id: batch.id } })).status).toBe(404);
});
