import { crc32, deflateRawSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import writeExcel from "write-excel-file/node";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { searchFiles } from "../../../cases/file-search/file-search.contract.ts";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { csvOf, validRow } from "../intake.factory.ts";
import {
  cancelImport,
  checkImport,
  downloadLayout,
  downloadRejected,
  listImportRows,
  listImports,
  placeImport,
  readImport,
  sampleImport,
  uploadImport,
} from "./import.contract.ts";
import { placeJob } from "./place-job.server.ts";

type Batch = ReplyOf<typeof readImport>;

let world: World;
let staff: Visitor;
let client: number;

const upload = (content: string | Uint8Array, name = "vorderingen.csv", by = staff, of: number | null = client) =>
  by.call(uploadImport, { body: of === null ? {} : { client: of }, files: { file: { name, content } } });

async function checked(
  batch: Batch,
  changes: Partial<Pick<Batch, "style" | "mapping">> = {},
  by = staff,
): Promise<Batch> {
  const { style, mapping, version } = { ...batch, ...changes };
  await by.call(checkImport, {
    params: { id: batch.id },
    body: { client: batch.client?.id ?? null, style, mapping, version },
  });
  await world.drain();
  return by.call(readImport, { params: { id: batch.id } });
}

async function placed(batch: Batch): Promise<Batch> {
  await staff.call(placeImport, { params: { id: batch.id }, body: { version: batch.version } });
  await world.drain();
  return staff.call(readImport, { params: { id: batch.id } });
}

/** A zip of one deflated part that claims to be ten bytes long (APPNOTE 4.3.7, 4.3.12, 4.3.16). */
function zipOf(name: string, content: Uint8Array): Uint8Array {
  const packed = deflateRawSync(content);
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(8, 4);
  head.writeUInt32LE(crc32(content), 10);
  head.writeUInt32LE(packed.length, 14);
  head.writeUInt32LE(10, 18);
  head.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), head, Buffer.from(name), packed]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), head, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return new Uint8Array(Buffer.concat([local, central, end]));
}

const rowsOf = async (batch: Batch) =>
  (await staff.call(listImportRows, { params: { id: batch.id }, query: { limit: 1000 } })).items;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH"]);
  client = (await makeClient(world.db, world.clock, { company: "Zonnekracht Energie B.V." })).id;
});
afterAll(() => world.close());

