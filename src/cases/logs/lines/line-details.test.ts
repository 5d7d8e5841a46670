import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { portOf, startScanner, testVirus } from "../../../ground/platform/server/storage/virus-scan.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { listParties } from "../../parties/parties.contract.ts";
import { liftHoldFromFile, listStates, placeHoldOnFile } from "../../states/states.contract.ts";
import {
  addAttachments,
  listAttachments,
  readAttachment,
  removeAttachment,
  restoreAttachment,
  zipAttachments,
} from "../attachments/attachments.contract.ts";
import { capacityFrom } from "../budget/budget.ts";
import { changedSince, realChanges } from "../change-requests/change-request.ts";
import { createLog, listLogs, readLog, updateLog } from "../logs.contract.ts";
import { capacityOf } from "../logs.server.ts";
import {
  acceptChange,
  addBudgetEntry,
  listFormer,
  readBudget,
  readChange,
  rejectChange,
  removeBudgetEntry,
  requestDataChange,
} from "./line-details.contract.ts";

describe("what a debtor can pay", () => {
  test.each([
    // 2,100.00 − (900.00 + 450.00) = 750.00
    [
      "income less costs",
      [
        ["income", "wages", 210_000],
        ["expense", "housing", 90_000],
        ["expense", "living", 45_000],
      ],
      75_000,
    ],
    // 2,100.00 − 1,350.00 = 750.00, but only 2,100.00 − 1,700.00 = 400.00 is not protected
    [
      "without the protected income",
      [
        ["income", "wages", 210_000],
        ["expense", "housing", 135_000],
        ["expense", "protected", 170_000],
      ],
      40_000,
    ],
    [
      "never below zero",
      [
        ["income", "benefit", 100_000],
        ["expense", "housing", 120_000],
      ],
      0,
    ],
  ] as const)("is %s", (_what, entries, capacity) => {
    expect(capacityFrom(entries.map(([side, kind, cents]) => ({ side, kind, cents }))).capacityCents).toBe(capacity);
  });
});

