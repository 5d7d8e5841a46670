import { describe, expect, test } from "vitest";
import { alwaysOpenHouse, legalCalendar } from "../../ground/kernel/calendar.ts";
import { addDays, date, type PlainDate } from "../../ground/kernel/dates.ts";
import type { NextStep, Position, StepFacts } from "./schedule/definition.ts";
import { nextStep } from "./schedule/next-step.ts";
import { seededWorkflows } from "./workflows.factory.ts";

const calendar = legalCalendar(["2026-05-15"]);
const { W1, W2 } = seededWorkflows;

// Posted Monday 20 April 2026: costs are due from Thursday 7 May (domain facts 1.2).
const facts: StepFacts = {
  inDefaultFrom: date("2026-04-02"),
  bikDueFrom: date("2026-05-07"),
  newInstalments: false,
  partPaidOn: null,
  eventDays: {},
  claimCents: 30_000,
  openCents: 100_000,
  hasEmail: true,
  hasMobile: true,
  hasPhone: true,
};

const at = (position: number, previousDoneOn: string | null, shiftDays = 0): Position => ({
  position,
  startedOn: date("2026-04-20"),
  previousDoneOn: previousDoneOn === null ? null : date(previousDoneOn),
  shiftDays,
  termUntil: null,
});

const short = (next: NextStep): string => {
  if (next.kind === "none") return "none";
  return next.kind === "waiting" ? `${next.step.position} waits` : `${next.step.position} on ${next.dueOn}`;
};

describe("W1 follows the dates of the debt", () => {
  test.each([
    ["the e-mail three days later", at(1, "2026-04-20"), "2 on 2026-04-23"],
    // 27 April is King's Day: no SMS on a holiday.
    ["the SMS seven days later, not on King's Day", at(2, "2026-04-23"), "3 on 2026-04-28"],
    ["costs on the day on which they are due", at(3, "2026-04-28"), "4 on 2026-05-07"],
    // 14 May is Ascension, 15 May equated with it by decree.
    ["the call a week later, after Ascension Day and the day after it", at(4, "2026-05-07"), "5 on 2026-05-16"],
    ["the arrangement offer, two days after the call", at(5, "2026-05-16"), "6 on 2026-05-18"],
    ["the last notice, five days after the offer", at(6, "2026-05-18"), "7 on 2026-05-26"],
  ])("%s", (_name, state, expected) => {
    expect(short(nextStep(W1, state, facts, date("2026-04-20"), calendar))).toBe(expected);
  });

  test.each([
    // The costs were charged on 7 May: the call, the offer give way to the letter of the new instalment.
    ["before the call", at(4, "2026-05-07"), "1 on 2026-05-07"],
    ["before the offer", at(5, "2026-05-16"), "1 on 2026-05-18"],
    // What takes the file further goes on.
    ["before the last notice", at(6, "2026-05-18"), "7 on 2026-05-26"],
    ["before the costs", at(3, "2026-04-28"), "4 on 2026-05-07"],
  ])("a new instalment %s", (_name, state, expected) => {
    const next = nextStep(W1, state, { ...facts, newInstalments: true }, date("2026-05-07"), calendar);
    expect(short(next)).toBe(expected);
  });

  const unsent = { ...facts, bikDueFrom: null };

  test("the 14-day letter at the start", () => {
    expect(short(nextStep(W1, at(0, null), unsent, date("2026-04-20"), calendar))).toBe("1 on 2026-04-20");
  });

  test("not on a day on which the office is closed: Tuesday instead of Monday", () => {
    const closed = legalCalendar([], { ...alwaysOpenHouse, closedDays: new Set([date("2026-04-20")]) });
    expect(short(nextStep(W1, at(0, null), unsent, date("2026-04-20"), closed))).toBe("1 on 2026-04-21");
  });

  test("when the client's own letter counts, none is sent again", () => {
    const next = nextStep(W1, at(0, null), facts, date("2026-04-20"), calendar);
    expect(short(next)).toBe("2 on 2026-04-23");
    expect(next.passed).toEqual([{ position: 1, outcome: "not_applicable" }]);
  });

  test("no demand before the debt is in default, however early the file was placed", () => {
    const early = { ...unsent, inDefaultFrom: date("2026-05-06") };
    expect(short(nextStep(W1, at(0, null), early, date("2026-04-20"), calendar))).toBe("1 on 2026-05-06");
  });

  test("the summons waits fourteen days after its own letter", () => {
    expect(short(nextStep(W1, at(9, "2026-06-01"), facts, date("2026-06-01"), calendar))).toBe("10 on 2026-06-15");
    expect(short(nextStep(W1, at(10, "2026-06-15"), facts, date("2026-06-15"), calendar))).toBe("none");
  });
});

