/**
 * Every call that hands out a file, with values in it that attack whoever opens it. Calls are found from what is declared: one that is not
 * named here fails.
 */
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agendaSubjectList, createAgendaItem, exportAgenda } from "../cases/agenda/agenda.contract.ts";
import { sampleFileLetter } from "../cases/file-page/composer/composer.contract.ts";
import { exportFiles } from "../cases/file-search/file-search.contract.ts";
import { downloadDialerList, makeDialerList } from "../cases/work-queue/work-queue.contract.ts";
import { bulkResult, planBulk, readBulk } from "../exchange/bulk/bulk.contract.ts";
import { downloadExport, requestExport } from "../exchange/exports/exports.contract.ts";
import { usualFields } from "../exchange/exports/exports.ts";
import { downloadLayout, downloadOriginal, downloadRejected } from "../exchange/intake/intake.contract.ts";
import { Importer, placeOne, validRow } from "../exchange/intake/intake.factory.ts";
import type { Call } from "../ground/kernel/contract.ts";
import { readAnswers, refusedRows, requestAddressCheck, sendList } from "../law/surveillance/surveillance.contract.ts";
import { planRun, sampleOfRun } from "../letters/processing/processing.contract.ts";
import { claimOf, registerProvider } from "../letters/processing/processing.factory.ts";
import { makeClient } from "../people/customers/customers.factory.ts";
import { type RawReply, startWorld, type Visitor, type World } from "./testing/world.factory.ts";

const hostile = [
  `=cmd|' /C calc'!A0`,
  "+1+cmd|'/C calc'!A1",
  `-1+HYPERLINK("http://evil.example";"pay")`,
  "@SUM(1+1)*cmd|'/C calc'!A2",
  "\t=1+2",
  "\r=1+3",
  "\n=1+4",
  "   =1+5",
  "\u0001=1+6",
  "\u202e=1+7",
  "\u200b=1+8",
  "\uff1d1+9",
  `"=1+10"`,
  `quoted ""half" and 'half`,
  "two\nlines\r\nand three",
  `part;=cmd|' /C calc'!B1;end`,
  `part,=HYPERLINK("http://evil.example"),end`,
  `part\t@SUM(1)`,
  `";=1+cmd|' /C calc'!B2;"`,
  `=${"1+".repeat(5000)}1`,
  "bell \u0007 escape \u001b[31m",
  "\u202Eexe.fdp",
  "NULL",
  "\\N",
  "undefined",
  "#REF!",
  "sep=,",
  "<script>alert(1)</script>",
];

/** What may stand in an upload: a file with control characters is refused as no text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const uploadable = hostile.filter((text) => !/[\u0000-\u0008\u000e-\u001f]/.test(text));

/** What no program may find at the beginning of a cell; numbers are none. Written apart from what is tested. */
const runs = /^[\p{Z}\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/u;
const number = /^[+-]?\d+([.,]\d+)?$/;
/** What would be one where a program parts lines at another sign: a call or a link to another program. */
const callsInside = /[;,\t\r\n|][\p{Z}\p{C}"]*[=+\-@][^;,\t\r\n]*[(|!]/u;

let world: World;
let staff: Visitor;
let files: number[];
let calls: readonly Call[];

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["*"]);
  calls = world.vorder.modules
    .flatMap((module) => module.handlers.map((handler) => handler.call))
    .filter(({ carries }) => carries === "blob");
  await registerProvider(world);
  files = [];
  for (const text of hostile) {
    const client = await makeClient(world.db, world.clock);
    const file = await placeOne(world, client.id, claimOf());
    // However it came in: no screen, no import stands between.
    await sql`update client set company = ${text.slice(0, 120)} where id = ${client.id}`.execute(world.db);
    const ref = text.slice(0, 100);
    await sql`update case_file set client_ref = ${ref}, claim_title = ${ref} where id = ${file.id}`.execute(world.db);
    await sql`update debtor set display_name = ${text}, last_name = ${ref}, street = ${ref}, city = ${ref}
      where id = (select debtor_id from case_file where id = ${file.id})`.execute(world.db);
    files.push(file.id);
  }
  await world.drain();
});
afterAll(() => world.close());

interface Made {
  readonly reply: RawReply;
  /** Without the head. */
  readonly rows: number;
  readonly separator?: ";" | ",";
}

const bothFormats = async (make: (format: "csv" | "xlsx") => Promise<RawReply>, rows: number): Promise<Made[]> => [
  { reply: await make("csv"), rows },
  { reply: await make("xlsx"), rows },
];

async function exported(format: "csv" | "xlsx"): Promise<RawReply> {
  const columns = [...usualFields, "claimTitle" as const, "street" as const];
  const { id } = await staff.call(requestExport, { body: { format, columns, filter: {} } });
  await world.drain();
  return staff.send(downloadExport, { params: { id } });
}

