/** The dashboard of a client's people: its figures are those of their own files, and of no other. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { changeStatus, liftHoldFromFile, placeHoldOnFile } from "../../cases/states/states.contract.ts";
import { createFile } from "../../exchange/intake/intake.contract.ts";
import { fileOf, Importer, numberOf, validRow } from "../../exchange/intake/intake.factory.ts";
import { date } from "../../ground/kernel/dates.ts";
import { bookPaymentCall, reversePaymentCall } from "../../money/claims/claims.contract.ts";
import { appendEvents } from "../../money/claims/claims.server.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { type Dashboard, readDashboard } from "./dashboard.contract.ts";
import { periodStart, twelveMonthsFrom } from "./dashboard.ts";

const role = "ROLE_CONTACT_PERSON_DASHBOARD" as const;

let world: World;
let staff: Visitor;
let person: Visitor;
let [own, second, foreign] = [0, 0, 0];
let files: number[] = [];

const read = (by = person, query: { client?: number; period?: "month" | "year" | "all" } = {}): Promise<Dashboard> =>
  by.call(readDashboard, { query });

const place = async (client: number, amount: string): Promise<number> => {
  const body = fileOf(client, {
    invoices: [{ number: `F-${client}-${amount}`, date: "2026-03-01", dueDate: "2026-03-31", amount }],
  });
  return (await staff.call(createFile, { body })).id;
};

const versionOf = async (id: number): Promise<number> =>
  (await world.db.selectFrom("case_file").select("version").where("id", "=", id).executeTakeFirstOrThrow()).version;

/** What the balances of some clients' files say, read past the dashboard. */
async function projected(clients: readonly number[]) {
  const rows = await world.db
    .selectFrom("case_file")
    .select(["paid_cents", "open_cents", "status"])
    .where("client_id", "in", [...clients])
    .execute();
  const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((total, row) => total + of(row), 0);
  return {
    paid: sum((row) => row.paid_cents),
    open: sum((row) => (row.status === "closed" ? 0 : row.open_cents)),
  };
}

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["*"]);
  const make = async (company: string) => (await makeClient(world.db, world.clock, { company })).id;
  [own, second, foreign] = [await make("Zonnekracht B.V."), await make("Windhoek B.V."), await make("Vreemd B.V.")];
  person = await world.login({ acl: [role], kind: "contact", clientIds: [own, second] });
  files = [await place(own, "100.00"), await place(own, "250.00"), await place(second, "75.50")];
  await place(foreign, "9999.00");
});
afterAll(() => world.close());

