/** Edge cases of the next step: conditions, reasons to postpone, lapsed steps, repeated letters, and coming steps. */
import { describe, expect, test } from "vitest";
import { alwaysOpenHouse, legalCalendar } from "../../../ground/kernel/calendar.ts";
import { date } from "../../../ground/kernel/dates.ts";
import {
  creditNote,
  entered,
  interruption,
  invoice,
  notice,
  payment,
  reversal,
} from "../../../money/claims/claims.factory.ts";
import { stepOf } from "../workflows.factory.ts";
import type { Position, Step, StepFacts, Workflow } from "./definition.ts";
import { stepFacts } from "./facts.ts";
import { applies, nextStep } from "./next-step.ts";
import { comingSteps } from "./schedule.ts";
import { wentOn } from "./situation.ts";

const calendar = legalCalendar([]);
const facts: StepFacts = {
  inDefaultFrom: date("2026-09-01"),
  bikDueFrom: null,
  newInstalments: false,
  partPaidOn: null,
  eventDays: {},
  openCents: 10_000,
  claimCents: 10_000,
  hasEmail: true,
  hasMobile: true,
  hasPhone: true,
};
const step = (position: number, more: Partial<Step> = {}): Step =>
  stepOf(position, { phase: "minnelijk", template: "T", ...more });
const flow = (...steps: Step[]): Workflow => ({
  code: "W",
  name: "W",
  category: "standard",
  audience: "any",
  version: 1,
  steps,
});
const place = (position: number, more: Partial<Position> = {}): Position => ({
  position,
  startedOn: date("2026-09-01"),
  previousDoneOn: null,
  shiftDays: 0,
  termUntil: null,
  ...more,
});
// 1 September 2026 is a Tuesday.
const next = (definition: Workflow, state = place(0), known: Partial<StepFacts> = {}, today = "2026-09-01") =>
  nextStep(definition, state, { ...facts, ...known }, date(today), calendar);
const dueOf = (definition: Workflow, state?: Position, known?: Partial<StepFacts>, today?: string) => {
  const found = next(definition, state, known, today);
  return found.kind === "step" ? [found.step.position, found.dueOn, ...found.moved] : [found.kind];
};

describe("whether a step applies", () => {
  test.each<[string, Step["condition"], boolean]>([
    ["no condition", {}, true],
    ["an existing e-mail address", { hasEmail: true }, true],
    ["no e-mail address", { hasEmail: false }, false],
    ["no mobile number", { hasMobile: false }, false],
    ["no telephone", { hasPhone: false }, false],
    ["100.00 or more", { minOpenCents: 10_000 }, true],
    ["100.01 or more", { minOpenCents: 10_001 }, false],
    ["100.00 or less", { maxOpenCents: 10_000 }, true],
    ["99.99 or less", { maxOpenCents: 9_999 }, false],
    ["a claim of 100.00 or more", { minClaimCents: 10_000 }, true],
    ["a claim of 100.01 or more", { minClaimCents: 10_001 }, false],
    ["a claim of 100.00 or less", { maxClaimCents: 10_000 }, true],
    ["a claim of 99.99 or less", { maxClaimCents: 9_999 }, false],
  ])("%s", (_name, condition, holds) => expect(applies(condition, facts)).toBe(holds));
});

