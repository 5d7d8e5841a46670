/** The claims over HTTP: balances, why they are so, bookings and their reversal, arrangements, and who may. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World, wrong } from "../../app/testing/world.factory.ts";
import { listLogs } from "../../cases/logs/logs.contract.ts";
import { closeFile, setStatus } from "../../cases/states/states.server.ts";
import { date } from "../../ground/kernel/dates.ts";
import { centsFromDecimal } from "../../ground/kernel/money.ts";
import { correctTariff, listTariffs, succeedTariff } from "../../ground/tariffs/tariffs.contract.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { changeArrangement, previewArrangement, proposeArrangement } from "./agreements/agreements.contract.ts";
import { followArrangement } from "./agreements/arrangements.server.ts";
import {
  bookCost,
  bookCreditNote,
  bookPaymentCall,
  bookWriteOff,
  explainBalance,
  freezeInterest,
  getBalance,
  getClaim,
  previewPayment,
  reverseEventCall,
  reversePaymentCall,
} from "./bookings/bookings.contract.ts";
import { listCosts } from "./bookings/costs.contract.ts";
import { bik, eur, invoice, owedFrom, statutory, terms } from "./claims.factory.ts";
import { appendMany, loadEvents } from "./claims.server.ts";
import type { NewEvent } from "./engine/events.ts";
import type { ExplainNode } from "./engine/statement.contract.ts";
import { setInterestTerms } from "./interest/interest.contract.ts";
import { refreshJob } from "./record/nightly.server.ts";
import { makeClaimFile } from "./testing/file.factory.ts";

let world: World;
let finance: Visitor;
let reader: Visitor;
let clientId: number;

/** Turns the clock, and logs in again, for sessions do not outlive the months that pass here. */
async function on(day: string): Promise<void> {
  world.clock.set(new Date(`${day}T09:00:00Z`));
  finance = await world.login(["ROLE_FILE_SEARCH", "ROLE_FINANCE", "ROLE_FILE_SETTINGS_EDIT"]);
  reader = await world.login(["ROLE_FILE_SEARCH"]);
}

beforeAll(async () => {
  world = await startWorld();
  await on("2026-11-20");
  clientId = (await makeClient(world.db, world.clock)).id;
});
afterAll(() => world.close());

const makeFile = (events: readonly NewEvent[], client = clientId): Promise<number> =>
  makeClaimFile(world, client, events);

/** A1 of the domain facts: 1,000.00 from 2026-04-01 at 4 %, costs 150.00 from 05-07. */
const exampleA1 = [statutory(), owedFrom("1000.00", "2026-04-01", { number: "F1" }), bik("2026-05-07", "150.00")];

const pay = (id: number, day: string, amount: string, more: { idempotencyKey?: string; invoices?: string[] } = {}) =>
  finance.call(bookPaymentCall, {
    params: { id },
    body: { date: day, amount, kind: "agency", reference: "R", ...more },
  });

const balance = (id: number, day?: string) =>
  finance.call(getBalance, { params: { id }, query: day === undefined ? {} : { date: day } });

const leaves = (node: ExplainNode): number =>
  node.children.length === 0
    ? (centsFromDecimal(node.amount) ?? Number.NaN)
    : node.children.reduce((sum, child) => sum + leaves(child), 0);

