/** Arrangements: making terms, keeping them, and the missed-term rule (domain facts 3.4). */
import { describe, expect, it } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { bik, entered, eur, owedFrom, payment, statutory } from "../claims.factory.ts";
import { balanceOf } from "../engine/balance.ts";
import type { ArrangementAction, ArrangementPlan, NewEvent } from "../engine/events.ts";
import {
  activeArrangement,
  arrangementsOf,
  buildTerms,
  defaultArrangementRules,
  planProblems,
  withClosingTerm,
} from "./arrangement.ts";

const calendar = calendarOf(seededTariffs);
const amounts = (terms: readonly { amount: number }[]) => terms.map(({ amount }) => decimalFromCents(amount));

describe("terms", () => {
  const first = date("2026-01-31");
  const monthly = { first, frequency: "month" as const };

  it("1,000 in three: the last term takes the remainder", () => {
    expect(amounts(buildTerms({ ...monthly, total: eur("1000.00"), by: { count: 3 } }))).toEqual([
      "333.33",
      "333.33",
      "333.34",
    ]);
  });

  it("250 in twelve: 11 × 20.83 and 20.87", () => {
    const terms = amounts(buildTerms({ ...monthly, total: eur("250.00"), by: { count: 12 } }));
    expect(terms).toEqual([...Array.from({ length: 11 }, () => "20.83"), "20.87"]);
  });

  it("640 at 100 each: 6 × 100 and 40; 600 at 100 each has no empty last term", () => {
    const by = { amount: eur("100.00") };
    expect(amounts(buildTerms({ ...monthly, total: eur("640.00"), by })).slice(5)).toEqual(["100.00", "40.00"]);
    expect(buildTerms({ ...monthly, total: eur("600.00"), by })).toHaveLength(6);
  });

  it.each([
    ["month", ["2026-01-31", "2026-02-28", "2026-03-31"]],
    ["week", ["2026-01-31", "2026-02-07", "2026-02-14"]],
    ["twoWeeks", ["2026-01-31", "2026-02-14", "2026-02-28"]],
    ["fourWeeks", ["2026-01-31", "2026-02-28", "2026-03-28"]],
  ] as const)("with frequency %s", (frequency, days) => {
    expect(buildTerms({ total: 300, first, frequency, by: { count: 3 } }).map(({ on }) => on)).toEqual(days);
  });

  it("are refused when no valid terms can be made", () => {
    expect(() => buildTerms({ ...monthly, total: 2, by: { count: 3 } })).toThrow(RangeError);
    expect(() => buildTerms({ ...monthly, total: 100, by: { count: 0 } })).toThrow(RangeError);
  });
});

/** 100.00 a month for three months from 2026-03-01, active from 2026-02-15. */
const plan: ArrangementPlan = {
  total: eur("300.00"),
  frequency: "month",
  interest: "runs",
  terms: buildTerms({ total: eur("300.00"), first: date("2026-03-01"), frequency: "month", by: { count: 3 } }),
};
const step = (action: ArrangementAction, on: string): NewEvent => ({
  kind: "arrangement",
  on: date(on),
  data: { arrangement: "A", action, ...(action === "propose" ? { plan } : {}) },
});
const state = (events: readonly NewEvent[], today: string) => {
  const all = entered([step("propose", "2026-02-10"), step("activate", "2026-02-15"), ...events]);
  const [found] = arrangementsOf(all, date(today), calendar);
  if (!found) throw new Error("no arrangement");
  return found;
};
const statuses = (events: readonly NewEvent[], today: string) => state(events, today).terms.map(({ status }) => status);

describe("a plan", () => {
  it("is validated against the client's rules", () => {
    expect(planProblems(plan, defaultArrangementRules)).toEqual([]);
    const small = { ...plan, terms: plan.terms.map((term) => ({ ...term, amount: 100 })) };
    expect(planProblems(small, defaultArrangementRules)).toEqual(["termTooSmall", "wrongTotal"]);
    const long = {
      ...plan,
      total: 130_000,
      terms: buildTerms({ total: 130_000, first: date("2026-01-01"), frequency: "month", by: { count: 13 } }),
    };
    expect(planProblems(long, defaultArrangementRules)).toEqual(["tooLong"]);
  });
});

describe("terms are paid by payments since the start", () => {
  it("early and combined payments count, payments before the start do not", () => {
    const events = [payment("2026-02-14", "100.00"), payment("2026-02-20", "250.00")];
    expect(state(events, "2026-03-02").terms.map(({ received, receivedOn }) => [received, receivedOn])).toEqual([
      [10_000, "2026-02-20"],
      [10_000, "2026-02-20"],
      [5000, null],
    ]);
    expect(statuses(events, "2026-03-02")).toEqual(["received", "received", "partial"]);
  });

  it("a payment booked before the proposal of the same day lowered its total, and pays no term", () => {
    const day = "2026-02-10";
    const all = entered([
      payment(day, "150.00"),
      step("propose", day),
      step("activate", day),
      // The first term, paid at once.
      payment(day, "100.00"),
    ]);
    const [found] = arrangementsOf(all, date(day), calendar);
    expect(found?.terms.map(({ received }) => received)).toEqual([10_000, 0, 0]);
  });
});