async function agenda(): Promise<Made[]> {
  await sql`update agenda_item set note = (select display_name from case_file join debtor on debtor.id = debtor_id where case_file.id = file_id)`.execute(
    world.db,
  );
  const { rows } = await sql<{ n: number }>`select count(*) as n from agenda_item where state = 'open'`.execute(
    world.db,
  );
  return bothFormats(
    (format) => staff.send(exportAgenda, { body: { format, filter: { scope: "all" } } }),
    rows[0]?.n ?? 0,
  );
}

async function bulk(): Promise<Made[]> {
  const numbers = hostile.map((text) => text.replace(/[\r\n;,\t]/g, " ")).join("\n");
  const known = await world.db.selectFrom("case_file").select("number").execute();
  const pasted = `${known.map((file) => file.number).join("\n")}\n${numbers}`;
  const chosen = { by: "numbers", numbers: pasted } as const;
  const { id } = await staff.call(planBulk, { body: { chosen, action: { kind: "note", subject: "=1+1" } } });
  await world.drain();
  const send = (format: "csv" | "xlsx") => staff.send(bulkResult, { params: { id }, query: { format } });
  const { missingCount } = await staff.call(readBulk, { params: { id } });
  expect(missingCount).toBeGreaterThan(10);
  return bothFormats(send, files.length + missingCount);
}

async function upload(bsn: boolean) {
  const client = (await makeClient(world.db, world.clock)).id;
  const rows = uploadable.map((text) => ({
    ...validRow({ last_name: text, city: text, claim_title: text, amount: bsn ? "1,00" : "=1+1" }),
    ...(bsn && { bsn: "111222333" }),
    "=1+1;head": text,
  }));
  return new Importer(world, staff, client).seen(rows);
}

async function rejected(): Promise<Made[]> {
  const { id } = await upload(false);
  return [{ reply: await staff.send(downloadRejected, { params: { id } }), rows: uploadable.length, separator: ";" }];
}

async function cleaned(): Promise<Made[]> {
  const { id } = await upload(true);
  await sql`update import_batch set is_cleaned = true, storage_key = null where id = ${id}`.execute(world.db);
  return [{ reply: await staff.send(downloadOriginal, { params: { id } }), rows: uploadable.length, separator: ";" }];
}

async function addressList(): Promise<Made[]> {
  const ids: number[] = [];
  for (const id of files) ids.push((await staff.call(requestAddressCheck, { params: { id }, body: {} })).id);
  return [{ reply: await staff.send(sendList, { body: { ids } }), rows: files.length, separator: ";" }];
}

async function refusedAnswers(): Promise<Made[]> {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const many = Array.from({ length: 60 }, () => uploadable).flat();
  const csv = ["check_number;result", ...many.map((text) => `99999999;${quoted(text)}`)].join("\r\n");
  const sent = { file: { name: "=1+1.csv", content: csv, mime: "text/csv" } };
  const { upload: id } = await staff.call(readAnswers, { body: { apply: true }, files: sent });
  await world.drain();
  return [{ reply: await staff.send(refusedRows, { params: { id: id ?? 0 } }), rows: many.length, separator: ";" }];
}

async function dialerList(): Promise<Made[]> {
  const subject = (await staff.call(agendaSubjectList)).items.find(({ code }) => code === "call_debtor")?.id ?? 0;
  for (const id of files) await staff.call(createAgendaItem, { params: { id }, body: { subject, on: "2026-11-20" } });
  const { id, rows } = await staff.call(makeDialerList, { body: {} });
  return [{ reply: await staff.send(downloadDialerList, { params: { id } }), rows }];
}

const sheets: Readonly<Record<string, () => Promise<Made[]>>> = {
  "GET /api/v4/work-queue/dialer-lists/{id}/file": dialerList,
  "POST /api/v4/agenda/export": agenda,
  "GET /api/v4/file/export": async () => [{ reply: await staff.send(exportFiles, {}), rows: files.length }],
  "GET /api/v4/file-export/{id}/download": () => bothFormats(exported, files.length),
  "GET /api/v4/file-bulk/{id}/result": bulk,
  "GET /api/v4/file/import/{id}/rejected": rejected,
  "GET /api/v4/file/import/{id}/original": cleaned,
  "GET /api/v4/file/import-layout": async () => [
    { reply: await staff.send(downloadLayout, {}), rows: 1, separator: ";" },
  ],
  "POST /api/v4/address-check/list": addressList,
  "GET /api/v4/address-check/uploads/{id}/refused": refusedAnswers,
};