describe("the reference date of a step", () => {
  test.each<[string, Partial<Step>, Position, Partial<StepFacts>, readonly unknown[]]>([
    ["from the start", { offsetDays: 3 }, place(0), {}, [1, "2026-09-04"]],
    [
      "from the day of default if that is later",
      { offsetDays: 1 },
      place(0),
      { inDefaultFrom: date("2026-09-08") },
      [1, "2026-09-09"],
    ],
    [
      "an event",
      { anchor: "event", event: "judgment", offsetDays: 1 },
      place(0),
      { eventDays: { judgment: date("2026-09-10") } },
      [1, "2026-09-11"],
    ],
    [
      "days before a known event",
      { anchor: "event", event: "rollDate", offsetDays: -2 },
      place(0),
      { eventDays: { rollDate: date("2026-09-10"), judgment: date("2026-09-20") } },
      [1, "2026-09-08"],
    ],
    [
      "before a hearing, which is not postponed by paused days",
      { anchor: "event", event: "rollDate", offsetDays: 0 },
      place(0, { shiftDays: 30 }),
      { eventDays: { rollDate: date("2026-09-10") } },
      [1, "2026-09-10"],
    ],
    ["from an event that has not happened", { anchor: "event", event: "judgment" }, place(0), {}, ["waiting"]],
    [
      "from another event",
      { anchor: "event", event: "judgment" },
      place(0),
      { eventDays: { payment: date("2026-09-02") } },
      ["waiting"],
    ],
    [
      "from the step before",
      { anchor: "prev", offsetDays: 2 },
      place(0, { previousDoneOn: date("2026-09-08") }),
      {},
      [1, "2026-09-10"],
    ],
    ["from the start if there is no step before", { anchor: "prev", offsetDays: 2 }, place(0), {}, [1, "2026-09-03"]],
    [
      "from the day on which costs are due",
      { anchor: "bikDueFrom" },
      place(0),
      { bikDueFrom: date("2026-09-18") },
      [1, "2026-09-18"],
    ],
  ])("%s", (_name, more, state, known, expected) => {
    expect(dueOf(flow(step(1, more)), state, known)).toEqual(expected);
  });
});

describe("reasons to postpone a due date", () => {
  const two = (second: Partial<Step>, first: Partial<Step> = {}) => flow(step(1, first), step(2, second));
  const done = (on: string, more: Partial<Position> = {}) => place(1, { previousDoneOn: date(on), ...more });

  test.each<[string, Workflow, Position, Partial<StepFacts>, readonly unknown[]]>([
    [
      "ten paused days postpone it",
      two({ offsetDays: 3 }),
      place(1, { shiftDays: 10 }),
      {},
      [2, "2026-09-14", "shift"],
    ],
    [
      "paused days do not postpone a step that follows the step before, which was postponed itself",
      two({ anchor: "prev", offsetDays: 3 }),
      done("2026-09-01", { shiftDays: 10 }),
      {},
      [2, "2026-09-04"],
    ],
    [
      "three days between, as designed",
      two({ offsetDays: 5 }, { offsetDays: 2 }),
      done("2026-09-08"),
      {},
      [2, "2026-09-11", "spacing"],
    ],
    [
      "at least one day between two steps designed for the same day",
      two({ offsetDays: 2 }, { offsetDays: 2 }),
      done("2026-09-08"),
      {},
      [2, "2026-09-09", "spacing"],
    ],
    [
      "at least one day between two steps that depend on different dates",
      two({ anchor: "bikDueFrom", offsetDays: 9 }),
      done("2026-09-28"),
      { bikDueFrom: date("2026-09-10") },
      [2, "2026-09-29", "spacing"],
    ],
    [
      "one day after the step before, in a chain of steps",
      two({ anchor: "prev", offsetDays: 0 }, { anchor: "prev", offsetDays: 0 }),
      done("2026-09-08"),
      {},
      [2, "2026-09-09", "spacing"],
    ],
    [
      "no shorter gap than designed, even if one day would do",
      two({ anchor: "prev", offsetDays: 3 }, { anchor: "prev", offsetDays: 9 }),
      done("2026-09-08"),
      {},
      [2, "2026-09-11"],
    ],
    [
      "a part payment restarts the gap",
      two({ offsetDays: 5 }, { offsetDays: 2 }),
      done("2026-09-08"),
      { partPaidOn: date("2026-09-15") },
      [2, "2026-09-18", "spacing", "partPayment"],
    ],
    [
      "a part payment on the day of the step before changes nothing",
      two({ offsetDays: 5 }, { offsetDays: 2 }),
      done("2026-09-08"),
      { partPaidOn: date("2026-09-08") },
      [2, "2026-09-11", "spacing"],
    ],
    [
      "a part payment before the step before changes nothing",
      two({ offsetDays: 5 }, { offsetDays: 2 }),
      done("2026-09-08"),
      { partPaidOn: date("2026-09-07") },
      [2, "2026-09-11", "spacing"],
    ],
    [
      "a part payment before any step changes nothing",
      two({ offsetDays: 3 }),
      place(1),
      { partPaidOn: date("2026-09-20") },
      [2, "2026-09-04"],
    ],
    [
      "a letter waits for the term of the last letter",
      two({ offsetDays: 3, channel: "post" }),
      place(1, { termUntil: date("2026-09-09") }),
      {},
      [2, "2026-09-10", "term"],
    ],
    [
      "a task waits for the term of the last letter",
      two({ offsetDays: 3, channel: "task" }),
      place(1, { termUntil: date("2026-09-09") }),
      {},
      [2, "2026-09-10", "term"],
    ],
    [
      "an e-mail does not wait for the term of the last letter",
      two({ offsetDays: 3 }),
      place(1, { termUntil: date("2026-09-09") }),
      {},
      [2, "2026-09-04"],
    ],
    // 5 September 2026 is a Saturday.
    ["no letter on a Saturday", two({ offsetDays: 4, channel: "post" }), place(1), {}, [2, "2026-09-07", "sendDay"]],
    ["no task on a Saturday", two({ offsetDays: 4, channel: "task" }), place(1), {}, [2, "2026-09-07", "sendDay"]],
    ["an e-mail on a Saturday", two({ offsetDays: 4 }), place(1), {}, [2, "2026-09-05"]],
    ["no e-mail on a Sunday", two({ offsetDays: 5 }), place(1), {}, [2, "2026-09-07", "sendDay"]],
  ])("%s", (_name, definition, state, known, expected) => {
    expect(dueOf(definition, state, known)).toEqual(expected);
  });

  test("a quiet day of the provider", () => {
    const silent = legalCalendar([], { ...alwaysOpenHouse, silentDays: new Set([date("2026-09-01")]) });
    const on = (channel: Step["channel"]) => {
      const found = nextStep(flow(step(1, { channel })), place(0), facts, date("2026-09-01"), silent);
      return found.kind === "step" ? found.dueOn : undefined;
    };
    expect([on("sms"), on("post"), on("task")]).toEqual(["2026-09-02", "2026-09-01", "2026-09-01"]);
  });
});

