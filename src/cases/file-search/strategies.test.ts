/** What is typed in the search field and what it finds, through HTTP: on the list, in the palette, and where a receipt looks for its file. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { createFile } from "../../exchange/intake/intake.contract.ts";
import { fileOf } from "../../exchange/intake/intake.factory.ts";
import type { SystemDb } from "../../ground/platform/server/http/module.ts";
import { findFilesForEntry } from "../../money/payments/payments.contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { createMerchant } from "../../people/merchants/merchants.contract.ts";
import { merchantOf } from "../../people/merchants/merchants.factory.ts";
import { listParties, updateDebtor } from "../parties/parties.contract.ts";
import { countFilesExactly, searchFiles } from "./file-search.contract.ts";
import { tidyNameWords } from "./name-words.server.ts";
import { strategies } from "./strategies.server.ts";

let world: World;
let staff: Visitor;
let customer: Visitor;
/** References of the files by their numbers, and the other way round. */
const numberOf = new Map<string, string>();

const refsOf = async (search: string, by = staff, limit = 50): Promise<string[]> =>
  (await by.call(searchFiles, { query: { limit, filter: { search } } })).items.map((item) => item.clientRef);

beforeAll(async () => {
  world = await startWorld();
  const acl = [
    "ROLE_EMPLOYEE",
    "ROLE_FILE_SEARCH",
    "ROLE_FILE_CREATE",
    "ROLE_FILE_EDIT",
    "ROLE_FINANCE",
    "ROLE_SETTINGS",
  ];
  staff = await world.login({ acl });
  const energy = await makeClient(world.db, world.clock, { company: "Zonnelicht Energie B.V." });
  const shop = await makeClient(world.db, world.clock, { company: "Fietsplein Webwinkel B.V." });
  customer = await world.login({ acl: ["ROLE_FILE_SEARCH"], kind: "customer", clientIds: [shop.id] });
  const { id: merchant } = await staff.call(createMerchant, {
    body: merchantOf(shop.id, { name: "Bakfietsenhuis", webshopName: "bakfiets.example" }),
  });
  const { debtor } = fileOf(energy.id);
  const place = async (clientRef: string, of: Partial<typeof debtor>, client = energy.id, more = {}) => {
    const file = await staff.call(createFile, {
      body: { ...fileOf(client, { clientRef }), ...more, debtor: { ...debtor, ...of } },
    });
    numberOf.set(clientRef, file.number);
  };
  const quiet = { mobile: null, email: null };
  await place("ZLE002012", {
    ...quiet,
    lastName: "Jansen",
    firstName: "Kees",
    city: "Zwolle",
    birthDate: "1980-03-12",
  });
  await place("ZLE002013", {
    ...quiet,
    lastName: "Jansens",
    mobile: "06 24681357",
    email: "kees.jansens@post.example",
  });
  await place("ZLE99885X", { ...quiet, lastName: "Haverzwaag", city: "Zwolle" });
  await place("FPW000007", { ...quiet, lastName: "Haverzwaag", city: "Utrecht" }, shop.id, { merchant });
  await place("BREM", { ...quiet, lastName: "Brembrinkma" });
  for (const start of ["Broek", "Linde", "Duister", "Water", "Winter", "Klaver"])
    await place(`X${start.toUpperCase()}`, { ...quiet, lastName: `${start}brinkma` });
});
afterAll(() => world.close());

