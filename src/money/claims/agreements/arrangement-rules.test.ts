/** Arrangements at their edges: what makes a plan, a late term, a broken arrangement, a pause and a recalculation. */
import { describe, expect, it } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { entered, eur, payment } from "../claims.factory.ts";
import type { ArrangementAction, ArrangementPlan, NewEvent } from "../engine/events.ts";
import {
  type ArrangementState,
  activeArrangement,
  arrangementsOf,
  buildTerms,
  defaultArrangementRules,
  isSettlement,
  planProblems,
  recalculatedPlan,
  shiftedPlan,
  termDay,
  withClosingTerm,
  yearsRun,
} from "./arrangement.ts";

const calendar = calendarOf(seededTariffs);

const planOf = (count: number, first: string, amount = eur("100.00")): ArrangementPlan => ({
  total: count * amount,
  frequency: "month",
  interest: "runs",
  terms: buildTerms({ total: count * amount, first: date(first), frequency: "month", by: { count } }),
});
type More = Partial<Extract<NewEvent, { kind: "arrangement" }>["data"]>;
const step = (action: ArrangementAction, on: string, more: More = {}): NewEvent => ({
  kind: "arrangement",
  on: date(on),
  data: { arrangement: "A", action, ...more },
});
const stateOf = (events: readonly NewEvent[], today: string): ArrangementState => {
  const [found] = arrangementsOf(entered(events), date(today), calendar);
  if (!found) throw new Error("no arrangement");
  return found;
};

/** 100.00 on the 15th of each month from 15 January 2026, active from 10 January. */
const yearly = planOf(10, "2026-01-15");
const begun = [step("propose", "2026-01-05", { plan: yearly }), step("activate", "2026-01-10")];
/** 100.00 on 1 March, 1 April and 1 May 2026, active from 15 February. */
const plan = planOf(3, "2026-03-01");
const short = [step("propose", "2026-02-10", { plan }), step("activate", "2026-02-15")];

describe("building terms", () => {
  it("accepts one to six hundred terms of at least one cent", () => {
    const by = (total: number, count: number) =>
      buildTerms({ total, first: date("2026-01-01"), frequency: "week", by: { count } }).map(({ amount }) => amount);
    expect(by(1, 1)).toEqual([1]);
    expect(by(600, 600)).toHaveLength(600);
    expect(() => by(601, 601)).toThrow("no terms can be made of this");
    const byAmount = (amount: number) =>
      buildTerms({ total: 3, first: date("2026-01-01"), frequency: "week", by: { amount } });
    expect(byAmount(1)).toHaveLength(3);
    expect(() => byAmount(0)).toThrow(RangeError);
  });

  it("puts each term one period of days or months after the one before, counted from the first", () => {
    const third = (frequency: "week" | "twoWeeks" | "fourWeeks" | "month") => termDay(date("2026-01-31"), frequency, 2);
    expect([third("week"), third("twoWeeks"), third("fourWeeks"), third("month")]).toEqual([
      "2026-02-14",
      "2026-02-28",
      "2026-03-28",
      "2026-03-31",
    ]);
  });
});

describe("violations of a client's rules by a plan", () => {
  const withAmounts = (...amounts: number[]): ArrangementPlan => ({
    ...plan,
    total: amounts.reduce((sum, each) => sum + each, 0),
    terms: amounts.map((amount, n) => ({ on: termDay(date("2026-03-01"), "month", n), amount })),
  });

  it("the provider's rules apply until the client has its own", () => {
    expect(defaultArrangementRules).toEqual({
      graceWorkingDays: 5,
      breakAfterDays: 14,
      allowedMisses: 1,
      missWindowMonths: 6,
      minimumTerm: 2_500,
      maximumMonths: 12,
      selfService: 50_000,
    });
  });

  it.each<[string, ArrangementPlan, readonly string[]]>([
    ["25.00 twice and 10.00 last", withAmounts(2500, 2500, 1000), []],
    ["a first term of 24.99", withAmounts(2499, 2500, 1000), ["termTooSmall"]],
    ["a second-to-last term of 24.99", withAmounts(2500, 2499, 1000), ["termTooSmall"]],
    ["twelve months", planOf(12, "2026-01-31"), []],
    ["thirteen months", planOf(13, "2026-01-31"), ["tooLong"]],
    [
      "two terms on one day",
      { ...plan, terms: plan.terms.map((term) => ({ ...term, on: date("2026-03-01") })) },
      ["notAscending"],
    ],
    ["a total that is one cent higher than the terms", { ...plan, total: plan.total + 1 }, ["wrongTotal"]],
    ["no terms", { ...plan, total: 0, terms: [] }, []],
  ])("%s", (_name, judged, problems) => {
    expect(planProblems(judged, defaultArrangementRules)).toEqual(problems);
  });
});

