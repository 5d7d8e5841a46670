/**
 * One truth about what is owed: whatever shows the balance of a file shows that of one day, however long nobody was there, and says which day it is.
 * Each way is compared with the balance that the engine reckons for that day (`GET /api/v4/file/{id}/balance`).
 */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  agendaSubjectList,
  createAgendaItem,
  listAgenda,
  unattendedFiles,
} from "../cases/agenda/items/items.contract.ts";
import { readDebtor } from "../cases/debtors/debtors.contract.ts";
import { showFile } from "../cases/file-page/file-page.contract.ts";
import { exportFiles, lastFiles, searchFiles } from "../cases/file-search/file-search.contract.ts";
import { closeFile, reopenFile } from "../cases/states/states.server.ts";
import { bulkTotals, planBulk } from "../exchange/bulk/bulk.contract.ts";
import { downloadExport, requestExport } from "../exchange/exports/exports.contract.ts";
import { addDays, balancesHeader, type PlainDate, shownDate } from "../ground/kernel/dates.ts";
import { centsFromDecimal, decimalFromCents } from "../ground/kernel/money.ts";
import { readDashboard } from "../insight/dashboard/dashboard.contract.ts";
import { listDecisions, readDecision } from "../legal/decisions/decisions.contract.ts";
import { bookPaymentCall, explainBalance, getBalance, getClaim } from "../money/claims/bookings/bookings.contract.ts";
import { bik, eur, invoice, owedFrom, payment, statutory, terms } from "../money/claims/claims.factory.ts";
import { appendEvents } from "../money/claims/claims.server.ts";
import { makeClaimFile } from "../money/claims/testing/file.factory.ts";
import { findFilesForEntry } from "../money/payments/payments.contract.ts";
import { clientFigures, listClients } from "../people/client-page/client-page.contract.ts";
import { makeClient } from "../people/customers/customers.factory.ts";
import { whileHeld } from "./testing/blocked-statement.factory.ts";
import { startWorld, type Visitor, type World } from "./testing/world.factory.ts";

let world: World;
let staff: Visitor;
let person: Visitor;
let client: number;
let files: number[];
let debtors: number[];

/** Some days later, at an hour in Amsterdam; people log in again, and nothing runs in between. */
async function sleep(days: number, time = "09:00:00Z"): Promise<PlainDate> {
  const day = addDays(world.clock.today(), days);
  world.clock.set(new Date(`${day}T${time}`));
  staff = await world.login(["*"]);
  person = await world.login({ acl: ["ROLE_CONTACT_PERSON_DASHBOARD"], kind: "contact", clientIds: [client] });
  return day;
}

beforeAll(async () => {
  world = await startWorld();
  client = (await makeClient(world.db, world.clock, { company: "Zonnekracht" })).id;
  const make = (events: Parameters<typeof makeClaimFile>[2]) => makeClaimFile(world, client, events);
  files = [
    // Statutory interest, with costs.
    await make([statutory(), owedFrom("1000.00", "2026-04-01", { number: "S1" }), bik("2026-05-07", "150.00")]),
    // Two per cent a month, compounded each month.
    await make([
      terms({ kind: "contractual", rate: 20_000, per: "month", compounding: "monthly", floor: "none" }),
      owedFrom("25000.00", "2026-01-15", { number: "C1" }),
    ]),
    // An instalment paid, and an invoice that is due in some days: interest begins while nobody is there.
    await make([
      statutory(),
      owedFrom("8000.00", "2026-02-01", { number: "S2" }),
      payment("2026-06-01", "500.00"),
      invoice("3000.00", "2026-11-23", { number: "S3" }),
    ]),
    // No interest at all.
    await make([terms({ kind: "none" }), owedFrom("75.50", "2026-04-01", { number: "N1" })]),
    // Closed although money is open, and paid to the last cent.
    await make([statutory(), owedFrom("9000.00", "2026-03-01", { number: "S4" })]),
    await make([
      terms({ kind: "none" }),
      owedFrom("60.00", "2026-04-01", { number: "N2" }),
      payment("2026-06-01", "60.00"),
    ]),
  ];
  const [, , , , closed = 0, paid = 0] = files;
  await world.work((ctx) => closeFile(ctx, closed, { reason: "uncollectable" }));
  await world.work((ctx) => closeFile(ctx, paid, { reason: "paid_in_full" }));
  const rows = await world.db.selectFrom("case_file").select("debtor_id").orderBy("id").execute();
  debtors = rows.map(({ debtor_id }) => debtor_id);
  await sleep(0);
  const { items } = await staff.call(agendaSubjectList);
  await staff.call(createAgendaItem, {
    params: { id: files[0] ?? 0 },
    body: { subject: items[0]?.id ?? 0, on: "2026-11-23" },
  });
  for (const id of files) await staff.call(showFile, { params: { id } });
});
afterAll(() => world.close());

