/** Interest at its edges: half a cent, the year's turn, the month's rate, the legal floor, periods without interest, and what lapses. */
import { describe, expect, it } from "vitest";
import { date, dateOfDay, dayNumber } from "../../../ground/kernel/dates.ts";
import { decimalFromCents, decimalFromRate } from "../../../ground/kernel/money.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import { entered, eur, freeze, interruption, owedFrom, payment, terms } from "../claims.factory.ts";
import { balanceOf } from "../engine/balance.ts";
import { type InterestTerms, interestTerms, type NewEvent } from "../engine/events.ts";
import { covers } from "./approvals.ts";
import { freezesOf } from "./freezes.ts";
import { termsOfValues, valuesOfTerms } from "./interest-values.ts";
import { concerns, judgedOn } from "./lapse.ts";
import { scheduleFor } from "./schedule.ts";

type Terms = Extract<NewEvent, { kind: "terms" }>["data"]["interest"];
const on = (events: readonly NewEvent[], day: string) => balanceOf(entered(events), seededTariffs, date(day));
/** Lines of one invoice: from, days, rate %, base → interest, what joins the base. */
const lines = (how: Terms, amount: string, from: string, to: string, more: readonly NewEvent[] = []) =>
  on([terms(how), owedFrom(amount, from, { number: "F1" }), ...more], to).ledger.invoices[0]?.accrual.lines.map(
    (line) => [
      dateOfDay(line.from),
      line.until - line.from,
      decimalFromRate(line.rate),
      decimalFromCents(line.base),
      decimalFromCents(line.interest),
      decimalFromCents(line.capitalised),
    ],
  );
const interest = (how: Terms, amount: string, from: string, to: string): string =>
  decimalFromCents(on([terms(how), owedFrom(amount, from)], to).interest);

const agreed = (rate: number, more: Partial<Terms> = {}): Terms => ({
  kind: "contractual",
  rate,
  compounding: "none",
  floor: "none",
  ...more,
});

describe("half a cent is rounded up", () => {
  // 2 % a year until 2022: 91.25 bears 91.25 × 2 % / 365 = 0.005 a day.
  it.each([
    ["91.25", "2021-03-02", "0.01"], // 0.005
    ["91.24", "2021-03-02", "0.00"], // 0.0049995
    ["273.75", "2021-03-02", "0.02"], // 0.015
    ["91.25", "2021-03-04", "0.02"], // 0.015
  ])("%s from 1 March to %s: %s", (amount, to, owed) => {
    expect(interest({ kind: "statutory" }, amount, "2021-03-01", to)).toBe(owed);
  });
});

describe("ACT/ACT", () => {
  it("splits a line at the turn of the year: 31 days of 365 and 60 of 366", () => {
    // 10,000 × 7.3 % = 730; 730 × 31/365 = 62.00; 730 × 60/366 = 119.6721; together 181.67
    expect(lines(agreed(73_000, { dayCount: "ACT/ACT" }), "10000.00", "2023-12-01", "2024-03-01")).toEqual([
      ["2023-12-01", 91, "7.3", "10000.00", "181.67", "0.00"],
    ]);
    // Over two turns: 31/365 + 366/366 + 31/365 of 730 = 62 + 730 + 62
    expect(interest(agreed(73_000, { dayCount: "ACT/ACT" }), "10000.00", "2023-12-01", "2025-02-01")).toBe("854.00");
  });
});

