/** A client's house style through HTTP: who may change it, what is refused, and that letters show it. */
import { deflateSync } from "node:zlib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { registerProvider } from "../../processing/processing.factory.ts";
import { dropLogo, previewHouse, readHouse, readLogo, setLogo, updateHouse } from "./house.contract.ts";
import { lineProblem, pictureSize } from "./house.ts";

let world: World;
let manager: Visitor;
let contact: Visitor;
let client: number;

beforeAll(async () => {
  world = await startWorld();
  manager = await world.login(["ROLE_MANAGE_CLIENT"]);
  await registerProvider(world);
  const reachable = {
    iban: "NL91ABNA0417164300",
    accountHolder: "Zon & Co",
    phone: "+31201234567",
    email: "a@zon.example",
  };
  client = (await makeClient(world.db, world.clock, reachable)).id;
  contact = await world.login({ acl: ["ROLE_PRECASSO_CREATE"], kind: "contact", clientIds: [client] });
});
afterAll(() => world.close());

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc = (bytes: Uint8Array): number => {
  let c = 0xffffffff;
  for (const byte of bytes) c = (crcTable[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
};
function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, check]);
}
/** A grey PNG of this size. */
function png(width: number, height: number): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  // Each row begins with its filter: none.
  const row = Buffer.alloc(width + 1, 90).fill(0, 0, 1);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const mark = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([mark, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

const house = (by = manager) => by.call(readHouse, { params: { id: client } });
const body = async (changes: object = {}) => {
  const { senderName, phone, email, website, closing, namesAgency, version } = await house();
  return { senderName, phone, email, website, closing, namesAgency, version, ...changes };
};
const lines = (changes: object) => ({ nl: "", en: "", fr: "", de: "", ...changes });
const put = (content: Uint8Array, by = manager, id = client) =>
  by.send(setLogo, { params: { id }, files: { file: { name: "logo.png", content } } });

async function wordsOf(template: "POST_PRE_REMINDER" | "POST_PRE_WIK14", language: "nl" | "de" = "nl") {
  const reply = await manager.send(previewHouse, { params: { id: client }, query: { template, language } });
  const pdf = await getDocument({ data: new Uint8Array(reply.bytes), verbosity: 0 }).promise;
  const page = await pdf.getPage(1);
  const { items } = await page.getTextContent();
  return items.map((item) => ("str" in item ? item.str : "")).join(" ");
}

describe("how a client's letters look", () => {
  it("comes from the client's record until changed, and letters then show it in the debtor's language", async () => {
    const before = await house();
    expect(before).toMatchObject({ senderName: "", namesAgency: true, hasLogo: false, mayChange: true, version: 0 });
    expect(await wordsOf("POST_PRE_REMINDER")).toContain(before.fromRecord.senderName);
    const closing = lines({ nl: "Warme groet van Zon & Co", de: "Herzliche Grüße" });
    const after = await manager.call(updateHouse, {
      params: { id: client },
      body: await body({ senderName: "Zon & Co Klantenservice", phone: "+31 30 1234567", closing }),
    });
    expect(after).toMatchObject({ senderName: "Zon & Co Klantenservice", closing, version: 1 });
    const dutch = await wordsOf("POST_PRE_WIK14");
    expect(dutch).toContain("Zon & Co Klantenservice");
    expect(dutch).toContain("Warme groet van Zon & Co");
    expect(dutch).not.toContain("Herzliche");
    expect(await wordsOf("POST_PRE_REMINDER", "de")).toContain("Herzliche Grüße");
    // A second editor, who saw the style as it was before.
    const late = await manager.refused(updateHouse, {
      params: { id: client },
      body: { ...(await body()), version: 0 },
    });
    expect(late.status).toBe(409);
  });

  it.each([
    ["closing.nl", { closing: lines({ nl: "Betaal ook € 40 kosten" }) }],
    ["closing.fr", { closing: lines({ fr: "plus 40,00 de frais" }) }],
    ["closing.de", { closing: lines({ de: "dazu 40 Euro" }) }],
    ["closing.en", { closing: lines({ en: "BSN 123456782" }) }],
    ["closing.nl closing.fr", { closing: lines({ nl: "Betaal ook € 40 kosten", fr: "plus 40,00 de frais" }) }],
    ["email", { email: "geen adres" }],
    ["website", { website: "javascript:alert(1)" }],
  ])("refuses an invalid value beside %s", async (field, wrong) => {
    const error = await manager.refused(updateHouse, { params: { id: client }, body: await body(wrong) });
    expect(error.status).toBe(400);
    expect(new Set(Object.keys(error.body.errors ?? {}))).toEqual(new Set(field.split(" ")));
  });

  it("shows a logo, which is previewed in a letter before it is saved", async () => {
    const logo = png(60, 20);
    expect((await put(logo)).status).toBe(200);
    expect((await manager.send(readLogo, { params: { id: client } })).bytes).toEqual(logo);
    const broken = Uint8Array.from(logo);
    broken.fill(0, 45, 60);
    for (const wrong of [broken, png(3001, 2), Buffer.from("<svg onload=alert(1)>"), new Uint8Array(0)]) {
      const reply = await put(wrong);
      expect(reply.status).toBe(400);
    }
    // What was refused left the first one as it is.
    expect((await manager.send(readLogo, { params: { id: client } })).bytes).toEqual(logo);
    expect((await wordsOf("POST_PRE_REMINDER")).length).toBeGreaterThan(100);
    expect((await manager.call(dropLogo, { params: { id: client } })).hasLogo).toBe(false);
    expect((await manager.refused(readLogo, { params: { id: client } })).status).toBe(404);
  });

  it("can be edited by the client's own people, except the name of the agency; another client's is hidden", async () => {
    expect(await house(contact)).toMatchObject({ mayChange: true, mayChangeAgency: false });
    const own = await contact.call(updateHouse, {
      params: { id: client },
      body: await body({ phone: "+31 30 7654321" }),
    });
    expect(own.phone).toBe("+31 30 7654321");
    const agency = await contact.refused(updateHouse, {
      params: { id: client },
      body: await body({ namesAgency: false }),
    });
    expect(Object.keys(agency.body.errors ?? {})).toEqual(["namesAgency"]);
    const other = (await makeClient(world.db, world.clock)).id;
    for (const call of [readHouse, dropLogo, readLogo, previewHouse])
      expect((await contact.refused(call, { params: { id: other } })).status).toBe(404);
    expect((await contact.refused(updateHouse, { params: { id: other }, body: await body() })).status).toBe(404);
    expect((await put(png(4, 4), contact, other)).status).toBe(404);
    // Staff who take records in look at it, and leave it as it is.
    const clerk = await world.login(["ROLE_PRECASSO_CREATE"]);
    expect((await house(clerk)).mayChange).toBe(false);
    expect((await clerk.refused(updateHouse, { params: { id: client }, body: await body() })).status).toBe(403);
    expect((await put(png(4, 4), clerk)).status).toBe(403);
  });
});

it("a client with an incomplete record sees what is missing, and can still save its logo", async () => {
  const bare = (await makeClient(world.db, world.clock)).id;
  const error = await manager.refused(previewHouse, { params: { id: bare } });
  expect([error.status, JSON.stringify(error.body.errors)]).toEqual([
    expect.any(Number),
    expect.stringMatching(/\w{4,}/),
  ]);
  expect(error.status).toBeLessThan(500);
  expect((await put(png(8, 8), manager, bare)).status).toBe(200);
});

describe("its own lines", () => {
  it.each([
    ["Bel ons gerust op 030 123 45 67", null],
    ["Al 40 jaar uw leverancier", null],
    ["€ 5 korting", "errorLineAmount"],
    ["kosten 40,00", "errorLineAmount"],
    ["40,- extra", "errorLineAmount"],
    ["EUR 40", "errorLineAmount"],
    ["123456782", "errorLineBsn"],
  ])("%s", (line, problem) => expect(lineProblem(line)).toBe(problem));
});

describe("the size of a picture", () => {
  it("is read from its first bytes", () => {
    expect(pictureSize(png(60, 20), "image/png")).toEqual({ width: 60, height: 20 });
    // SOI; APP0 of four bytes; SOF0 of 17 bytes, 8 bits, height 2, width 3.
    const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xc0, 0, 17, 8, 0, 2, 0, 3, 1];
    expect(pictureSize(Uint8Array.from(jpeg), "image/jpeg")).toEqual({ width: 3, height: 2 });
    expect(pictureSize(Uint8Array.from([0xff, 0xd8, 0xff]), "image/jpeg")).toBeUndefined();
    expect(pictureSize(Uint8Array.from([0x89, 0x50]), "image/png")).toBeUndefined();
  });
});
