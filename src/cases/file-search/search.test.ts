import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { createFile } from "../../exchange/intake/intake.contract.ts";
import { fileOf, placeOne } from "../../exchange/intake/intake.factory.ts";
import type { QueryOf } from "../../ground/kernel/contract.ts";
import { date } from "../../ground/kernel/dates.ts";
import { guest, systemActor } from "../../ground/platform/server/http/module.ts";
import { isKnownLong, noteLong } from "../../ground/platform/server/postgres/long-lists.ts";
import { changeArrangement, proposeArrangement } from "../../money/claims/claims.contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { fileStatusColours } from "../files/record/colours.contract.ts";
import { addAddress, addParty, listParties, setChannel } from "../parties/parties.contract.ts";
import { closeFileByHand, liftHoldFromFile, placeHoldOnFile } from "../states/states.contract.ts";
import { countFilesExactly, exportFiles, fileFilterOptions, fileOrders, searchFiles } from "./file-search.contract.ts";
import type { FileFilter, Reader } from "./filters.server.ts";
import { listName, type WantedFiles } from "./list-rows.server.ts";
import { gatheredPage, walkedIds } from "./page.server.ts";
import { readSearch } from "./search-query.ts";
import { type Candidates, strategies } from "./strategies.server.ts";

type Filter = QueryOf<typeof searchFiles>["filter"];

let world: World;
let staff: Visitor;
let customer: Visitor;
let client: number;
let other: number;

const refs = async (filter: Filter, by = staff): Promise<string[]> =>
  (await by.call(searchFiles, { query: { filter } })).items.map((item) => item.clientRef).sort();
const found = (search: string, by = staff): Promise<string[]> => refs({ search }, by);