describe("a request to change data", () => {
  test("contains only what differs", () => {
    expect(
      realChanges({ city: "Utrecht", phone: "", email: "a@b.nl" }, { city: "Utrecht", phone: null, email: null }),
    ).toEqual({
      email: "a@b.nl",
    });
  });
  test("detects what somebody else changed since", () => {
    expect(changedSince({ city: "Breda" }, { city: "Utrecht" }, { city: "Zwolle" })).toEqual(["city"]);
    expect(changedSince({ city: "Breda" }, { city: "Utrecht" }, { city: "Utrecht", phone: "1" })).toEqual([]);
  });
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("details of the timeline", () => {
  let world: World;
  let scanner: Awaited<ReturnType<typeof startScanner>>;
  let staff: Visitor;
  let contact: Visitor;
  let stranger: Visitor;
  let file: number;

  beforeAll(async () => {
    scanner = await startScanner();
    world = await startWorld({ env: { VIRUS_SCANNER: scanner.url } });
    staff = await world.login(["ROLE_EMPLOYEE", "ROLE_FILE_EDIT", "ROLE_FILE_SEARCH"]);
    const client = (await makeClient(world.db, world.clock, { company: "Zonnekracht" })).id;
    const other = (await makeClient(world.db, world.clock, { company: "Ander" })).id;
    const acl = ["ROLE_CONTACT_PERSON", "ROLE_FILE_SEARCH"];
    contact = await world.login({ kind: "contact", acl, clientIds: [client], name: "Vera Smit" });
    stranger = await world.login({ kind: "contact", acl, clientIds: [other] });
    file = (await placeOne(world, client)).id;
  });
  afterAll(async () => {
    await world.close();
    scanner.server.close();
  });

  const write = (who: Visitor, type: "note" | "client_message" | "income_expenses", subject: string) =>
    who.call(createLog, { body: { file, type, subject } });
  const upload = (name: string, content: string | Uint8Array) => ({ files: { name, content } });

  test("an edit keeps the former text", async () => {
    const line = await write(staff, "note", "Belt vrijdag terug");
    const once = await staff.call(updateLog, {
      params: { id: line.id },
      body: { subject: "Belt maandag terug", version: line.version },
    });
    expect(once).toMatchObject({ subject: "Belt maandag terug", edits: 1 });
    const { items } = await staff.call(listFormer, { params: { id: line.id } });
    expect(items).toMatchObject([{ version: 1, subject: "Belt vrijdag terug", userName: "Test User" }]);
    // A note is for the house: not even its former text shows to a client's people.
    expect((await contact.refused(listFormer, { params: { id: line.id } })).status).toBe(404);
  });

  test("a client's person writes only messages, and adds attachments only to their own", async () => {
    const refused = await contact.refused(createLog, { body: { file, type: "note", subject: "x" } });
    expect(refused.body.errors).toEqual({ type: ["Write a message to the case manager."] });
    const line = await write(contact, "client_message", "Klant heeft betaald");
    const { items } = await contact.call(addAttachments, {
      params: { id: line.id },
      files: upload("..\\map/bon\u0001.png", png),
    });
    expect(items).toMatchObject([{ name: "bon.png", mime: "image/png", scanned: true, removable: true }]);
    const shown = await staff.call(readLog, { params: { id: line.id } });
    expect(shown.attachments).toMatchObject([{ name: "bon.png", userName: "Vera Smit" }]);
    const note = await write(staff, "client_message", "Dank u wel");
    const foreign = await contact.refused(addAttachments, { params: { id: note.id }, files: upload("a.png", png) });
    expect(foreign.status).toBe(400);
  });

  test("more attachments than a request carries are refused beside their field, not as unreadable", async () => {
    const line = await write(staff, "client_message", "Veel stukken");
    const files = Object.fromEntries(
      Array.from({ length: 21 }, (_, at) => [`files[${at}]`, { name: `${at}.png`, content: png }]),
    );
    const refused = await staff.refused(addAttachments, { params: { id: line.id }, files });
    expect(refused.body.errors).toEqual({ files: ["At most 20 files at a time."] });
    expect((await staff.call(readLog, { params: { id: line.id } })).attachments).toEqual([]);
  });

  test("an attachment is read, previewed only where that is safe, removed and restored", async () => {
    const line = await write(staff, "client_message", "Stukken");
    const { items } = await staff.call(addAttachments, { params: { id: line.id }, files: upload("foto.png", png) });
    const id = items[0]?.id ?? 0;
    const inline = await staff.send(readAttachment, { params: { id }, query: { inline: "true" } });
    expect(inline.headers.get("content-disposition")).toMatch(/^inline/);
    expect(Buffer.from(inline.bytes)).toEqual(png);
    const text = await staff.call(addAttachments, { params: { id: line.id }, files: upload("brief.txt", "Geachte") });
    const plain = await staff.send(readAttachment, {
      params: { id: text.items[0]?.id ?? 0 },
      query: { inline: "true" },
    });
    expect(plain.headers.get("content-disposition")).toMatch(/^attachment/);
    await staff.call(removeAttachment, { params: { id } });
    expect((await staff.refused(readAttachment, { params: { id } })).status).toBe(404);
    expect(await staff.call(restoreAttachment, { params: { id } })).toMatchObject({ name: "foto.png" });
    // Another's attachment is not taken off by a client's person.
    expect((await contact.refused(removeAttachment, { params: { id } })).status).toBe(400);
  });

  test.each([
    ["a virus", "factuur.txt", testVirus, 400],
    ["a program with the name of a picture", "foto.png", new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]), 415],
    ["a page with a script", "brief.txt", "<!doctype html><script>alert(1)</script>", 415],
    ["an empty file", "leeg.txt", "", 400],
  ])("%s is refused and not stored", async (_what, name, content, status) => {
    const line = await write(staff, "client_message", "Stukken");
    const error = await staff.refused(addAttachments, { params: { id: line.id }, files: upload(name, content) });
    expect(error.status).toBe(status);
    expect((await staff.call(readLog, { params: { id: line.id } })).attachments).toEqual([]);
  });

  test("nothing is stored unscanned while the scanner is unreachable", async () => {
    const port = portOf(scanner.server);
    const line = await write(staff, "client_message", "Stukken");
    await new Promise((resolve) => scanner.server.close(resolve));
    const error = await staff.refused(addAttachments, { params: { id: line.id }, files: upload("foto.png", png) });
    expect(error.status).toBe(503);
    await new Promise<void>((resolve) => scanner.server.listen(port, "127.0.0.1", resolve));
    expect(scanner.seen()).toBeGreaterThan(3);
  });

  test("all attachments come in one ZIP, also two with the same name", async () => {
    const { items } = await staff.call(listAttachments, { params: { id: file } });
    const zip = await staff.send(zipAttachments, { params: { id: file } });
    expect(zip.headers.get("content-type")).toBe("application/zip");
    const { fromBuffer } = await import("yauzl");
    const names = await new Promise<string[]>((resolve, reject) => {
      fromBuffer(Buffer.from(zip.bytes), { lazyEntries: false }, (error, opened) => {
        if (error) return reject(error);
        const found: string[] = [];
        opened.on("entry", ({ fileName }) => found.push(fileName));
        opened.on("end", () => resolve(found));
        return undefined;
      });
    });
    expect(names.length).toBe(items.length);
    expect(new Set(names).size).toBe(names.length);
  });

  test("a statement of income and expenses shows what is left, to staff only", async () => {
    expect(await capacityOf(world.db, file)).toBeUndefined();
    const line = await write(staff, "income_expenses", "Inkomsten en uitgaven opgenomen");
    const add = (x: "income" | "expense", kind: string, amount: string) =>
      staff.call(addBudgetEntry, { params: { id: line.id, x }, body: { kind, amount } });
    await add("income", "wages", "2100.00");
    const full = await add("expense", "housing", "1349.50");
    expect(full).toMatchObject({ incomeCents: 210_000, expenseCents: 134_950, capacityCents: 75_050 });
    expect(await capacityOf(world.db, file)).toMatchObject({ capacityCents: 75_050, logId: line.id });
    const wrong = await staff.refused(addBudgetEntry, {
      params: { id: line.id, x: "income" },
      body: { kind: "housing", amount: "1" },
    });
    expect(Object.keys(wrong.body.errors ?? {})).toEqual(["kind"]);
    expect((await contact.refused(readBudget, { params: { id: line.id } })).status).toBe(404);
    const entry = full.entries.find(({ kind }) => kind === "housing")?.id ?? 0;
    expect(await staff.call(removeBudgetEntry, { params: { id: entry } })).toMatchObject({ capacityCents: 210_000 });
  });

  test("a later statement is prefilled from the last one of this file, item by item", async () => {
    const day = world.clock.now();
    const statement = async () => (await write(staff, "income_expenses", "Opgave")).id;
    const add = (id: number, x: "income" | "expense", kind: string, amount: string) =>
      staff.call(addBudgetEntry, { params: { id, x }, body: { kind, amount } });
    const earlierOf = async (id: number) =>
      (await staff.call(readBudget, { params: { id } })).earlier.map(({ kind, amountCents }) => [kind, amountCents]);
    const first = await statement();
    await add(first, "income", "benefit", "1400.00");
    await add(first, "expense", "energy", "180.00");
    world.clock.set(new Date(day.getTime() + 60_000));
    const second = await statement();
    await add(second, "income", "benefit", "1450.00");
    world.clock.set(new Date(day.getTime() + 120_000));
    const third = await statement();
    const budget = await staff.call(readBudget, { params: { id: third } });
    expect(budget.earlier).toContainEqual({
      side: "income",
      kind: "benefit",
      amountCents: 145_000,
      on: world.clock.today(),
    });
    expect(await earlierOf(third)).toContainEqual(["energy", 18_000]);
    // What it tells itself is offered no more; an earlier one is told nothing of a later one.
    const added = await add(third, "income", "benefit", "1500.00");
    expect(added.earlier.map(({ kind }) => kind)).not.toContain("benefit");
    expect(await earlierOf(first)).not.toContainEqual(["benefit", 145_000]);
  });

  test("a change request is shown side by side, accepted and applied", async () => {
    const asked = await contact.call(requestDataChange, {
      params: { id: file },
      body: {
        wanted: { street: "Nieuwe Gracht", houseNumber: "7", postcode: "3512 LH", city: "Utrecht", country: "NL" },
      },
    });
    expect(asked).toMatchObject({ state: "open", version: 1 });
    expect(asked.fields).toContainEqual({ field: "city", before: "Breda", now: "Breda", wanted: "Utrecht" });
    expect(asked.fields.map(({ field }) => field)).not.toContain("country");
    const params = { id: asked.logId };
    expect((await contact.refused(acceptChange, { params, body: { version: 1 } })).status).toBe(403);
    const done = await staff.call(acceptChange, { params, body: { version: 1 } });
    expect(done).toMatchObject({ state: "accepted", decidedBy: "Test User" });
    expect(done.fields).toContainEqual({ field: "city", before: "Breda", now: "Utrecht", wanted: "Utrecht" });
    expect((await staff.refused(rejectChange, { params, body: { version: 1, answer: "nee" } })).status).toBe(409);
    const { main } = await staff.call(listParties, { params: { id: file } });
    expect(main).toMatchObject({ addressSource: "client", addressVerifiedOn: null });
  });

  test("no citizen service number stays in an answer, a statement or the reason of a state", async () => {
    const bsn = "111222333";
    const ask = (city: string) => contact.call(requestDataChange, { params: { id: file }, body: { wanted: { city } } });
    const refused = { id: (await ask("Houten")).logId };
    await staff.call(rejectChange, { params: refused, body: { version: 1, answer: `Zie BSN ${bsn}.` } });
    expect(await staff.call(readChange, { params: refused })).toMatchObject({ answer: "Zie BSN *********." });
    const line = await write(staff, "income_expenses", "Opgave van december");
    const entry = { kind: "wages", amount: "1.00", note: `Loonstrook van ${bsn}` };
    const told = await staff.call(addBudgetEntry, { params: { id: line.id, x: "income" }, body: entry });
    expect(told.entries).toMatchObject([{ note: "Loonstrook van *********" }]);
    const { file: place } = await staff.call(listStates, { params: { id: file } });
    const state = { kind: "manual" as const, reason: `Belde over ${bsn}`, version: place.version };
    const { hold, version } = await staff.call(placeHoldOnFile, { params: { id: file }, body: state });
    expect(hold.reason).toBe("Belde over *********");
    const lifted = { reason: `Klopt, ${bsn}`, version };
    await staff.call(liftHoldFromFile, { params: { id: file, holdId: hold.id }, body: lifted });
    const { items } = await staff.call(listStates, { params: { id: file } });
    expect(items.find(({ id }) => id === hold.id)?.liftReason).toBe("Klopt, *********");
    const found = await staff.call(listLogs, { params: { id: file }, query: { filter: { search: bsn } } });
    expect(found.items).toEqual([]);
  });

  test("a change request that is out of date is not applied unseen; when rejected, it is answered", async () => {
    const first = await contact.call(requestDataChange, { params: { id: file }, body: { wanted: { city: "Zeist" } } });
    const second = await contact.call(requestDataChange, { params: { id: file }, body: { wanted: { city: "Doorn" } } });
    await staff.call(acceptChange, { params: { id: first.logId }, body: { version: 1 } });
    const overtaken = await staff.refused(acceptChange, { params: { id: second.logId }, body: { version: 1 } });
    expect(overtaken.status).toBe(409);
    await staff.call(rejectChange, {
      params: { id: second.logId },
      body: { version: 1, answer: "Zij woont in Zeist." },
    });
    expect(await contact.call(readChange, { params: { id: second.logId } })).toMatchObject({
      state: "rejected",
      answer: "Zij woont in Zeist.",
    });
    const { items } = await contact.call(listLogs, {
      params: { id: file },
      query: { filter: { search: "woont in Zeist" } },
    });
    expect(items).toHaveLength(1);
    const none = await contact.refused(requestDataChange, {
      params: { id: file },
      body: { wanted: { city: "Zeist" } },
    });
    expect(none.body.errors).toEqual({ common: ["It is so already: there is nothing to change."] });
  });

  test("some of the fields are applied, and the requester sees why the others are not", async () => {
    const wanted = { city: "Soest", email: "nieuw@example.nl" };
    const asked = await contact.call(requestDataChange, { params: { id: file }, body: { wanted } });
    const params = { id: asked.logId };
    const bare = await staff.refused(acceptChange, { params, body: { version: 1, fields: ["city"] } });
    expect(Object.keys(bare.body.errors ?? {})).toEqual(["answer"]);
    const other = await staff.refused(acceptChange, { params, body: { version: 1, fields: ["phone"], answer: "x" } });
    expect(Object.keys(other.body.errors ?? {})).toEqual(["fields"]);
    const body = { version: 1, fields: ["city" as const], answer: "Dit adres kaatst terug." };
    await staff.call(acceptChange, { params, body });
    const read = await contact.call(readChange, { params });
    expect(read).toMatchObject({ state: "accepted", answer: "Dit adres kaatst terug." });
    expect(read.fields.map(({ field, now, wanted: asks }) => [field, now === asks])).toEqual([
      ["city", true],
      ["email", false],
    ]);
  });

  test("invalid values are refused beside their fields when the request is made, all at once", async () => {
    const wanted = {
      postcode: "12",
      email: "geen-mail",
      iban: "NL00",
      phone: "abc",
      houseNumber: "zeven",
      city: "Ede",
    };
    const error = await contact.refused(requestDataChange, { params: { id: file }, body: { wanted } });
    expect(error.status).toBe(400);
    expect(error.body.errors).toEqual({
      "wanted.postcode": [expect.any(String)],
      "wanted.email": [expect.any(String)],
      "wanted.iban": [expect.any(String)],
      "wanted.phone": [expect.any(String)],
      "wanted.houseNumber": [expect.any(String)],
    });
    const { items } = await contact.call(listLogs, {
      params: { id: file },
      query: { filter: { search: "geen-mail" } },
    });
    expect(items).toEqual([]);
  });

  test("a user without access to the file gets 404 for all of it", async () => {
    const line = await write(contact, "client_message", "Vraag");
    const { items } = await contact.call(addAttachments, { params: { id: line.id }, files: upload("a.png", png) });
    const asked = await contact.call(requestDataChange, {
      params: { id: file },
      body: { wanted: { phone: "030 2345678" } },
    });
    for (const refused of [
      stranger.refused(readAttachment, { params: { id: items[0]?.id ?? 0 } }),
      stranger.refused(listAttachments, { params: { id: file } }),
      stranger.refused(zipAttachments, { params: { id: file } }),
      stranger.refused(addAttachments, { params: { id: line.id }, files: upload("a.png", png) }),
      stranger.refused(readChange, { params: { id: asked.logId } }),
      stranger.refused(requestDataChange, { params: { id: file }, body: { wanted: { city: "X" } } }),
      stranger.refused(createLog, { body: { file, type: "client_message", subject: "x" } }),
    ]) {
      expect((await refused).status).toBe(404);
    }
  });
});