describe("skipped steps", () => {
  const byHand = { channel: "call", byHand: true, lapseDays: 5 } as const;

  test("a manual step not done in its days lapses, and the next follows at least a day later", () => {
    const definition = flow(step(1, byHand), step(2, { offsetDays: 1 }));
    expect(next(definition, place(0), {}, "2026-09-05")).toMatchObject({
      kind: "step",
      step: { position: 1 },
      passed: [],
    });
    expect(next(definition, place(0), {}, "2026-09-06")).toMatchObject({
      step: { position: 2 },
      passed: [{ position: 1, outcome: "lapsed" }],
      again: false,
    });
    expect(next(flow(step(1, { ...byHand, lapseDays: null })), place(0), {}, "2027-09-06")).toMatchObject({
      step: { position: 1 },
    });
    expect(next(flow(step(1, { ...byHand, byHand: false })), place(0), {}, "2027-09-06")).toMatchObject({
      step: { position: 1 },
    });
    expect(next(flow(step(1, byHand)), place(0), {}, "2027-09-06")).toEqual({
      kind: "none",
      passed: [{ position: 1, outcome: "lapsed" }],
    });
  });

  test("after a lapsed step the days between are those of the lapsed one", () => {
    // Designed two days apart, the step before done on 8 September: the lapsed one is due on the 9th, the next two days after the 8th.
    const definition = flow(step(1), step(2, { ...byHand, offsetDays: 1 }), step(3, { offsetDays: 3 }));
    expect(dueOf(definition, place(1, { previousDoneOn: date("2026-09-08") }), {}, "2026-09-30")).toEqual([
      3,
      "2026-09-10",
      "spacing",
    ]);
  });

  test("a step that does not apply, or that a letter of the client makes needless", () => {
    const definition = flow(
      step(1, { effect: "notice14", channel: "post" }),
      step(2, { condition: { hasEmail: false } }),
      step(3),
    );
    expect(next(definition, place(0), { bikDueFrom: date("2026-09-18") })).toMatchObject({
      step: { position: 3 },
      passed: [
        { position: 1, outcome: "not_applicable" },
        { position: 2, outcome: "not_applicable" },
      ],
    });
    expect(next(definition, place(3))).toEqual({ kind: "none", passed: [] });
  });
});