/** What each file owes on a day, by the engine. */
async function owed(day: PlainDate): Promise<ReadonlyMap<number, number>> {
  const all = new Map<number, number>();
  for (const id of files) {
    const { open } = await staff.call(getBalance, { params: { id }, query: { date: day } });
    all.set(id, centsFromDecimal(open) ?? -1);
  }
  return all;
}

interface Shown {
  /** What a way shows of single files. */
  readonly files?: readonly (readonly [id: number, cents: number])[];
  /** What it shows of all open files together. */
  readonly open?: number;
}

const cells = (text: string): string[][] =>
  text
    .replace("\ufeff", "")
    .split("\r\n")
    .filter((line) => line !== "")
    .map((line) => line.split(","));

/** The amounts of a CSV by the number of the file, whose column of amounts says the day. */
async function amountsOf(text: string, heading: string): Promise<Shown> {
  const [head = [], ...rows] = cells(text);
  const [number, amount] = [head.indexOf("File"), head.indexOf(heading)];
  expect(head).toContain(heading);
  const ids = new Map(
    (await world.db.selectFrom("case_file").select(["id", "number"]).execute()).map((f) => [f.number, f.id]),
  );
  return { files: rows.map((row) => [ids.get(row[number] ?? "") ?? 0, eur(row[amount] ?? "")] as const) };
}

/** Every way on which a balance is shown. Each is tried as the first after the days in which nobody was there. */
const ways: Readonly<Record<string, (day: PlainDate) => Promise<Shown>>> = {
  async "the list"() {
    const reply = await staff.send(searchFiles, { query: { order: { field: "openCents", direction: "desc" } } });
    expect(reply.headers.get(balancesHeader)).toBe(world.clock.today());
    const { items } = searchFiles.reply.parse(reply.json());
    expect(new Set(items.map(({ openOn }) => openOn))).toEqual(new Set([world.clock.today()]));
    const cents = items.map(({ openCents }) => openCents);
    expect(cents).toEqual(cents.toSorted((a, b) => b - a));
    return { files: items.map(({ id, openCents }) => [id, openCents]) };
  },
  async "the filter by amount"() {
    const found: [number, number][] = [];
    for (const [id, cents] of await owed(world.clock.today())) {
      const only = decimalFromCents(cents);
      const { items } = await staff.call(searchFiles, { query: { filter: { amountFrom: only, amountTo: only } } });
      for (const item of items) if (item.id === id) found.push([item.id, item.openCents]);
    }
    return { files: found };
  },
  async "the files visited last"() {
    const at = world.clock.now();
    const visits = files.map((file_id) => ({ user_id: staff.userId, file_id, at }));
    await world.db
      .insertInto("file_visit")
      .values(visits)
      .onConflict((known) => known.doNothing())
      .execute();
    const { items } = await staff.call(lastFiles);
    return { files: items.map(({ id, openCents }) => [id, openCents]) };
  },
  async "the export of the list"(day) {
    const { text } = await staff.send(exportFiles, {});
    return amountsOf(text, `Open on ${shownDate(day)}`);
  },
  async "the export that a job makes"(day) {
    const asked = await staff.call(requestExport, { body: { format: "csv", columns: ["number", "open"], filter: {} } });
    await world.drain();
    const { text } = await staff.send(downloadExport, { params: { id: asked.id } });
    return amountsOf(text, `Open on ${shownDate(day)}`);
  },
  async "the totals of a plan for many files"() {
    const action = { kind: "note", subject: "Nagekeken" } as const;
    const { id } = await staff.call(planBulk, { body: { chosen: { by: "files", files }, action } });
    await world.drain();
    const { outcomes } = await staff.call(bulkTotals, { params: { id } });
    const all = await owed(world.clock.today());
    const whole = [...all.values()].reduce((sum, cents) => sum + cents, 0);
    expect(outcomes.reduce((sum, { open }) => sum + open.before, 0)).toBe(whole);
    return {};
  },
  async "the client's figures"() {
    const { openCents } = await staff.call(clientFigures, { params: { id: client } });
    return { open: openCents };
  },
  async "the list of clients"() {
    const { items } = await staff.call(listClients, { query: {} });
    return { open: items.find(({ id }) => id === client)?.openCents ?? -1 };
  },
  async "the client's dashboard"() {
    const { open } = await person.call(readDashboard, { query: { period: "all" } });
    return { open: open.cents };
  },
  async "the debtor"() {
    const shown: [number, number][] = [];
    for (const id of debtors) {
      const debtor = await staff.call(readDebtor, { params: { id } });
      shown.push(...debtor.files.map((file): [number, number] => [file.id, file.openCents]));
      for (const alike of debtor.alike)
        shown.push(...alike.files.map((file): [number, number] => [file.id, file.openCents]));
    }
    return { files: shown };
  },
  async "the agenda"() {
    const { items } = await staff.call(listAgenda, { query: {} });
    expect(items.map(({ openOn }) => openOn)).toEqual([world.clock.today()]);
    return { files: items.map(({ fileId, openCents }) => [fileId, openCents]) };
  },
  async "files that nobody thinks of"() {
    const { items } = await staff.call(unattendedFiles, { query: { filter: { lacks: "owner" } } });
    return { files: items.map(({ id, openCents }) => [id, openCents]) };
  },
  async "the review of payments"() {
    const { items } = await staff.call(findFilesForEntry, { query: { keywords: "Proef" } });
    return { files: items.map(({ fileId, openCents }) => [fileId, openCents]) };
  },
  async "the list of decisions whether to sue, and the page of one"() {
    const { items } = await staff.call(listDecisions, { query: {} });
    const page = await staff.call(readDecision, { params: { id: files[1] ?? 0 } });
    return { files: [...items.map(({ id, openCents }) => [id, openCents] as const), [files[1] ?? 0, page.openCents]] };
  },
  async "the file, and the file beside the list"() {
    const shown: [number, number][] = [];
    for (const id of files) {
      const { balance } = await staff.call(showFile, { params: { id } });
      expect(balance.date).toBe(world.clock.today());
      const { totals } = await staff.call(getClaim, { params: { id }, query: {} });
      expect(totals.open).toBe(centsFromDecimal(balance.open));
      shown.push([id, totals.open]);
    }
    return { files: shown };
  },
};

