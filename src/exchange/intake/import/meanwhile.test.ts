/** An upload that somebody calls off, checks anew or has no client for any more while its work is under way. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { untilLockWaits } from "../../../app/testing/lock-waits.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeHold } from "../../../cases/states/states.server.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { csvOf, Importer, numberOf, validRow } from "../intake.factory.ts";
import {
  cancelImport,
  checkImport,
  placeImport,
  planImportUndo,
  readImport,
  undoImport,
  uploadImport,
} from "./import.contract.ts";
import { placeLot } from "./place-job.server.ts";

let world: World;
let staff: Visitor;
let client: number;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH"]);
  client = (await makeClient(world.db, world.clock)).id;
});
afterAll(() => world.close());

const rowsKept = async (batch: number): Promise<number> =>
  (await world.db.selectFrom("import_row").select("row_number").where("batch_id", "=", batch).execute()).length;

/** Begins a check and holds it where it has read the upload and judged nothing yet, while something else happens. */
async function whileChecking(id: number, meanwhile: () => Promise<void>): Promise<void> {
  const { style, mapping, version } = await staff.call(readImport, { params: { id } });
  await staff.call(checkImport, { params: { id }, body: { client, style, mapping, version } });
  const holder = await world.owner.pool.connect();
  try {
    await holder.query("begin");
    await holder.query("lock table merchant in access exclusive mode");
    const work = world.drain();
    await untilLockWaits(world);
    await meanwhile();
    await holder.query("rollback");
    await work;
  } finally {
    holder.release();
  }
}

const upload = (refs: readonly string[]) =>
  staff.call(uploadImport, {
    body: { client },
    files: { file: { name: "op.csv", content: csvOf(refs.map((ref) => validRow({ client_ref: ref }))) } },
  });

test("an upload that is called off during its check stays called off, and nothing of it is kept", async () => {
  const { id } = await upload(["AF-1", "AF-2"]);
  await whileChecking(id, async () => {
    const { version } = await staff.call(readImport, { params: { id } });
    await staff.call(cancelImport, { params: { id }, body: { version } });
  });
  const after = await staff.call(readImport, { params: { id } });
  expect(after).toMatchObject({ state: "cancelled", original: "gone" });
  expect(await rowsKept(id)).toBe(0);
  expect((await staff.refused(placeImport, { params: { id }, body: { version: after.version } })).status).toBe(400);
});

test("a check of corrections that another one has overtaken writes nothing onto the rows of that one", async () => {
  const editor = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
  const importer = new Importer(world, editor, client);
  await importer.placed([validRow({ client_ref: "ANDERS-1" })]);
  // Before the invoice date: refused where that column is read.
  const row = {
    client_ref: "ANDERS-1",
    invoice_number: numberOf("ANDERS-1"),
    due_date: "01-02-2026",
    city: "Deventer",
  };
  const files = { file: { name: "correct.csv", content: csvOf([row]) } };
  const { id, style, mapping, version } = await editor.call(uploadImport, { body: { client, mode: "correct" }, files });
  const params = { id };
  await editor.call(checkImport, { params, body: { client, style, mapping, version } });
  const holder = await world.owner.pool.connect();
  try {
    await holder.query("begin");
    await holder.query("lock table claim_event in access exclusive mode");
    // The rows are read, and not judged yet.
    const first = world.drain();
    await untilLockWaits(world);
    const { dueDate: _, ...better } = mapping;
    const now = await editor.call(readImport, { params });
    await editor.call(checkImport, { params, body: { client, style, mapping: better, version: now.version } });
    const second = world.drain();
    await untilLockWaits(world, 2);
    await holder.query("rollback");
    await Promise.all([first, second]);
  } finally {
    holder.release();
  }
  const checked = await editor.call(readImport, { params });
  expect(checked).toMatchObject({ state: "checked", counts: { good: 1 } });
  expect(await importer.rowsOf(checked)).toMatchObject([
    { verdict: "good", problems: [], changes: [{ after: "Deventer" }] },
  ]);
});

