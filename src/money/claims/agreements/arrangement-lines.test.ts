/** Domain facts 3.4 read line by line, over HTTP: what the tables of `arrangement.test.ts` reckon, kept by the life of a file. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAgendaOf } from "../../../cases/agenda/agenda.server.ts";
import { addBudgetEntry } from "../../../cases/logs/lines/line-details.contract.ts";
import { createLog, listLogs } from "../../../cases/logs/logs.contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { bookCost } from "../bookings/bookings.contract.ts";
import { bik, eur, owedFrom, statutory } from "../claims.factory.ts";
import { makeClaimFile } from "../testing/file.factory.ts";
import { type Months, startMonths } from "../testing/months.factory.ts";
import {
  allowTermPayment,
  changeArrangement,
  previewArrangement,
  proposeArrangement,
  readAgreements,
  requestArrangement,
} from "./agreements.contract.ts";

let m: Months;

beforeAll(async () => {
  m = await startMonths("2026-03-02", ["ROLE_FILE_SEARCH", "ROLE_CONTACT_PERSON", "ROLE_FILE_EDIT"]);
});
afterAll(() => m.world.close());

/** 1,200.00 without interest, unless more is given. */
const makeFile = (clientId = m.clientId): Promise<number> =>
  makeClaimFile(m.world, clientId, [owedFrom("1200.00", "2026-01-01", { number: "F1" })]);

const monthly = { first: "2026-04-01", frequency: "month", count: 3 } as const;
const begun = async (id: number, more: object = {}) =>
  m.staff.call(proposeArrangement, { params: { id }, body: { ...monthly, activate: true, ...more } });
const arrangementOf = async (id: number) => (await m.staff.call(readAgreements, { params: { id } })).arrangements[0];
const act = (id: number, arrangement: string, action: "activate" | "pause" | "resume" | "waive" | "cancel") =>
  m.staff.refused(changeArrangement, { params: { id, arrangement }, body: { action, term: 1, reason: "x" } });

describe("building a plan", () => {
  test("the total is the balance at the start including interest and costs, and does not change while interest accrues", async () => {
    await m.on("2026-03-01");
    const id = await makeClaimFile(m.world, m.clientId, [
      statutory(),
      owedFrom("1000.00", "2026-01-01", { number: "F1" }),
      bik("2026-02-10", "150.00"),
    ]);
    const made = await begun(id, { count: 6 });
    // 150.00 + 6.47 of interest over 59 days at 4% + 1,000.00, in 5 × 192.74 and 192.77.
    expect(made).toMatchObject({ total: eur("1156.47"), interest: "runs" });
    expect(made.terms.map(({ amount }) => amount)).toEqual([...Array.from({ length: 5 }, () => 19_274), 19_277]);
    await m.on("2026-03-31");
    const { open } = await m.staff.call(readAgreements, { params: { id } });
    expect((await arrangementOf(id))?.total).toBe(eur("1156.47"));
    expect(open).toBeGreaterThan(eur("1156.47"));
  });

  test.each([
    ["week", "2026-04-08"],
    ["twoWeeks", "2026-04-15"],
    ["fourWeeks", "2026-04-29"],
    ["month", "2026-05-01"],
  ] as const)("with frequency %s the second term is due on %s", async (frequency, second) => {
    await m.on("2026-03-02");
    const made = await begun(await makeFile(), { frequency });
    expect(made.terms.map(({ on }) => on).slice(0, 2)).toEqual(["2026-04-01", second]);
  });

  test("takes either a number of terms or an amount per term, not both and not neither", async () => {
    const id = await makeFile();
    const body = { first: "2026-04-01", frequency: "month" as const };
    expect((await m.staff.refused(proposeArrangement, { params: { id }, body })).status).toBe(400);
    const both = { ...body, count: 3, amount: "400.00" };
    expect((await m.staff.refused(proposeArrangement, { params: { id }, body: both })).status).toBe(400);
    const made = await m.staff.call(proposeArrangement, { params: { id }, body: { ...body, amount: "500.00" } });
    expect(made.terms.map(({ amount }) => amount)).toEqual([50_000, 50_000, 20_000]);
  });
});