describe("the 14-day letter is sent again", () => {
  const definition = flow(
    step(1, { effect: "notice14", channel: "post", offsetDays: 9 }),
    step(2, { anchor: "bikDueFrom", channel: "call" }),
    step(3, { anchor: "bikDueFrom", channel: "post" }),
    step(4, { anchor: "bikDueFrom", channel: "task" }),
    step(5, { effect: "notice14", channel: "post" }),
  );
  const again = (position: number, known: Partial<StepFacts>, previousDoneOn: string | null = "2026-09-12") => {
    const found = next(
      definition,
      place(position, { previousDoneOn: previousDoneOn === null ? null : date(previousDoneOn) }),
      known,
    );
    return found.kind === "step" && found.again ? [found.step.position, found.dueOn, found.anchoredOn] : [];
  };
  const due = { bikDueFrom: date("2026-09-18") };

  test("when no valid one exists, on the next posting day", () => {
    // 12 September 2026 is a Saturday.
    expect(again(1, {})).toEqual([1, "2026-09-14", "2026-09-12"]);
    expect(again(2, {}, null)).toEqual([1, "2026-09-01", "2026-09-01"]);
    expect(again(2, { inDefaultFrom: date("2026-09-16") })).toEqual([1, "2026-09-16", "2026-09-16"]);
    expect(again(1, due)).toEqual([]);
  });

  test("for new instalments instead of a reminder, not of a letter or a task", () => {
    expect([1, 2, 3].map((position) => again(position, { ...due, newInstalments: true })[0])).toEqual([
      1,
      undefined,
      undefined,
    ]);
  });

  test("not one that comes later in the workflow", () => {
    expect(next(flow(step(1, { anchor: "bikDueFrom" }), step(2, { effect: "notice14" })), place(0))).toMatchObject({
      kind: "waiting",
      step: { position: 1 },
    });
  });
});

describe("the coming steps", () => {
  const coming = (definition: Workflow, state = place(0), known: Partial<StepFacts> = {}, today = "2026-09-01") => [
    ...comingSteps(definition, state, { ...facts, ...known }, date(today), calendar),
  ];

  test("each on its day, or the day after the one before; a letter after the term of the former", () => {
    const definition = flow(
      step(1, { channel: "post", termDays: 14 }),
      step(2, { offsetDays: 3 }),
      step(3, { offsetDays: 5, channel: "post" }),
      step(4, { anchor: "prev", offsetDays: 1 }),
    );
    expect(coming(definition)).toEqual([
      [1, "2026-09-01"],
      [2, "2026-09-04"],
      [3, "2026-09-16"], // 15 September is the last day of the term
      [4, "2026-09-17"],
    ]);
    // What is late is done today.
    expect(coming(definition, place(1), {}, "2026-10-01")).toEqual([
      [2, "2026-10-01"],
      [3, "2026-10-05"], // two days on, a Saturday: Monday
      [4, "2026-10-06"],
    ]);
    expect(coming(definition, place(4))).toEqual([]);
  });

  test("a task that depends on a letter's costs is not predicted before the date of the letter is known", () => {
    const definition = flow(
      step(1, { effect: "notice14", channel: "post" }),
      step(2, { offsetDays: 3 }),
      step(3, { anchor: "bikDueFrom", channel: "task" }),
    );
    expect(coming(definition)).toEqual([
      [1, "2026-09-01"],
      [2, "2026-09-04"],
    ]);
    expect(coming(definition, place(2, { previousDoneOn: date("2026-09-04") }))).toEqual([[1, "2026-09-04"]]);
  });

  test("up to a waiting step, or to the letter whose delivery date decides", () => {
    expect(coming(flow(step(1), step(2, { anchor: "event", event: "judgment" }), step(3)))).toEqual([
      [1, "2026-09-01"],
      [2, null],
    ]);
    const letter = flow(step(1, { effect: "notice14", channel: "post" }), step(2, { anchor: "bikDueFrom" }));
    expect(coming(letter)).toEqual([[1, "2026-09-01"]]);
    expect(coming(letter, place(1))).toEqual([[1, "2026-09-01"]]);
  });
});