describe("compounding of agreed interest", () => {
  it("none: one line across all changes of the legal rate", () => {
    // 1,000 × 12 % × 731/365
    expect(lines(agreed(120_000, { floor: "statutory" }), "1000.00", "2024-01-15", "2026-01-15")).toEqual([
      ["2024-01-15", 731, "12", "1000.00", "240.33", "0.00"],
    ]);
  });

  it("yearly", () => {
    expect(lines(agreed(120_000, { compounding: "yearly" }), "1000.00", "2024-01-15", "2026-01-14")).toEqual([
      ["2024-01-15", 366, "12", "1000.00", "120.33", "120.33"], // 1,000 × 12 % × 366/365
      ["2025-01-15", 364, "12", "1120.33", "134.07", "0.00"], // 1,120.33 × 12 % × 364/365 = 134.0713
    ]);
  });

  it("yearly, at a rate per month: twelve months of 10.00, then of 11.20", () => {
    const byMonth = lines(
      agreed(10_000, { per: "month", compounding: "yearly" }),
      "1000.00",
      "2024-01-15",
      "2025-03-15",
    );
    expect(byMonth?.map(([, , , base, owed, joined]) => [base, owed, joined])).toEqual([
      ...Array.from({ length: 11 }, () => ["1000.00", "10.00", "0.00"]),
      ["1000.00", "10.00", "120.00"],
      ["1120.00", "11.20", "0.00"],
      ["1120.00", "11.20", "0.00"],
    ]);
  });

  it("monthly, at a rate per year: a twelfth of it each month", () => {
    // 12 % a year, 1 % a month: 2,000 × 1.01 = 2,020.00, 2,040.20, 2,060.60
    const byYear = lines(agreed(120_000, { compounding: "monthly" }), "2000.00", "2026-02-01", "2026-06-01");
    expect(byYear?.map(([from, , , base, owed]) => [from, base, owed])).toEqual([
      ["2026-02-01", "2000.00", "20.00"],
      ["2026-03-01", "2020.00", "20.20"],
      ["2026-04-01", "2040.20", "20.40"],
      ["2026-05-01", "2060.60", "20.61"], // on 2,060.602
    ]);
  });

  it("none, at a rate per month: each month on the same base", () => {
    // 0.5 % of 333.33 = 1.66665, each month anew
    const byMonth = lines(agreed(5_000, { per: "month" }), "333.33", "2026-01-15", "2026-07-15");
    expect(byMonth?.map(([, , , base, owed]) => [base, owed])).toEqual(
      Array.from({ length: 6 }, () => ["333.33", "1.67"]),
    );
  });

  it("monthly: the base grows unrounded", () => {
    // The n-th month bears 751 × 1.02^(n−1) × 2 %. On rounded bases the seventh, the sixteenth and more would be a cent off.
    const byMonth = lines(
      agreed(20_000, { per: "month", compounding: "monthly" }),
      "751.00",
      "2020-01-15",
      "2025-01-15",
    );
    const exact = Array.from({ length: 60 }, (_, n) => {
      const numerator = 751_00n * 102n ** BigInt(n) * 2n;
      const denominator = 100n ** BigInt(n) * 100n;
      return decimalFromCents(Number((2n * numerator + denominator) / (2n * denominator)));
    });
    expect(byMonth?.map(([, , , , owed]) => owed)).toEqual(exact);
  });
});

describe("an agreed rate below the legal one", () => {
  it("is replaced by the legal rate, compounded yearly whatever was agreed", () => {
    expect(lines(agreed(20_000, { floor: "statutory" }), "1000.00", "2024-01-01", "2025-12-31")).toEqual([
      ["2024-01-01", 366, "7", "1000.00", "70.19", "70.19"], // 70.1918
      ["2025-01-01", 364, "6", "1070.19", "64.04", "0.00"], // 1,070.19 × 6 % × 364/365 = 64.0355
    ]);
  });

  it("is replaced at a rate per month and by the year as well", () => {
    expect(lines(agreed(1_000, { per: "month", floor: "statutory" }), "1000.00", "2024-01-01", "2025-12-31")).toEqual([
      ["2024-01-01", 366, "7", "1000.00", "70.19", "70.19"],
      ["2025-01-01", 364, "6", "1070.19", "64.04", "0.00"],
    ]);
  });

  it.each<[string, number, readonly (readonly [string, string])[]]>([
    // 2025: 6 % by law, 2026: 4 %.
    [
      "0.5 % a month is 6 % a year, not below it",
      5_000,
      [
        ["0.5", "BW 6:119 lid 3"],
        ["0.5", "BW 6:119 lid 3"],
      ],
    ],
    [
      "0.48 % a month is 5.76 %",
      4_800,
      [
        ["6", "BW 6:119"],
        ["0.48", "BW 6:119 lid 3"],
      ],
    ],
    [
      "0.35 % a month is 4.2 %",
      3_500,
      [
        ["6", "BW 6:119"],
        ["0.35", "BW 6:119 lid 3"],
      ],
    ],
    [
      "0.33 % a month is 3.96 %",
      3_300,
      [
        ["6", "BW 6:119"],
        ["4", "BW 6:119"],
      ],
    ],
  ])("%s", (_name, rate, expected) => {
    const how = agreed(rate, { per: "month", floor: "statutory" });
    const all = on([terms(how), owedFrom("1000.00", "2025-12-01")], "2026-02-01").ledger.invoices[0]?.accrual.lines;
    expect(all?.map((line) => [decimalFromRate(line.rate), line.article])).toEqual(expected);
  });

  it("is replaced by the commercial rate between businesses", () => {
    const how = agreed(50_000, { floor: "commercial" });
    const [line] =
      on([terms(how), owedFrom("1000.00", "2026-01-15")], "2026-02-15").ledger.invoices[0]?.accrual.lines ?? [];
    expect(line).toMatchObject({ rate: 101_500, article: "BW 6:119a" });
    expect(line?.source).not.toBe("");
  });
});