describe("the balance", () => {
  test("gives the open amount of each part on a date, as decimals", async () => {
    const id = await makeFile(exampleA1);
    expect(await balance(id, "2026-05-07")).toEqual({
      date: "2026-05-07",
      currency: "EUR",
      principal: "1000.00",
      interest: "3.95",
      costs: "150.00",
      paid: "0.00",
      open: "1153.95",
    });
  });

  test("allocates payments to costs, interest and principal, and ignores a reversed payment", async () => {
    const id = await makeFile(exampleA1);
    const first = await pay(id, "2026-06-01", "200.00");
    expect(first).toMatchObject({
      amount: "200.00",
      allocated: { costs: "150.00", interest: "6.68", principal: "43.32", surplus: "0.00" },
    });
    await pay(id, "2026-08-01", "500.00");
    await pay(id, "2026-10-01", "300.00");
    expect(await balance(id)).toMatchObject({
      date: "2026-11-20",
      interest: "0.91",
      principal: "166.18",
      paid: "1000.00",
      open: "167.09",
    });

    const reversed = await finance.call(reversePaymentCall, {
      params: { id, paymentId: first.id },
      body: { reason: "storno" },
    });
    expect(reversed.open).toBe("369.82");
    expect(await balance(id)).toMatchObject({ principal: "367.80", interest: "2.02", paid: "800.00", open: "369.82" });
    // Again is the same reversal, and no second one.
    expect(await finance.call(reversePaymentCall, { params: { id, paymentId: first.id }, body: {} })).toEqual(reversed);
  });

  test("can be previewed for a payment, which books nothing", async () => {
    const id = await makeFile(exampleA1);
    const foresee = (query: { date: string; amount: string; invoice?: string }) =>
      finance.call(previewPayment, { params: { id }, query });
    // What the payment of the example above goes to: 150.00 costs, 6.68 interest, 43.32 principal.
    const seen = await foresee({ date: "2026-06-01", amount: "200.00" });
    expect(seen).toMatchObject({ costs: 15_000, interest: 668, principal: 4332, surplus: 0 });
    expect(await balance(id)).toMatchObject({ paid: "0.00" });
    await pay(id, "2026-06-01", "200.00");
    expect(centsFromDecimal((await balance(id)).open)).toBe(seen.open);
    expect(await foresee({ date: "2026-11-20", amount: "5000.00" })).toMatchObject({
      surplus: 500_000 - seen.open,
      open: 0,
    });

    const wrongInvoice = finance.refused(previewPayment, {
      params: { id },
      query: { date: "2026-06-01", amount: "1", invoice: "?" },
    });
    expect(Object.keys((await wrongInvoice).body.errors ?? {})).toEqual(["invoice"]);
    const toCome = finance.refused(previewPayment, { params: { id }, query: { date: "2027-06-01", amount: "1" } });
    expect(Object.keys((await toCome).body.errors ?? {})).toEqual(["date"]);
    const other = (await makeClient(world.db, world.clock)).id;
    const customer = await world.login({ acl: ["ROLE_FINANCE"], kind: "customer", clientIds: [other] });
    const hidden = customer.refused(previewPayment, { params: { id }, query: { date: "2026-06-01", amount: "1" } });
    expect((await hidden).status).toBe(404);
  });

  test("is stored on the file for lists, and recalculated every night", async () => {
    const id = await makeFile(exampleA1);
    const columns = [
      "principal_cents",
      "interest_cents",
      "costs_cents",
      "paid_cents",
      "open_cents",
      "balance_on",
    ] as const;
    const row = () => world.db.selectFrom("case_file").select(columns).where("id", "=", id).executeTakeFirstOrThrow();
    // 1,000 × 4 % × 233/365 = 25.534
    const today = {
      principal_cents: 100_000,
      interest_cents: 2553,
      costs_cents: 15_000,
      paid_cents: 0,
      open_cents: 117_553,
    };
    expect(await row()).toEqual({ ...today, balance_on: "2026-11-20" });
    world.clock.set(new Date("2026-11-29T23:30:00Z"));
    await world.work((ctx) => ctx.enqueue(refreshJob, {}));
    await world.drain();
    await on("2026-11-20");
    // Ten days on: × 243/365 = 26.630
    expect(await row()).toEqual({ ...today, interest_cents: 2663, open_cents: 117_663, balance_on: "2026-11-30" });
  });
});

describe("the derivation of an amount", () => {
  test.each(["open", "principal", "interest", "costs", "paid"] as const)("the leaves of %s sum to it", async (part) => {
    const id = await makeFile(exampleA1);
    await pay(id, "2026-06-01", "200.00");
    const tree = await finance.call(explainBalance, { params: { id }, query: { date: "2026-11-20", part } });
    const amounts = await balance(id, "2026-11-20");
    expect(tree.amount).toBe(amounts[part]);
    expect(leaves(tree)).toBe(centsFromDecimal(amounts[part]));
  });

  test("shows rate, base, days, article and source in the reader's language", async () => {
    const id = await makeFile(exampleA1);
    const tree = await finance.call(explainBalance, {
      params: { id },
      query: { date: "2026-05-07", part: "interest" },
    });
    const line = tree.children[0]?.children[0];
    expect(line).toMatchObject({
      label: "interestLine",
      amount: "3.95",
      article: "BW 6:119",
      values: {
        base: { kind: "money", value: "1000.00" },
        rate: { kind: "rate", value: "4" },
        days: { kind: "number", value: 36 },
      },
    });
    expect(line?.source).toContain("BW 6:120");
    expect(line?.text).toBe("01-04-2026 until 07-05-2026: 36 days, 4% a year over €1,000.00");
  });
});