describe("the window of six months in which one late term is tolerated", () => {
  // Five working days after Thursday 15 January is Thursday the 22nd: late from the 23rd. So are 15 June → 23 June and 15 July → 23 July.
  const inTime = (but: Record<number, string>): NewEvent[] =>
    Array.from({ length: 7 }, (_, n) => payment(but[n] ?? yearly.terms[n]?.on ?? "", "100.00"));
  const breaks = (but: Record<number, string>, today: string) => stateOf([...begun, ...inTime(but)], today).breaksOn;

  it.each<[string, Record<number, string>, string, string | null]>([
    ["late in January and June", { 0: "2026-01-26", 5: "2026-06-25" }, "2026-06-30", "2026-06-23"], // 23 January lies after 23 December
    ["late in January and July, six months apart", { 0: "2026-01-26", 6: "2026-07-24" }, "2026-07-24", null], // 23 January is six months before
    ["late in June and July", { 5: "2026-06-25", 6: "2026-07-24" }, "2026-07-24", "2026-07-23"],
    ["late in January only", { 0: "2026-01-26" }, "2026-07-24", null],
    ["one paid on the last day of grace, and one late", { 0: "2026-01-22", 5: "2026-06-25" }, "2026-06-30", null],
    ["one paid on the first late day, and one late", { 0: "2026-01-23", 5: "2026-06-25" }, "2026-06-30", "2026-06-23"],
    ["one paid on the fourteenth day after its due date", { 0: "2026-01-29" }, "2026-02-14", null],
    ["one paid on the fifteenth day after its due date", { 0: "2026-01-30" }, "2026-02-14", "2026-01-30"],
  ])("%s", (_name, but, today, breaksOn) => {
    expect(breaks(but, today)).toBe(breaksOn);
  });

  it("breaks on the earliest day on which a rule is violated", () => {
    // January paid late; of 15 February the fifth working day is Friday the 20th: late from the 21st, the second; 15 days on is 2 March.
    const late = [...begun, payment("2026-01-26", "100.00")];
    expect(stateOf(late, "2026-03-10").breaksOn).toBe("2026-02-21");
    expect(stateOf(late, "2026-02-20").breaksOn).toBeNull();
    expect(stateOf(begun, "2026-03-10").breaksOn).toBe("2026-01-30");
  });

  it("a waived term is never late", () => {
    const letOff = [...begun, step("waive", "2026-01-16", { term: 1 })];
    expect(stateOf(letOff, "2026-02-14").breaksOn).toBeNull();
    expect(stateOf(letOff, "2026-03-02").breaksOn).toBe("2026-03-02");
  });
});