describe("the rate that applies", () => {
  const schedule = (how: Terms) => scheduleFor(interestTerms.parse(how), seededTariffs);
  const first = (how: Terms) => schedule(how).steps.find(({ day }) => day >= dayNumber(date("2024-01-01")));

  it.each<[Terms, number, string, string | undefined]>([
    [{ kind: "statutory" }, 70_000, "BW 6:119", "interest_statutory"],
    [{ kind: "statutory", rate: 20_000 }, 90_000, "BW 6:119", "interest_statutory"],
    [{ kind: "commercial" }, 125_000, "BW 6:119a", "interest_commercial"],
    [{ kind: "government" }, 125_000, "BW 6:119b", "interest_commercial"],
  ])("%o", (how, rate, article, tariff) => {
    expect(first(how)).toMatchObject({ day: dayNumber(date("2024-01-01")), rate, article, legal: true, per: "year" });
    expect(schedule(how).tariff).toBe(tariff);
  });

  it("has one step without a start for a contract without a floor, and no steps for the kind none", () => {
    expect(schedule(agreed(50_000))).toEqual({
      steps: [
        {
          day: Number.NEGATIVE_INFINITY,
          rate: 50_000,
          per: "year",
          legal: false,
          source: "",
          article: "BW 6:119 lid 3",
        },
      ],
      tariff: undefined,
    });
    expect(schedule(agreed(50_000, { floor: "commercial" })).tariff).toBe("interest_commercial");
    expect(schedule({ kind: "none" })).toEqual({ steps: [], tariff: undefined });
  });

  it("is computed once for the same terms, and again for other terms", () => {
    expect(schedule({ kind: "statutory" })).toBe(schedule({ kind: "statutory" }));
    expect(schedule(agreed(50_000))).not.toBe(schedule(agreed(50_000, { per: "month" })));
    expect(schedule(agreed(50_000))).not.toBe(schedule(agreed(50_000, { floor: "statutory" })));
  });

  it("is missing before the first known day, and the error names the tariff and the day", () => {
    const refusal = (how: Terms, from: string): unknown => {
      try {
        interest(how, "100.00", from, "2003-01-01");
      } catch (error) {
        return error;
      }
      return undefined;
    };
    expect(refusal({ kind: "commercial" }, "2002-01-01")).not.toEqual(refusal({ kind: "statutory" }, "1930-01-01"));
  });
});

describe("the more onerous invoice is paid first (BW 6:43(2))", () => {
  const owed = (number: string, from: string, how: Terms, due = from): NewEvent =>
    owedFrom("500.00", due, { number, interest: how, interestFrom: date(from) });
  const paidFirst = (events: readonly NewEvent[], day: string) =>
    on([terms({ kind: "statutory" }), ...events, payment(day, "1.00")], day).ledger.payments[0]?.allocations[0]?.to;
  const monthly = agreed(10_000, { per: "month" });

  it.each<[string, NewEvent[], string, string]>([
    [
      "1 % a month before 11.5 % a year, although newer",
      [owed("F1", "2026-04-01", monthly), owed("F2", "2026-02-01", agreed(115_000))],
      "2026-07-01",
      "F1",
    ],
    [
      "12.5 % a year before 1 % a month, although newer",
      [owed("F1", "2026-02-01", monthly), owed("F2", "2026-04-01", agreed(125_000))],
      "2026-07-01",
      "F2",
    ],
    [
      "an invoice without interest comes after one at the legal rate",
      [owed("F1", "2026-01-01", { kind: "none" }), owed("F2", "2026-04-01", { kind: "statutory" })],
      "2026-07-01",
      "F2",
    ],
    [
      "a rate that has not started does not count",
      [owed("F1", "2026-08-01", agreed(120_000), "2026-01-01"), owed("F2", "2026-04-01", { kind: "statutory" })],
      "2026-07-31",
      "F2",
    ],
    [
      "a rate counts from its first day",
      [owed("F1", "2026-08-01", agreed(120_000), "2026-01-01"), owed("F2", "2026-04-01", { kind: "statutory" })],
      "2026-08-01",
      "F1",
    ],
    [
      "the legal rate of the day counts: 4 % in 2026 after 5 %",
      [owed("F1", "2025-04-01", { kind: "statutory" }), owed("F2", "2025-06-01", agreed(50_000))],
      "2026-07-01",
      "F2",
    ],
    [
      "the legal rate of the day counts: 6 % in 2025 before 5 %",
      [owed("F1", "2025-06-01", { kind: "statutory" }), owed("F2", "2025-04-01", agreed(50_000))],
      "2025-12-31",
      "F1",
    ],
    [
      "while no invoice bears interest the older one comes first",
      [
        owed("F1", "2026-04-01", agreed(120_000)),
        owed("F2", "2026-02-01", { kind: "statutory" }),
        freeze("2026-06-01"),
      ],
      "2026-07-01",
      "F2",
    ],
    [
      "on the day before a freeze the rate still counts",
      [
        owed("F1", "2026-04-01", agreed(120_000)),
        owed("F2", "2026-02-01", { kind: "statutory" }),
        freeze("2026-07-02"),
      ],
      "2026-07-01",
      "F1",
    ],
    [
      "on the day on which interest runs again the rate counts",
      [
        owed("F1", "2026-04-01", agreed(120_000)),
        owed("F2", "2026-02-01", { kind: "statutory" }),
        freeze("2026-06-01", "2026-07-01"),
      ],
      "2026-07-01",
      "F1",
    ],
  ])("%s", (_name, events, day, first) => {
    expect(paidFirst(events, day)).toBe(first);
  });
});

