import { text as textOf } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { searchFiles } from "../../../cases/file-search/file-search.contract.ts";
import { listFileDocuments, readDocument } from "../../../letters/correspondence/correspondence.contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import {
  checkImport,
  downloadOriginal,
  listImportDocuments,
  placeImport,
  readImport,
  uploadImport,
} from "../import/import.contract.ts";
import { csvOf, validRow } from "../intake.factory.ts";
import { ambiguous, NamedRows } from "../uploads/documents.ts";

let world: World;
let staff: Visitor;
let client: number;

/** A PDF as small as one can be. */
const pdf = (words: string): Buffer => Buffer.from(`%PDF-1.4\n% ${words}\n%%EOF\n`);

async function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return Buffer.from(await textOf(zip.outputStream.setEncoding("latin1")), "latin1");
}

const send = (content: Uint8Array, name = "vorderingen.zip") => ({
  body: { client },
  files: { file: { name, content } },
});

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH"]);
  client = (await makeClient(world.db, world.clock, { company: "Zonnekracht Energie B.V." })).id;
});
afterAll(() => world.close());

describe("rows with documents beside them", () => {
  test("each document is attached to the file in its name; the others are reported", async () => {
    const rows = [
      validRow({ client_ref: "ZIP-1", invoice_number: "F-2026-101" }),
      validRow({ client_ref: "ZIP-2", invoice_number: "F-2026-102" }),
      validRow({ client_ref: "ZIP-3", invoice_number: "F-2026-103", postcode: "fout" }),
    ];
    const zip = await zipOf({
      "maart/vorderingen.csv": csvOf(rows),
      "maart/documenten/F-2026-101.pdf": pdf("factuur"),
      "maart/documenten/contract_ZIP-1.pdf": pdf("contract"),
      "maart/documenten/zip 2 aanmaning.pdf": pdf("aanmaning"),
      "maart/documenten/F-2026-103.pdf": pdf("afgekeurd"),
      "maart/documenten/algemene voorwaarden.pdf": pdf("voorwaarden"),
      "maart/documenten/ZIP-2.exe": "MZ",
      "maart/documenten/F-2026-102.pdf": gzipSync("geen pdf"),
      "__MACOSX/maart/._vorderingen.csv": "x",
      "maart/.DS_Store": "x",
    });
    const batch = await staff.call(uploadImport, send(zip));
    expect(batch).toMatchObject({ format: "csv", fileName: "vorderingen.zip", documents: { total: 7 } });
    const { style, mapping, version } = batch;
    await staff.call(checkImport, { params: { id: batch.id }, body: { client, style, mapping, version } });
    await world.drain();
    const checked = await staff.call(readImport, { params: { id: batch.id } });
    expect(checked).toMatchObject({ counts: { good: 2, rejected: 1 }, documents: { total: 7, left: 3 } });
    const about = async () =>
      (await staff.call(listImportDocuments, { params: { id: batch.id }, query: { limit: 50 } })).items;
    expect((await about()).map(({ name, row }) => [name, row])).toEqual([
      ["algemene voorwaarden.pdf", null],
      ["contract_ZIP-1.pdf", 2],
      ["F-2026-101.pdf", 2],
      ["F-2026-102.pdf", 3],
      ["F-2026-103.pdf", null],
      ["zip 2 aanmaning.pdf", 3],
      ["ZIP-2.exe", null],
    ]);
    await staff.call(placeImport, { params: { id: batch.id }, body: { version: checked.version } });
    await world.drain();

    const documentsOf = async (ref: string) => {
      const { items } = await staff.call(searchFiles, { query: { filter: { search: ref } } });
      const id = items.find(({ clientRef }) => clientRef === ref)?.id ?? 0;
      return { id, items: (await staff.call(listFileDocuments, { params: { id } })).items };
    };
    const one = await documentsOf("ZIP-1");
    expect(one.items.map(({ name, kind }) => [name, kind]).sort()).toEqual([
      ["F-2026-101.pdf", "attachment"],
      ["contract_ZIP-1.pdf", "attachment"],
    ]);
    const [document] = one.items;
    const read = await staff.send(readDocument, { params: { id: one.id, documentId: document?.id ?? 0 } });
    expect(read.text).toContain("%PDF");
    // What only calls itself a PDF is of no kind that is kept.
    const two = await documentsOf("ZIP-2");
    expect(two.items.map(({ name }) => name)).toEqual(["zip 2 aanmaning.pdf"]);
    expect((await about()).find(({ name }) => name === "F-2026-102.pdf")).toMatchObject({ file: null });
    const lines = await sql<{ count: number }>`select count(*) as count from file_log
      where subject_key = 'intake.logDocuments'`.execute(world.db);
    expect(lines.rows[0]?.count).toBe(2);
    const original = await staff.send(downloadOriginal, { params: { id: batch.id } });
    expect(Buffer.compare(original.bytes, Buffer.from(zip))).toBe(0);
  });

  test("an archive without rows, with two tables, with a path outside or with too much content is refused", async () => {
    const csv = csvOf([validRow()]);
    const refused = async (content: Uint8Array) =>
      (await staff.refused(uploadImport, send(content))).body.errors?.file?.[0] ?? "";
    expect(await refused(await zipOf({ "a.pdf": pdf("a") }))).toMatch(/no CSV or XLSX/);
    expect(await refused(await zipOf({ "a.csv": csv, "b.csv": csv }))).toMatch(/more than one/);
    const zeros = await zipOf({ "a.csv": csv, "b.pdf": Buffer.alloc(101 * 1024 * 1024) });
    expect(zeros.length).toBeLessThan(1_000_000);
    expect(await refused(zeros)).toMatch(/too large/);
    // A name that leads out of the archive, written past the library that would refuse it.
    const named = Buffer.from(await zipOf({ "aa/aa/a.csv": csv }));
    for (const name of ["../../a.csv", "/aaaa/a.csv", "C:/aa/a.csv", "..\\aa\\a.csv"]) {
      const leading = Buffer.from(named.toString("latin1").replaceAll("aa/aa/a.csv", name), "latin1");
      expect(await refused(leading), name).toMatch(/a file outside its own folder/);
    }
    const before = await sql<{ count: number }>`select count(*) as count from import_batch`.execute(world.db);
    expect(before.rows[0]?.count).toBe(1);
  });
});

test("the longest sequence of words that is a reference decides; one that fits two files does not", () => {
  const rows = new NamedRows();
  rows.add(2, ["K-1", "2026-17"]);
  rows.add(3, ["K-12", "2026-18"]);
  rows.add(4, ["K-13", "2026-18"]);
  expect(rows.find("K-12.pdf")).toBe(3);
  expect(rows.find("k1.pdf")).toBe(2);
  expect(rows.find("factuur 2026-17 (kopie).pdf")).toBe(2);
  expect(rows.find("2026-18.pdf")).toBe(ambiguous);
  expect(rows.find("K-12 2026-17.pdf")).toBe(ambiguous);
  expect(rows.find("K-12 brief 3.pdf")).toBe(3);
  expect(rows.find("brief.pdf")).toBeUndefined();
});

test("a name that is made to look different is shown as it is", async () => {
  const zip = await zipOf({
    "rijen.csv": csvOf([validRow({ client_ref: "ZIP-9" })]),
    "ZIP-9 contract\u202Efdp.txt": "geen pdf",
  });
  const { id } = await staff.call(uploadImport, send(zip));
  const { items } = await staff.call(listImportDocuments, { params: { id }, query: { limit: 50 } });
  expect(items.map(({ name }) => name)).toEqual(["ZIP-9 contractfdp.txt"]);
});