test("a client that is archived after the check gets no new files", async () => {
  const gone = (await makeClient(world.db, world.clock)).id;
  const importer = new Importer(world, staff, gone);
  const seen = await importer.seen([validRow({ client_ref: "WEG-1" })]);
  expect(seen.counts).toMatchObject({ files: 1 });
  await world.db.updateTable("client").set({ active: false }).where("id", "=", gone).execute();
  const made = await importer.made(seen);
  expect(made).toMatchObject({ state: "placed", filesPlaced: 0 });
  expect((await importer.rowsOf(made)).map(({ verdict }) => verdict)).toEqual(["rejected"]);
});

test("what an archived client corrects or withdraws of its files is found by its number too", async () => {
  const gone = await makeClient(world.db, world.clock);
  const { number } = await world.db
    .selectFrom("client")
    .select("number")
    .where("id", "=", gone.id)
    .executeTakeFirstOrThrow();
  const editor = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
  const importer = new Importer(world, editor, gone.id);
  await importer.placed([validRow({ client_ref: "OUD-1" }), validRow({ client_ref: "OUD-2" })]);
  await world.db.updateTable("client").set({ active: false }).where("id", "=", gone.id).execute();
  const row = (ref: string) => ({ client_number: number, client_ref: ref });
  expect((await importer.seen([{ ...row("OUD-1"), city: "Deventer" }], "correct")).counts).toMatchObject({ good: 1 });
  expect((await importer.seen([{ ...row("OUD-2"), reason: "Betaald" }], "withdraw")).counts).toMatchObject({ good: 1 });
});

/** A person of two clients, one of which will be theirs no longer. */
async function personOfTwo() {
  const lost = await makeClient(world.db, world.clock);
  const person = await world.login({
    acl: ["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"],
    kind: "customer",
    clientIds: [client, lost.id],
  });
  const named = world.db.selectFrom("client").select("number").where("id", "=", lost.id);
  const { number } = await named.executeTakeFirstOrThrow();
  return {
    person,
    lost: lost.id,
    importer: new Importer(world, person, lost.id),
    /** An upload in which a column names the client, checked. */
    async ofAll(ref: string) {
      const content = csvOf([{ ...validRow({ client_ref: ref }), client_number: number }]);
      const sent = await person.call(uploadImport, { files: { file: { name: "allen.csv", content } } });
      const body = { client: null, style: sent.style, mapping: sent.mapping, version: sent.version };
      await person.call(checkImport, { params: { id: sent.id }, body });
      await world.drain();
      return person.call(readImport, { params: { id: sent.id } });
    },
    lose: () =>
      world.db
        .deleteFrom("user_client")
        .where("user_id", "=", person.userId)
        .where("client_id", "=", lost.id)
        .execute(),
  };
}

test("a client's person places nothing for a client that is no longer theirs", async () => {
  const { importer, ofAll, lose } = await personOfTwo();
  const seen = await ofAll("KWIJT-1");
  expect(seen.counts).toMatchObject({ files: 1 });
  await lose();
  const made = await importer.made(seen);
  expect(made).toMatchObject({ state: "placed", filesPlaced: 0 });
  expect((await importer.rowsOf(made)).map(({ verdict }) => verdict)).toEqual(["rejected"]);
});

