/** What closed files know of persons goes when its term is over: seen before it goes, never of files that something keeps. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { agendaHistories, archiveAgenda, createAgendaItem } from "../../cases/agenda/items/items.contract.ts";
import { mergeDebtors, readDebtor } from "../../cases/debtors/debtors.contract.ts";
import { sendFileMessage } from "../../cases/file-page/composer/composer.contract.ts";
import { showFile } from "../../cases/file-page/file-page.contract.ts";
import { lockFile } from "../../cases/files/files.server.ts";
import { createLog, listLogs } from "../../cases/logs/logs.contract.ts";
import { listParties } from "../../cases/parties/parties.contract.ts";
import { debtorById } from "../../cases/persons/persons.server.ts";
import { closeFile, moveFile, placeHold, reopenFile } from "../../cases/states/states.server.ts";
import { readBulk } from "../../exchange/bulk/bulk.contract.ts";
import { startBulk } from "../../exchange/bulk/bulk.factory.ts";
import { listImportDocuments, readImport } from "../../exchange/intake/import/import.contract.ts";
import { downloadOriginal } from "../../exchange/intake/intake.contract.ts";
import { Importer, validRow } from "../../exchange/intake/intake.factory.ts";
import { addDays, addMonths } from "../../ground/kernel/dates.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { createBailiff } from "../../legal/bailiffs/bailiffs.contract.ts";
import { readHandoverSet } from "../../legal/handover/handover.contract.ts";
import { addPaper } from "../../legal/handover/papers/papers.contract.ts";
import { createDestination } from "../../legal/handover-batches/destinations/destinations.contract.ts";
import { enterReports, listReports } from "../../legal/handover-batches/monitoring/monitoring.contract.ts";
import {
  listFileDocuments,
  listMessages,
  readDocument,
  readMessage,
} from "../../letters/correspondence/correspondence.contract.ts";
import { portfolio } from "../../letters/processing/processing.factory.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { eraseJob } from "./erase.server.ts";
import { retentionFiles, retentionState } from "./retention.contract.ts";

let world: World;
let staff: Visitor;
let uploaded: { readonly id: number; readonly one: number; readonly two: number };

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["*"]);
  const importer = new Importer(world, staff, (await makeClient(world.db, world.clock)).id);
  const rows = ["EEN", "TWEE"].map((ref) => validRow({ client_ref: ref, invoice_number: `F-${ref}` }));
  const { id } = await importer.placed(rows);
  uploaded = { id, one: (await importer.fileOf("EEN")).id, two: (await importer.fileOf("TWEE")).id };
});
afterAll(() => world.close());

const paper = async (file: number, kind: "invoice" | "contract", name: string): Promise<number> => {
  const files = { file: { name, content: `Geachte heer, ${name}` } };
  return (await staff.call(addPaper, { params: { id: file }, body: { kind }, files })).id;
};

const night = async (on: string): Promise<void> => {
  world.clock.set(new Date(`${on}T03:20:00+01:00`));
  await world.work((ctx) => ctx.enqueue(eraseJob, {}));
  await world.drain();
  staff = await world.login(["*"]);
};

/** Something is done about a file, and what came of it is noted. */
async function told(file: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from agenda_subject where code = 'review'`.execute(world.db);
  const body = { subject: rows[0]?.id ?? 0, on: world.clock.today(), note: "Bel de buurvrouw" };
  const item = await staff.call(createAgendaItem, { params: { id: file }, body });
  await staff.call(archiveAgenda, { body: { ids: [item.id], outcome: "De dochter betaalt" } });
}

const nameOf = (file: number): Promise<string> =>
  world.work(async (ctx) => (await debtorById(ctx.db, (await lockFile(ctx, file)).debtorId)).displayName);

test("expired data are shown first, and erased only when that is switched on; the accounts stay seven years", async () => {
  const { fileIds } = await portfolio(world, 5);
  const [over = 0, open = 0, held = 0, away = 0, reopened = 0] = fileIds;
  await told(over);
  const contract = await paper(over, "contract", "overeenkomst.txt");
  const invoice = await paper(over, "invoice", "factuur.txt");
  const key = "7a0e6c1e-93f5-4a55-8d5e-2f1f3f1f9b11";
  await staff.call(sendFileMessage, { params: { id: over }, body: { channel: "email", template: "EM_FIRST", key } });
  await staff.call(createLog, { body: { file: over, type: "note", subject: "Sprak met de buurman", content: "Jan" } });
  await world.drain();
  await world.work(async (ctx) => {
    await moveFile(ctx, await lockFile(ctx, away), { status: "in_progress", phase: "bailiff" }, null);
    await placeHold(ctx, held, { kind: "complaint", reason: "loopt nog" });
    for (const file of [over, held, away, reopened]) await closeFile(ctx, file, { reason: "uncollectable" });
  });
  const name = await nameOf(over);

  // Closed on 20 November 2026, kept for two years, to the day; as long as it is off nothing goes.
  await night("2028-11-19");
  expect((await staff.call(retentionFiles, {})).items).toEqual([]);
  await world.work((ctx) => reopenFile(ctx, reopened));
  await night("2028-11-20");
  const state = await staff.call(retentionState, {});
  expect(state).toMatchObject({ enabled: false, months: 24, fiscalMonths: 84, kept: { hold: 1, handover: 1 } });
  expect([state.files.files, state.files.documents, state.books.files]).toEqual([1, 1, 0]);
  const { items } = await staff.call(retentionFiles, {});
  expect(items.map(({ id, kept }) => [id, kept])).toEqual([
    [over, null],
    [held, "hold"],
    [away, "handover"],
  ]);
  expect(items[0]).toMatchObject({
    stage: "file",
    documents: 1,
    messages: 1,
    closedOn: "2026-11-20",
    debtorName: name,
  });
  const erased = { filter: { outcome: "erased" } } as const;
  expect((await staff.call(retentionFiles, { query: erased })).items.map(({ id }) => id)).toEqual([over]);

  await world.work((ctx) => changeSettings(ctx, { eraseClosedFiles: true }));
  await night("2028-11-21");
  const { items: documents } = await staff.call(listFileDocuments, { params: { id: over } });
  const known = new Map(documents.map((one) => [one.id, one.erased]));
  expect([known.get(contract)?.months, known.get(invoice)]).toEqual([24, null]);
  expect(documents.map(({ name: named }) => named).sort()).toEqual(["factuur.txt", "–"]);
  const read = { params: { id: over, documentId: contract } };
  expect((await staff.refused(readDocument, read)).status).toBe(404);
  expect((await staff.send(readDocument, { params: { id: over, documentId: invoice } })).text).toContain("factuur");
  const { items: messages } = await staff.call(listMessages, { query: { filter: { file: over } } });
  expect(messages).toMatchObject([{ to: "", debtorName: "Gewist (bewaartermijn)" }]);
  expect(JSON.stringify(await world.db.selectFrom("outbox").select("payload").execute())).not.toContain("@example.nl");
  const lines = await staff.call(listLogs, { params: { id: over }, query: { filter: { hideSystem: "false" } } });
  const json = JSON.stringify(lines.items);
  for (const gone of ["buurman", "Jan", name]) expect(json).not.toContain(gone);
  expect(lines.items.map(({ subject }) => subject)).toContain(
    "Personal data, messages and 1 document erased after 2 years (retention)",
  );
  const { items: agenda } = await staff.call(agendaHistories, { params: { id: over } });
  expect(agenda.map(({ act }) => act)).toEqual(["archived", "planned"]);
  for (const gone of ["buurvrouw", "dochter"]) expect(JSON.stringify(agenda)).not.toContain(gone);
  const [message] = messages;
  await staff.call(readMessage, { params: { id: message?.id ?? 0 } });
  for (const call of [showFile, readHandoverSet]) await staff.call(call, { params: { id: over } });
  for (const file of [open, held, away, reopened]) expect(await nameOf(file)).not.toContain("Gewist");
  await expect(world.work((ctx) => reopenFile(ctx, over))).rejects.toMatchObject({ code: "validation" });
  const { main } = await staff.call(listParties, { params: { id: over } });
  expect(main).toMatchObject({ lastName: null, street: "", birthDate: null, email: null, addresses: [], channels: [] });

  // The invoice belongs to the books.
  await night("2033-11-19");
  expect((await staff.send(readDocument, { params: { id: over, documentId: invoice } })).status).toBe(200);
  await night("2033-11-20");
  expect((await staff.send(readDocument, { params: { id: over, documentId: invoice } })).status).toBe(404);
  expect(await world.problems()).toEqual([]);
  const before = (await staff.call(listLogs, { params: { id: over }, query: {} })).total;
  await night("2033-11-21");
  expect((await staff.call(listLogs, { params: { id: over }, query: {} })).total).toBe(before);
});

test("a person on two files is erased with the last of them", async () => {
  const { fileIds } = await portfolio(world, 3);
  const [first = 0, second = 0, third = 0] = fileIds;
  const other = await world.work(async (ctx) => (await lockFile(ctx, third)).debtorId);
  await world.work(async (ctx) => {
    const { debtorId } = await lockFile(ctx, first);
    await ctx.db.updateTable("case_file").set({ debtor_id: debtorId }).where("id", "=", second).execute();
    await closeFile(ctx, first, { reason: "withdrawn" });
  });
  const tied = await staff.call(showFile, { params: { id: first } });
  await staff.call(mergeDebtors, { params: { id: tied.debtor.id }, body: { otherId: other } });
  await night("2036-01-05");
  expect(await nameOf(first)).not.toContain("Gewist");
  expect((await staff.call(retentionFiles, {})).items.map(({ id }) => id)).not.toContain(first);
  await world.work((ctx) => closeFile(ctx, second, { reason: "withdrawn" }));
  await night("2038-01-05");
  expect(await nameOf(first)).toContain("Gewist");
  // Those of whom nothing is known are not taken for one another.
  const { debtor, otherFiles, erasedOn } = await staff.call(showFile, { params: { id: first } });
  expect([otherFiles, erasedOn]).toEqual([{ open: 0, total: 0 }, "2036-01-05"]);
  const { alike, records, merges } = await staff.call(readDebtor, { params: { id: debtor.id } });
  expect([alike, records.length, merges]).toEqual([[], 1, []]);
  expect((await staff.call(readDebtor, { params: { id: other } })).records).toHaveLength(1);
});

test("an upload is erased with the last file made from it", async () => {
  const { id, one, two } = uploaded;
  // Whoever packs papers with an import names them after people.
  const papers = ["de-vries-paspoort.pdf", "jansen-factuur.pdf"].map((name, position) => ({ name, position }));
  await world.db
    .insertInto("import_document")
    .values(papers.map((paper) => ({ ...paper, batch_id: id, size_bytes: 1 })))
    .execute();
  const papersNow = async () =>
    (await staff.call(listImportDocuments, { params: { id } })).items.map(({ name }) => name);
  const cells = () =>
    world.db.selectFrom("import_row").select("cells").where("batch_id", "=", id).orderBy("row_number").execute();
  const original = async () => (await staff.send(downloadOriginal, { params: { id } })).status;
  await world.work((ctx) => closeFile(ctx, one, { reason: "withdrawn" }));
  await night("2041-02-01");
  expect((await cells()).map((row) => row.cells.length > 0)).toEqual([false, true]);
  expect(await original()).toBe(200);
  expect(await papersNow()).toEqual(papers.map(({ name }) => name));
  await world.work((ctx) => closeFile(ctx, two, { reason: "withdrawn" }));
  await night("2043-02-01");
  expect((await cells()).map((row) => row.cells)).toEqual([[], []]);
  expect(await original()).toBe(404);
  expect(await papersNow()).toEqual(["–", "–"]);
  expect(await staff.call(readImport, { params: { id } })).toMatchObject({ original: "gone", filesPlaced: 2 });
});

test("what comes to a file after it was erased goes as well, when it has been there for the term", async () => {
  const { fileIds } = await portfolio(world, 2);
  const [late = 0, quiet = 0] = fileIds;
  await world.work(async (ctx) => {
    for (const file of fileIds) await closeFile(ctx, file, { reason: "withdrawn" });
  });
  const closed = world.clock.today();
  const [first, second] = [addMonths(closed, 24), addMonths(closed, 48)];
  await night(first);
  const note = { type: "note", subject: "Belde over vroeger", content: "De heer Achternaam, 06-12345678" } as const;
  await staff.call(createLog, { body: { file: late, ...note } });
  const contract = await paper(late, "contract", "nagekomen.txt");
  await night(addDays(second, -1));
  const due = async () => (await staff.call(retentionFiles, {})).items.filter(({ id }) => fileIds.includes(id));
  expect(await due()).toEqual([]);
  world.clock.set(new Date(`${second}T01:00:00+01:00`));
  staff = await world.login(["*"]);
  expect(await due()).toMatchObject([{ id: late, stage: "file", documents: 1, kept: null }]);
  await night(second);
  expect(await due()).toEqual([]);
  expect((await staff.send(readDocument, { params: { id: late, documentId: contract } })).status).toBe(404);
  const lines = JSON.stringify((await staff.call(listLogs, { params: { id: late }, query: {} })).items);
  for (const gone of ["vroeger", "Achternaam"]) expect(lines).not.toContain(gone);
  const erasedOn = async (id: number) => (await staff.call(showFile, { params: { id } })).erasedOn;
  expect([await erasedOn(late), await erasedOn(quiet)]).toEqual([second, first]);
});

test("an invoice that comes when the books of its file are gone goes after the fiscal term as well", async () => {
  const { fileIds } = await portfolio(world, 1);
  const [file = 0] = fileIds;
  await world.work((ctx) => closeFile(ctx, file, { reason: "withdrawn" }));
  const erased = addMonths(world.clock.today(), 24);
  await night(erased);
  const invoice = await paper(file, "invoice", "factuur-jansen.txt");
  const read = { params: { id: file, documentId: invoice } };
  await night(addDays(addMonths(erased, 84), -1));
  expect((await staff.send(readDocument, read)).status).toBe(200);
  await night(addMonths(erased, 84));
  expect((await staff.send(readDocument, read)).status).toBe(404);
});

test("what was typed for many files at once, and what is told of no file, goes after the term of a file", async () => {
  const words = "Mevrouw De Bruin, 06-12345678";
  const bulk = await startBulk(world);
  const files = await bulk.place(1);
  const notes = [
    { kind: "note", subject: words, content: words },
    { kind: "flag", hold: "complaint", reason: words },
    { kind: "step", reason: words },
    { kind: "close", reason: "withdrawn", note: words },
  ] as const;
  const runs: number[] = [];
  for (const action of notes) runs.push((await bulk.planned(action, { by: "files", files })).id);
  const { rows } = await sql<{ number: string }>`select number from case_file where id = ${files[0]}`.execute(world.db);
  const pasted = { by: "numbers" as const, numbers: `${rows[0]?.number ?? ""}\nDe Bruin` };
  runs.push((await bulk.planned({ kind: "reopen", note: words }, pasted)).id);
  const act = { kind: "done", outcome: words };
  const now = world.clock.now();
  const work = { user_id: staff.userId, act: JSON.stringify(act), state: "done", items: 0, asked_at: now };
  await world.db.insertInto("agenda_work").values(work).execute();
  const bailiff = (await staff.call(createBailiff, { body: { name: "Kantoor Los" } })).id;
  const office = { name: "Los", bailiff, channel: "download", format: "json" } as const;
  const params = { id: (await staff.call(createDestination, { body: { ...office, types: ["amicable"] } })).id };
  const line = { key: "r1", fileNumber: "26-999999", on: "2026-11-20", kind: "advice", text: words };
  await staff.call(enterReports, { params, body: { text: JSON.stringify({ reports: [line] }) } });

  const left = async (): Promise<number> => {
    const { rows: found } = await sql<{ left: number }>`select
        (select count(*) from bulk where id = any(${runs}::bigint[]) and concat(action, chosen, missing) like '%De Bruin%')
        + (select count(*) from agenda_work where act::text like '%De Bruin%')
        + (select count(*) from handover_report where data::text like '%De Bruin%') as left`.execute(world.db);
    return found[0]?.left ?? 0;
  };
  const term = addMonths(world.clock.today(), 24);
  await night(term);
  expect(await left()).toBe(7);
  await night(addDays(term, 1));
  expect(await left()).toBe(0);
  // Each is still read, by its owner.
  await world.db.updateTable("bulk").set({ user_id: staff.userId }).where("id", "in", runs).execute();
  for (const id of runs) expect((await staff.call(readBulk, { params: { id } })).missing).toEqual([]);
  expect((await staff.call(listReports, { query: {} })).items).toHaveLength(1);
});

test("is shown only to users with rights to settings and files", async () => {
  for (const acl of [["ROLE_SETTINGS"], ["ROLE_FILE_SEARCH"]] as const) {
    const other = await world.login([...acl]);
    for (const call of [retentionState, retentionFiles]) expect((await other.refused(call, {})).status).toBe(403);
  }
});
