/** Letters of a run in a print batch: made in parts, reported as posted, and the effects on their files. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { eventsOf } from "../../money/claims/claims.server.ts";
import { isKind, standingEvents } from "../../money/claims/claims.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { makeRunCall, planRun, readRun, readStep } from "../processing/processing.contract.ts";
import { claimOf, person, registerProvider } from "../processing/processing.factory.ts";
import { clearFiles } from "./making/files.server.ts";
import { createBatch } from "./making/make.server.ts";
import { pageCount } from "./making/print-worker.server.ts";
import {
  cancelBatch,
  downloadBatch,
  downloadList,
  downloadPart,
  importAnswers,
  listBatches,
  listPieces,
  listWaiting,
  makeBatchCall,
  markPosted,
  markReturned,
  planPrint,
  readBatch,
} from "./print-batches.contract.ts";

let world: World;
let printer: Visitor;
let clientId: number;
let runId: number;

const printing = ["ROLE_PROCESSING", "ROLE_MERGING", "ROLE_FILE_SEARCH"];

const addresses = [
  { postcode: "9711 AA", city: "Groningen" },
  { postcode: "1012 AB", city: "Amsterdam" },
  { postcode: "111 22", city: "Stockholm", country: "SE" },
  { postcode: "2000", city: "Antwerpen", country: "BE" },
];

beforeAll(async () => {
  world = await startWorld();
  printer = await world.login(printing);
  await registerProvider(world);
  await world.work((ctx) => changeSettings(ctx, { printHouse: true }));
  clientId = (await makeClient(world.db, world.clock)).id;
  for (const address of addresses) await placeOne(world, clientId, claimOf({ debtor: person(address) }));
  runId = (await printer.call(planRun, { body: { clients: [clientId] } })).id;
  await world.drain();
  const run = await printer.call(readRun, { params: { id: runId } });
  await printer.call(makeRunCall, { params: { id: runId }, body: { version: run.version } });
  await world.drain();
}, 60_000);
afterAll(() => world.close());

const pieces = async (id: number) => (await printer.call(listPieces, { params: { id } })).items;
const noticesOf = async (fileId: number) =>
  standingEvents(await eventsOf(world.db, fileId)).filter((event) => isKind(event, "notice14"));
const answer = (id: number, lines: readonly string[]) => ({
  params: { id },
  files: {
    // The history keeps 100 signs of its name, which here end within a character.
    file: {
      name: `${"a".repeat(99)}😀.csv`,
      content: ["piece;event;date;reason", ...lines].join("\n"),
      mime: "text/csv",
    },
  },
});

describe("a batch of the letters of a run", () => {
  let id: number;

  test("it needs both roles, and a user who sees no files sees no letter", async () => {
    const half = await world.login(["ROLE_PROCESSING"]);
    expect((await half.refused(listWaiting)).status).toBe(403);
    const nobody = await world.login({ acl: ["ROLE_PROCESSING", "ROLE_MERGING"], kind: "customer", clientIds: [] });
    expect((await nobody.call(planPrint)).letters).toBe(0);
  });

  test("the plan shows what waits: four letters, three countries, one run", async () => {
    const plan = await printer.call(planPrint, { query: { run: runId } });
    expect(plan).toMatchObject({ letters: 4, awaited: 4, parts: 1, printHouse: true });
    expect(plan.countries.map(({ id: country, letters }) => [country, letters])).toEqual([
      ["NL", 2],
      ["BE", 1],
      ["SE", 1],
    ]);
    expect(plan.runs).toMatchObject([{ id: runId, letters: 4 }]);
    // A kind of letter goes by its name; its code is what it is filtered by.
    expect(plan.templates.every(({ id: code, text }) => /^POST_/.test(String(code)) && !/^POST_/.test(text))).toBe(
      true,
    );
    const namesIn = async (language: string) => {
      const asked = { query: { run: runId }, headers: { "accept-language": language } };
      return (await printer.call(planPrint, asked)).templates.map(({ text }) => text);
    };
    const inGerman = { headers: { "accept-language": "de" } };
    const listed = (await printer.call(listWaiting, inGerman)).items.map(({ template }) => template);
    expect(await namesIn("de")).not.toEqual(await namesIn("nl"));
    expect(listed).toEqual(expect.arrayContaining(await namesIn("de")));
    expect((await printer.call(planPrint, { query: { client: clientId + 99 } })).letters).toBe(0);
    expect((await printer.call(listWaiting)).items.every(({ awaited }) => awaited)).toBe(true);
  });

  test("a day of a year that no clock knows chooses nothing: it is an error beside its field", async () => {
    for (const day of ["0000-01-01", "0001-01-01", "9999-12-31"]) {
      expect((await printer.refused(planPrint, { query: { dateTo: day } })).body.errors).toHaveProperty("dateTo");
      expect((await printer.refused(listWaiting, { query: { filter: { dateTo: day } } })).status).toBe(400);
      expect((await printer.refused(makeBatchCall, { body: { dateFrom: day } })).status).toBe(400);
    }
  });

  test("a file does not proceed before its letter is reported as posted", async () => {
    const [letter] = (await printer.call(listWaiting)).items;
    const step = await printer.call(readStep, { params: { id: letter?.fileId ?? 0 } });
    expect(step.reasons.map(({ rule }) => rule)).toContain("letterNotPosted");
  });

  test("it is sorted for the print house, and contains each letter once, on marked sheets", async () => {
    id = (await printer.call(makeBatchCall, { body: { run: runId } })).id;
    expect((await printer.call(listWaiting)).items).toEqual([]);
    expect((await printer.refused(makeBatchCall, { body: {} })).status).toBe(402);
    await world.drain();
    const batch = await printer.call(readBatch, { params: { id } });
    expect(batch).toMatchObject({ state: "ready", letters: 4, posted: 0 });
    expect(batch.events.map(({ kind }) => kind)).toEqual(["ready", "asked"]);
    const found = await pieces(id);
    expect(found.map(({ country, postcode }) => `${country} ${postcode}`)).toEqual([
      "NL 1012 AB",
      "NL 9711 AA",
      "BE 2000",
      "SE 111 22",
    ]);
    const part = await printer.send(downloadPart, { params: { id, part: 1 } });
    expect(part.headers.get("content-type")).toBe("application/pdf");
    // A sheet before and one behind, and each letter from a front on, two pages to a sheet.
    const sheets = found.reduce((sum, { pages }) => sum + Math.ceil((pages ?? 0) / 2), 0);
    expect(pageCount(part.bytes)).toBe(2 + 2 * sheets + 2);
    expect(batch.sheets).toBe(sheets);
  });

  test("a user who sees none of its files does not see the batch", async () => {
    const nobody = await world.login({ acl: printing, kind: "customer", clientIds: [] });
    for (const call of [readBatch, downloadList, downloadBatch, listPieces] as const)
      expect((await nobody.send(call, { params: { id } })).status).toBe(404);
    expect((await nobody.send(downloadPart, { params: { id, part: 1 } })).status).toBe(404);
    expect((await nobody.call(listBatches)).items).toEqual([]);
  });

  test("its list names no person, and its checksums match its files", async () => {
    const list = await printer.send(downloadList, { params: { id } });
    const [head, first] = list.text.replace("\ufeff", "").split("\r\n");
    expect(head).toBe("piece;part;first_page;pages;sheets;country;postcode;sha256");
    expect(first).toMatch(new RegExp(`^${id}-1;1;3;\\d+;\\d+;NL;1012AB;[0-9a-f]{64}$`));
    expect(list.text).not.toContain("Proef");
    const zip = await printer.send(downloadBatch, { params: { id } });
    expect(zip.headers.get("content-type")).toBe("application/zip");
    const batch = await printer.call(readBatch, { params: { id } });
    expect(Buffer.from(zip.bytes).toString("latin1")).toContain(`print-${id}-sha256.txt`);
    const part = await printer.send(downloadPart, { params: { id, part: 1 } });
    expect(createHash("sha256").update(part.bytes).digest("hex")).toBe(batch.parts[0]?.sha256);
    expect(createHash("sha256").update(list.bytes).digest("hex")).toBe(batch.list?.sha256);
  });

  test("a file of results is imported whole or not at all", async () => {
    const wrong = await printer.refused(
      importAnswers,
      answer(id, [`${id}-1;posted;2026-11-20;`, `${id}-9;posted;2026-11-20;`, `${id}-2;returned;2026-11-20;moved`]),
    );
    expect(wrong.body.errors?.file).toEqual([
      "Line 3: the batch has no such piece.",
      "Line 4: this piece was not posted by that day.",
    ]);
    expect((await pieces(id)).every(({ state }) => state === "waiting")).toBe(true);
    const hostile = await printer.refused(importAnswers, answer(id, [`=cmd|'/c calc';posted;2026-11-20;`]));
    expect(hostile.body.errors?.file).toEqual(["Line 2: this is no piece of this batch."]);
  });

  test("terms count from the day of posting: the 14-day letter's event has that date", async () => {
    world.clock.set(new Date("2026-11-24T09:00:00Z"));
    printer = await world.login(printing);
    const [first] = await pieces(id);
    const before = await noticesOf(first?.fileId ?? 0);
    expect(before).toMatchObject([{ on: "2026-11-20" }]);
    const lines = [`${id}-1;posted;2026-11-23;`, `${id}-2;posted;2026-11-23;`];
    expect(await printer.call(importAnswers, answer(id, lines))).toEqual({
      posted: 2,
      returned: 0,
      spoiled: 0,
      known: 0,
    });
    await world.drain();
    // Posted on Monday: delivered on Wednesday the 25th, so that the fourteenth day is 9 December.
    expect(await noticesOf(first?.fileId ?? 0)).toMatchObject([
      { on: "2026-11-23", data: { deemedReceived: "2026-11-25", lastPayDay: "2026-12-09", bikDueFrom: "2026-12-10" } },
    ]);
    const step = await printer.call(readStep, { params: { id: first?.fileId ?? 0 } });
    expect(step.reasons.map(({ rule }) => rule)).not.toContain("letterNotPosted");
    expect(await printer.call(importAnswers, answer(id, lines))).toEqual({
      posted: 0,
      returned: 0,
      spoiled: 0,
      known: 2,
    });
    const other = await printer.refused(importAnswers, answer(id, [`${id}-1;posted;2026-11-24;`]));
    expect(other.body.errors?.file).toEqual(["Line 2: another day was told of this before."]);
  });

  test("a spoiled letter waits for another batch, and is printed in it", async () => {
    await printer.call(importAnswers, answer(id, [`${id}-3;spoiled;2026-11-23;`]));
    expect((await printer.call(listWaiting)).items).toHaveLength(1);
    const again = await printer.call(makeBatchCall, { body: {} });
    await world.drain();
    const { version } = await printer.call(readBatch, { params: { id: again.id } });
    await printer.call(cancelBatch, { params: { id: again.id }, body: { reason: "papier op", version } });
    expect((await printer.call(listWaiting)).items).toHaveLength(1);
    const { state } = await printer.call(readBatch, { params: { id: again.id } });
    expect(state).toBe("cancelled");
    expect(
      (
        await printer.refused(markPosted, {
          params: { id: again.id },
          body: { postedOn: "2026-11-24", version: version + 1 },
        })
      ).status,
    ).toBe(402);
  });

  test("a part of a number that no batch has is no fault", async () => {
    expect((await printer.refused(downloadPart, { params: { id, part: 3_000_000_000 } })).status).toBe(404);
    expect((await printer.refused(downloadPart, { params: { id, part: 999 } })).status).toBe(404);
  });

  test("the rest is reported by hand, with a possible date", async () => {
    const { version } = await printer.call(readBatch, { params: { id } });
    const tell = (postedOn: string) => ({ params: { id }, body: { postedOn, version } });
    expect((await printer.refused(markPosted, tell("2026-11-25"))).body.errors?.postedOn).toEqual([
      "This day has not come yet.",
    ]);
    expect((await printer.refused(markPosted, tell("2026-11-19"))).body.errors?.postedOn).toBeDefined();
    expect((await printer.call(markPosted, tell("2026-11-24"))).state).toBe("posted");
    await world.drain();
    expect((await pieces(id)).map(({ state }) => state)).toEqual(["posted", "posted", "withdrawn", "posted"]);
    expect((await printer.refused(markPosted, tell("2026-11-24"))).status).toBe(409);
  });

  test("a returned letter puts its file on hold and voids its 14-day letter", async () => {
    const [first] = await pieces(id);
    await printer.call(markReturned, { params: { id, set: 1 }, body: { returnedOn: "2026-11-24", reason: "moved" } });
    await world.drain();
    expect(await noticesOf(first?.fileId ?? 0)).toEqual([]);
    const holds = await world.db
      .selectFrom("file_hold")
      .select(["kind", "reason"])
      .where("file_id", "=", first?.fileId ?? 0)
      .execute();
    expect(holds).toEqual([{ kind: "returned_mail", reason: `Brief ${id}-1 kwam terug: verhuisd` }]);
    expect((await printer.call(readBatch, { params: { id } })).state).toBe("returned");
  });
});

describe("a batch that is withdrawn while it is made", () => {
  test("its parts are cleared away like those of others", async () => {
    const { id: client } = await makeClient(world.db, world.clock);
    for (let at = 0; at < 2; at++) await placeOne(world, client, claimOf({ debtor: person({}) }));
    const run = await printer.call(planRun, { body: { clients: [client] } });
    await world.drain();
    const { version } = await printer.call(readRun, { params: { id: run.id } });
    await printer.call(makeRunCall, { params: { id: run.id }, body: { version } });
    await world.drain();
    const scope = { client, run: null, dateFrom: null, dateTo: null, templateCode: null, max: 2 };
    const { id } = await world.work((ctx) => createBatch(ctx, scope, 1));
    await world.drain();
    const parts = await world.db.selectFrom("print_part").select("storage_key").where("batch_id", "=", id).execute();
    const keys = parts.map(({ storage_key }) => storage_key ?? "");
    expect(keys).toHaveLength(2);
    // As it was before the last part and the list were there.
    await sql`update print_batch set state = 'making', list_storage_key = null, list_sha256 = null, list_bytes = null where id = ${id}`.execute(
      world.db,
    );
    const made = await printer.call(readBatch, { params: { id } });
    await printer.call(cancelBatch, { params: { id }, body: { reason: "toch niet", version: made.version } });
    const { storage } = world.vorder.parts;
    await storage.get(keys[0] ?? "");
    await world.work((ctx) => clearFiles(ctx, id));
    for (const key of keys) await expect(storage.get(key)).rejects.toThrow();
  });
});

describe("a provider without a print house", () => {
  test("its letters are offered for two weeks, and after that only when their date or run is chosen", async () => {
    await world.work((ctx) => changeSettings(ctx, { printHouse: false }));
    const { id: client } = await makeClient(world.db, world.clock);
    await placeOne(world, client, claimOf({ debtor: person({}) }));
    const { id } = await printer.call(planRun, { body: { clients: [client] } });
    await world.drain();
    const { version } = await printer.call(readRun, { params: { id } });
    await printer.call(makeRunCall, { params: { id }, body: { version } });
    await world.drain();
    const waiting = async (more: object = {}) =>
      (await printer.call(planPrint, { query: { client, ...more } })).letters;
    expect(await waiting()).toBe(1);
    const madeOn = world.clock.today();
    world.clock.set(new Date(world.clock.now().getTime() + 15 * 86_400_000));
    printer = await world.login(printing);
    expect(await waiting()).toBe(0);
    expect([await waiting({ dateFrom: madeOn }), await waiting({ run: id })]).toEqual([1, 1]);
  });
});