describe("bookings", () => {
  test("a payment sent again with the same key is booked once; the same key with other content is refused", async () => {
    const id = await makeFile(exampleA1);
    const replies = await Promise.all(
      [1, 2, 3].map(() => pay(id, "2026-06-01", "200.00", { idempotencyKey: "bank-1" })),
    );
    expect(new Set(replies.map((reply) => reply.id)).size).toBe(1);
    expect((await balance(id, "2026-06-01")).open).toBe("956.68");
    const other = await finance.refused(bookPaymentCall, {
      params: { id },
      body: { date: "2026-06-01", amount: "300.00", kind: "agency", idempotencyKey: "bank-1" },
    });
    expect(other.body.errors).toHaveProperty("idempotencyKey");
  });

  test.each([
    ["amount", { amount: "0.00" }],
    ["amount", { amount: "-1.00" }],
    ["amount", { amount: "1.005" }],
    ["date", { date: "2026-02-30" }],
    ["date", { date: "2026-11-21" }],
    ["kind", { kind: wrong("cash") }],
    ["invoices", { invoices: ["unknown"] }],
  ])("a payment with a wrong %s is refused beside the field", async (field, wrong) => {
    const id = await makeFile(exampleA1);
    const body = { date: "2026-06-01", amount: "10.00", kind: "agency" as const, reference: "", ...wrong };
    const error = await finance.refused(bookPaymentCall, { params: { id }, body });
    expect(error.status).toBe(400);
    expect(Object.keys(error.body.errors ?? {})[0]).toContain(field);
  });

  test("a payment and a credit note with several wrong fields are refused beside all of them", async () => {
    const id = await makeFile(exampleA1);
    const late = { date: "2026-11-21", amount: "10.00" };
    const payment = { ...late, kind: "agency" as const, reference: "", invoices: ["X1", "X2"] };
    const { errors } = (await finance.refused(bookPaymentCall, { params: { id }, body: payment })).body;
    expect(Object.keys(errors ?? {})).toEqual(["date", "invoices"]);
    expect(errors?.invoices).toEqual([expect.stringContaining("X1"), expect.stringContaining("X2")]);
    const note = { ...late, number: "CN1", invoice: "X1", mode: "retroactive" as const, reason: "x" };
    const credit = await finance.refused(bookCreditNote, { params: { id }, body: note });
    expect(Object.keys(credit.body.errors ?? {})).toEqual(["date", "invoice"]);
  });

  test.each([
    ["before the first invoice", "2026-01-15"],
    ["years ago", "2021-06-01"],
  ])("a value date %s must be confirmed before the payment is booked", async (_when, date) => {
    const id = await makeFile(exampleA1);
    const body = { date, amount: "10.00", kind: "direct" as const, reference: "" };
    const asked = await finance.refused(bookPaymentCall, { params: { id }, body });
    expect(Object.keys(asked.body.errors ?? {})).toEqual(["dateConfirmed"]);
    await finance.call(bookPaymentCall, { params: { id }, body: { ...body, dateConfirmed: true } });
    expect((await balance(id)).paid).toBe("10.00");
  });

  test("collection costs charged in error can be reversed", async () => {
    const id = await makeFile(exampleA1);
    const { items } = await reader.call(listCosts, { params: { id } });
    const charged = items.find(({ group }) => group === "bik");
    expect(charged?.reversible).toBe(true);
    await finance.call(reverseEventCall, { params: { id, eventId: charged?.id ?? 0 }, body: { reason: "te vroeg" } });
    expect((await balance(id)).costs).toBe("0.00");
  });

  const title = { on: "2026-10-14", reference: "Rb Amsterdam 26/1234" };

  test("a credit note of one invoice credits no more than others have left of all, and none of it is lost", async () => {
    const id = await makeFile([
      terms({ kind: "none", compounding: "none" }),
      owedFrom("500.00", "2026-04-01", { number: "F1" }),
      owedFrom("500.00", "2026-04-02", { number: "F2" }),
    ]);
    const note = (amount: string, number: string, invoice?: string) => ({
      params: { id },
      body: { date: "2026-07-15", amount, number, mode: "retroactive" as const, ...(invoice ? { invoice } : {}) },
    });
    await finance.call(bookCreditNote, note("300.00", "C1"));
    await finance.call(bookCreditNote, note("500.00", "C2", "F1"));
    expect(await balance(id)).toMatchObject({ principal: "200.00", open: "200.00" });
    const tooMuch = await finance.refused(bookCreditNote, note("300.00", "C3", "F2"));
    expect(tooMuch.body.errors).toEqual({ amount: ["At most 200.00 can be credited."] });
    await finance.call(bookCreditNote, note("200.00", "C3", "F2"));
    expect((await balance(id)).open).toBe("0.00");
  });

  test("a credit note, a cost and a write-off change the balance, and can be reversed", async () => {
    const id = await makeFile(exampleA1);
    const credit = await finance.call(bookCreditNote, {
      params: { id },
      body: { date: "2026-07-15", amount: "200.00", number: "C1", invoice: "F1", mode: "retroactive" },
    });
    // A5: principal 800.00 from the start, costs 120.00
    expect(await balance(id)).toMatchObject({ principal: "800.00", interest: "20.43", costs: "120.00" });
    const tooMuch = await finance.refused(bookCreditNote, {
      params: { id },
      body: { date: "2026-07-15", amount: "800.01", number: "C2", mode: "goodwill" },
    });
    expect(tooMuch.body.errors).toEqual({ amount: ["At most 800.00 can be credited."] });
    await finance.call(reverseEventCall, { params: { id, eventId: credit.id }, body: { reason: "mistake" } });
    expect(await balance(id)).toMatchObject({ principal: "1000.00", costs: "150.00" });

    await finance.call(bookCost, {
      params: { id },
      body: { date: "2026-11-01", amount: 12.5, group: "court", type: "information", title },
    });
    expect((await balance(id)).costs).toBe("162.50");
    const open = (await balance(id)).open;
    const more = await finance.refused(bookWriteOff, {
      params: { id },
      body: { amount: "5000.00", reason: "final discharge" },
    });
    expect(more.status).toBe(400);
    expect(
      (await finance.call(bookWriteOff, { params: { id }, body: { amount: open, reason: "final discharge" } })).open,
    ).toBe("0.00");
  });

  test("a freeze stops interest, and interest terms apply to the whole history", async () => {
    const id = await makeFile(exampleA1);
    await finance.call(freezeInterest, { params: { id }, body: { from: "2026-05-07", reason: "SHV" } });
    expect((await balance(id)).interest).toBe("3.95");
    await finance.call(setInterestTerms, { params: { id }, body: { interest: { kind: "none" } } });
    expect((await balance(id)).interest).toBe("0.00");
  });

  test("are on the timeline and in the audit trail", async () => {
    const id = await makeFile(exampleA1);
    await pay(id, "2026-06-01", "200.00");
    const { items } = await finance.call(listLogs, { params: { id } });
    expect(items[0]).toMatchObject({ type: "payment", subject: "Payment of €200.00 on 01-06-2026 booked" });
    const audit = await world.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", String(id))
      .execute();
    expect(audit).toContainEqual({ action: "claims.payment" });
  });

  test("the statement shows each payment with its allocation, including reversed ones", async () => {
    const id = await makeFile(exampleA1);
    const { id: paymentId } = await pay(id, "2026-06-01", "200.00");
    await finance.call(reversePaymentCall, {
      params: { id, paymentId },
      body: { reason: "storno", date: "2026-06-15" },
    });
    await pay(id, "2026-06-20", "160.00");
    const claim = await reader.call(getClaim, { params: { id } });
    expect(claim.payments).toMatchObject([
      { id: paymentId, allocated: { costs: 0, principal: 0 }, reversed: { date: "2026-06-15", reason: "storno" } },
      // 80 days: 8.7671; 160.00 − 150.00 − 8.77
      {
        amount: 16_000,
        allocated: { costs: 15_000, interest: 877, principal: 123 },
        reversed: null,
        user: "Test User",
      },
    ]);
    expect(claim.invoices).toMatchObject([{ number: "F1", amount: 100_000, principal: 99_877 }]);
  });
});