describe("payments", () => {
  const statuses = (events: readonly NewEvent[], today: string) =>
    stateOf([...short, ...events], today).terms.map(({ status }) => status);
  const filled = (events: readonly NewEvent[], today: string) =>
    stateOf([...short, ...events], today).terms.map(({ received, receivedOn }) => [received, receivedOn]);

  it("a term is paid on the day of the receipt that completes it; the excess goes to the next term", () => {
    // 60 + 60 + 100: 100 by the second, 100 by the third, 20 of the last.
    const events = [payment("2026-03-01", "60.00"), payment("2026-03-05", "60.00"), payment("2026-03-20", "100.00")];
    expect(filled(events, "2026-04-01")).toEqual([
      [10_000, "2026-03-05"],
      [10_000, "2026-03-20"],
      [2_000, null],
    ]);
  });

  it("receipts are used in order of date, not of entry", () => {
    const events = [payment("2026-03-20", "100.00"), payment("2026-03-05", "100.00"), payment("2026-03-10", "50.00")];
    expect(filled(events, "2026-04-01")).toEqual([
      [10_000, "2026-03-05"],
      [10_000, "2026-03-20"],
      [5_000, null],
    ]);
  });

  it("count from the day on which the arrangement starts up to and including the day on which it ends", () => {
    expect(statuses([payment("2026-02-15", "100.00")], "2026-03-01")[0]).toBe("received");
    expect(statuses([payment("2026-02-14", "100.00")], "2026-03-01")[0]).toBe("expected");
    const ended = (on: string) => statuses([step("break", "2026-03-16"), payment(on, "100.00")], "2026-03-31")[0];
    expect([ended("2026-03-16"), ended("2026-03-17")]).toEqual(["received", "missed"]);
    expect(statuses([payment("2026-03-02", "100.00")], "2026-03-01")[0]).toBe("expected");
  });

  it("do not count before the arrangement is active", () => {
    const proposed = stateOf([step("propose", "2026-02-10", { plan }), payment("2026-02-20", "100.00")], "2026-02-28");
    expect(proposed).toMatchObject({ status: "proposed", activeFrom: null, breaksOn: null });
    expect(proposed.terms[0]).toMatchObject({ status: "expected", received: 0 });
  });

  it("of one cent make a term partially paid", () => {
    expect(statuses([payment("2026-03-01", "0.01")], "2026-03-01")).toEqual(["partial", "expected", "expected"]);
  });

  it("are not allocated to a waived term; the next term is the first that is neither paid nor waived", () => {
    const letOff = [step("waive", "2026-02-20", { term: 2 })];
    expect(statuses([...letOff, payment("2026-03-01", "200.00")], "2026-03-02")).toEqual([
      "received",
      "waived",
      "received",
    ]);
    expect(stateOf([...short, ...letOff], "2026-02-28").next?.on).toBe("2026-03-01");
    expect(stateOf([...short, ...letOff, payment("2026-03-01", "100.00")], "2026-03-02").next?.on).toBe("2026-05-01");
    expect(stateOf([...short, ...letOff, payment("2026-03-01", "200.00")], "2026-03-02").next).toBeNull();
  });

  it("after a break, each term that was due is missed, and no later one", () => {
    const broken = [step("break", "2026-03-16")];
    expect(statuses(broken, "2026-03-31")).toEqual(["missed", "expected", "expected"]);
    expect(statuses(broken, "2026-04-01")).toEqual(["missed", "missed", "expected"]);
  });
});

describe("the state of an arrangement", () => {
  it.each<[string, NewEvent[], string, Partial<ArrangementState>]>([
    [
      "paused until a date",
      [step("pause", "2026-03-02", { until: date("2026-04-01") })],
      "2026-03-20",
      { status: "paused", pausedOn: date("2026-03-02"), pausedUntil: date("2026-04-01"), endedOn: null },
    ],
    [
      "paused without an end date",
      [step("pause", "2026-03-02")],
      "2026-03-20",
      { status: "paused", pausedOn: date("2026-03-02"), pausedUntil: null },
    ],
    [
      "resumed",
      [step("pause", "2026-03-02"), step("resume", "2026-03-10")],
      "2026-03-20",
      { status: "active", pausedOn: null, pausedUntil: null },
    ],
    [
      "paused and resumed on one day",
      [step("pause", "2026-03-02"), step("resume", "2026-03-02")],
      "2026-03-20",
      { status: "active", pausedOn: null },
    ],
    [
      "a term waived while paused",
      [step("pause", "2026-03-02"), step("waive", "2026-03-03", { term: 1 })],
      "2026-03-20",
      { status: "paused", pausedOn: date("2026-03-02") },
    ],
    [
      "activated a second time",
      [step("activate", "2026-03-10")],
      "2026-03-12",
      { status: "active", activeFrom: date("2026-02-15") },
    ],
    ["completed", [step("complete", "2026-03-10")], "2026-03-20", { status: "completed", endedOn: date("2026-03-10") }],
    ["cancelled", [step("cancel", "2026-03-10")], "2026-03-20", { status: "cancelled", endedOn: date("2026-03-10") }],
    ["broken", [step("break", "2026-03-16")], "2026-03-20", { status: "broken", endedOn: date("2026-03-16") }],
    ["the day before it is broken", [step("break", "2026-03-16")], "2026-03-15", { status: "active", endedOn: null }],
    ["the day on which it is broken", [step("break", "2026-03-16")], "2026-03-16", { status: "broken" }],
  ])("%s", (_name, events, today, expected) => {
    expect(stateOf([...short, ...events], today)).toMatchObject(expected);
  });

  it("follows the dates of its events, and its version is the number of the last event entered", () => {
    const [proposed, activated] = short;
    if (!proposed || !activated) throw new Error("two events");
    const state = stateOf([step("pause", "2026-03-02"), activated, proposed], "2026-03-20");
    expect(state).toMatchObject({ status: "paused", proposedOn: "2026-02-10", version: 3 });
  });

  it("an arrangement without a plan is ignored", () => {
    expect(arrangementsOf(entered([step("activate", "2026-02-15")]), date("2026-03-01"), calendar)).toEqual([]);
  });

  it("suspends dunning while it is active or paused", () => {
    const paused = stateOf([...short, step("pause", "2026-03-02")], "2026-03-20");
    const ended = stateOf([...short, step("cancel", "2026-03-02")], "2026-03-20");
    const active = stateOf(short, "2026-02-20");
    expect(activeArrangement([ended, paused])).toBe(paused);
    expect(activeArrangement([ended, active])).toBe(active);
    expect(activeArrangement([ended])).toBeUndefined();
  });
});