async function expectTrue(shown: Shown, day: PlainDate): Promise<void> {
  const all = await owed(day);
  for (const [id, cents] of shown.files ?? []) expect([id, cents]).toEqual([id, all.get(id)]);
  if (shown.files) expect(shown.files.length).toBeGreaterThan(0);
  // The last two are closed.
  const open = files.slice(0, 4).reduce((sum, id) => sum + (all.get(id) ?? 0), 0);
  if (shown.open !== undefined) expect(shown.open).toBe(open);
}

describe("after a week without use", () => {
  test("the list, export, filter, totals and the file agree to the cent", async () => {
    const before = await owed(world.clock.today());
    const day = await sleep(7);
    expect(day).toBe("2026-11-27");
    for (const way of Object.values(ways)) await expectTrue(await way(day), day);
    // Three of the four open files have grown meanwhile, and the closed one: 9,000 × 4 % × 7/365 = 6.904.
    const after = await owed(day);
    const grown = files.map((id) => (after.get(id) ?? 0) - (before.get(id) ?? 0));
    expect(grown.map((cents) => cents > 0)).toEqual([true, true, true, false, true, false]);
    expect(grown[4]).toBeGreaterThanOrEqual(690);
    expect(grown[4]).toBeLessThanOrEqual(691);
  });

  test.each(Object.keys(ways))("%s shows the new day even if it is requested first", async (name) => {
    const day = await sleep(3);
    await expectTrue((await ways[name]?.(day)) ?? {}, day);
  });

  test("a worker recalculates outdated balances by itself", async () => {
    const day = await sleep(30);
    await world.drain();
    const rows = await world.db
      .selectFrom("case_file")
      .select(["id", "open_cents", "balance_on"])
      .orderBy("id")
      .execute();
    const all = await owed(day);
    expect(rows.map(({ open_cents }) => open_cents)).toEqual(files.map((id) => all.get(id)));
    // What was paid stays as it was noted: nothing grows on it.
    expect(rows.map(({ balance_on }) => balance_on === day)).toEqual([true, true, true, true, true, false]);
    expect((await world.problems()).filter((problem) => problem.startsWith("balances"))).toEqual([]);
  });
});