describe("the interest policy", () => {
  const kept = async (interest: "runs" | "frozen") => {
    await m.on("2026-03-01");
    const id = await makeClaimFile(m.world, m.clientId, [
      statutory(),
      owedFrom("1000.00", "2026-01-01", { number: "F1" }),
      bik("2026-02-10", "150.00"),
    ]);
    const made = await begun(id, { count: 6, interest });
    for (const { on, amount } of made.terms) {
      await m.on(on);
      await m.pay(id, on, (amount / 100).toFixed(2));
    }
    await m.night("2026-09-02");
    return id;
  };

  test("frozen: after all terms are paid the balance is 0.00 and the arrangement is completed", async () => {
    const id = await kept("frozen");
    expect((await arrangementOf(id))?.status).toBe("completed");
    expect((await m.staff.call(readAgreements, { params: { id } })).open).toBe(0);
  });

  test("runs: a closing term is added for the interest that is left after the last term", async () => {
    const arrangement = await arrangementOf(await kept("runs"));
    // 13.19 of domain facts 3.4, one period after the last term.
    expect(arrangement).toMatchObject({ status: "active" });
    expect(arrangement?.terms.slice(6)).toMatchObject([{ on: "2026-10-01", amount: 1319, status: "expected" }]);
  });
});

describe("the status", () => {
  test("goes proposed → active → paused → active → cancelled; every other transition is refused", async () => {
    await m.on("2026-03-02");
    const id = await makeFile();
    const { id: arrangement } = await m.staff.call(proposeArrangement, { params: { id }, body: monthly });
    const step = async (action: "activate" | "pause" | "resume" | "cancel") =>
      (await m.staff.call(changeArrangement, { params: { id, arrangement }, body: { action, reason: "x" } })).status;
    const refused = async (...actions: Parameters<typeof act>[2][]) => {
      for (const action of actions)
        expect([action, (await act(id, arrangement, action)).status]).toEqual([action, 400]);
    };
    await refused("pause", "resume", "waive");
    expect(await step("activate")).toBe("active");
    await refused("activate", "resume");
    expect(await step("pause")).toBe("paused");
    await refused("activate", "pause");
    expect(await step("resume")).toBe("active");
    expect(await step("cancel")).toBe("cancelled");
    await refused("activate", "pause", "resume", "waive", "cancel");
  });

  test("of a term goes expected → partial → received, or late → missed, or waived", async () => {
    await m.on("2026-03-02");
    const id = await makeFile();
    const { id: arrangement } = await begun(id, { count: 4 });
    const statuses = async () => (await arrangementOf(id))?.terms.map(({ status }) => status);
    expect(await statuses()).toEqual(["expected", "expected", "expected", "expected"]);
    const waive = { action: "waive", term: 4, reason: "Vakantie" } as const;
    await m.staff.call(changeArrangement, { params: { id, arrangement }, body: waive });
    await m.on("2026-04-01");
    await m.pay(id, "2026-04-01", "100.00");
    expect(await statuses()).toEqual(["partial", "expected", "expected", "waived"]);
    await m.pay(id, "2026-04-01", "200.00");
    expect(await statuses()).toEqual(["received", "expected", "expected", "waived"]);
    // Due Friday 1 May: five working days end on Monday 11 May, for Tuesday the 5th is a holiday; fourteen days on Friday the 15th.
    await m.on("2026-05-12");
    expect(await statuses()).toEqual(["received", "late", "expected", "waived"]);
    await m.on("2026-05-16");
    expect(await statuses()).toEqual(["received", "missed", "expected", "waived"]);
  });
});