describe("what is counted", () => {
  test("placed and open: the user's visible files, of all their clients or of one", async () => {
    const all = await read();
    const sums = await projected([own, second]);
    // 100.00 + 250.00 + 75.50
    expect(all.placed).toEqual({ files: 3, cents: 42_550 });
    expect(all.open).toEqual({ files: 3, cents: sums.open });
    expect(all.clients.map(({ id }) => id)).toEqual([second, own]);
    const one = await read(person, { client: second });
    expect(one.placed).toEqual({ files: 1, cents: 7550 });
    expect(one.open.cents).toBe((await projected([second])).open);
  });

  test("collected: payments minus reversals, in total equal to what the balances show as paid", async () => {
    const pay = (file: number, amount: string, on: string) =>
      staff.call(bookPaymentCall, {
        params: { id: file },
        body: { date: on, amount, kind: "agency", dateConfirmed: true },
      });
    const [first = 0, next = 0, third = 0] = files;
    const today = world.clock.today();
    await pay(first, "40.00", today);
    await pay(third, "20.50", `${Number(today.slice(0, 4)) - 1}-12-31`);
    const wrong = await pay(next, "10.00", today);
    expect((await read()).collected).toEqual({ payments: 2, cents: 5000 });
    await staff.call(reversePaymentCall, {
      params: { id: next, paymentId: wrong.id },
      body: { reason: "Storno" },
    });
    // 40.00 + 10.00 − 10.00 this year; 20.50 last year.
    const year = await read();
    expect(year.placed.cents, "what was paid does not lessen what was placed").toBe(42_550);
    expect(year.collected.cents).toBe(4000);
    const all = await read(person, { period: "all" });
    expect(all.collected.cents).toBe(6050);
    expect(all.collected.cents).toBe((await projected([own, second])).paid);
    expect(all.payments.map(({ cents }) => cents)).toEqual([-1000, 1000, 4000, 2050]);
    expect(all.byMonth.reduce((sum, month) => sum + month.collectedCents, 0)).toBe(6050);
  });

  test("placed: an invoice that the client put right counts once", async () => {
    const { id } = await makeClient(world.db, world.clock, { company: "Vergist B.V." });
    const reader = await world.login({ acl: [role], kind: "contact", clientIds: [id] });
    const importer = new Importer(world, staff, id);
    await importer.placed([validRow({ client_ref: "FIX-1", amount: "1000,00" })]);
    expect((await read(reader)).placed).toEqual({ files: 1, cents: 100_000 });
    const line = { client_ref: "FIX-1", invoice_number: numberOf("FIX-1") };
    expect((await importer.placed([{ ...line, due_date: "30-06-2026" }], "correct")).filesPlaced).toBe(1);
    expect((await read(reader)).placed.cents, "another due date").toBe(100_000);
    expect((await importer.placed([{ ...line, amount: "1100,00" }], "correct")).filesPlaced).toBe(1);
    const after = await read(reader);
    expect(after.placed.cents, "a higher amount").toBe(110_000);
    expect(after.byMonth.reduce((sum, { placedCents }) => sum + placedCents, 0)).toBe(110_000);
  });

  test("collected: a payment whose reversal was taken back counts again, and no more once it is reversed anew", async () => {
    const [, next = 0] = files;
    const collectedNow = async () => (await read(person, { period: "all" })).collected.cents;
    const before = await collectedNow();
    const on = world.clock.today();
    const reverse = (reverses: number) =>
      world.work((ctx) => appendEvents(ctx, next, [{ kind: "reversal", on, reverses, data: { reason: "Terug" } }]));
    const data = { receipt: "agency" as const, reference: "" };
    const paid = await world.work((ctx) => appendEvents(ctx, next, [{ kind: "payment", on, amount: 700, data }]));
    const back = await reverse(paid.ids[0] ?? 0);
    expect(await collectedNow()).toBe(before);
    const again = await reverse(back.ids[0] ?? 0);
    expect(await collectedNow()).toBe(before + 700);
    expect(await collectedNow()).toBe((await projected([own, second])).paid);
    await reverse(again.ids[0] ?? 0);
    expect(await collectedNow()).toBe(before);
  });

  test("by phase and by month: every phase and the last twelve months, adding up to the whole", async () => {
    const all = await read();
    expect(all.byPhase.map(({ phase }) => phase)).toContain("bailiff");
    expect(all.byPhase.reduce((sum, { cents }) => sum + cents, 0)).toBe(all.open.cents);
    expect(all.byMonth).toHaveLength(12);
    expect(all.byMonth.at(-1)).toMatchObject({ month: world.clock.today().slice(0, 7), placedCents: 42_550 });
  });

  test("pending questions: disputes, complaints and files without further steps, until answered", async () => {
    const [disputed = 0, ended = 0] = files;
    expect((await read()).questions).toEqual({ total: 0, items: [] });
    await staff.call(placeHoldOnFile, {
      params: { id: disputed },
      body: { kind: "dispute", reason: "Niet geleverd", version: await versionOf(disputed) },
    });
    await staff.call(changeStatus, {
      params: { id: ended },
      body: { status: "no_more_steps", version: await versionOf(ended) },
    });
    const { questions } = await read();
    expect(questions.total).toBe(2);
    expect(questions.items.map(({ fileId, question }) => [fileId, question])).toEqual(
      expect.arrayContaining([
        [disputed, "dispute"],
        [ended, "no_more_steps"],
      ]),
    );
    const hold = await world.db.selectFrom("file_hold").select("id").where("file_id", "=", disputed).executeTakeFirst();
    await staff.call(liftHoldFromFile, {
      params: { id: disputed, holdId: hold?.id ?? 0 },
      body: { version: await versionOf(disputed) },
    });
    expect((await read()).questions.items.map(({ question }) => question)).toEqual(["no_more_steps"]);
  });
});

describe("access", () => {
  test("nobody without a login or the role", async () => {
    expect((await world.guest().refused(readDashboard)).status).toBe(401);
    const other = await world.login({ acl: ["ROLE_CONTACT_PERSON"], kind: "contact", clientIds: [own] });
    expect((await other.refused(readDashboard)).status).toBe(403);
  });

  test("another user's client does not exist: a foreign and an unknown one are refused alike", async () => {
    const [strange, unknown] = [
      await person.send(readDashboard, { query: { client: foreign } }),
      await person.send(readDashboard, { query: { client: 987_654 } }),
    ];
    expect([strange.status, strange.text]).toEqual([404, unknown.text]);
  });

  test("figures never include another client's files", async () => {
    const stranger = await world.login({ acl: [role], kind: "contact", clientIds: [foreign] });
    const [mine, theirs] = [await read(person, { period: "all" }), await read(stranger, { period: "all" })];
    expect(theirs.placed).toEqual({ files: 1, cents: 999_900 });
    expect(theirs.payments).toEqual([]);
    expect(theirs.questions.total).toBe(0);
    expect(JSON.stringify(mine)).not.toContain("Vreemd");
    const nobody = await world.login({ acl: [role], kind: "contact", clientIds: [] });
    expect(await read(nobody, { period: "all" })).toMatchObject({ placed: { files: 0 }, open: { files: 0, cents: 0 } });
  });
});

describe("periods", () => {
  test.each([
    ["month", "2026-11-21", "2026-11-01"],
    ["year", "2026-11-21", "2026-01-01"],
    ["year", "2028-02-29", "2028-01-01"],
    ["all", "2026-11-21", null],
  ] as const)("%s of %s begins on %s", (period, today, start) => {
    expect(periodStart(period, date(today))).toBe(start);
  });

  test.each([
    ["2026-11-21", "2025-12-01"],
    ["2026-12-31", "2026-01-01"],
    ["2028-02-29", "2027-03-01"],
  ])("the twelve months that end with %s begin on %s", (today, start) => {
    expect(twelveMonthsFrom(date(today))).toBe(start);
  });
});
