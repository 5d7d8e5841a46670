/**
 * A file that moves to another version of its workflow: where it stands there, what it waits for then, and whether that keeps its date.
 * What was done is not done again, whatever stands before it in the other version. Pure.
 */
import type { LegalCalendar } from "../../../ground/kernel/calendar.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { NextStep, Position, Step, StepFacts, Workflow } from "./definition.ts";
import { nextStep } from "./next-step.ts";

/** Whether the step that a file waits for keeps the day that it has, or gets the day of the other version. */
export const dateChoices = ["keep", "new"] as const;
export type DateChoice = (typeof dateChoices)[number];

export interface Awaited {
  readonly key: number;
  readonly template: string;
  /** Null while it waits for a date that is not known. */
  readonly on: PlainDate | null;
}

export interface Transfer {
  readonly before: Awaited | null;
  /** With the day of the other version. */
  readonly after: Awaited | null;
  /** The day that it may keep: only where it waits for the same step there, and has a day. */
  readonly keepable: PlainDate | null;
  /** The place in the other version; `kept` where the day is to be kept. */
  readonly position: Pick<Position, "position" | "kept">;
  /** Steps of the other version that stand before that place and were never done: they are passed, on the record. */
  readonly passed: readonly Step[];
}

const awaited = (next: NextStep): Awaited | null => {
  if (next.kind === "none") return null;
  const { key, template } = next.step;
  return { key, template, on: next.kind === "step" ? next.dueOn : null };
};

/** Where a file stands in another version: behind the last step there that it has behind it here. */
export function placeIn(from: Workflow, to: Workflow, position: number) {
  const behind = new Set(from.steps.filter((step) => step.position <= position).map(({ key }) => key));
  const at = to.steps.findLast(({ key }) => behind.has(key))?.position ?? 0;
  return { at, passed: to.steps.filter((step) => step.position <= at && !behind.has(step.key)) };
}

export function transfer(
  versions: { readonly from: Workflow; readonly to: Workflow },
  place: Position,
  facts: StepFacts,
  today: PlainDate,
  calendar: LegalCalendar,
  choice: DateChoice,
): Transfer {
  const { from, to } = versions;
  const now = nextStep(from, place, facts, today, calendar);
  const { at, passed } = placeIn(from, to, place.position);
  const then = nextStep(to, { ...place, position: at, kept: null }, facts, today, calendar);
  const [before, after] = [awaited(now), awaited(then)];
  const keepable = before !== null && after?.key === before.key ? before.on : null;
  const isKept = choice === "keep" && keepable !== null && then.kind !== "none" && after?.on !== keepable;
  return {
    before,
    after,
    keepable,
    position: { position: at, kept: isKept ? { position: then.step.position, on: keepable } : null },
    passed,
  };
}