/** What is typed, and the references of what it finds, the one meant first. */
const found: readonly (readonly [what: string, typed: () => string, finds: readonly string[]])[] = [
  ["a file number", () => numberOf.get("ZLE002012") ?? "", ["ZLE002012"]],
  ["the start of a reference", () => "ZLE0020", ["ZLE002013", "ZLE002012"]],
  ["the start of a reference in lower case", () => "zle0020", ["ZLE002013", "ZLE002012"]],
  ["the middle of a reference", () => "885", ["ZLE99885X"]],
  ["the letters of a reference", () => "fpw", ["FPW000007"]],
  ["the end of a number", () => numberOf.get("BREM")?.slice(-3) ?? "", ["BREM"]],
  ["several numbers", () => `${numberOf.get("BREM")} ${numberOf.get("ZLE002012")}`, ["BREM", "ZLE002012"]],
  [
    "numbers and references with other separators",
    () => `${numberOf.get("BREM")}; ZLE002012,FPW000007 99-999999`,
    ["BREM", "FPW000007", "ZLE002012"],
  ],
  ["a phone number", () => "06-24681357", ["ZLE002013"]],
  ["a phone number without its 0", () => "624681357", ["ZLE002013"]],
  ["a phone number with spaces", () => "6 2468 1357", ["ZLE002013"]],
  ["a phone number with its country", () => "31624681357", ["ZLE002013"]],
  ["the start of an e-mail address", () => "kees.jansens@", ["ZLE002013"]],
  ["the end of an e-mail address", () => "@post.example", ["ZLE002013"]],
  ["a date of birth", () => "12-03-1980", ["ZLE002012"]],
  ["a date of birth in ISO form", () => "1980-03-12", ["ZLE002012"]],
  ["a name with a date of birth", () => "jans 12-3-1980", ["ZLE002012"]],
  ["a name with the date of birth of somebody else", () => "haverzwaag 12-3-1980", []],
  ["a client", () => "fietsplein", ["FPW000007"]],
  ["a merchant", () => "bakfietsenhuis", ["FPW000007"]],
  ["a surname that is the start of other surnames", () => "Jansen", ["ZLE002012", "ZLE002013"]],
  ["a first name and a surname", () => "kees jansen", ["ZLE002012"]],
  ["a typing error with a town", () => "Haverzwag Zwolle", ["ZLE99885X"]],
  ["a town before a typing error", () => "zwolle haverzwag", ["ZLE99885X"]],
  ["a typing error", () => "haverzwag", ["FPW000007", "ZLE99885X"]],
  ["two letters swapped", () => "havrezwaag utrecht", ["FPW000007"]],
  ["a typing error with a town where nobody of that name lives", () => "Haverzwag Groningen", []],
  ["a number that does not exist", () => "26-999999", []],
  ["a date that does not exist", () => "31-02-1980", []],
];

describe("what is typed finds", () => {
  test.each(found)("%s", async (_what, typed, finds) => {
    const text = typed();
    expect([text, [...(await refsOf(text))].sort()]).toEqual([text, [...finds].sort()]);
    // The palette asks for a few.
    expect([text, (await refsOf(text, staff, 8)).sort()]).toEqual([text, [...finds].sort()]);
    const { total } = await staff.call(countFilesExactly, { query: { filter: { search: text } } });
    expect([text, total]).toEqual([text, finds.length]);
    const offered = await staff.call(findFilesForEntry, { query: { keywords: text } });
    expect([text, offered.items.map(({ clientRef }) => clientRef).sort()]).toEqual([text, [...finds].sort()]);
    // Another client's files are found by nothing.
    const own = finds.filter((ref) => ref.startsWith("FPW"));
    expect([text, (await refsOf(text, customer)).filter((ref) => !ref.startsWith("FPW"))]).toEqual([text, []]);
    expect([text, await refsOf(text, customer)]).toEqual([text, expect.arrayContaining([...own])]);
  });

  test.each([
    ["Brenbrinkma", "BREM"],
    ["Jansen", "ZLE002012"],
    ["002", "ZLE002013"],
    ["Linderbrinkma", "XLINDE"],
  ])("%s, and ranks the intended file first", async (text, ref) => {
    expect((await refsOf(text))[0]).toBe(ref);
    expect((await refsOf(text, staff, 8))[0]).toBe(ref);
    expect((await staff.call(findFilesForEntry, { query: { keywords: text } })).items[0]?.clientRef).toBe(ref);
  });
});

test("each strategy has a name of its own and says what it finds", () => {
  expect(new Set(strategies.map(({ name }) => name)).size).toBe(strategies.length);
  expect(strategies.filter(({ finds }) => finds === "")).toEqual([]);
});

test.each([
  {},
  { search: "zle0020" },
  { search: "jans" },
  { search: "haverzwag" },
  { client: [1] },
  { debtorType: ["private" as const] },
])("a page beyond the end of the list %j is empty and has the total", async (filter) => {
  const whole = await staff.call(searchFiles, { query: { filter } });
  expect(whole.total).toBe(whole.items.length);
  expect(whole.total).toBeGreaterThan(0);
  const beyond = await staff.call(searchFiles, { query: { offset: 5000, filter } });
  expect(beyond).toMatchObject({ items: [], total: whole.total, capped: false });
});