/** Made from templates, in which a value is text and never part of the document's own language. */
const letters = [
  "POST /api/v4/file/{id}/message-sample",
  "GET /api/v4/processing/run/{id}/sample/{fileId}",
  "POST /api/v4/post-mail/template/sample",
  "GET /api/v4/precasso/house/{id}/preview",
  "POST /api/v4/file/{id}/court-paper/preview",
  "POST /api/v4/subpoena-template/sample",
];

/** Handed back byte for byte as somebody sent them, or as they went to the debtor. */
const kept = [
  "GET /api/v4/file/logs/attachments/{id}",
  "GET /api/v4/file/{id}/attachments/zip",
  "GET /api/v4/file/{id}/documents/{documentId}",
  "GET /api/v4/shared-info/view/{hash}/file/{fileId}",
  "GET /api/v4/employee/{id}/training/{trainingId}/certificate",
  "GET /api/v4/client/{id}/document/{documentId}",
  "GET /api/v4/precasso/record/{id}/document/{messageId}",
  "GET /api/v4/precasso/house/{id}/logo",
  "GET /api/v4/print-batch/{id}/parts/{part}",
  "GET /api/v4/print-batch/{id}/download",
  "GET /debtor-page/claim/{id}/letter/{documentId}",
];

/** A table of claims that are no files yet (tried in precasso/papers.test.ts); lists for a machine, which no spreadsheet opens. */
const elsewhere = [
  "GET /api/v4/precasso/export",
  "GET /api/v4/print-batch/{id}/list",
  "GET /api/v4/handover-batch/{id}/download",
  "GET /api/v4/file/{id}/court-bundle/{bundleId}/zip",
];

test("every call that returns a file to download is covered here", () => {
  const declared = calls.map(({ method, path }) => `${method} ${path}`).sort();
  expect(declared).toEqual([...Object.keys(sheets), ...letters, ...kept, ...elsewhere].sort());
});

function linesOf({ reply, separator = "," }: Made): string[][] {
  const lines: string[][] = parse(reply.bytes, { bom: true, delimiter: separator, record_delimiter: "\r\n" });
  for (const cell of lines.flat()) {
    if (!number.test(cell)) expect(cell).not.toMatch(runs);
    expect(cell).not.toMatch(callsInside);
  }
  return lines;
}

/** Types tell what is computed: a text that begins like a formula comes back as the text that it is. */
async function sheetOf({ reply }: Made): Promise<string[][]> {
  const rows = await readSheet(Buffer.from(reply.bytes), { trim: false });
  return rows.map((row) => row.map((cell) => (typeof cell === "string" ? cell : String(cell ?? ""))));
}

test.each(Object.entries(sheets))(
  "%s has as many rows as there are, and no cell that is executed",
  async (_name, make) => {
    for (const made of await make()) {
      expect(made.reply.status).toBe(200);
      const isSheet = Buffer.from(made.reply.bytes).toString("latin1", 0, 2) === "PK";
      const [head, ...lines] = isSheet ? await sheetOf(made) : linesOf(made);
      expect(lines).toHaveLength(made.rows);
      expect(new Set(lines.map((line) => line.length)).size).toBeLessThanOrEqual(1);
      expect(lines[0]?.length ?? head?.length).toBe(head?.length);
    }
  },
);

test.each(["csv", "xlsx"] as const)(
  "an export as %s keeps the text as entered, except what prevents execution",
  async (format) => {
    const made = { reply: await exported(format), rows: files.length };
    const lines = format === "csv" ? linesOf(made) : await sheetOf(made);
    const plain = (text: string): string => text.replace(/[\p{Cc}']/gu, "");
    const cells = new Set(lines.flat().map(plain));
    for (const text of hostile) expect(cells).toContain(plain(text));
    if (format === "xlsx") for (const text of hostile) expect(lines.flat()).toContain(text);
  },
);

const isWholePdf = ({ status, bytes }: RawReply): boolean =>
  status === 200 &&
  Buffer.from(bytes).toString("latin1", 0, 5) === "%PDF-" &&
  Buffer.from(bytes.subarray(-16)).toString().includes("%%EOF");

test("letters with such names are printed as text; a character missing from all fonts is named", async () => {
  for (const [at, id] of files.entries()) {
    const reply = await staff.send(sampleFileLetter, { params: { id }, body: { template: "POST_LAST" } });
    if (hostile[at]?.startsWith("\uff1d")) {
      expect(reply.text).toContain("The sign “\uff1d” cannot be printed.");
      continue;
    }
    expect([id, isWholePdf(reply) || reply.text]).toEqual([id, true]);
  }
  const { id: run } = await staff.call(planRun, { body: {} });
  await world.drain();
  for (const fileId of files.slice(0, 3)) {
    const reply = await staff.send(sampleOfRun, { params: { id: run, fileId } });
    expect([fileId, isWholePdf(reply)]).toEqual([fileId, true]);
  }
});
