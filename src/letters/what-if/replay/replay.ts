/**
 * What was done in the past, decided again by a version of the workflow: each step that was recorded, at the place where the file then was and
 * with what was then known of it. Pure.
 */
import { z } from "zod";
import type { LegalCalendar } from "../../../ground/kernel/calendar.ts";
import { date, daysBetween, type PlainDate } from "../../../ground/kernel/dates.ts";
import {
  applies,
  type NextStep,
  nextStep,
  placeIn,
  type Step,
  type StepFacts,
  type Workflow,
} from "../../workflows/workflows.ts";
import { type Count, counterOf, noCount } from "../what-if.ts";

/** same: this version does the same; day: the same step on another day; step: another one; none: it would have waited or ended there. */
export const replayKinds = ["same", "day", "step", "none"] as const;
type ReplayKind = (typeof replayKinds)[number];

/** A step as it stands on the record of a file. */
export interface Recorded {
  readonly id: number;
  readonly version: number;
  readonly round: number;
  readonly position: number;
  readonly outcome: string;
  readonly on: PlainDate;
}

interface Decision {
  readonly recorded: Recorded;
  readonly kind: ReplayKind;
  readonly done: Step;
  /** What this version would have had in its place. */
  readonly instead: Step | null;
  /** So many days later than by the version of then; less than 0 is earlier. Null where it is not the same step. */
  readonly days: number | null;
}

interface Replayed {
  readonly decisions: readonly Decision[];
  /** Steps that nothing is compared with: a person had moved the file, so that its place before them is not known. */
  readonly apart: number;
}

export interface History {
  readonly rows: readonly Recorded[];
  /** Steps from this day on are decided again; earlier ones only say where the file was. */
  readonly since: PlainDate;
  readonly startedOn: PlainDate;
  readonly versionOf: (number: number) => Workflow | undefined;
  readonly factsAt: (row: Recorded) => StepFacts;
  readonly calendar: LegalCalendar;
}

/** No step by hand has lapsed by then: that nobody did it is on the record, and what comes next is asked each time. */
const earliestDay = date("0001-01-01");

interface At {
  readonly row: Recorded;
  readonly by: Workflow;
}

/** Whether a step was passed as its file was moved to another version: it stands there before the place that the file has, and keeps. */
const isPassedByMove = ({ row, by }: At, { by: definition, row: next }: At): boolean =>
  next.outcome === "skipped" &&
  next.version !== row.version &&
  next.position <= placeIn(by, definition, row.position).at;

const reaches = ["hasEmail", "hasMobile", "hasPhone"] as const;

/**
 * What was known when a step was done, with how the debtor was reached as the record tells it: a step that was done was for a debtor who was reached as
 * it asks, and one that was passed over on the way to it, where only that can be why, for one who was not.
 */
function factsOfThen(known: StepFacts, done: Step, passed: readonly Step[]): StepFacts {
  const told: { -readonly [K in (typeof reaches)[number]]?: boolean } = {};
  for (const { condition } of passed) {
    const [asked, ...others] = reaches.filter((one) => condition[one] !== undefined);
    if (asked && others.length === 0 && applies(condition, { ...known, [asked]: condition[asked] }))
      told[asked] = !condition[asked];
  }
  for (const one of reaches) told[one] = done.condition[one] ?? told[one] ?? known[one];
  return { ...known, ...told };
}

function nextAt(definition: Workflow, before: At | undefined, facts: StepFacts, history: History): NextStep {
  const position = before ? placeIn(before.by, definition, before.row.position).at : 0;
  const place = {
    position,
    startedOn: history.startedOn,
    previousDoneOn: before?.row.on ?? null,
    shiftDays: 0,
    termUntil: null,
  };
  return nextStep(definition, place, facts, earliestDay, history.calendar);
}

const stepOf = (next: NextStep): Step | null => (next.kind === "none" ? null : next.step);