describe("no step is skipped", () => {
  test("a late step postpones the next ones to keep the intended intervals", () => {
    // The e-mail of the 23rd went on 4 May only; the SMS was meant four days later.
    expect(short(nextStep(W1, at(2, "2026-05-04"), facts, date("2026-05-04"), calendar))).toBe("3 on 2026-05-08");
  });

  test("three steps that are overdue come one by one", () => {
    const today = date("2026-07-01");
    let state = at(0, null);
    const made: string[] = [];
    for (let on: PlainDate = today; made.length < 4; on = addDays(on, 1)) {
      const sent = state.position > 0 ? facts : { ...facts, bikDueFrom: null };
      const next = nextStep(W1, state, sent, on, calendar);
      if (next.kind !== "step" || next.dueOn > on) continue;
      made.push(`${next.step.position} on ${on}`);
      state = { ...state, position: next.step.position, previousDoneOn: on };
    }
    expect(made).toEqual(["1 on 2026-07-01", "2 on 2026-07-04", "3 on 2026-07-08", "4 on 2026-07-09"]);
  });

  test("a step whose condition is false is skipped on record, and applies again once it is true", () => {
    const nobody = { ...facts, hasEmail: false };
    const next = nextStep(W1, at(1, "2026-04-20"), nobody, date("2026-04-21"), calendar);
    expect(short(next)).toBe("3 on 2026-04-28");
    expect(next.passed).toEqual([{ position: 2, outcome: "not_applicable" }]);
    expect(short(nextStep(W1, at(1, "2026-04-20"), facts, date("2026-04-22"), calendar))).toBe("2 on 2026-04-23");
  });

  test("below 250.00 the workflow ends after the last notice, each further step on the record", () => {
    const small = { ...facts, openCents: 24_999 };
    const next = nextStep(W1, at(7, "2026-05-26"), small, date("2026-05-27"), calendar);
    expect(next).toEqual({
      kind: "none",
      passed: [8, 9, 10].map((position) => ({ position, outcome: "not_applicable" })),
    });
    expect(
      short(nextStep(W1, at(7, "2026-05-26"), { ...facts, openCents: 25_000 }, date("2026-05-27"), calendar)),
    ).toBe("8 on 2026-06-02");
  });

  test("a call that nobody made lapses after two days, on the record", () => {
    const called = (today: string) => nextStep(W1, at(4, "2026-05-07"), facts, date(today), calendar);
    expect(short(called("2026-05-17"))).toBe("5 on 2026-05-16");
    expect(short(called("2026-05-18"))).toBe("6 on 2026-05-16");
    expect(called("2026-05-18").passed).toEqual([{ position: 5, outcome: "lapsed" }]);
  });
});

describe("after a part payment", () => {
  test("a part payment restarts the time before the next step, and that step stays the next", () => {
    // The last notice is meant five days after the offer of 18 May, so on the 26th (23 to 25 May are a weekend and Whit Monday);
    // a payment on the 25th moves it to the 30th, a Saturday, and so to Monday 1 June.
    const paid = { ...facts, partPaidOn: date("2026-05-25") };
    const next = nextStep(W1, at(6, "2026-05-18"), paid, date("2026-05-25"), calendar);
    expect(short(next)).toBe("7 on 2026-06-01");
    expect(next.kind === "step" && next.moved).toEqual(["spacing", "partPayment", "sendDay"]);
  });

  test("a payment before the last step moves nothing", () => {
    const paid = { ...facts, partPaidOn: date("2026-05-10") };
    expect(short(nextStep(W1, at(6, "2026-05-18"), paid, date("2026-05-18"), calendar))).toBe("7 on 2026-05-26");
  });

  test("it never makes costs earlier", () => {
    const paid = { ...facts, partPaidOn: date("2026-04-29") };
    expect(short(nextStep(W1, at(3, "2026-04-28"), paid, date("2026-04-29"), calendar))).toBe("4 on 2026-05-07");
  });
});

describe("after a stop", () => {
  test("the same step follows, postponed by the days of the standstill", () => {
    // Thirty days after 7 May is 6 June, a Saturday; the letter goes on Monday the 8th.
    const next = nextStep(W1, at(3, "2026-04-28", 30), facts, date("2026-05-28"), calendar);
    expect(short(next)).toBe("4 on 2026-06-08");
  });

  test("a step that depends on the previous one is shifted with it, once", () => {
    expect(short(nextStep(W1, at(9, "2026-06-01", 30), facts, date("2026-06-01"), calendar))).toBe("10 on 2026-06-15");
  });
});

describe("nothing escalates before the term of the last letter has ended", () => {
  const within = (position: number, previousDoneOn: string): Position => ({
    ...at(position, previousDoneOn),
    termUntil: date("2026-06-19"),
  });
  test("no further letter, on the day after the term at the earliest", () => {
    const next = nextStep(W1, within(6, "2026-06-08"), facts, date("2026-06-08"), calendar);
    expect(short(next)).toBe("7 on 2026-06-22");
    expect(next.kind === "step" && next.moved).toEqual(["spacing", "term", "sendDay"]);
  });
  test("a reminder by e-mail may come within it", () => {
    expect(short(nextStep(W1, within(5, "2026-06-08"), facts, date("2026-06-08"), calendar))).toBe("6 on 2026-06-10");
  });
});

describe("a 14-day letter that does not count", () => {
  test("is sent again, so that costs do not wait for ever", () => {
    const next = nextStep(W1, at(3, "2026-04-28"), { ...facts, bikDueFrom: null }, date("2026-05-01"), calendar);
    expect(next).toMatchObject({
      kind: "step",
      again: true,
      dueOn: "2026-04-28",
      step: { position: 1, effect: "notice14" },
    });
  });
});

describe("W2 asks for costs at once", () => {
  test.each([
    [at(0, null), "1 on 2026-04-20"],
    [at(1, "2026-04-20"), "2 on 2026-04-25"],
    [at(2, "2026-04-25"), "3 on 2026-04-28"],
    [at(3, "2026-04-28"), "4 on 2026-05-04"],
    [at(4, "2026-05-04"), "5 on 2026-05-11"],
    [at(5, "2026-05-11"), "6 on 2026-05-18"],
    [at(6, "2026-05-18"), "7 on 2026-05-19"],
  ])("%j", (state, expected) => {
    expect(short(nextStep(W2, state, { ...facts, bikDueFrom: null }, date("2026-04-20"), calendar))).toBe(expected);
  });
});