test("what was placed of an upload before its placing stopped can be taken back, also where a new check leaves nothing to place", async () => {
  const editor = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
  const importer = new Importer(world, editor, client);
  const reason = "Verkeerde opdrachtgever";
  const statesOf = async (id: number) =>
    (await world.db.selectFrom("case_file").select("status").where("import_id", "=", id).orderBy("id").execute()).map(
      ({ status }) => status === "closed",
    );
  /** Has the first of two rows placed, and then its placing stopped. */
  async function inPart(name: string): Promise<Awaited<ReturnType<typeof importer.seen>>> {
    const seen = await importer.seen([1, 2].map((at) => validRow({ client_ref: `${name}-${at}` })));
    await editor.call(placeImport, { params: { id: seen.id }, body: { version: seen.version } });
    await world.work((ctx) => placeLot(ctx, seen.id, null, 1));
    await world.db.updateTable("app_user").set({ active: false }).where("id", "=", editor.userId).execute();
    await world.drain();
    await world.db.updateTable("app_user").set({ active: true }).where("id", "=", editor.userId).execute();
    const stopped = await editor.call(readImport, { params: { id: seen.id } });
    expect(stopped).toMatchObject({ state: "checked", filesPlaced: 1 });
    return stopped;
  }
  const backed = async ({ id }: { readonly id: number }) => {
    const { version } = await editor.call(planImportUndo, { params: { id } });
    await editor.call(undoImport, { params: { id }, body: { version, reason } });
    await world.drain();
    expect(await editor.call(readImport, { params: { id } })).toMatchObject({ state: "undone", filesUndone: 1 });
    expect(await statesOf(id)).toEqual([true]);
  };

  await backed(await inPart("DEEL"));

  const stopped = await inPart("REST");
  // The other row came in by another upload meanwhile.
  await importer.placed([validRow({ client_ref: "REST-2" })]);
  const checked = await importer.checked(stopped);
  expect(checked).toMatchObject({ state: "checked", filesPlaced: 1, counts: { files: 0 } });
  await backed(checked);

  // An upload of which nothing was placed has nothing to take back.
  const none = await importer.seen([validRow({ client_ref: "GEEN-1" })]);
  const refused = await editor.refused(undoImport, {
    params: { id: none.id },
    body: { version: none.version, reason },
  });
  expect(refused.status).toBe(400);
});

test("what somebody did about a file that was placed before its placing stopped keeps it", async () => {
  const editor = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
  const importer = new Importer(world, editor, client);
  const seen = await importer.seen([1, 2].map((at) => validRow({ client_ref: `BLIJFT-${at}` })));
  await editor.call(placeImport, { params: { id: seen.id }, body: { version: seen.version } });
  await world.work((ctx) => placeLot(ctx, seen.id, null, 1));
  await world.db.updateTable("app_user").set({ active: false }).where("id", "=", editor.userId).execute();
  await world.drain();
  await world.db.updateTable("app_user").set({ active: true }).where("id", "=", editor.userId).execute();
  const { id: fileId } = await importer.fileOf("BLIJFT-1");
  world.clock.set(new Date(world.clock.now().getTime() + 600_000));
  await world.work((ctx) => placeHold(ctx, fileId, { kind: "dispute", reason: "Belde zelf" }));
  const plan = await editor.call(planImportUndo, { params: { id: seen.id } });
  expect(plan).toMatchObject({ files: 0, kept: [{ id: fileId }] });

  // The rest is placed later: what was done before that still counts.
  world.clock.set(new Date(world.clock.now().getTime() + 600_000));
  const made = await importer.made(await editor.call(readImport, { params: { id: seen.id } }));
  expect(made).toMatchObject({ state: "placed", filesPlaced: 2 });
  const later = await editor.call(planImportUndo, { params: { id: seen.id } });
  expect(later).toMatchObject({ files: 1, kept: [{ id: fileId }] });
});

test("a client's person neither sees nor takes back what they uploaded for a client that is no longer theirs", async () => {
  const { person, lost, importer, ofAll, lose } = await personOfTwo();
  const ofOne = await importer.placed([validRow({ client_ref: "TERUG-1" })]);
  const several = await importer.made(await ofAll("TERUG-2"));
  expect([ofOne.filesPlaced, several.filesPlaced]).toEqual([1, 1]);
  await lose();
  const undo = ({ id, version }: typeof ofOne) => ({ params: { id }, body: { version, reason: "Niet meer van mij" } });
  expect((await person.refused(readImport, { params: { id: ofOne.id } })).status).toBe(404);
  expect((await person.refused(undoImport, undo(ofOne))).status).toBe(404);
  await person.call(undoImport, undo(several));
  await world.drain();
  const states = await world.db.selectFrom("case_file").select("status").where("client_id", "=", lost).execute();
  expect([states.length, states.some(({ status }) => status === "closed")]).toEqual([2, false]);
});