function compared(row: Recorded, done: Step, then: NextStep, now: NextStep): Decision {
  const instead = stepOf(now);
  if (instead?.key !== done.key) return { recorded: row, kind: instead ? "step" : "none", done, instead, days: null };
  const days = then.kind === "step" && now.kind === "step" ? daysBetween(then.dueOn, now.dueOn) : 0;
  return { recorded: row, kind: days === 0 ? "same" : "day", done, instead, days };
}

/** Decides the recorded steps of a file again by a version of its workflow; null by the versions by which they were done. */
export function replay(history: History, by: Workflow | null): Replayed {
  const decisions: Decision[] = [];
  let apart = 0;
  let before: At | undefined;
  let passed: Step[] = [];
  for (const row of history.rows) {
    const then = history.versionOf(row.version);
    const done = then?.steps.find(({ position }) => position === row.position);
    if (!then || !done) continue;
    // That a step did not apply is told by the one that came after it.
    if (row.outcome === "not_applicable") {
      passed.push(done);
      continue;
    }
    const passedBefore = passed;
    passed = [];
    const from: At | undefined = before;
    const reached: At = { row, by: then };
    if (from !== undefined && isPassedByMove(from, reached)) continue;
    before = reached;
    // What a person skipped, nobody decided.
    if (row.outcome === "skipped" || row.on < history.since) continue;
    const facts = factsOfThen(history.factsAt(row), done, passedBefore);
    const isBack = from !== undefined && row.position <= placeIn(from.by, then, from.row.position).at;
    const places = isBack ? [from, undefined] : [from];
    const place = places.find((one) => stepOf(nextAt(then, one, facts, history))?.key === done.key);
    const isKnown =
      places.length === 1 || place !== undefined || stepOf(nextAt(then, undefined, facts, history))?.key === done.key;
    if (!isKnown) {
      apart++;
      continue;
    }
    const at = isBack ? place : from;
    decisions.push(compared(row, done, nextAt(then, at, facts, history), nextAt(by ?? then, at, facts, history)));
  }
  return { decisions, apart };
}

const counted = z.object({
  letters: z.number().int(),
  messages: z.number().int(),
  calls: z.number().int(),
  tasks: z.number().int(),
});

export const replayOutcome = z.object({
  decisions: z.number().int(),
  apart: z.number().int(),
  kinds: z.record(z.enum(replayKinds), z.number().int()),
  months: z.array(z.object({ month: z.string(), before: counted, after: counted })),
});
export type ReplayOutcome = z.infer<typeof replayOutcome>;
type Counted = z.infer<typeof counted>;

/** Adds up decisions by the month in which each was made. */
export class Months {
  readonly #months = new Map<string, { before: Count; after: Count }>();
  readonly #kinds: Record<ReplayKind, number> = { same: 0, day: 0, step: 0, none: 0 };
  #apart = 0;

  add({ decisions, apart }: Replayed): void {
    this.#apart += apart;
    for (const { recorded, kind, done, instead } of decisions) {
      this.#kinds[kind]++;
      const key = recorded.on.slice(0, 7);
      const month = this.#months.get(key) ?? { before: noCount, after: noCount };
      this.#months.set(key, { before: plus(month.before, done), after: plus(month.after, instead) });
    }
  }

  outcome(): ReplayOutcome {
    const few = ({ letters, messages, calls, tasks }: Count): Counted => ({ letters, messages, calls, tasks });
    return {
      decisions: Object.values(this.#kinds).reduce((sum, each) => sum + each, 0),
      apart: this.#apart,
      kinds: this.#kinds,
      months: [...this.#months]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([month, { before, after }]) => ({ month, before: few(before), after: few(after) })),
    };
  }
}

function plus(count: Count, step: Step | null): Count {
  if (step === null) return count;
  const what = counterOf(step.channel);
  return { ...count, [what]: count[what] + 1 };
}