describe("periods without interest", () => {
  const days = (events: readonly NewEvent[], more: readonly (readonly [number, number])[] = []) =>
    freezesOf(entered(events), more).map(([from, until]) => [
      dateOfDay(from),
      until === Number.POSITIVE_INFINITY ? "for good" : dateOfDay(until),
    ]);
  const plan = (how: "runs" | "frozen") => ({
    total: 100,
    frequency: "month" as const,
    interest: how,
    terms: [{ on: date("2026-04-01"), amount: 100 }],
  });
  type Action = Extract<NewEvent, { kind: "arrangement" }>["data"]["action"];
  const step = (action: Action, day: string, how?: "runs" | "frozen", arrangement = "A"): NewEvent => ({
    kind: "arrangement",
    on: date(day),
    data: { arrangement, action, ...(how ? { plan: plan(how) } : {}) },
  });

  it.each<[string, NewEvent[], (readonly [string, string])[]]>([
    ["without an end", [freeze("2026-03-01")], [["2026-03-01", "for good"]]],
    ["of zero days", [freeze("2026-03-01", "2026-03-01")], []],
    [
      "one day apart",
      [freeze("2026-03-01", "2026-03-05"), freeze("2026-03-06", "2026-03-09")],
      [
        ["2026-03-01", "2026-03-05"],
        ["2026-03-06", "2026-03-09"],
      ],
    ],
    [
      "adjacent",
      [freeze("2026-03-01", "2026-03-05"), freeze("2026-03-05", "2026-03-09")],
      [["2026-03-01", "2026-03-09"]],
    ],
    [
      "one within another",
      [freeze("2026-03-01", "2026-03-09"), freeze("2026-03-03", "2026-03-05")],
      [["2026-03-01", "2026-03-09"]],
    ],
    [
      "entered in reverse order",
      [freeze("2026-05-01", "2026-05-09"), freeze("2026-03-01", "2026-03-05")],
      [
        ["2026-03-01", "2026-03-05"],
        ["2026-05-01", "2026-05-09"],
      ],
    ],
    [
      "an arrangement, until it is broken",
      [step("activate", "2026-03-01", "frozen"), step("break", "2026-04-16")],
      [["2026-03-01", "2026-04-16"]],
    ],
    [
      "an arrangement, until it is completed",
      [step("activate", "2026-03-01", "frozen"), step("complete", "2026-04-16")],
      [["2026-03-01", "2026-04-16"]],
    ],
    [
      "an arrangement, until it is cancelled",
      [step("activate", "2026-03-01", "frozen"), step("cancel", "2026-04-16")],
      [["2026-03-01", "2026-04-16"]],
    ],
    [
      "an arrangement that is active",
      [step("propose", "2026-02-20", "frozen"), step("activate", "2026-03-01")],
      [["2026-03-01", "for good"]],
    ],
    ["an arrangement that is only proposed", [step("propose", "2026-02-20", "frozen")], []],
    [
      "an arrangement in which interest runs",
      [step("activate", "2026-03-01", "runs"), step("break", "2026-04-16")],
      [],
    ],
    [
      "an arrangement that is paused and resumed",
      [
        step("activate", "2026-03-01", "frozen"),
        step("pause", "2026-03-10"),
        step("resume", "2026-03-20"),
        step("break", "2026-04-16"),
      ],
      [["2026-03-01", "2026-04-16"]],
    ],
    [
      "an arrangement whose terms are changed",
      [step("activate", "2026-03-01", "frozen"), step("activate", "2026-03-20", "frozen"), step("break", "2026-04-16")],
      [["2026-03-01", "2026-04-16"]],
    ],
    [
      "an arrangement that is activated again after a break",
      [
        step("activate", "2026-03-01", "frozen"),
        step("break", "2026-04-16"),
        step("activate", "2026-05-01"),
        step("complete", "2026-06-01"),
      ],
      [
        ["2026-03-01", "2026-04-16"],
        ["2026-05-01", "2026-06-01"],
      ],
    ],
    [
      "an arrangement entered in reverse order",
      [step("break", "2026-04-16"), step("activate", "2026-03-01", "frozen")],
      [["2026-03-01", "2026-04-16"]],
    ],
    [
      "an arrangement started and cancelled on one day",
      [
        step("activate", "2026-03-01", "frozen"),
        step("cancel", "2026-03-01"),
        step("activate", "2026-03-05"),
        step("break", "2026-03-09"),
      ],
      [["2026-03-05", "2026-03-09"]],
    ],
    [
      "two arrangements",
      [
        step("activate", "2026-03-01", "frozen"),
        step("break", "2026-03-05"),
        step("activate", "2026-03-10", "frozen", "B"),
        step("cancel", "2026-03-12", undefined, "B"),
      ],
      [
        ["2026-03-01", "2026-03-05"],
        ["2026-03-10", "2026-03-12"],
      ],
    ],
  ])("%s", (_name, events, expected) => {
    expect(days(events)).toEqual(expected);
  });

  it("are joined with periods of forgiven interest", () => {
    const term = [dayNumber(date("2026-03-03")), dayNumber(date("2026-03-08"))] as const;
    expect(days([freeze("2026-03-01", "2026-03-05")], [term])).toEqual([["2026-03-01", "2026-03-08"]]);
  });

  it("bear nothing, and the days before and after do", () => {
    // 1,000 × 7.3 % = 0.20 a day: 10 days, none for 5, 10 days.
    const frozen = freeze("2026-03-11", "2026-03-16");
    expect(lines(agreed(73_000), "1000.00", "2026-03-01", "2026-03-26", [frozen])).toEqual([
      ["2026-03-01", 10, "7.3", "1000.00", "2.00", "0.00"],
      ["2026-03-11", 5, "7.3", "1000.00", "0.00", "0.00"],
      ["2026-03-16", 10, "7.3", "1000.00", "2.00", "0.00"],
    ]);
  });
});

