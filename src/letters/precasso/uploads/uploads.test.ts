/** Uploads of pre-collection through HTTP: claims, payments and a client's own statements; nothing twice, and every row with its reason. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { camtFile } from "../../../app/demo/bank-file.ts";
import { counter } from "../../../app/testing/serial.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import {
  checkImport,
  createFile,
  downloadRejected,
  listImports,
  placeImport,
  readImport,
  uploadImport,
} from "../../../exchange/intake/intake.contract.ts";
import { csvOf, fileOf, Importer } from "../../../exchange/intake/intake.factory.ts";
import { paymentReference } from "../../../ground/kernel/identifiers.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { makeRecord } from "../precasso.factory.ts";
import { listRecords, readRecord, reportPayment, takePaymentBack } from "../records/records.contract.ts";
import { checkPrecassoUpload, placePrecassoUpload, uploadClientStatement } from "./uploads.contract.ts";

const roles = ["ROLE_PRECASSO_CREATE_UPLOAD", "ROLE_PRECASSO_SEARCH", "ROLE_PRECASSO_CREATE"];
const calls = { check: checkPrecassoUpload, place: placePrecassoUpload };
const serial = counter();

let world: World;
let staff: Visitor;
let client: number;
let clerk: Importer;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(roles);
  client = (await makeClient(world.db, world.clock)).id;
  clerk = new Importer(world, staff, client, calls);
});
afterAll(() => world.close());

const rowOf = (changes: Readonly<Record<string, string>> = {}): Record<string, string> => {
  const number = serial();
  return {
    client_ref: `UP-${number}`,
    last_name: "Voorbeeld",
    street: "Kanaalstraat",
    house_no: "112",
    postcode: "3531 CL",
    city: "Utrecht",
    email: `up${number}@example.nl`,
    invoice_number: `UF-${number}`,
    invoice_date: "01-10-2026",
    due_date: "01-11-2026",
    amount: "100,00",
    claim_title: "Levering van energie",
    ...changes,
  };
};

const record = (id: number) => staff.call(readRecord, { params: { id } });
const findings = async (batch: { readonly id: number }) =>
  (await clerk.rowsOf(batch)).map(({ verdict, problems }) => [verdict, ...problems.map(({ message }) => message)]);

describe("an upload of claims", () => {
  it("makes no record for a client that is archived after the check", async () => {
    const gone = (await makeClient(world.db, world.clock)).id;
    const importer = new Importer(world, staff, gone, calls);
    const seen = await importer.seen([rowOf()], "precasso");
    expect(seen.counts).toMatchObject({ good: 1 });
    await world.db.updateTable("client").set({ active: false }).where("id", "=", gone).execute();
    const made = await importer.made(seen);
    expect(made).toMatchObject({ state: "placed", filesPlaced: 0 });
    expect((await importer.rowsOf(made)).map(({ verdict }) => verdict)).toEqual(["rejected"]);
  });

  it("makes a record of each reference with all its invoices, and the same file again changes nothing", async () => {
    const first = rowOf();
    const second = rowOf({ client_ref: first.client_ref ?? "", amount: "50,00" });
    const later = rowOf({ due_date: "15-12-2026", dispute: "Y" });
    const batch = await clerk.placed([first, second, later], "precasso");
    expect(batch).toMatchObject({ state: "placed", filesPlaced: 2, principalCents: 25_000 });
    const { items } = await staff.call(listRecords, { query: { filter: { import: batch.id } } });
    expect(items.map(({ clientRef, totalCents, state }) => [clientRef, totalCents, state]).sort()).toEqual([
      [first.client_ref, 15_000, "open"],
      [later.client_ref, 10_000, "disputed"],
    ]);
    const made = (await clerk.rowsOf(batch)).map((row) => row.made?.id);
    expect(made[0]).toBe(made[1]);
    expect((await record(made[0] ?? 0)).lines.at(-1)?.text).toContain("2");
    const again = await clerk.seen([first, second, later], "precasso");
    expect(again.counts).toMatchObject({ known: 3, good: 0, files: 0 });
    expect((await clerk.rowsOf(again)).map((row) => row.made?.id)).toEqual(made);
    expect(
      (await staff.refused(placePrecassoUpload, { params: { id: again.id }, body: { version: again.version } })).status,
    ).toBe(400);
  });

  it("rejects known, duplicate and unreadable rows with the reason, and offers them for download", async () => {
    const desk = await world.login(["ROLE_FILE_CREATE"]);
    const file = fileOf(client);
    await desk.call(createFile, { body: file });
    const known = rowOf();
    await clerk.placed([known], "precasso");
    const twice = rowOf();
    const rows = [
      rowOf(),
      rowOf({ client_ref: (known.client_ref ?? "").toLowerCase() }),
      rowOf({ invoice_number: known.invoice_number ?? "" }),
      rowOf({ client_ref: file.clientRef }),
      rowOf({ invoice_number: file.invoices[0]?.number ?? "", amount: "100,00" }),
      twice,
      rowOf({ invoice_number: twice.invoice_number ?? "", amount: "7,00" }),
      rowOf({ client_ref: (twice.client_ref ?? "").toLowerCase() }),
      rowOf({ postcode: "0000 AA" }),
      rowOf({ claim_title: "BSN 123456782" }),
      rowOf({ claim_title: "=cmd|' /C calc'!A0" }),
    ];
    const batch = await clerk.seen(rows, "precasso");
    const verdicts = (await clerk.rowsOf(batch)).map(({ verdict }) => verdict);
    expect(verdicts).toEqual([
      "good",
      ...Array.from({ length: 4 }, () => "rejected"),
      "good",
      ...Array.from({ length: 4 }, () => "rejected"),
      "good",
    ]);
    for (const [verdict, ...said] of await findings(batch))
      if (verdict === "rejected") expect(said.join(" ")).toMatch(/\w{4,}/);
    const { text: csv } = await staff.send(downloadRejected, { params: { id: batch.id } });
    expect(csv.trim().split("\n")).toHaveLength(9);
    expect(csv).not.toContain("123456782");
    expect((await clerk.made(batch)).filesPlaced).toBe(3);
  });

  it("imports a claim whole or not at all: a refused invoice keeps out the others of its reference", async () => {
    const good = rowOf();
    const bad = rowOf({ client_ref: good.client_ref ?? "", amount: "0" });
    const batch = await clerk.seen([good, bad], "precasso");
    expect(batch.counts).toMatchObject({ good: 0, rejected: 2 });
  });

  it("skips what arrived between check and placing; placed twice at once it makes each record once", async () => {
    const [one, other] = [rowOf(), rowOf()];
    const batches = [await clerk.seen([one, other], "precasso"), await clerk.seen([one], "precasso")];
    for (const { id, version } of batches) await staff.call(placePrecassoUpload, { params: { id }, body: { version } });
    await world.drain();
    const after = await Promise.all(batches.map(({ id }) => staff.call(readImport, { params: { id } })));
    expect(after.reduce((sum, { filesPlaced }) => sum + filesPlaced, 0)).toBe(2);
    expect(after.map(({ state }) => state)).toEqual(["placed", "placed"]);
    const { items } = await staff.call(listRecords, { query: { filter: { search: one.client_ref ?? "" } } });
    expect(items).toHaveLength(1);
  });

  it("accepts no documents: there is no file to attach them to", async () => {
    const { ZipFile } = await import("yazl");
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(csvOf([rowOf()])), "rijen.csv");
    zip.addBuffer(Buffer.from("%PDF-1.4\n%%EOF\n"), "brief.pdf");
    zip.end();
    const parts: Buffer[] = [];
    for await (const part of zip.outputStream) parts.push(Buffer.from(part));
    const error = await staff.refused(uploadImport, {
      body: { client, mode: "precasso" },
      files: { file: { name: "rijen.zip", content: Buffer.concat(parts) } },
    });
    expect(Object.keys(error.body.errors ?? {})).toEqual(["file"]);
  });
});

const paid = (of: string, amount: string, changes: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  client_ref: of,
  invoice_number: "",
  paid_on: "18-11-2026",
  amount,
  payment_reference: "",
  ...changes,
});

describe("an upload of payments", () => {
  it("is booked on the record that each row names by number, reference or invoice; a repeat changes nothing", async () => {
    const id = await makeRecord(staff, client);
    const { number, clientRef, invoices } = await record(id);
    const invoice = invoices[0]?.number ?? "";
    const rows = [
      paid(number, "10,00"),
      paid(clientRef.toLowerCase(), "20,00"),
      paid("", "30,00", { invoice_number: invoice }),
      paid(number, "10,00"),
    ];
    const batch = await clerk.placed(rows, "precassoPayments");
    expect(batch).toMatchObject({ filesPlaced: 3, principalCents: 6000, counts: { duplicate: 1 } });
    expect((await record(id)).openCents).toBe(4000);
    const again = await clerk.seen(rows, "precassoPayments");
    expect(again.counts).toMatchObject({ known: 3, duplicate: 1, files: 0 });
    // With another row beside them the known ones stay known.
    const more = await clerk.placed(
      [...rows, paid(number, "40,00", { payment_reference: "TRX-9" })],
      "precassoPayments",
    );
    expect(more.filesPlaced).toBe(1);
    expect(await record(id)).toMatchObject({ state: "paid", openCents: 0 });
  });

  it("from before keys were hashed keeps no plain text, and is still recognised by its key", async () => {
    const { number } = await record(await makeRecord(staff, client));
    const batch = await clerk.placed(
      [{ ...paid(number, "12,50"), payment_reference: "Jansen huur mei" }],
      "precassoPayments",
    );
    const keys = async () =>
      (await world.db.selectFrom("import_row").select("client_ref").where("batch_id", "=", batch.id).execute()).map(
        (row) => row.client_ref,
      );
    const [digest = null] = await keys();
    // A row as it stood then: its key was all that it said.
    const said = "p0000001\n\n2026-11-18\n1250\njansen huur mei";
    const old = createHash("sha256").update(said).digest("hex").slice(0, 40);
    const key = (client_ref: string | null) =>
      world.db.updateTable("import_row").set({ client_ref }).where("batch_id", "=", batch.id).execute();
    const folder = join(import.meta.dirname, "../../../exchange/intake/migrations");
    const migration = await readFile(join(folder, "0821-import-row-keys.sql"), "utf8");
    await key(said);
    await world.owner.pool.query(migration);
    expect(await keys()).toEqual([old]);
    await key(digest);
    await world.owner.pool.query(migration);
    expect(await keys()).toEqual([digest]);
  });

  it("states for each skipped row why", async () => {
    const id = await makeRecord(staff, client);
    const other = await makeRecord(staff, client);
    const [{ number }, { invoices }] = [await record(id), await record(other)];
    const batch = await clerk.seen(
      [
        paid("UNKNOWN-1", "10,00"),
        paid(number, "10,00", { paid_on: "24-11-2026" }),
        paid(number, "0"),
        paid(number, "100,01"),
        paid(number, "60,00"),
        paid(number, "60,00", { payment_reference: "second" }),
        paid(number, "1,00", { invoice_number: invoices[0]?.number ?? "" }),
        paid("", "1,00"),
      ],
      "precassoPayments",
    );
    const found = await findings(batch);
    expect(found.map(([verdict]) => verdict)).toEqual([
      "rejected",
      "rejected",
      "rejected",
      "rejected",
      "good",
      "rejected",
      "rejected",
      "rejected",
    ]);
    for (const [verdict, ...said] of found) if (verdict === "rejected") expect(said.join(" ")).toMatch(/\w{4,}/);
    // What cannot be noted keeps nothing else out.
    expect((await clerk.made(batch)).filesPlaced).toBe(1);
    expect((await record(id)).openCents).toBe(4000);
  });

  it("is the same payment however its row names the record: the check says so, as placing does", async () => {
    const id = await makeRecord(staff, client);
    const { number, clientRef, invoices } = await record(id);
    const rows = [
      paid(number, "10,00"),
      paid(clientRef, "10,00"),
      paid("", "10,00", { invoice_number: invoices[0]?.number ?? "" }),
      paid(clientRef, "20,00", { payment_reference: "TRX-1" }),
      paid(number, "20,00", { payment_reference: "TRX-2" }),
    ];
    const batch = await clerk.seen(rows, "precassoPayments");
    const found = await findings(batch);
    expect(found.map(([verdict]) => verdict)).toEqual(["good", "rejected", "rejected", "good", "good"]);
    expect(found[1]?.[1]).toContain(number);
    expect(await clerk.made(batch)).toMatchObject({ filesPlaced: 3, counts: { rejected: 2 } });
    expect((await record(id)).openCents).toBe(5000);
  });

  it("takes account of payments entered before, and keeps reversed ones reversed", async () => {
    const id = await makeRecord(staff, client);
    const { number } = await record(id);
    const body = { date: "2026-11-18", amount: "40.00" };
    const told = await staff.call(reportPayment, { params: { id }, body });
    expect((await clerk.seen([paid(number, "40,00")], "precassoPayments")).counts.known).toBe(1);
    await staff.call(takePaymentBack, {
      params: { id, paymentId: told.payments[0]?.id ?? 0 },
      body: { version: told.version },
    });
    expect((await clerk.seen([paid(number, "40,00")], "precassoPayments")).counts.known).toBe(1);
    expect((await record(id)).openCents).toBe(10_000);
  });

  it("skips what was reported between check and placing", async () => {
    const id = await makeRecord(staff, client);
    const { number } = await record(id);
    const batch = await clerk.seen([paid(number, "40,00"), paid(number, "35,00")], "precassoPayments");
    await staff.call(reportPayment, { params: { id }, body: { date: "2026-11-18", amount: "40.00" } });
    const after = await clerk.made(batch);
    expect(after).toMatchObject({ filesPlaced: 1, counts: { rejected: 1 } });
    expect((await record(id)).openCents).toBe(2500);
  });
});

describe("a client's own bank statement", () => {
  const receipt = (cents: number, text: string, more: Readonly<Record<string, string>> = {}) => ({
    cents,
    valueDate: "2026-11-18",
    name: "Geheim Iemand",
    iban: "NL02RABO0123456789",
    text,
    ...more,
  });
  const statement = (lines: readonly ReturnType<typeof receipt>[], number = serial()) =>
    camtFile({ iban: "NL91ABNA0417164300", number, date: "2026-11-18", openingCents: 0, lines: [...lines] });
  const send = (content: string, name = "afschrift.xml", by = staff, body: { client?: number } = { client }) =>
    by.call(uploadClientStatement, { body, files: { file: { name, content } } });

  it("becomes payments of the records that it names; nothing else is stored, and a repeat changes nothing", async () => {
    const ids = [await makeRecord(staff, client), await makeRecord(staff, client)];
    const [one, two] = [await record(ids[0] ?? 0), await record(ids[1] ?? 0)];
    const content = statement([
      receipt(2500, "dank", { reference: paymentReference(`9${String(one.id).padStart(8, "0")}`) }),
      receipt(10_000, `Factuur ${two.invoices[0]?.number}`),
      receipt(120_000, "Salaris november 2026"),
      receipt(500, `${one.number} of ${two.number}`),
      receipt(-700, one.number),
    ]);
    const batch = await clerk.checked(await send(content));
    expect(batch).toMatchObject({ mode: "precassoPayments", rows: 2, counts: { good: 2 } });
    const kept = JSON.stringify(await clerk.rowsOf(batch));
    expect(kept).not.toContain("Geheim");
    expect(kept).not.toContain("NL02RABO");
    expect((await clerk.made(batch)).principalCents).toBe(12_500);
    expect((await record(one.id)).openCents).toBe(7500);
    expect((await record(two.id)).state).toBe("paid");
    expect((await clerk.checked(await send(content))).counts).toMatchObject({ known: 2, files: 0 });
  });

  it("without a reference of the bank keeps nothing of the texts, and both of two equal payments", async () => {
    const one = await record(await makeRecord(staff, client));
    const entry = [
      ":61:2611181118C15,00NTRFNONREF",
      `:86:/CNTP/NL20INGB0001234567/INGBNL2A/Wolkenveldt///REMI/USTD//${one.number} ${"geheim ".repeat(20)}/`,
    ];
    const lines = [":20:X", ":25:NL91ABNA0417164300", ":28C:77", ":60F:C261118EUR0,00", ...entry, ...entry];
    const content = [...lines, ":62F:C261118EUR30,00"].join("\r\n");
    await clerk.made(await clerk.checked(await send(content, "afschrift.940")));
    const payments = await world.db
      .selectFrom("precasso_payment")
      .select("reference")
      .where("record_id", "=", one.id)
      .execute();
    expect(payments).toHaveLength(2);
    for (const { reference } of payments) expect(reference).toMatch(/^77\/2026-11-18 [0-9a-f]{32}$/);
  });

  it("is refused when it is no statement, names no record or is of another client", async () => {
    const other = (await makeClient(world.db, world.clock)).id;
    const foreign = await record(await makeRecord(staff, other));
    const refused = async (content: string, body: { client?: number } = { client }, by = staff) =>
      (await by.refused(uploadClientStatement, { body, files: { file: { name: "a.xml", content } } })).body.errors;
    expect(await refused("geen afschrift")).toHaveProperty("file");
    expect(await refused(statement([receipt(100, "huur")]))).toHaveProperty("file");
    // A record of another client is none of this one.
    expect(await refused(statement([receipt(100, foreign.number)]))).toHaveProperty("file");
    expect(await refused(statement([receipt(100, foreign.number)]), {})).toHaveProperty("client");
    const contact = await world.login({ acl: roles, kind: "contact", clientIds: [client] });
    expect(await refused(statement([receipt(100, foreign.number)]), { client: other }, contact)).toHaveProperty(
      "client",
    );
  });
});

it("verify finds no fault after all of this, and reports totals that do not add up", async () => {
  expect(await world.problems()).toEqual([]);
  const id = await makeRecord(staff, client);
  const set = (cents: number) =>
    world.db.updateTable("precasso_record").set({ open_cents: cents }).where("id", "=", id).execute();
  await set(1);
  expect(await world.problems()).toEqual([expect.stringContaining("1 cents are open")]);
  await set(10_000);
});

describe("uploads of pre-collection", () => {
  it("are visible to users who upload there: a client's own people see their client's, others none", async () => {
    const other = (await makeClient(world.db, world.clock)).id;
    const contact = await world.login({ acl: roles, kind: "contact", clientIds: [client] });
    const stranger = await world.login({ acl: roles, kind: "contact", clientIds: [other] });
    const desk = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_ADMIN"]);
    const batch = await clerk.seen([rowOf()], "precasso");
    const seenBy = async (by: Visitor) =>
      (await by.call(listImports, { query: { filter: { area: "precasso" }, limit: 1000 } })).items.map(({ id }) => id);
    expect(await seenBy(contact)).toContain(batch.id);
    expect(await seenBy(await world.login(roles))).toContain(batch.id);
    for (const by of [stranger, desk]) {
      expect(await seenBy(by)).not.toContain(batch.id);
      expect((await by.refused(readImport, { params: { id: batch.id } })).status).toBe(404);
      expect((await by.refused(downloadRejected, { params: { id: batch.id } })).status).toBe(404);
    }
    const place = { params: { id: batch.id }, body: { version: batch.version } };
    expect((await stranger.refused(placePrecassoUpload, place)).status).toBe(404);
    expect((await desk.refused(placePrecassoUpload, place)).status).toBe(403);
    // The calls of files place none of them, whoever asks.
    const both = await world.login([...roles, "ROLE_FILE_CREATE_UPLOAD"]);
    expect((await both.refused(placeImport, place)).status).toBe(404);
    const { style, mapping, version } = batch;
    const check = { params: { id: batch.id }, body: { client, style, mapping, version } };
    expect((await both.refused(checkImport, check)).status).toBe(404);
    expect((await both.call(listImports, { query: { limit: 1000 } })).items.map(({ id }) => id)).not.toContain(
      batch.id,
    );
    expect((await clerk.made(batch)).filesPlaced).toBe(1);
  });

  it("need the right of their area, and are limited to one's own clients", async () => {
    const desk = await world.login(["ROLE_FILE_CREATE_UPLOAD"]);
    const files = { file: { name: "rijen.csv", content: csvOf([rowOf()]) } };
    expect((await desk.refused(uploadImport, { body: { client, mode: "precasso" }, files })).status).toBe(403);
    expect((await staff.refused(uploadImport, { body: { client, mode: "new" }, files })).status).toBe(403);
    const other = await makeClient(world.db, world.clock);
    const contact = await world.login({ acl: roles, kind: "contact", clientIds: [client] });
    const foreign = await contact.refused(uploadImport, { body: { client: other.id, mode: "precasso" }, files });
    expect(Object.keys(foreign.body.errors ?? {})).toEqual(["client"]);
    const named = new Importer(world, contact, client, calls);
    const batch = await named.seen([{ ...rowOf(), client_number: other.number }], "precasso");
    expect(batch.counts).toMatchObject({ good: 0, rejected: 1 });
  });
});