describe("changing a plan", () => {
  const days = ({ terms }: ArrangementPlan) => terms.map(({ on }) => on);

  it("a pause of ten days postpones every later term by ten days, except paid and waived ones", () => {
    const pausedOn = (on: string, more: NewEvent[] = []) =>
      days(shiftedPlan(stateOf([...short, ...more, step("pause", on)], "2026-04-20"), date("2026-04-11")));
    expect(pausedOn("2026-04-01")).toEqual(["2026-03-01", "2026-04-11", "2026-05-11"]);
    expect(pausedOn("2026-04-01", [payment("2026-03-01", "200.00")])).toEqual([
      "2026-03-01",
      "2026-04-01",
      "2026-05-11",
    ]);
    expect(pausedOn("2026-04-01", [step("waive", "2026-03-02", { term: 3 })])).toEqual([
      "2026-03-01",
      "2026-04-11",
      "2026-05-01",
    ]);
    const active = stateOf(short, "2026-03-01");
    expect(shiftedPlan(active, date("2026-04-11"))).toBe(active.plan);
  });

  it("a recalculation leaves paid terms, waived terms and terms due before its date unchanged", () => {
    // 100 + 100 (of which 40 came in) + 100 (let off) + 130 = 430.
    const four = planOf(5, "2026-03-01");
    const events = [
      step("propose", "2026-02-10", { plan: four }),
      step("activate", "2026-02-15"),
      step("waive", "2026-02-20", { term: 4 }),
      payment("2026-03-01", "140.00"),
    ];
    const state = stateOf(events, "2026-03-02");
    const amounts = (from: string) =>
      recalculatedPlan(state, eur("130.00"), date(from)).terms.map(({ amount }) => amount);
    expect(amounts("2026-01-01")).toEqual([10_000, 10_000, 13_000, 10_000, 13_000]);
    expect(amounts("2026-05-01")).toEqual([10_000, 10_000, 13_000, 10_000, 13_000]);
    expect(amounts("2026-05-02")).toEqual([10_000, 10_000, 10_000, 10_000, 13_000]);
    expect(recalculatedPlan(state, eur("130.00"), date("2026-05-02")).total).toBe(eur("530.00"));
  });

  it("a recalculation leaves a term of which one cent is paid unchanged", () => {
    const state = stateOf([...short, payment("2026-03-01", "0.01")], "2026-03-02");
    expect(recalculatedPlan(state, eur("130.00"), date("2026-03-01")).terms.map(({ amount }) => amount)).toEqual([
      10_000, 13_000, 13_000,
    ]);
  });

  it.each([
    ["2026-01-31", "2027-01-30", 0],
    ["2026-01-31", "2027-01-31", 1],
    ["2024-02-29", "2025-02-28", 1],
    ["2026-01-31", "2029-01-30", 2],
    ["2026-01-31", "2029-01-31", 3],
  ])("a settlement that started on %s has run on %s for %i full years", (from, today, years) => {
    expect(yearsRun(date(from), date(today))).toBe(years);
  });

  it("only the kind shv is a settlement", () => {
    expect([isSettlement({ kind: "shv" }), isSettlement({ kind: "terms" }), isSettlement({})]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("a closing term is added for one cent or more, one period after the last term", () => {
    expect(withClosingTerm(plan, 0)).toBe(plan);
    expect(withClosingTerm(plan, -1)).toBe(plan);
    expect(withClosingTerm(plan, 1)).toMatchObject({
      total: 30_001,
      terms: [...plan.terms, { on: "2026-06-01", amount: 1 }],
    });
    const empty = { ...plan, terms: [] };
    expect(withClosingTerm(empty, 1)).toBe(empty);
  });
});