test("while an arrangement is active the file has status term payment, and costs for the debtor are refused", async () => {
  await m.on("2026-03-02");
  const id = await makeFile();
  await begun(id);
  expect(await m.statusOf(id)).toBe("term_payment");
  const body = {
    date: "2026-03-02",
    amount: "10.00",
    description: "Uittreksel",
    group: "other" as const,
    type: "information",
  };
  const refused = await m.staff.refused(bookCost, { params: { id }, body });
  expect(refused.body.errors).toEqual({
    common: ["An arrangement is running; as long as it is kept, no costs are added."],
  });
});

describe("the missed-term rule", () => {
  test("when it breaks, the whole balance is due at once, and an agenda item and a timeline line are added", async () => {
    await m.on("2026-03-02");
    const id = await makeFile();
    await begun(id);
    await m.night("2026-04-15");
    expect(await m.statusOf(id)).toBe("term_payment");
    await m.night("2026-04-16");
    expect(await m.statusOf(id)).toBe("in_progress");
    expect(await arrangementOf(id)).toMatchObject({ status: "broken", endedOn: "2026-04-16" });
    const agenda = (await openAgendaOf(m.world.db, [id])).get(id) ?? [];
    expect(agenda.map(({ subject }) => subject)).toContain("missed_term");
    const { items } = await m.staff.call(listLogs, { params: { id } });
    expect(items.map(({ subject }) => subject)).toContain("Arrangement broken: the full balance is due at once");
  });

  test("each client sets its days until a break, missed terms allowed, minimum term, maximum duration and self-service limit", async () => {
    await m.on("2026-03-02");
    const strict = await makeClient(m.world.db, m.world.clock, {
      arrangementGraceWorkingDays: 1,
      arrangementBrokenAfterDays: 5,
      arrangementAllowedMisses: 0,
      arrangementMinTermCents: 50_000,
      arrangementMaxMonths: 2,
      arrangementSelfServiceCents: 0,
    });
    const id = await makeFile(strict.id);
    const limits = (await m.staff.call(readAgreements, { params: { id } })).limits;
    expect(limits).toEqual({
      minimumTerm: 50_000,
      maximumMonths: 2,
      selfService: 0,
      graceWorkingDays: 1,
      breakAfterDays: 5,
      allowedMisses: 0,
    });
    const beyond = await m.staff.refused(proposeArrangement, { params: { id }, body: { ...monthly, activate: true } });
    expect(Object.keys(beyond.body.errors ?? {})).toEqual(["reason"]);
    await begun(id, { count: 2 });
    // Due Wednesday 1 April: no miss is let pass, so it breaks when Thursday's grace is over.
    await m.night("2026-04-02");
    expect(await m.statusOf(id)).toBe("term_payment");
    await m.night("2026-04-03");
    expect(await m.statusOf(id)).toBe("in_progress");
    const own = await m.world.login({
      kind: "contact",
      clientIds: [strict.id],
      acl: ["ROLE_FILE_SEARCH", "ROLE_CONTACT_PERSON"],
    });
    const other = await makeFile(strict.id);
    const asked = await own.call(requestArrangement, {
      params: { id: other },
      body: { ...monthly, first: "2026-05-01", count: 2 },
    });
    expect(asked.approved).toBe(false);
  });
});