describe("lapse of interest after a judgment of 1 January 2018", () => {
  const claim = [
    terms(agreed(40_000)),
    owedFrom("1000.00", "2015-01-01", { number: "F1" }),
    interruption("2018-01-01", "judgment"),
  ];
  const left = (more: readonly NewEvent[], day: string) => decimalFromCents(on([...claim, ...more], day).interest);

  it("interest that was paid does not lapse", () => {
    // 150.00 on 1 June 2022 pays the 120.11 of before the judgment and 29.89 of after it, and recognises the rest until 1 June 2027.
    // On 2 June 2029 the interest of five years is left: 1,826 days, 200.11.
    expect(left([payment("2022-06-01", "150.00")], "2029-06-02")).toBe("200.11");
    // Two payments, the second of which pays 100.00 of after the judgment: the same five years are left.
    expect(left([payment("2022-06-01", "120.11"), payment("2022-07-01", "100.00")], "2029-07-02")).toBe("200.11");
  });

  const judged = (day: string, how: "judgment" | "demand" = "judgment", invoices: string[] = []) =>
    interruption(day, how, invoices);
  it.each<[string, NewEvent[], string | undefined]>([
    ["none", [], undefined],
    ["a demand does not count", [judged("2018-01-01", "demand")], undefined],
    ["the earlier of two", [judged("2019-01-01"), judged("2018-01-01")], "2018-01-01"],
    ["the earlier of two, entered in order", [judged("2018-01-01"), judged("2019-01-01")], "2018-01-01"],
    ["on another invoice only", [judged("2018-01-01", "judgment", ["F2"])], undefined],
    ["on this invoice, by number", [judged("2018-01-01", "judgment", ["F1"])], "2018-01-01"],
    ["on the due date", [judged("2015-01-01")], undefined],
    ["on the day after the due date", [judged("2015-01-02")], "2015-01-02"],
    ["among events of other kinds", [owedFrom("1.00", "2015-01-01"), judged("2018-01-01")], "2018-01-01"],
  ])("the date of the judgment: %s", (_name, events, day) => {
    const found = judgedOn(entered(events), "F1", dayNumber(date("2015-01-01")));
    expect(found).toBe(day === undefined ? undefined : dayNumber(date(day)));
  });

  it("applies to a named invoice even before it is due", () => {
    const data = { how: "judgment" as const, invoices: ["F1"], proof: "-" };
    expect(concerns({ on: date("2018-01-01"), data }, "F1", dayNumber(date("2019-01-01")))).toBe(true);
  });
});