describe("an import", () => {
  test("six signs that name a NUL in a cell are a text like any other", async () => {
    const named = String.raw`a\u0000b \\u0000 \x00`;
    const csv = csvOf([validRow({ client_ref: "NUL-1", claim_title: named })]);
    const batch = await checked(await upload(csv));
    expect(batch).toMatchObject({ state: "checked", error: null, counts: { good: 1 } });
    expect((await rowsOf(batch))[0]?.cells).toContain(named);
    expect(await placed(batch)).toMatchObject({ state: "placed", filesPlaced: 1 });
  });

  test("an archived client places nothing new, not with an upload of before either", async () => {
    const archived = await makeClient(world.db, world.clock);
    const csv = csvOf([validRow({ client_ref: "GONE-1" })]);
    const before = await upload(csv, "voor.csv", staff, archived.id);
    const { style, mapping, version } = before;
    const again = { params: { id: before.id }, body: { client: archived.id, style, mapping, version } };
    await staff.call(checkImport, again);
    await world.db.updateTable("client").set({ active: false }).where("id", "=", archived.id).execute();
    await world.drain();
    const seen = await staff.call(readImport, { params: { id: before.id } });
    expect(seen).toMatchObject({ state: "checked", counts: { good: 0, rejected: 1 } });
    const body = { ...again.body, version: seen.version };
    expect(Object.keys((await staff.refused(checkImport, { ...again, body })).body.errors ?? {})).toEqual(["client"]);
    const anew = { body: { client: archived.id }, files: { file: { name: "na.csv", content: csv } } };
    expect(Object.keys((await staff.refused(uploadImport, anew)).body.errors ?? {})).toEqual(["client"]);
  });

  test("good, bad and repeated rows each have a verdict; good ones become files; the same upload again changes nothing", async () => {
    const twoInvoices = validRow({ client_ref: "GROUP-1", invoice_number: "A" });
    const csv = csvOf([
      validRow({ client_ref: "OK-1" }),
      twoInvoices,
      { ...twoInvoices, invoice_number: "B", amount: "100,00" },
      validRow({ client_ref: "OK-1" }),
      validRow({ client_ref: "BAD-1", postcode: "0123 AB", amount: "twaalf" }),
      validRow({ client_ref: "HALF", invoice_number: "1" }),
      validRow({ client_ref: "HALF", invoice_number: "2", due_date: "31-02-2026" }),
      validRow({ client_ref: "NO-TITLE", claim_title: "" }),
    ]);
    const batch = await upload(csv);
    expect(batch.style).toEqual({ encoding: "utf-8", separator: ";", decimal: ",", dates: "dmy" });
    expect(batch.mapping).toMatchObject({ clientRef: 0, houseNumber: 5, amount: 12 });
    const seen = await checked(batch);
    expect(seen.state).toBe("checked");
    expect(seen.counts).toEqual({
      good: 3,
      warning: 1,
      rejected: 3,
      duplicate: 1,
      known: 0,
      files: 3,
      // 1,234.56 three times and 100.00.
      cents: 3 * 123_456 + 10_000,
    });
    const rows = await rowsOf(seen);
    expect(rows.map(({ row, verdict }) => [row, verdict])).toEqual([
      [2, "good"],
      [3, "good"],
      [4, "good"],
      [5, "duplicate"],
      [6, "rejected"],
      [7, "rejected"],
      [8, "rejected"],
      [9, "warning"],
    ]);
    expect(rows[4]?.problems.map(({ field }) => field).sort()).toEqual(["amount", "postcode"]);
    expect(rows[5]?.problems.map(({ message }) => message)).toEqual([
      "Another invoice of the same reference was rejected.",
    ]);

    const done = await placed(seen);
    expect(done).toMatchObject({ state: "placed", filesPlaced: 3, principalCents: 3 * 123_456 + 10_000 });
    const { items } = await staff.call(searchFiles, { query: { filter: { search: "GROUP-1" } } });
    expect(items[0]?.principalCents).toBe(133_456);

    const again = await checked(await upload(csv, "opnieuw.csv"));
    expect(again.sameAs?.id).toBe(batch.id);
    expect(again.counts).toMatchObject({ good: 0, warning: 0, known: 4, files: 0 });
    const nothing = await staff.refused(placeImport, { params: { id: again.id }, body: { version: again.version } });
    expect(nothing.body.errors?.common).toEqual(["There is no row that can be imported."]);

    const download = await staff.send(downloadRejected, { params: { id: batch.id } });
    const lines = download.text.replace("\uFEFF", "").trim().split(/\r?\n/);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/;Reason$/);
    expect(lines[1]).toContain("Postcode");
    // The bad rows mended, and nothing else changed, are the rest of the import.
    const corrected = csvOf([
      validRow({ client_ref: "BAD-1" }),
      validRow({ client_ref: "HALF", invoice_number: "1" }),
      validRow({ client_ref: "HALF", invoice_number: "2" }),
    ]);
    expect((await placed(await checked(await upload(corrected)))).filesPlaced).toBe(2);
  });

  test("a cell in which a formula failed is refused, not taken for a name or for nothing", async () => {
    const rows = [
      validRow({ client_ref: "FOUT-1", last_name: "#N/B" }),
      validRow({ client_ref: "FOUT-2", paid: "#N/A" }),
      validRow({ client_ref: "FOUT-3", city: "#VERW!" }),
      validRow({ client_ref: "FOUT-4", claim_title: "#1 van 2" }),
    ];
    const batch = await checked(await upload(csvOf(rows)));
    const rowsFound = await rowsOf(batch);
    const first = rowsFound.map(({ verdict, problems: [problem] }) => [verdict, problem?.field, problem?.message]);
    const message = "This cell contains a spreadsheet error, not a value.";
    expect(first).toEqual([
      ...["lastName", "paid", "city"].map((field) => ["rejected", field, message]),
      ["good", undefined, undefined],
    ]);
  });

  test("interest not allowed for a consumer is refused beside its column, and holds up no other row", async () => {
    const rows = [
      validRow({ client_ref: "RENTE-50", interest_type: "contractueel", interest_pct: "50" }),
      validRow({ client_ref: "RENTE-HANDEL", interest_type: "handelsrente" }),
      validRow({ client_ref: "RENTE-8", interest_type: "contractueel", interest_pct: "8" }),
      validRow({ client_ref: "RENTE-WET" }),
    ];
    const batch = await checked(await upload(csvOf(rows)));
    const { items } = await staff.call(listImportRows, { params: { id: batch.id }, query: {} });
    expect(items.map(({ verdict, problems }) => [verdict, problems.map(({ field }) => field)])).toEqual([
      ["rejected", ["interestPct"]],
      ["rejected", ["interestType"]],
      ["good", []],
      ["good", []],
    ]);
    expect((await placed(batch)).filesPlaced).toBe(2);
  });

  test("the client's own 14-day letter: its amount and address are stored, and wrong values are refused beside their columns", async () => {
    const letter = { wik_letter_date: "05-05-2026", wik_letter_method: "post" };
    const rows = [
      validRow({ client_ref: "WIK-GOED", ...letter, wik_letter_amount: "185,18", wik_letter_address: "ja" }),
      validRow({ client_ref: "WIK-ELDERS", ...letter, wik_letter_amount: "185,18", wik_letter_address: "nee" }),
      validRow({ client_ref: "WIK-NIETS", ...letter }),
      validRow({ client_ref: "WIK-BEDRAG", ...letter, wik_letter_amount: "veel" }),
      validRow({ client_ref: "WIK-ADRES", ...letter, wik_letter_address: "misschien" }),
    ];
    const batch = await checked(await upload(csvOf(rows)));
    expect((await rowsOf(batch)).map(({ verdict, problems }) => [verdict, problems.map(({ field }) => field)])).toEqual(
      [
        ["good", []],
        ["good", []],
        ["good", []],
        ["rejected", ["wikLetterAmount"]],
        ["rejected", ["wikLetterAddress"]],
      ],
    );
    expect((await placed(batch)).filesPlaced).toBe(3);
    const kept = await sql<{ ref: string; announced: number | null; address: string | null }>`
      select f.client_ref as ref, (e.data ->> 'announced')::int as announced, e.data ->> 'address' as address
      from claim_event e join case_file f on f.id = e.file_id
      where e.kind = 'notice14' and f.client_ref like 'WIK-%' order by f.id`.execute(world.db);
    expect(kept.rows).toEqual([
      { ref: "WIK-GOED", announced: 18518, address: "same" },
      { ref: "WIK-ELDERS", announced: 18518, address: "other" },
      { ref: "WIK-NIETS", announced: null, address: null },
    ]);
  });

  test("continues where it was interrupted, and places nothing twice", async () => {
    const csv = csvOf(Array.from({ length: 1200 }, (_, at) => validRow({ client_ref: `KILL-${at}` })));
    const batch = await checked(await upload(csv));
    // The second lot meets a database that fails: as if the process had been killed there.
    await sql`create function fail_kill() returns trigger language plpgsql as
      $$ begin raise exception 'killed' using errcode = 'XX000'; end $$`.execute(world.owner.db);
    await sql`create trigger fail_kill before insert on case_file for each row
      when (new.client_ref = 'KILL-700') execute function fail_kill()`.execute(world.owner.db);
    await staff.call(placeImport, { params: { id: batch.id }, body: { version: batch.version } });
    await expect(world.drain()).rejects.toThrow();
    expect((await staff.call(readImport, { params: { id: batch.id } })).filesPlaced).toBe(499);
    await sql`drop trigger fail_kill on case_file`.execute(world.owner.db);
    // The queue delivers a job again whose worker died; twice here, as at-least-once allows.
    await world.work(async (ctx) => {
      await ctx.enqueue(placeJob, { batchId: batch.id, userId: staff.userId });
      await ctx.enqueue(placeJob, { batchId: batch.id, userId: staff.userId });
    });
    await world.drain();
    expect(await staff.call(readImport, { params: { id: batch.id } })).toMatchObject({
      state: "placed",
      filesPlaced: 1200,
    });
    const { rows } = await sql<{ files: number; refs: number; events: number }>`
      select count(*) as files, count(distinct client_ref) as refs,
        (select count(*) from claim_event join case_file f on f.id = file_id where f.client_ref like 'KILL-%' and kind = 'invoice') as events
      from case_file where client_ref like 'KILL-%'`.execute(world.db);
    expect(rows[0]).toEqual({ files: 1200, refs: 1200, events: 1200 });
  });

  test("is read with the client's own columns, which are remembered; the number and date format can be corrected", async () => {
    const own = (await makeClient(world.db, world.clock, { company: "Kolom B.V." })).id;
    const csv = [
      "Klantcode,Naam,Adres,PC,Woonplaats,Nota,Notadatum,Vervalt,Totaal",
      'K1,de Wit,Kerkstraat 12-A bis,1017 GC,Amsterdam,N1,2026-01-05,2026-02-04,"1,250.50"',
    ].join("\n");
    const batch = await upload(csv, "eigen.csv", staff, own);
    expect(batch.style).toMatchObject({ separator: ",", decimal: ".", dates: "ymd" });
    const { mapping } = batch;
    expect(mapping.clientRef).toBeUndefined();
    const chosen = { ...mapping, clientRef: 0, invoiceNumber: 5, invoiceDate: 6, dueDate: 7, amount: 8 };
    const seen = await checked(batch, { mapping: chosen });
    expect(seen.counts).toMatchObject({ warning: 1, rejected: 0, cents: 125_050 });
    await placed(seen);
    const { items } = await staff.call(searchFiles, { query: { filter: { search: "1017 gc 12" } } });
    expect(items[0]?.debtorName).toBe("de Wit");
    const next = await upload(csv.replace("K1", "K2"), "volgende.csv", staff, own);
    expect(next.mapping).toMatchObject(chosen);

    const wrong = await checked(next, { style: { ...next.style, decimal: "," } });
    expect(wrong.counts.rejected).toBe(1);
    const { rows } = await staff.call(sampleImport, { params: { id: next.id }, query: { separator: ";" } });
    expect(rows[0]).toHaveLength(1);
    await staff.call(cancelImport, { params: { id: next.id }, body: { version: wrong.version } });
  });

  test("in Windows-1252, with a BOM, and as a workbook", async () => {
    const row = validRow({ client_ref: "ENC-1", last_name: "Müller", city: "'s-Gravenhage" });
    const latin = Uint8Array.from(csvOf([row]), (sign) => sign.charCodeAt(0));
    const one = await checked(await upload(latin, "latin.csv"));
    expect(one.style.encoding).toBe("windows-1252");
    expect((await rowsOf(one))[0]?.cells).toContain("Müller");
    const marked = await checked(await upload(`\uFEFF${csvOf([validRow({ last_name: "Çelik" })])}`, "bom.csv"));
    expect(marked.header[0]).toBe("client_ref");
    expect(marked.counts.good).toBe(1);

    const sheet = validRow({ client_ref: "XLSX-1" });
    const cells = Object.entries(sheet).map(([name, text]) =>
      name === "amount" ? { value: 99.5, type: Number } : { value: text, type: String },
    );
    const workbook = await writeExcel([Object.keys(sheet).map((value) => ({ value, type: String })), cells]).toBuffer();
    const book = await checked(await upload(new Uint8Array(workbook), "vorderingen.xlsx"));
    expect(book).toMatchObject({ format: "xlsx", state: "checked", counts: { good: 1, cents: 9950 } });
  });

  test("hostile input is rejected, never run and never stored", async () => {
    const csv = csvOf([
      validRow({ client_ref: "=1+1", last_name: '=HYPERLINK("http://x")', postcode: "" }),
      validRow({ client_ref: "BSN-1", description: "bsn 123456782", bsn: "111222333", __proto__x: "1" }),
      validRow({ client_ref: "HUGE", description: "x".repeat(50_000) }),
      validRow({ client_ref: "HTML", last_name: "<script>alert(1)</script>" }),
    ]).replace("__proto__x", "__proto__");
    const batch = await checked(await upload(csv, "../../etc/passwd.csv"));
    expect(batch.fileName).toBe("passwd.csv");
    const rows = await rowsOf(batch);
    expect(rows.map(({ verdict }) => verdict)).toEqual(["rejected", "rejected", "rejected", "good"]);
    const kept = await sql<{ found: number }>`select count(*) as found from import_row
      where array_to_string(cells, ' ') ~ '123456782|111222333'`.execute(world.db);
    expect(kept.rows[0]?.found).toBe(0);
    const { text } = await staff.send(downloadRejected, { params: { id: batch.id } });
    expect(text).toContain("'=1+1");
    expect(text).not.toMatch(/(^|;)=/m);

    // Its directory says ten bytes.
    const bomb = zipOf("xl/worksheets/sheet1.xml", new Uint8Array(20_000_000));
    const refusal = await staff.refused(uploadImport, {
      body: {},
      files: { file: { name: "bom.xlsx", content: bomb } },
    });
    expect(refusal.body.errors?.file).toEqual(["This file cannot be read as CSV or XLSX."]);
    for (const content of ["", "x", "a;b;c", new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), '"'.repeat(300_000)]) {
      const bad = await staff.refused(uploadImport, { body: {}, files: { file: { name: "slecht.csv", content } } });
      expect([400, 415]).toContain(bad.status);
    }
  });

  test("of another user does not exist; of another client is refused", async () => {
    const batch = await upload(csvOf([validRow()]));
    const stranger = await world.login(["ROLE_FILE_CREATE_UPLOAD"]);
    const foreign = await stranger.refused(readImport, { params: { id: batch.id } });
    const unknown = await stranger.refused(readImport, { params: { id: 99_999_999 } });
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await stranger.call(listImports, { query: {} })).total).toBe(0);
    const admin = await world.login(["ROLE_ADMIN"]);
    expect((await admin.call(listImports, { query: {} })).total).toBeGreaterThan(3);

    const other = await makeClient(world.db, world.clock, { company: "Anders B.V." });
    const customer = await world.login({ acl: ["ROLE_FILE_CREATE_UPLOAD"], kind: "customer", clientIds: [client] });
    const refused = await customer.refused(uploadImport, {
      body: { client: other.id },
      files: { file: { name: "a.csv", content: csvOf([validRow()]) } },
    });
    expect(refused.body.errors).toHaveProperty("client");
    // A column that names another client leads nowhere either.
    const sly = await upload(csvOf([validRow({ client_number: other.number })]), "sluw.csv", customer, client);
    const judged = await checked(sly, {}, customer);
    expect(judged.counts).toMatchObject({ good: 0, rejected: 1 });
  });

  test("in the standard layout needs no choice of client or columns", async () => {
    const { number } = await makeClient(world.db, world.clock, { company: "Layout B.V." });
    const layout = await staff.send(downloadLayout);
    // The example names a client that there is, so that it can be tried as it stands.
    const named = await world.db.selectFrom("client").select("number").orderBy("number").executeTakeFirstOrThrow();
    const filled = layout.text.replace(`\n${named.number};`, `\n${number};`);
    expect(filled).toContain(`\n${number};`);
    const batch = await checked(await upload(filled, "layout.csv", staff, null));
    expect(batch.counts).toMatchObject({ good: 1, rejected: 0 });
    expect(Object.keys(batch.mapping)).toHaveLength(43);
  });
});