beforeAll(async () => {
  world = await startWorld();
  const acl = ["ROLE_EMPLOYEE", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_FILE_EXPORT", "ROLE_FILE_CREATE"];
  staff = await world.login({ acl });
  client = (await makeClient(world.db, world.clock, { company: "Zonnekracht Energie B.V." })).id;
  other = (await makeClient(world.db, world.clock, { company: "Anders B.V." })).id;
  customer = await world.login({ acl: ["ROLE_FILE_SEARCH"], kind: "customer", clientIds: [client] });
  const plain = fileOf(client);
  await staff.call(createFile, {
    body: {
      ...plain,
      clientRef: "R-JANSEN",
      debtor: { ...plain.debtor, lastName: "Jansen", street: "Élisabethlaan", houseNumber: "12", addition: "a" },
      invoices: [{ number: "2026/F-0815", date: "2026-03-01", dueDate: "2026-03-31", amount: "100.00" }],
    },
  });
  await staff.call(createFile, {
    body: {
      ...plain,
      clientRef: "R-BAKKER",
      fileType: "company",
      debtor: {
        ...plain.debtor,
        companyName: "Bakkerij De Korenaar B.V.",
        legalForm: "bv",
        lastName: null,
        initials: null,
        city: "Groningen",
      },
      invoices: [{ number: "K-9", date: "2026-03-01", dueDate: "2026-03-31", amount: "900.00" }],
    },
  });
  const [day, due] = [date("2026-03-01"), date("2026-03-31")];
  await placeOne(world, other, {
    clientRef: "R-VREEMD",
    invoices: [{ number: "V-1", date: day, dueDate: due, cents: 10_000, description: null }],
  });
});
afterAll(() => world.close());

describe("what a text finds", () => {
  test.each([
    ["the number of an invoice, ignoring case", "2026/f-0815", ["R-JANSEN"]],
    ["a company by the middle word of its name", "korenaar", ["R-BAKKER"]],
    ["a street without its accents", "elisabethlaan", ["R-JANSEN"]],
    ["a street and a number with its addition", "Élisabethlaan 12a", ["R-JANSEN"]],
    ["a name and a town together", "bakkerij groningen", ["R-BAKKER"]],
    ["a name with a missing letter", "korenar", ["R-BAKKER"]],
    ["a name with a wrong letter", "bakerij", ["R-BAKKER"]],
    ["nothing by a number that only starts the same", "Élisabethlaan 1", []],
    ["nothing by text unlike any name", "xqzwv", []],
  ])("finds %s", async (_what, text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  test("ranks names that begin with the text above similar names", async () => {
    expect(await found("jansen")).toEqual(["R-JANSEN", "R-VREEMD"]);
    const alike = await staff.call(searchFiles, { query: { filter: { search: "bakkrij janssen" } } });
    expect(alike.items).toEqual([]);
    const one = await staff.call(searchFiles, { query: { filter: { search: "janzen" } } });
    expect(one.items.map((item) => item.clientRef)).toEqual(["R-VREEMD", "R-JANSEN"]);
  });

  test("shows no files of another client, however they match", async () => {
    expect(await found("r-vreemd", customer)).toEqual([]);
    expect(await found("jansen", customer)).toEqual(["R-JANSEN"]);
    expect(await found("janzen", customer)).toEqual(["R-JANSEN"]);
    expect(await found("dorpsstraat", customer)).toEqual([]);
    expect(await found("V-1", customer)).toEqual([]);
    expect(await found("V-1")).toEqual(["R-VREEMD"]);
  });

  test("is counted and exported as it is listed", async () => {
    for (const search of ["2026/F-0815", "elisabethlaan 12", "korenar", "jansen", "nergens"]) {
      const listed = await refs({ search });
      const { total } = await staff.call(countFilesExactly, { query: { filter: { search } } });
      expect([search, total]).toEqual([search, listed.length]);
      const saved = await staff.send(exportFiles, { query: { filter: { search, columns: ["clientRef"] } } });
      const lines = saved.text.replace("\uFEFF", "").trim().split("\n").slice(1);
      expect(lines.map((line) => line.trim()).sort()).toEqual(listed);
    }
  });
});

describe("filters", () => {
  const all = ["R-BAKKER", "R-JANSEN", "R-VREEMD"];

  test("by flag match files that currently have any of the requested holds", async () => {
    const [row] = (await staff.call(searchFiles, { query: { filter: { search: "R-BAKKER" } } })).items;
    const id = row?.id ?? 0;
    const held = await staff.call(placeHoldOnFile, { params: { id }, body: { kind: "dispute", version: 1 } });
    expect(await refs({ flag: ["dispute"] })).toEqual(["R-BAKKER"]);
    expect(await refs({ flag: ["complaint", "dispute"] })).toEqual(["R-BAKKER"]);
    expect(await refs({ flag: ["complaint"] })).toEqual([]);
    expect(await refs({ withoutFlag: ["dispute", "shv"] })).toEqual(["R-JANSEN", "R-VREEMD"]);
    await staff.call(liftHoldFromFile, {
      params: { id, holdId: held.hold.id },
      body: { version: held.version },
    });
    expect(await refs({ flag: ["dispute"] })).toEqual([]);
  });

  test("find open files that lack an owner or a date, and leave closed ones alone", async () => {
    expect(await refs({ flag: ["no_manager"] })).toEqual(all);
    const file = await placeOne(world, other, { clientRef: "R-DICHT" });
    await staff.call(closeFileByHand, { params: { id: file.id }, body: { reason: "withdrawn", version: 1 } });
    expect(await refs({ flag: ["no_manager"] })).toEqual(all);
    expect(await refs({ flag: ["no_action"] })).toEqual([]);
  });

  test("by workflow, age and next action can be combined", async () => {
    expect(await refs({ workflow: ["W2"] })).toEqual(["R-BAKKER"]);
    expect(await refs({ workflow: ["W1", "W2"], status: ["not_started"] })).toEqual(all);
    expect(await refs({ workflow: ["none"] })).toEqual([]);
    expect(await refs({ ageTo: 0, status: ["not_started"] })).toEqual(all);
    expect(await refs({ ageFrom: 1 })).toEqual([]);
    const soon = await refs({ nextAction: ["overdue", "today", "week", "later"] });
    expect(soon).toEqual(all);
    expect(await refs({ team: [1] })).toEqual([]);
    expect(await refs({ merchant: [1] })).toEqual([]);
  });

  test("are refused when invalid", async () => {
    for (const filter of ["flag][0]=rich", "ageFrom]=-1", "nextAction][0]=never", "ageTo]=99999999"]) {
      const reply = await staff.raw("GET", `/api/v4/file?_filter[${filter}`);
      expect([filter, reply.status]).toEqual([filter, 400]);
    }
  });

  test("are offered to clients without workflows and teams", async () => {
    const offered = await staff.call(fileFilterOptions);
    expect(offered.workflows.map(({ id }) => id)).toEqual(["W1", "W2", "W3", "W4", "W5B", "W5J", "W5M", "W5S"]);
    const shown = await customer.call(fileFilterOptions);
    expect([shown.workflows, shown.teams]).toEqual([[], []]);
  });
});

test("a status has the colour from the settings, for clients too, and an amount has its date", async () => {
  const colourFor = async (by: Visitor): Promise<string | undefined> =>
    (await by.call(fileStatusColours)).items.find(({ status }) => status === "paused")?.colour;
  expect(await colourFor(staff)).toBe("amber");
  const paint = (colour: string) =>
    world.db.updateTable("file_status").set({ colour }).where("code", "=", "paused").execute();
  await paint("blue");
  expect([await colourFor(staff), await colourFor(customer)]).toEqual(["blue", "blue"]);
  await paint("amber");
  const { items } = await staff.call(searchFiles, { query: { filter: { search: "R-JANSEN" } } });
  expect(items.map(({ openOn }) => openOn)).toEqual([world.clock.today()]);
});

test("the exact count includes only what the reader may see", async () => {
  const query = { filter: {} };
  expect((await staff.call(countFilesExactly, { query })).total).toBe(4);
  expect((await customer.call(countFilesExactly, { query })).total).toBe(2);
});

test("a filter finds an arrangement until it ends, even while the file is on hold", async () => {
  const { id } = await placeOne(world, other, { clientRef: "R-REGELING" });
  const finance = await world.login({ acl: ["ROLE_EMPLOYEE", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_FINANCE"] });
  const params = { id };
  const made = await finance.call(proposeArrangement, {
    params,
    body: { first: "2026-12-01", frequency: "month", interest: "runs", count: 4, activate: true },
  });
  await staff.call(placeHoldOnFile, { params, body: { kind: "complaint", version: 2 } });
  expect(await refs({ flag: ["arrangement"] })).toEqual(["R-REGELING"]);
  expect(await refs({ flag: ["arrangement", "dispute"] })).toEqual(["R-REGELING"]);
  expect(await refs({ withoutFlag: ["arrangement"] })).toEqual(expect.not.arrayContaining(["R-REGELING"]));
  await finance.call(changeArrangement, {
    params: { ...params, arrangement: made.id },
    body: { action: "cancel", version: made.version },
  });
  expect(await refs({ flag: ["arrangement"] })).toEqual([]);
});

test("a file is found by each of its parties, by a second phone number, and by a former address", async () => {
  const { id } = await placeOne(world, other, { clientRef: "R-PARTIJ" });
  const params = { id };
  const none = { initials: null, firstName: null, prefix: null, lastName: null, kvk: null, birthDate: null };
  const person = {
    ...none,
    fileType: "company" as const,
    gender: "unknown" as const,
    companyName: "Bewindkantoor Zeven",
    legalForm: "bv" as const,
    street: "Kade",
    houseNumber: "9",
    addition: null,
    postcode: "1011 AA",
    city: "Amsterdam",
    country: "NL",
    phone: null,
    mobile: null,
    email: "post@bewind.example",
    iban: null,
    language: "nl" as const,
  };
  await staff.call(addParty, { params, body: { role: "administrator", from: "2026-11-01", person } });
  const { main } = await staff.call(listParties, { params });
  const personParams = { ...params, debtorId: main.id };
  await staff.call(setChannel, {
    params: personParams,
    body: { kind: "email", value: "werk@example.nl", preferred: false, consent: "given", version: 0 },
  });
  await staff.call(addAddress, {
    params: personParams,
    body: {
      kind: "former",
      street: "Oudeweg",
      houseNumber: "77",
      postcode: "9711 AB",
      city: "Groningen",
      country: "NL",
      until: "2026-01-31",
      source: "client",
      checkedOn: null,
    },
  });
  for (const text of ["bewindkantoor", "post@bewind.example", "1011 AA 9", "werk@example.nl", "9711 AB 77"]) {
    expect([text, await found(text)]).toEqual([text, ["R-PARTIJ"]]);
    expect([text, await found(text, customer)]).toEqual([text, []]);
  }
});

const everyoneOf = (): Reader => ({ ...world, user: systemActor, lang: "nl", translate: () => "" });
const customerOf = (...clientIds: number[]): Reader => ({
  ...everyoneOf(),
  user: { ...guest, kind: "customer", clientIds },
});
const orders = fileOrders.flatMap((field) => (["asc", "desc"] as const).map((direction) => ({ field, direction })));

/** The page along the order of a list, and the same page of all that is gathered. */
async function bothPages(reader: Reader, query: WantedFiles, chosen?: Candidates, most?: number) {
  const { rows } = await sql<{ id: number }>`${walkedIds(reader, query, chosen, most)}`.execute(world.db);
  const gathered = await gatheredPage(reader, query, chosen).execute(world.db);
  return { walked: rows.map(({ id }) => id), gathered: gathered.rows[0]?.ids, total: gathered.rows[0]?.total };
}

/** What one strategy finds, without the order that it would put first. */
async function candidatesOf(name: string, text: string): Promise<Candidates> {
  const strategy = strategies.find((one) => one.name === name);
  const found = await strategy?.candidates(readSearch(text), everyoneOf(), {});
  if (found === undefined) throw new Error(`${name} is no strategy for ${text}`);
  const { rank: _, ...chosen } = found;
  return chosen;
}

test("a term common to very many files gives the same page by reading along the list as by collecting all matches", async () => {
  const ways = [
    ["name", "jansen", 5],
    // By the administrator that it has, not by its debtor.
    ["name", "bewindkantoor", 1],
    ["name and address", "jansen dorpsstraat", 4],
    ["part of a name", "anse", 5],
    ["part of a number", "26-0000", 6],
    ["client or merchant", "zonnekracht", 2],
    ["name", "nergens", 0],
  ] as const;
  for (const [name, search, total] of ways) {
    const chosen = await candidatesOf(name, search);
    for (const order of [undefined, ...orders]) {
      const all = { offset: 0, limit: 50, order, filter: { search } };
      const lists: [Reader, WantedFiles][] = [
        [everyoneOf(), all],
        [everyoneOf(), { ...all, offset: 1, limit: 2 }],
        [everyoneOf(), { ...all, filter: { search, client: [client] } }],
        [customerOf(client), all],
        [customerOf(client), { ...all, filter: { search, client: [other] } }],
      ];
      for (const [reader, query] of lists) {
        const { walked, gathered } = await bothPages(reader, query, chosen);
        expect([name, search, order, walked]).toEqual([name, search, order, gathered]);
      }
      expect([name, search, (await bothPages(everyoneOf(), all, chosen)).total]).toEqual([name, search, total]);
    }
  }
});

test("a filtered list gives the same page by reading along its order as by collecting all matches, for every reader", async () => {
  const ofTeam: Reader = { ...everyoneOf(), user: { ...guest, kind: "staff", teamIds: [1] } };
  const filters: readonly FileFilter[] = [
    {},
    { client: [client] },
    { client: [client, other] },
    { status: ["not_started"], phase: ["amicable"] },
    { client: [other], status: ["not_started", "closed", "paused"] },
    { withoutFlag: ["dispute"], workflow: ["W1"] },
    { flag: ["no_manager"], caseManager: [1], team: [1] },
    { amountFrom: "150.00" },
    { debtorType: ["private"], language: ["nl", "fr"], lastContactTo: "2026-12-31" },
  ];
  for (const reader of [everyoneOf(), customerOf(client), customerOf(client, other), ofTeam]) {
    for (const filter of filters) {
      for (const order of [undefined, ...orders]) {
        const { walked, gathered } = await bothPages(reader, { offset: 1, limit: 3, order, filter });
        expect([filter, order, walked]).toEqual([filter, order, gathered]);
      }
    }
  }
  const query = { offset: 0, limit: 50, order: undefined, filter: {} };
  const { walked, gathered } = await bothPages(everyoneOf(), query, undefined, 3);
  expect(walked).toEqual(gathered?.slice(0, 3));
});

// Without a sequential scan to fall back on, the planner shows one only where no index can answer.
test.each([
  ["key", "2026/F-0815"],
  ["key", "12-03-1980"],
  ["key", "612345678"],
  ["numbers", "26-000001 26-000002"],
  ["name", "jansen"],
  ["part of a number", "885"],
  ["name and address", "jansen zwolle"],
  ["part of a name", "anse"],
  ["part of an e-mail address", "jansen@"],
])("the strategy '%s' uses an index, however many files and persons there are", async (name, text) => {
  const { where } = await candidatesOf(name, text);
  const plan = await world.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    const { rows } = await sql<{
      "QUERY PLAN": string;
    }>`explain select case_file.id from case_file where ${where}`.execute(db);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).not.toContain("Seq Scan");
});

test("the cached length of a list applies only to the same reader, client and database, and expires", () => {
  const staffs = everyoneOf();
  const readers = [staffs, customerOf(1), customerOf(1, 2), customerOf(12)];
  const names = readers.flatMap((reader) => [listName(reader, {}), listName(reader, { client: [1] })]);
  expect(new Set(names).size).toBe(names.length);
  noteLong(staffs, "one", 60);
  expect(isKnownLong(staffs, "one")).toBe(true);
  expect(isKnownLong(staffs, "other")).toBe(false);
  expect(isKnownLong({ ...staffs, db: world.db.withSchema("other") }, "one")).toBe(false);
  const later = new Date(world.clock.now().getTime() + 3_600_000);
  expect(isKnownLong({ ...staffs, clock: { ...world.clock, now: () => later } }, "one")).toBe(false);
});
