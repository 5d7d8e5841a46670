/** A client's own 14-day letter counts only with its copy on the file, by whatever way the two come in (BW 6:96(6)). */
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import {
  addAttachments,
  removeAttachment,
  restoreAttachment,
} from "../../../cases/logs/attachments/attachments.contract.ts";
import { createLog } from "../../../cases/logs/logs.contract.ts";
import {
  addNoticeCopy,
  checkImport,
  createFile,
  placeImport,
  planImportUndo,
  readImport,
  uploadImport,
} from "../../../exchange/intake/intake.contract.ts";
import { csvOf, fileOf, Importer, validRow } from "../../../exchange/intake/intake.factory.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { doStep, readStep } from "../../../letters/processing/processing.contract.ts";
import { registerProvider } from "../../../letters/processing/processing.factory.ts";
import { getClaim } from "../../../money/claims/claims.contract.ts";
import { eventsOf } from "../../../money/claims/claims.server.ts";
import { bikFor, standingEvents } from "../../../money/claims/claims.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { addPaper, kindPaper, listPapers } from "./papers.contract.ts";

let world: World;
let staff: Visitor;
let client: number;
let importer: Importer;

beforeAll(async () => {
  world = await startWorld();
  await registerProvider(world);
  const acl = ["ROLE_FILE_CREATE", "ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_PROCESSING"];
  staff = await world.login(acl);
  client = (await makeClient(world.db, world.clock)).id;
  importer = new Importer(world, staff, client);
});
afterAll(() => world.close());

const pdf = Buffer.from("%PDF-1.4\n% brief\n%%EOF\n");
const file = { name: "brief.pdf", content: pdf };

/** Costs of 40.00 from 22 May 2026 on, told of at the file's own address. */
const letter = { sentOn: "2026-05-04", method: "post" as const, announced: "40.00", sameAddress: true };

async function placed(): Promise<number> {
  return (await staff.call(createFile, { body: fileOf(client, { notice14: letter }) })).id;
}

const flawOf = async (id: number) => (await staff.call(getClaim, { params: { id }, query: {} })).notices[0]?.flaw;

/** What a person would do next on a file: the step, and whether its letter counts. */
const state = async (id: number) => {
  const { position } = await staff.call(readStep, { params: { id } });
  const tariffs = await loadTariffs(world.db);
  const { total } = bikFor(await eventsOf(world.db, id), tariffs, world.clock.today(), { ground: "notice" });
  return { flaw: await flawOf(id), bik: decimalFromCents(total), position };
};
/** Its own letter goes first; no costs. */
const withoutCopy = { flaw: "noCopy", bik: "0.00", position: 1 };
/** No letter of ours is needed, and the costs are due. */
const withCopy = { flaw: null, bik: "40.00", position: 2 };

async function attached(id: number): Promise<number> {
  const line = await staff.call(createLog, { body: { file: id, type: "note", subject: "Post van de klant" } });
  const { items } = await staff.call(addAttachments, { params: { id: line.id }, files: { files: file } });
  return items[0]?.id ?? 0;
}