describe("the dates of a file", () => {
  const reach = { email: "a@example.nl", mobile: null, phone: null };
  const of = (events: Parameters<typeof entered>[0], letter: Parameters<typeof stepFacts>[1] = null, by = reach) =>
    stepFacts(entered(events), letter, 700, by, { fallback: date("2026-12-01") });

  test("default from the day after the oldest due date, else from the day given", () => {
    expect(of([]).inDefaultFrom).toBe("2026-12-01");
    expect(
      of([invoice("1.00", "2026-09-10"), invoice("1.00", "2026-08-31"), invoice("1.00", "2026-10-01")]).inDefaultFrom,
    ).toBe("2026-09-01");
  });

  test("the last payment not reversed", () => {
    expect(of([invoice("1.00", "2026-09-10")]).partPaidOn).toBeNull();
    const paid = [payment("2026-09-12", "1.00"), payment("2026-09-20", "1.00"), payment("2026-09-15", "1.00")];
    expect(of(paid).partPaidOn).toBe("2026-09-20");
    expect(of([...paid, reversal("2026-09-21", 2)]).partPaidOn).toBe("2026-09-15");
  });

  test("costs from the term of a letter that counts", () => {
    const [event] = entered([notice("2026-09-01", "40.00")]);
    if (event?.kind !== "notice14") throw new Error("no letter");
    const letter = { event, used: false, voidReason: null, paidInTime: false, newInstalments: true };
    expect(of([], letter)).toMatchObject({ bikDueFrom: "2026-09-18", newInstalments: true });
    expect(of([], { ...letter, voidReason: "amountTooHigh" }).bikDueFrom).toBeNull();
    expect(of([])).toMatchObject({
      bikDueFrom: null,
      newInstalments: false,
      eventDays: {},
      openCents: 700,
      claimCents: 0,
    });
  });

  test("by the debtor's channels", () => {
    const by = (email: string | null, mobile: string | null, phone: string | null) => {
      const { hasEmail, hasMobile, hasPhone } = stepFacts(
        [],
        null,
        0,
        { email, mobile, phone },
        { fallback: date("2026-12-01") },
      );
      return [hasEmail, hasMobile, hasPhone];
    };
    expect(by(null, null, null)).toEqual([false, false, false]);
    expect(by("a", null, null)).toEqual([true, false, false]);
    expect(by(null, "1", null)).toEqual([false, true, true]);
    expect(by(null, null, "1")).toEqual([false, false, true]);
  });
});

describe("a kept date", () => {
  const on = date("2026-09-03");
  const kept = (more: Partial<Position> = {}) => place(0, { kept: { position: 1, on }, ...more });
  const [letter, task] = [step(1, { channel: "post" }), step(1, { channel: "task" })];

  test("replaces the calculated one, for that step only", () => {
    expect(dueOf(flow(step(1)), kept())).toEqual([1, on, "kept"]);
    expect(dueOf(flow(step(1)), place(0, { kept: { position: 2, on } }))).toEqual([1, "2026-09-01"]);
  });

  test("is postponed past the term of the last letter for an escalating step: the day after 10 September", () => {
    const termUntil = date("2026-09-10");
    expect(dueOf(flow(letter), kept({ termUntil }))).toEqual([1, "2026-09-11", "kept"]);
    expect(dueOf(flow(task), kept({ termUntil }))).toEqual([1, "2026-09-11", "kept"]);
    expect(dueOf(flow(step(1)), kept({ termUntil }))).toEqual([1, on, "kept"]);
    expect(dueOf(flow(letter), kept())).toEqual([1, on, "kept"]);
  });

  test("is never before the first day for costs, when the step depends on it", () => {
    const bikDueFrom = date("2026-09-15");
    expect(dueOf(flow(step(1, { anchor: "bikDueFrom" })), kept(), { bikDueFrom })).toEqual([1, bikDueFrom, "kept"]);
    expect(dueOf(flow(step(1)), kept(), { bikDueFrom })).toEqual([1, on, "kept"]);
  });

  test("moves with the days that the file stood still, unless it hangs on an event", () => {
    const still = { stoppedOn: date("2026-09-02"), ...kept() };
    const movedIn = (definition: Workflow) => wentOn(still, definition, date("2026-09-12")).kept;
    expect(movedIn(flow(step(1)))).toEqual({ position: 1, on: "2026-09-13" });
    expect(movedIn(flow(step(1, { anchor: "prev" })))).toEqual({ position: 1, on: "2026-09-13" });
    expect(movedIn(flow(step(1, { anchor: "event", event: "rollDate" })))).toEqual({ position: 1, on });
    expect(wentOn({ ...still, kept: null }, flow(step(1)), date("2026-09-12"))).toMatchObject({
      shiftDays: 10,
      kept: null,
    });
  });
});