describe("a first term in the past", () => {
  const past = { ...monthly, first: "2026-03-01" };
  const problems = async (refused: Promise<{ body: { errors?: unknown } }>) => (await refused).body.errors;

  test("is refused beside its field, whoever enters it and however; today is not past", async () => {
    await m.on("2026-03-02");
    const id = await makeFile();
    const params = { id };
    const wrong = { first: ["This day has gone by."] };
    expect(await problems(m.staff.refused(proposeArrangement, { params, body: past }))).toEqual(wrong);
    expect(await problems(m.staff.refused(previewArrangement, { params, query: past }))).toEqual(wrong);
    expect(await problems(m.contact.refused(requestArrangement, { params, body: past }))).toEqual(wrong);
    // In terms of 1.00 it would take 1,200 of them, too many as well.
    const long = { ...past, count: undefined, amount: "1.00" };
    expect(await problems(m.staff.refused(proposeArrangement, { params, body: long }))).toEqual({
      ...wrong,
      amount: [expect.any(String)],
    });
    const { id: line } = await m.staff.call(createLog, { body: { file: id, type: "note", subject: "Belde" } });
    const body = { ...past, reason: "x" };
    expect(await problems(m.staff.refused(allowTermPayment, { params: { id: line }, body }))).toEqual(wrong);
    expect((await begun(id, { first: "2026-03-02" })).status).toBe("active");
  });

  test("of a proposal that waited is not approved; other terms are", async () => {
    await m.on("2026-03-02");
    const id = await makeFile();
    const asked = await m.contact.call(requestArrangement, { params: { id }, body: { ...monthly, count: 6 } });
    await m.on("2026-04-02");
    const { items } = await m.staff.call(listLogs, { params: { id } });
    const params = { id: items.find(({ type }) => type === "client_message")?.id ?? 0 };
    const wrong = { common: ["The first instalment of this proposal has gone by. Agree on other instalments."] };
    expect(await problems(m.staff.refused(allowTermPayment, { params, body: {} }))).toEqual(wrong);
    expect((await act(id, asked.id, "activate")).body.errors).toEqual(wrong);
    const body = { ...monthly, first: "2026-05-01", reason: "Eerste dag voorbij" };
    expect((await m.staff.call(allowTermPayment, { params, body })).status).toBe("active");
  });

  test("of a proposal that asks for what was paid meanwhile is not approved; what comes in on its first day counts for its terms", async () => {
    await m.on("2026-03-02");
    const id = await makeFile();
    const propose = () => m.staff.call(proposeArrangement, { params: { id }, body: monthly });
    const early = await propose();
    await m.pay(id, "2026-03-02", "300.00");
    await m.on("2026-03-09");
    const wrong = { common: ["Since this proposal was made, less is owed. Agree on other instalments."] };
    expect((await act(id, early.id, "activate")).body.errors).toEqual(wrong);
    // 1,200.00 − 300.00
    const late = await propose();
    expect(late.total).toBe(eur("900.00"));
    await m.pay(id, "2026-03-09", "100.00");
    const params = { id, arrangement: late.id };
    const begun = await m.staff.call(changeArrangement, { params, body: { action: "activate", reason: "x" } });
    expect(begun.terms.map(({ received }) => received)).toEqual([eur("100.00"), 0, 0]);
  });
});

test("an early payment of two terms counts for both", async () => {
  await m.on("2026-03-02");
  const id = await makeFile();
  await begun(id);
  await m.pay(id, "2026-03-02", "800.00");
  await m.night("2026-05-20");
  expect((await arrangementOf(id))?.terms.map(({ status }) => status)).toEqual(["received", "received", "expected"]);
  expect(await m.statusOf(id)).toBe("term_payment");
});

test("the budget on the timeline gives the repayment capacity: income less fixed costs, excluding the protected income (beslagvrije voet)", async () => {
  await m.on("2026-03-02");
  const id = await makeFile();
  const line = await m.staff.call(createLog, { body: { file: id, type: "income_expenses", subject: "Voorstel" } });
  const enter = (x: "income" | "expense", kind: string, amount: string) =>
    m.staff.call(addBudgetEntry, { params: { id: line.id, x }, body: { kind, amount } });
  await enter("income", "wages", "2100.00");
  await enter("expense", "housing", "700.00");
  const capacity = async () => (await m.staff.call(readAgreements, { params: { id } })).capacity;
  expect(await capacity()).toBe(eur("1400.00"));
  // Of 2,100.00 only what is above the protected 1,900.00 can be asked for.
  await enter("expense", "protected", "1900.00");
  expect(await capacity()).toBe(eur("200.00"));
});