describe("the letter counts once its copy is on file, from its own date", () => {
  const ways: readonly (readonly [string, (id: number) => Promise<unknown>])[] = [
    [
      "added by the user who created the file",
      (id) => staff.call(addNoticeCopy, { params: { id }, body: {}, files: { file } }),
    ],
    [
      "by the client itself",
      async (id) => {
        const contact = await world.login({ kind: "contact", acl: ["ROLE_FILE_CREATE"], clientIds: [client] });
        await contact.call(addNoticeCopy, { params: { id }, body: {}, files: { file } });
      },
    ],
    [
      "a document of the file",
      (id) => staff.call(addPaper, { params: { id }, body: { kind: "notice14" }, files: { file } }),
    ],
    [
      "a document of the file that is marked as the letter later",
      async (id) => {
        const { id: paperId } = await staff.call(addPaper, {
          params: { id },
          body: { kind: "other" },
          files: { file },
        });
        expect(await state(id)).toEqual(withoutCopy);
        const params = { id, source: "document", paperId };
        await staff.call(kindPaper, { params, body: { kind: "notice14" } });
      },
    ],
    [
      "an attachment of a timeline line",
      async (id) => {
        const params = { id, source: "log", paperId: await attached(id) };
        expect(await state(id)).toEqual(withoutCopy);
        await staff.call(kindPaper, { params, body: { kind: "notice14" } });
      },
    ],
  ];

  test.each(ways)("%s", async (_name, prove) => {
    const id = await placed();
    expect(await state(id)).toEqual(withoutCopy);
    await prove(id);
    expect(await state(id)).toEqual(withCopy);
    expect((await staff.call(getClaim, { params: { id }, query: {} })).notices).toMatchObject([
      { sentOn: "2026-05-04", bikDueFrom: "2026-05-22" },
    ]);
    expect((await staff.call(listPapers, { params: { id } })).items.map(({ kind }) => kind)).toEqual(["notice14"]);
    // A second copy of the same letter is no other letter.
    expect((await staff.refused(addNoticeCopy, { params: { id }, body: {}, files: { file } })).status).toBe(400);
  });

  test("removing its copy leaves it without; another document can replace it", async () => {
    const id = await placed();
    const one = await staff.call(addPaper, { params: { id }, body: { kind: "notice14" }, files: { file } });
    const two = await staff.call(addPaper, { params: { id }, body: { kind: "notice14" }, files: { file } });
    const nameCopy = (paperId: number) =>
      staff.call(kindPaper, { params: { id, source: "document", paperId }, body: { kind: "other" } });
    await nameCopy(one.id);
    expect(await state(id)).toEqual(withCopy);
    await nameCopy(two.id);
    expect(await state(id)).toEqual(withoutCopy);
    const hung = await attached(id);
    await staff.call(kindPaper, { params: { id, source: "log", paperId: hung }, body: { kind: "notice14" } });
    await staff.call(removeAttachment, { params: { id: hung } });
    expect(await state(id)).toEqual(withoutCopy);
    await staff.call(restoreAttachment, { params: { id: hung } });
    expect(await state(id)).toEqual(withCopy);
  });

  test("once we have sent a letter, or when the client sent none, a copy changes nothing", async () => {
    const id = await placed();
    await staff.call(doStep, { params: { id }, body: { position: 1 } });
    const before = await eventsOf(world.db, id);
    await staff.call(addPaper, { params: { id }, body: { kind: "notice14" }, files: { file } });
    expect(await eventsOf(world.db, id)).toEqual(before);
    const bare = (await staff.call(createFile, { body: fileOf(client) })).id;
    const refused = await staff.refused(addNoticeCopy, { params: { id: bare }, body: {}, files: { file } });
    expect(refused.body.errors).toHaveProperty("file");
    expect((await staff.refused(addNoticeCopy, { params: { id }, body: {}, files: {} })).status).toBe(400);
    const elsewhere = (await makeClient(world.db, world.clock)).id;
    const other = await world.login({ kind: "contact", acl: ["ROLE_FILE_CREATE"], clientIds: [elsewhere] });
    expect((await other.refused(addNoticeCopy, { params: { id }, body: {}, files: { file } })).status).toBe(404);
  });
});

async function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return Buffer.from(await textOf(zip.outputStream.setEncoding("latin1")), "latin1");
}

const words = {
  wik_letter_date: "04-05-2026",
  wik_letter_method: "post",
  wik_letter_amount: "40,00",
  wik_letter_address: "ja",
  amount: "100,00",
};

test("an import attaches it by file name, and can still be withdrawn", async () => {
  const rows = ["AFSCHRIFT-1", "AFSCHRIFT-2"].map((client_ref) =>
    validRow({ client_ref, invoice_number: `F-${client_ref}`, ...words }),
  );
  const content = await zipOf({
    "rijen.csv": csvOf(rows),
    "AFSCHRIFT-1_veertiendagenbrief.pdf": pdf,
    "AFSCHRIFT-2_factuur.pdf": pdf,
  });
  const upload = { body: { client }, files: { file: { name: "rijen.zip", content } } };
  const { id, style, mapping, version } = await staff.call(uploadImport, upload);
  await staff.call(checkImport, { params: { id }, body: { client, style, mapping, version } });
  await world.drain();
  const checked = await staff.call(readImport, { params: { id } });
  await staff.call(placeImport, { params: { id }, body: { version: checked.version } });
  await world.drain();
  expect(await flawOf((await importer.fileOf("AFSCHRIFT-2")).id)).toBe("noCopy");
  expect(await staff.call(planImportUndo, { params: { id } })).toMatchObject({ files: 2, reasons: [] });
});

test("a correction keeps the existing copy", async () => {
  await importer.placed([validRow({ client_ref: "AFSCHRIFT-3", amount: "100,00" })]);
  const { id } = await importer.fileOf("AFSCHRIFT-3");
  await staff.call(addPaper, { params: { id }, body: { kind: "notice14" }, files: { file } });
  const { amount: _, ...told } = words;
  await importer.made(await importer.seen([{ client_ref: "AFSCHRIFT-3", ...told }], "correct"));
  expect(await flawOf(id)).toBeNull();
  const later = { client_ref: "AFSCHRIFT-3", ...told, wik_letter_date: "11-05-2026" };
  await importer.made(await importer.seen([later], "correct"));
  const standing = standingEvents(await eventsOf(world.db, id));
  expect(standing.filter(({ kind }) => kind === "notice14")).toMatchObject([
    { on: "2026-05-11", data: { documentId: expect.any(Number) } },
  ]);
});