test("after midnight all balances are of the new day, whether a file gets a booking or not", async () => {
  await sleep(1, "22:59:00Z");
  await ways["the list"]?.(world.clock.today());
  const day = world.clock.today();
  world.clock.set(new Date(`${day}T23:00:30Z`));
  const next = world.clock.today();
  expect(next).toBe(addDays(day, 1));
  const [first = 0] = files;
  await staff.call(bookPaymentCall, {
    params: { id: first },
    body: { date: next, amount: "10.00", kind: "agency", dateConfirmed: true },
  });
  for (const way of Object.values(ways)) await expectTrue(await way(next), next);
});

describe("while balances are being recalculated", () => {
  const untilRenewed = () =>
    vi.waitUntil(async () => !(await staff.send(searchFiles, {})).headers.get(balancesHeader)?.includes("/"), {
      timeout: 120_000,
      interval: 100,
    });

  test("every reply states the dates of its balances, and no old amount lacks its date", async () => {
    const was = world.clock.today();
    const day = await sleep(7);
    const [, held = 0] = files;
    await whileHeld(world, [held], async () => {
      const reply = await staff.send(searchFiles, {});
      expect(reply.headers.get(balancesHeader)).toBe(`${was}/${day}`);
      const { items } = searchFiles.reply.parse(reply.json());
      const all = await owed(day);
      const old = await owed(was);
      for (const { id, openCents, openOn } of items) {
        expect(openOn).toBe(id === held ? was : day);
        expect(openCents).toBe((id === held ? old : all).get(id));
      }
      // A file that says of its rows that they are of several days has a column of them, and no day in its head.
      const [head = [], ...rows] = cells((await staff.send(exportFiles, {})).text);
      expect(head).toContain("Open");
      expect(head.at(-1)).toBe("Balance as of");
      expect(rows.map((row) => row.at(-1)).toSorted()).toEqual(items.map(({ openOn }) => openOn).toSorted());
    });
    await untilRenewed();
    await expectTrue((await ways["the list"]?.(day)) ?? {}, day);
  });

  test("a concurrent booking is not lost", async () => {
    const day = await sleep(7);
    const [, , third = 0] = files;
    let shown: Promise<unknown> | undefined;
    await world.work(async (ctx) => {
      await ctx.db.selectFrom("case_file").select("id").where("id", "=", third).forNoKeyUpdate().execute();
      // The reader's renewal comes to the file while the booking is not yet written.
      const reply = await staff.send(searchFiles, {});
      expect(reply.headers.get(balancesHeader)).toContain("/");
      await appendEvents(ctx, third, [payment(day, "1234.56")]);
      shown = untilRenewed();
    });
    await shown;
    const { paid } = await staff.call(getBalance, { params: { id: third }, query: { date: day } });
    expect(paid).toBe("1734.56");
    await expectTrue((await ways["the list"]?.(day)) ?? {}, day);
  });

  test("a file whose balance cannot be calculated keeps its date, and holds up no other", async () => {
    const broken = await makeClaimFile(world, client, [statutory(), owedFrom("10.00", "2026-04-01", { number: "B1" })]);
    const was = world.clock.today();
    // A day before the first rate that is known.
    const owner = await world.owner.pool.connect();
    await owner.query("set session_replication_role = replica");
    await owner.query(
      `update claim_event set data = jsonb_set(data, '{interestFrom}', '"1899-01-01"') where kind = 'invoice' and file_id = $1`,
      [broken],
    );
    owner.release(true);
    const day = await sleep(2);
    const { items } = await staff.call(searchFiles, { query: {} });
    expect(items.find(({ id }) => id === broken)?.openOn).toBe(was);
    expect(new Set(items.filter(({ id }) => id !== broken).map(({ openOn }) => openOn))).toEqual(new Set([day]));
  });
});

test("on any past or future date the panel, the balance and its derivation show the same amount", async () => {
  for (const day of ["2026-05-31", "2026-06-01", world.clock.today(), addDays(world.clock.today(), 40)])
    for (const id of files) {
      const params = { id };
      const { open, date } = await staff.call(getBalance, { params, query: { date: day } });
      const { totals } = await staff.call(getClaim, { params, query: { date: day } });
      const why = await staff.call(explainBalance, { params, query: { date: day } });
      expect([date, totals.open, why.amount]).toEqual([day, centsFromDecimal(open), open]);
    }
});

test("a reopened file has the balance of that day", async () => {
  const [, , , , , paid = 0] = files;
  const day = await sleep(4);
  await world.work((ctx) => reopenFile(ctx, paid, {}));
  const row = await world.db.selectFrom("case_file").select("balance_on").where("id", "=", paid).executeTakeFirst();
  expect(row?.balance_on).toBe(day);
});