describe("the event record", () => {
  test("refuses every change of an event", async () => {
    const id = await makeFile(exampleA1);
    const change = world.owner.db
      .updateTable("claim_event")
      .set({ amount_cents: 1 })
      .where("file_id", "=", id)
      .execute();
    await expect(change).rejects.toThrow(/append-only/);
    await expect(world.owner.db.deleteFrom("claim_event").where("file_id", "=", id).execute()).rejects.toThrow(
      /append-only/,
    );
  });

  test("stores an effect once, and keeps the order given", async () => {
    const [one, two] = [await makeFile([]), await makeFile([])];
    const files = [one, two].map((fileId) => ({
      fileId,
      events: [statutory(), invoice("100.00", "2026-09-01", { number: `F${fileId}` })].map((event, at) => ({
        ...event,
        effectKey: `import:${fileId}:${at}`,
      })),
    }));
    const first = await world.work((ctx) => appendMany(ctx, files));
    expect(first.added).toBe(4);
    expect(await world.work((ctx) => appendMany(ctx, files))).toEqual({ ids: first.ids, added: 0 });
    const events = await loadEvents(world.db, [one, two]);
    expect(events.get(two)?.map(({ kind }) => kind)).toEqual(["terms", "invoice"]);
  });
});

describe("an arrangement", () => {
  // 150.00 + 6.47 + 1,000.00 = 1,156.47 on 2026-03-01, in six terms (domain facts 3.4)
  const inArrangement = async (interest: "runs" | "frozen") => {
    await on("2026-03-01");
    const id = await makeFile([
      statutory(),
      owedFrom("1000.00", "2026-01-01", { number: "F1" }),
      bik("2026-02-10", "150.00"),
    ]);
    const made = await finance.call(proposeArrangement, {
      params: { id },
      body: { first: "2026-04-01", frequency: "month", interest, count: 6, activate: true },
    });
    return { id, made };
  };
  const statusOf = async (id: number) =>
    (await world.db.selectFrom("case_file").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;
  const months = ["2026-04-01", "2026-05-01", "2026-06-01", "2026-07-01", "2026-08-01", "2026-09-01"];
  const payTerms = async (id: number, terms: readonly { on: string; amount: number }[]) => {
    for (const term of terms) {
      await on(term.on);
      await pay(id, term.on, (term.amount / 100).toFixed(2));
    }
  };
  const night = async (id: number, day: string) => {
    await on(day);
    await world.work((ctx) => followArrangement(ctx, id));
  };
  afterAll(() => on("2026-11-20"));

  test("divides the balance, and shows the interest that will remain", async () => {
    const { made, id } = await inArrangement("runs");
    expect(made).toMatchObject({ status: "active", total: eur("1156.47") });
    expect(made.terms.map(({ on, amount }) => [on, amount])).toEqual(
      months.map((on, at) => [on, at === 5 ? eur("192.77") : eur("192.74")]),
    );
    expect(await statusOf(id)).toBe("term_payment");
    const preview = await reader.call(previewArrangement, {
      params: { id },
      query: { first: "2026-04-01", frequency: "month", count: 6, interest: "runs" },
    });
    expect(preview).toMatchObject({ closingTerm: eur("13.19"), warnings: [] });
  });

  test("paid in full ends at zero when interest was frozen", async () => {
    const { id, made } = await inArrangement("frozen");
    await payTerms(id, made.terms);
    await night(id, "2026-09-02");
    expect((await balance(id)).open).toBe("0.00");
    const claim = await reader.call(getClaim, { params: { id } });
    expect(claim.arrangements).toMatchObject([{ status: "completed" }]);
  });

  test("gets a closing term for the interest that accrued during it", async () => {
    const { id, made } = await inArrangement("runs");
    await payTerms(id, made.terms);
    expect((await balance(id, "2026-09-01")).open).toBe("13.19");
    await night(id, "2026-09-01");
    await night(id, "2026-09-01");
    const claim = await reader.call(getClaim, { params: { id } });
    expect(claim.arrangements[0]?.terms.at(-1)).toMatchObject({
      on: "2026-10-01",
      amount: eur("13.19"),
      status: "expected",
    });
    expect(claim.arrangements[0]?.terms).toHaveLength(7);
  });

  test("tolerates as many late terms as the client's rules allow", async () => {
    const { id } = await inArrangement("runs");
    const { client_id } = await world.db
      .selectFrom("case_file")
      .select("client_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const change = (days: number | null) =>
      world.db.updateTable("client").set({ arrangement_broken_after_days: days }).where("id", "=", client_id).execute();
    // 21 days after 1 April is 22 April; the house's own 14 days would have ended it on the 15th.
    await change(21);
    await night(id, "2026-04-21");
    expect(await statusOf(id)).toBe("term_payment");
    await night(id, "2026-04-23");
    expect(await statusOf(id)).toBe("in_progress");
    await change(null);
  });

  test("is broken when a term is not fully paid fourteen days after its due date, and dunning continues", async () => {
    const { id } = await inArrangement("runs");
    await night(id, "2026-04-15");
    expect(await statusOf(id)).toBe("term_payment");
    await night(id, "2026-04-16");
    expect(await statusOf(id)).toBe("in_progress");
    const claim = await reader.call(getClaim, { params: { id } });
    expect(claim.arrangements[0]).toMatchObject({ status: "broken", endedOn: "2026-04-16" });
    const again = await finance.refused(changeArrangement, {
      params: { id, arrangement: claim.arrangements[0]?.id ?? "" },
      body: { action: "pause" },
    });
    expect(again.body.errors).toEqual({ common: ["That cannot be done with an arrangement that is broken."] });
  });

  test("ends when its file is closed: completed when everything is paid, otherwise cancelled", async () => {
    for (const [amount, status, reason] of [
      ["1156.47", "completed", "settled"],
      ["100.00", "cancelled", "withdrawn"],
    ] as const) {
      const { id } = await inArrangement("frozen");
      await pay(id, "2026-03-01", amount);
      await world.work((ctx) => closeFile(ctx, id, { reason }));
      const claim = await reader.call(getClaim, { params: { id } });
      expect(claim.arrangements).toMatchObject([{ status, endedOn: "2026-03-01" }]);
    }
  });

  test("is refused while another one is active", async () => {
    const { id } = await inArrangement("runs");
    const second = await finance.refused(proposeArrangement, {
      params: { id },
      body: { first: "2026-04-01", frequency: "week", amount: "50.00" },
    });
    expect(second.body.errors).toEqual({ common: ["There is an arrangement already."] });
  });
});

describe("permissions", () => {
  test("a reader can see the balance and cannot book", async () => {
    const id = await makeFile(exampleA1);
    expect((await reader.call(getBalance, { params: { id }, query: {} })).currency).toBe("EUR");
    const refused = await reader.refused(bookPaymentCall, {
      params: { id },
      body: { date: "2026-06-01", amount: "1.00", kind: "direct" },
    });
    expect(refused.status).toBe(403);
  });

  test("a hidden file does not exist, for reading and for booking", async () => {
    const id = await makeFile(exampleA1);
    const elsewhere = (await makeClient(world.db, world.clock, { company: "Andere B.V." })).id;
    const customer = await world.login({
      acl: ["ROLE_FILE_SEARCH", "ROLE_FINANCE"],
      kind: "customer",
      clientIds: [elsewhere],
    });
    const own = await makeFile(exampleA1, elsewhere);
    expect((await customer.call(getBalance, { params: { id: own }, query: {} })).open).not.toBe("0.00");
    for (const call of [getBalance, explainBalance, getClaim]) {
      expect((await customer.refused(call, { params: { id }, query: {} })).status).toBe(404);
    }
    const payment = { date: "2026-06-01", amount: "1.00", kind: "direct" } as const;
    expect((await customer.refused(bookPaymentCall, { params: { id }, body: payment })).status).toBe(404);
    // A payment of another file is not there either.
    const foreign = await pay(id, "2026-06-01", "10.00");
    const reversal = await finance.refused(reversePaymentCall, {
      params: { id: own, paymentId: foreign.id },
      body: {},
    });
    expect(reversal.status).toBe(404);
  });
});

test("a closed file accepts payments and refuses new costs", async () => {
  const id = await makeFile(exampleA1);
  await world.work((ctx) => setStatus(ctx, id, { status: "in_progress" }));
  const title = { on: "2026-10-14", reference: "Rb Amsterdam 26/1234" };
  const before = { date: "2026-11-01", amount: 12.5, group: "court", type: "information", title } as const;
  const again = { params: { id }, body: { ...before, idempotencyKey: "cost-1" } };
  const booked = await finance.call(bookCost, again);
  await world.db
    .updateTable("case_file")
    .set({ status: "closed", closed_on: date("2026-11-20") })
    .where("id", "=", id)
    .execute();
  const cost = await finance.refused(bookCost, {
    params: { id },
    body: { date: "2026-11-01", amount: "10.00", group: "other", type: "information" },
  });
  expect(cost.body.errors).toEqual({ common: ["The file is closed."] });
  // Its reply was lost: sent again it is told, and not refused as a new one.
  expect((await finance.call(bookCost, again)).id).toBe(booked.id);
});

describe("a new version of a tariff", () => {
  const dutch = { kind: "interest_statutory", source: "Stb. 2026, 999", verified: true } as const;

  test("is used by the next calculation, from its start date and not before", async () => {
    await on("2026-11-20");
    const keeper = await world.login(["ROLE_SETTINGS"]);
    const id = await makeFile([statutory(), owedFrom("1000.00", "2026-11-01", { number: "T1" })]);
    const interest = async (day: string) => (await balance(id, day)).interest;
    // At 4 %: 60 days × 1,000 × 4 % / 365 = 6.58 (6.575), 91 days 9.97 (9.973).
    expect([await interest("2026-12-31"), await interest("2027-01-31")]).toEqual(["6.58", "9.97"]);
    await keeper.call(succeedTariff, { body: { ...dutch, validFrom: date("2027-01-01"), data: { pct: "6" } } });
    // Each line is rounded: 61 days at 4 % are 6.68 (6.685 less a hair), 30 days at 6 % 4.93 (4.932): together 11.61.
    expect([await interest("2026-12-31"), await interest("2027-01-31")]).toEqual(["6.58", "11.61"]);
  });

  test("or a correction of one updates open files in lists at once", async () => {
    await on("2026-11-20");
    const keeper = await world.login(["ROLE_SETTINGS"]);
    const id = await makeFile([statutory(), owedFrom("1000.00", "2026-01-01", { number: "T2" })]);
    const { items } = await keeper.call(listTariffs, { query: { kind: "interest_statutory" } });
    const current = items.find(({ state }) => state === "current")?.id ?? 0;
    const listed = () =>
      world.db.selectFrom("case_file").select("open_cents").where("id", "=", id).executeTakeFirstOrThrow();
    const cents = async () => centsFromDecimal((await balance(id)).interest) ?? Number.NaN;
    const [before, was] = [await listed(), await cents()];
    await keeper.call(correctTariff, {
      params: { id: current },
      body: { ...dutch, data: { pct: "8" }, reason: "Verkeerd overgenomen uit het besluit." },
    });
    await world.drain();
    expect(await cents()).toBeGreaterThan(was);
    expect((await listed()).open_cents - before.open_cents).toBe((await cents()) - was);
  });

  test("that is entered late updates open files in lists at once", async () => {
    await on("2027-02-15");
    const keeper = await world.login(["ROLE_SETTINGS"]);
    const id = await makeFile([statutory(), owedFrom("1000.00", "2027-01-01", { number: "T3" })]);
    const listed = () =>
      world.db.selectFrom("case_file").select("open_cents").where("id", "=", id).executeTakeFirstOrThrow();
    const cents = async () => centsFromDecimal((await balance(id)).interest) ?? Number.NaN;
    const [before, was] = [await listed(), await cents()];
    await keeper.call(succeedTariff, { body: { ...dutch, validFrom: date("2027-02-01"), data: { pct: "9" } } });
    await world.drain();
    expect(await cents()).toBeGreaterThan(was);
    expect((await listed()).open_cents - before.open_cents).toBe((await cents()) - was);
  });
});