test("an upload goes on with the rights of now of whoever began it: of somebody who left, nothing more is checked, placed or taken back", async () => {
  const admin = await world.login(["ROLE_ADMIN", "ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
  const left = /no longer allowed/;
  const leaves = (person: Visitor, active = false) =>
    world.db.updateTable("app_user").set({ active }).where("id", "=", person.userId).execute();
  const { person, ofAll } = await personOfTwo();
  const seen = await ofAll("VERTROKKEN-1");
  const params = { id: seen.id };
  await person.call(placeImport, { params, body: { version: seen.version } });
  await leaves(person);
  await world.drain();
  const stopped = await admin.call(readImport, { params });
  expect(stopped).toMatchObject({ state: "checked", filesPlaced: 0, error: expect.stringMatching(left) });

  // Somebody else goes on with it, by their own rights.
  await admin.call(placeImport, { params, body: { version: stopped.version } });
  await world.drain();
  const placed = await admin.call(readImport, { params });
  expect(placed).toMatchObject({ state: "placed", filesPlaced: 1, error: null });

  // Taking back, by somebody who meanwhile lost the right to it.
  const editor = await world.login(["ROLE_ADMIN", "ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_EDIT"]);
  await editor.call(undoImport, { params, body: { version: placed.version, reason: "Verkeerd" } });
  await sql`update app_user set acl = '{ROLE_ADMIN,ROLE_FILE_CREATE_UPLOAD}' where id = ${editor.userId}`.execute(
    world.db,
  );
  await world.drain();
  const kept = await admin.call(readImport, { params });
  expect(kept).toMatchObject({ state: "placed", filesUndone: 0, error: expect.stringMatching(left) });
  await admin.call(undoImport, { params, body: { version: kept.version, reason: "Verkeerd" } });
  await world.drain();
  expect(await admin.call(readImport, { params })).toMatchObject({ state: "undone", filesUndone: 1, error: null });

  // A check.
  const { id, style, mapping, version } = await upload(["VERTROKKEN-2"]);
  await staff.call(checkImport, { params: { id }, body: { client, style, mapping, version } });
  await leaves(staff);
  await world.drain();
  await leaves(staff, true);
  expect(await staff.call(readImport, { params: { id } })).toMatchObject({
    state: "failed",
    error: expect.stringMatching(left),
  });
  expect(await rowsKept(id)).toBe(0);
});

test("what was placed before its placing stopped is kept, and the rest of the upload is checked and placed anew", async () => {
  const admin = await world.login(["ROLE_ADMIN", "ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH"]);
  const [person, others] = [await world.login(["ROLE_FILE_CREATE_UPLOAD"]), new Importer(world, admin, client)];
  await others.placed([validRow({ client_ref: "STOP-1" })]);
  const rows = ["STOP-1", "STOP-2", "STOP-3"].map((ref) => validRow({ client_ref: ref, invoice_number: `N-${ref}` }));
  const seen = await new Importer(world, person, client).seen(rows);
  expect(seen.counts).toMatchObject({ good: 2, rejected: 1 });
  const params = { id: seen.id };
  await person.call(placeImport, { params, body: { version: seen.version } });
  await world.work((ctx) => placeLot(ctx, seen.id, null, 1));
  await world.db.updateTable("app_user").set({ active: false }).where("id", "=", person.userId).execute();
  await world.drain();
  const stopped = await admin.call(readImport, { params });
  expect(stopped).toMatchObject({ state: "checked", filesPlaced: 1 });
  expect((await admin.refused(cancelImport, { params, body: { version: stopped.version } })).status).toBe(400);

  // The reference of the first row is free by now.
  await sql`update case_file set client_ref = 'STOP-oud' where client_ref = 'STOP-1'`.execute(world.db);
  const again = await others.checked(stopped);
  expect(again.counts).toMatchObject({ good: 2, known: 1 });
  expect(await others.made(again)).toMatchObject({ state: "placed", filesPlaced: 3 });
});