describe("the days between two steps", () => {
  test("are one when they depend on different events", () => {
    const days = { judgment: date("2026-09-01"), rollDate: date("2026-09-01") };
    const steps = flow(
      step(1, { anchor: "event", event: "judgment" }),
      step(2, { anchor: "event", event: "rollDate", offsetDays: 10 }),
    );
    // 1 + 10 September is a Friday; the day after the step before it is the same.
    const state = place(1, { previousDoneOn: date("2026-09-10") });
    expect(dueOf(steps, state, { eventDays: days })).toEqual([2, "2026-09-11"]);
  });

  test("are not added to a part payment when a step depends on its predecessor", () => {
    const steps = flow(step(1, { anchor: "prev" }), step(2, { anchor: "prev", offsetDays: 10 }));
    const state = place(1, { previousDoneOn: date("2026-09-01") });
    expect(dueOf(steps, state, { partPaidOn: date("2026-09-05") })).toEqual([2, "2026-09-11"]);
  });
});

describe("back to the 14-day letter", () => {
  const fee = step(3, { anchor: "bikDueFrom", channel: "post" });
  const wik = (position: number) => step(position, { effect: "notice14", channel: "post" });
  const again = (definition: Workflow, state: Position) => {
    const found = next(definition, state);
    return found.kind === "step" ? [found.step.position, found.dueOn, found.again] : [found.kind];
  };

  test("to the letter and no other step, the first where there are two", () => {
    expect(again(flow(step(1), wik(2), fee), place(2))).toEqual([2, "2026-09-01", true]);
    expect(again(flow(wik(1), wik(2), fee), place(2))).toEqual([1, "2026-09-01", true]);
  });

  test("on the start date of the workflow, when nothing was done yet", () => {
    expect(again(flow(wik(1), fee), place(1, { startedOn: date("2026-09-08") }))).toEqual([1, "2026-09-08", true]);
  });

  test("is not predicted after another step: its delivery date decides", () => {
    const coming = comingSteps(flow(wik(1), step(2), fee), place(1), facts, date("2026-09-01"), calendar);
    expect([...coming.keys()]).toEqual([2]);
  });
});

describe("facts for the schedule from a file's events", () => {
  const of = (...events: Parameters<typeof entered>[0]) =>
    stepFacts(entered(events), null, 700, { email: null, mobile: null, phone: null }, { fallback: date("2026-12-01") });

  test("the claim is what was invoiced less what was credited: 100.00 + 50.00 − 20.00", () => {
    const events = [
      invoice("100.00", "2026-08-01"),
      invoice("50.00", "2026-08-02"),
      creditNote("2026-08-03", "20.00", "goodwill"),
    ];
    expect(of(...events).claimCents).toBe(13_000);
  });

  test("the latest date of a payment, a summons and a judgment; other interruptions do not count", () => {
    const paid = [payment("2026-09-05", "1.00"), payment("2026-09-03", "1.00")];
    expect(of(invoice("100.00", "2026-08-01"), ...paid).eventDays).toEqual({ payment: "2026-09-05" });
    expect(of(...paid.toReversed()).eventDays).toEqual({ payment: "2026-09-05" });
    const interrupted = (["summons", "judgment", "demand", "recognition"] as const).map((how) =>
      interruption("2026-09-07", how),
    );
    expect(of(...interrupted).eventDays).toEqual({ summons: "2026-09-07", judgment: "2026-09-07" });
  });

  test("an arrangement that was broken, and not one that was offered or kept", () => {
    const acted = (on: string, action: "activate" | "break" | "complete") => ({
      ...{ kind: "arrangement" as const, on: date(on), data: { action, arrangement: "A" } },
    });
    expect(
      of(acted("2026-09-01", "activate"), acted("2026-09-08", "break"), acted("2026-09-09", "complete")).eventDays,
    ).toEqual({
      brokenArrangement: "2026-09-08",
    });
  });
});