describe("interest terms as form values", () => {
  const parsed = (how: Terms): InterestTerms => interestTerms.parse(how);

  it.each<[Terms, Partial<ReturnType<typeof valuesOfTerms>>]>([
    [{ kind: "statutory" }, { kind: "statutory", percent: null, per: "year", compounding: "yearly", from: null }],
    [
      { kind: "statutory", rate: 20_000, from: date("2026-03-01") },
      { percent: 2, from: "2026-03-01" },
    ],
    [
      { kind: "contractual", rate: 12_345, per: "month", compounding: "monthly", floor: "none" },
      { percent: 1.2345, per: "month", compounding: "monthly", floor: "none" },
    ],
    [
      { kind: "none", compounding: "none" },
      { kind: "none", percent: null, compounding: "none" },
    ],
  ])("%o", (how, values) => {
    expect(valuesOfTerms(parsed(how))).toMatchObject(values);
    expect(termsOfValues(valuesOfTerms(parsed(how)))).toEqual(parsed(how));
  });

  const asked = {
    kind: "contractual",
    percent: 1.23456,
    per: "month",
    compounding: "monthly",
    dayCount: "ACT/ACT",
    floor: "none",
    from: "2026-03-01",
  };
  it("keep four decimals, and for legal rates only the margin", () => {
    expect(termsOfValues(asked)).toMatchObject({
      rate: 12_346,
      per: "month",
      compounding: "monthly",
      floor: "none",
      from: "2026-03-01",
    });
    expect(termsOfValues({ ...asked, kind: "commercial" })).toMatchObject({
      rate: 12_346,
      per: "year",
      compounding: "yearly",
      floor: "statutory",
    });
    expect(termsOfValues({ ...asked, kind: "none" })).toMatchObject({ rate: 0, per: "year", compounding: "none" });
    expect(termsOfValues({ ...asked, percent: null })).toMatchObject({ rate: 0 });
  });
});

describe("an approval", () => {
  const approved = { kind: "contractual", rate: 120_000, per: "year", compounding: "yearly" } as const;
  const legal = { kind: "statutory", rate: 20_000, per: "year", compounding: "yearly" } as const;

  it("covers exactly its terms; for legal rates only the margin counts", () => {
    expect(covers(approved, approved)).toBe(true);
    expect(covers(approved, { ...approved, rate: 120_001 })).toBe(false);
    expect(covers(approved, { ...approved, per: "month" })).toBe(false);
    expect(covers(approved, { ...approved, compounding: "monthly" })).toBe(false);
    expect(covers(approved, { ...approved, per: "month", compounding: "monthly" })).toBe(false);
    expect(covers(approved, { ...approved, kind: "statutory" })).toBe(false);
    expect(covers(legal, { ...legal, compounding: "none", per: "month" })).toBe(true);
    expect(covers(legal, { ...legal, rate: 0 })).toBe(false);
  });
});

it("no interest is owed on the first day, and that of a day is owed from the next", () => {
  // 3,650 × 10 % / 365 = 1.00 a day
  const how = agreed(100_000);
  expect(["2026-02-28", "2026-03-01", "2026-03-02"].map((day) => interest(how, "3650.00", "2026-03-01", day))).toEqual([
    "0.00",
    "0.00",
    "1.00",
  ]);
  expect(eur("1.00")).toBe(100);
});