describe("filters of the list", () => {
  test("by debtor and contact match the stored data", async () => {
    const total = async (query: string) => {
      const reply = await staff.raw("GET", `/api/v4/file?${query}`);
      return JSON.parse(reply.text).total;
    };
    expect(await total("_filter[debtorType][0]=private")).toBe(numberOf.size);
    expect(await total("_filter[debtorType][0]=company")).toBe(0);
    expect(await total("_filter[language][0]=nl")).toBe(numberOf.size);
    expect(await total("_filter[language][0]=fr&_filter[language][1]=de")).toBe(0);
    const on = new Date("2026-11-20T23:30:00Z");
    await world.db
      .updateTable("case_file")
      .set({ last_contact_at: on })
      .where("number", "=", numberOf.get("BREM") ?? "")
      .execute();
    // It was half past midnight in Amsterdam.
    expect(await total("_filter[lastContactFrom]=2026-11-21&_filter[lastContactTo]=2026-11-21")).toBe(1);
    expect(await total("_filter[lastContactTo]=2026-11-20")).toBe(0);
    expect(await total("_filter[lastContactFrom]=2026-11-22")).toBe(0);
    expect(await total("_filter[flag][0]=no_contact")).toBe(numberOf.size - 1);
  });

  test.each([
    [
      "one value instead of a list",
      "_filter[status]=closed",
      "filter.status",
      "Hier hoort een lijst, al is het van één waarde.",
    ],
    [
      "one value instead of a list, beside the filter",
      "status=closed",
      "status",
      "Hier hoort een lijst, al is het van één waarde.",
    ],
    ["an unknown value", "_filter[status][0]=gone", "filter.status.0", "Kies een van de mogelijkheden."],
    ["a word instead of a number", "_filter[ageFrom]=old", "filter.ageFrom", "Deze waarde past hier niet."],
    ["an unknown key", "_filter[colour]=red", "filter.colour", "Dit veld is hier niet bekend."],
    ["an unknown key beside the filter", "colour=red", "colour", "Dit veld is hier niet bekend."],
  ])("are refused for %s", async (_what, query, field, message) => {
    const reply = await staff.raw("GET", `/api/v4/file?${query}`);
    expect([reply.status, JSON.parse(reply.text).errors]).toEqual([400, { [field]: [message] }]);
  });
});

describe("the words of names", () => {
  const idOf = async (ref: string): Promise<number> => {
    const { items } = await staff.call(searchFiles, { query: { filter: { search: ref } } });
    return items[0]?.id ?? 0;
  };
  const rename = async (ref: string, lastName: string): Promise<void> => {
    const params = { id: await idOf(ref) };
    const { main } = await staff.call(listParties, { params });
    const { fileType, isConsumer, isNaturalPerson, displayName, id, addressSource, wish, addresses, channels, ...is } =
      main;
    await staff.call(updateDebtor, { params, body: { ...is, lastName } });
  };
  const words = async (): Promise<string[]> =>
    (await world.db.selectFrom("debtor_name_word").select("word").orderBy("word").execute()).map(({ word }) => word);
  const tidy = async (): Promise<void> => {
    await world.work((ctx) => ctx.enqueue(tidyNameWords, {}));
    await world.drain();
  };

  test("follow a debtor who is renamed, and at night lose what no name has any more", async () => {
    await rename("BREM", "Quiestermans");
    expect(await refsOf("Quistermans")).toEqual(["BREM"]);
    expect(await refsOf("Brenbrinkma")).not.toContain("BREM");
    expect(await words()).toEqual(expect.arrayContaining(["brembrinkma", "quiestermans", "haverzwaag"]));
    await tidy();
    expect(await words()).not.toContain("brembrinkma");
    expect(await words()).toEqual(expect.arrayContaining(["quiestermans", "haverzwaag"]));
  });

  test("get back at night a word that was taken out while somebody was given it as a name", async () => {
    await world.db.deleteFrom("debtor_name_word").where("word", "=", "quiestermans").execute();
    expect(await refsOf("Quistermans")).not.toContain("BREM");
    await tidy();
    expect(await refsOf("Quistermans")).toEqual(["BREM"]);
  });

  test("are noted by two at once without one waiting for the other, and stand once after the night", async () => {
    const ids = await Promise.all(["ZLE002012", "ZLE002013"].map(idOf));
    const debtors = await sql<{
      id: number;
    }>`select debtor_id as id from case_file where id = any(${ids}::bigint[])`.execute(world.db);
    const [one, other] = debtors.rows.map(({ id }) => id);
    const note = (db: SystemDb, id: number | undefined) =>
      sql`update debtor set search_name = search_name || ' xylander' where id = ${id}`.execute(db);
    await world.db.transaction().execute(async (first) => {
      await note(first, one);
      await world.db.transaction().execute(async (second) => {
        await sql`set local lock_timeout = '10s'`.execute(second);
        await note(second, other);
      });
    });
    const isXylander = (word: string): boolean => word === "xylander";
    expect((await words()).filter(isXylander)).toHaveLength(2);
    await tidy();
    expect((await words()).filter(isXylander)).toHaveLength(1);
    expect((await refsOf("xilander")).sort()).toEqual(["ZLE002012", "ZLE002013"]);
  });
});