describe("the missed-term rule", () => {
  // Due Sunday 1 March 2026: five working days later is Friday 6 March; fourteen days later is 15 March.
  it.each([
    ["2026-03-06", "expected", null],
    ["2026-03-07", "late", null],
    ["2026-03-15", "late", null],
    ["2026-03-16", "missed", "2026-03-16"],
  ])("nothing received by %s: %s", (today, status, breaksOn) => {
    expect(statuses([], today)[0]).toBe(status);
    expect(state([], today).breaksOn).toBe(breaksOn);
  });

  it("tolerates one late term in six months, and not a second", () => {
    const once = [payment("2026-03-10", "100.00")];
    expect(state(once, "2026-04-01").breaksOn).toBeNull();
    // Due Wednesday 1 April; 3 and 6 April are Good Friday and Easter Monday: late from Saturday 11 April.
    expect(state(once, "2026-04-10").breaksOn).toBeNull();
    expect(state(once, "2026-04-11").breaksOn).toBe("2026-04-11");
  });

  it("does not apply to a paused arrangement, and a broken one stays broken", () => {
    expect(state([step("pause", "2026-03-02")], "2026-06-01").breaksOn).toBeNull();
    const broken = state([step("break", "2026-03-16")], "2026-06-01");
    expect(broken).toMatchObject({ status: "broken", endedOn: "2026-03-16", breaksOn: null });
    expect(activeArrangement([broken])).toBeUndefined();
  });

  it("cancelling an arrangement waives the terms that are left", () => {
    expect(statuses([payment("2026-03-01", "100.00"), step("cancel", "2026-03-05")], "2026-06-01")).toEqual([
      "received",
      "waived",
      "waived",
    ]);
  });
});

describe("interest during an arrangement: 150.00 + 6.47 + 1,000.00 on 2026-03-01, six terms from 04-01", () => {
  const claim = [statutory(), owedFrom("1000.00", "2026-01-01"), bik("2026-02-10", "150.00")];
  const terms = buildTerms({ total: eur("1156.47"), first: date("2026-04-01"), frequency: "month", by: { count: 6 } });
  const kept = (interest: "runs" | "frozen"): NewEvent[] => [
    ...claim,
    {
      kind: "arrangement",
      on: date("2026-03-01"),
      data: {
        arrangement: "A",
        action: "activate",
        plan: { total: eur("1156.47"), frequency: "month", interest, terms },
      },
    },
    ...terms.map(({ on, amount }) => payment(on, decimalFromCents(amount))),
  ];
  const atEnd = (interest: "runs" | "frozen") => balanceOf(entered(kept(interest)), seededTariffs, date("2026-09-01"));

  it("the total is divided into 5 × 192.74 and 192.77", () => {
    expect(amounts(terms)).toEqual(["192.74", "192.74", "192.74", "192.74", "192.74", "192.77"]);
  });

  it("frozen: the balance ends at 0.00", () => expect(atEnd("frozen").open).toBe(0));

  it("runs: each term pays the interest of its month first, and 13.19 is left", () => {
    const paid = atEnd("runs").ledger.payments.map(({ allocations }) =>
      allocations.filter(({ part }) => part === "interest"),
    );
    expect(paid.map(amounts)).toEqual([["9.86"], ["3.18"], ["2.64"], ["1.93"], ["1.35"], ["0.70"]]);
    expect(atEnd("runs").open).toBe(eur("13.19"));
  });

  it("runs: a closing term for what is left is due one period later", () => {
    const closed = withClosingTerm(
      { total: eur("1156.47"), frequency: "month", interest: "runs", terms },
      eur("13.19"),
    );
    expect(closed.terms.at(-1)).toEqual({ on: "2026-10-01", amount: eur("13.19") });
    expect(planProblems(closed, defaultArrangementRules)).toEqual([]);
  });

  it("frozen and broken: interest runs again from the day of the break", () => {
    const events: NewEvent[] = [
      ...kept("frozen").slice(0, 4),
      { kind: "arrangement", on: date("2026-04-16"), data: { arrangement: "A", action: "break" } },
    ];
    // 59 days to 03-01 (6.4658) and 30 from 04-16 (3.2877)
    expect(balanceOf(entered(events), seededTariffs, date("2026-05-16")).interest).toBe(eur("9.76"));
  });
});
