/** The next step of a file and its due date: pure (domain facts 9; lesson 3 of the field: restarted after a part payment, no step skipped). */
import { isContactDay, type LegalCalendar, nextOfficeDay } from "../../../ground/kernel/calendar.ts";
import { addDays, daysBetween, latest, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Moved, NextStep, Passed, Position, Step, StepCondition, StepFacts, Workflow } from "./definition.ts";

/** Whether a step applies to a file as it is now. */
export function applies(condition: StepCondition, facts: StepFacts): boolean {
  const wanted: readonly (readonly [boolean | undefined, boolean])[] = [
    [condition.hasEmail, facts.hasEmail],
    [condition.hasMobile, facts.hasMobile],
    [condition.hasPhone, facts.hasPhone],
  ];
  if (wanted.some(([want, is]) => want !== undefined && want !== is)) return false;
  if (condition.minOpenCents !== undefined && facts.openCents < condition.minOpenCents) return false;
  if (condition.maxOpenCents !== undefined && facts.openCents > condition.maxOpenCents) return false;
  if (condition.minClaimCents !== undefined && facts.claimCents < condition.minClaimCents) return false;
  return condition.maxClaimCents === undefined || facts.claimCents <= condition.maxClaimCents;
}

/** The date that a step hangs on, or null while it is not known. */
function anchorOf(step: Step, state: Position, facts: StepFacts): PlainDate | null {
  if (step.anchor === "bikDueFrom") return facts.bikDueFrom;
  if (step.anchor === "event") return (step.event && facts.eventDays[step.event]) ?? null;
  const start = latest(state.startedOn, facts.inDefaultFrom);
  return step.anchor === "start" ? start : (state.previousDoneOn ?? start);
}

/** The days that must lie between a step and the one before it: as designed where both hang on the same date, else one. */
const spacing = (step: Step, before: Step | undefined): number =>
  before && before.anchor === step.anchor && before.event === step.event && step.anchor !== "prev"
    ? Math.max(step.offsetDays - before.offsetDays, 1)
    : 1;

/** The next day on which this channel may be used: no letter is posted and nobody reached on a Sunday, a holiday or a day of the house. */
function sendDay(step: Step, from: PlainDate, calendar: LegalCalendar): PlainDate {
  if (step.channel === "post" || step.channel === "task") return nextOfficeDay(from, calendar);
  let on = from;
  while (!isContactDay(on, calendar)) on = addDays(on, 1);
  return on;
}

interface Due {
  readonly dueOn: PlainDate;
  readonly anchoredOn: PlainDate;
  readonly moved: readonly Moved[];
}

/** A day that was kept: never before costs may be charged (BW 6:96(6)), nor within the term of the last letter. */
function unchangedDate(
  step: Step,
  anchoredOn: PlainDate,
  on: PlainDate,
  state: Position,
  calendar: LegalCalendar,
): Due {
  const isLetter = step.channel === "post" || step.channel === "task";
  const afterTerm = state.termUntil !== null && isLetter ? addDays(state.termUntil, 1) : on;
  const from = latest(latest(on, afterTerm), step.anchor === "bikDueFrom" ? anchoredOn : on);
  return { dueOn: sendDay(step, from, calendar), anchoredOn, moved: ["kept"] };
}

function dueDate(
  step: Step,
  before: Step | undefined,
  state: Position,
  facts: StepFacts,
  calendar: LegalCalendar,
): Due | null {
  const anchoredOn = anchorOf(step, state, facts);
  if (anchoredOn === null) return null;
  const moved: Moved[] = [];
  if (state.kept?.position === step.position) return unchangedDate(step, anchoredOn, state.kept.on, state, calendar);
  let dueOn = addDays(anchoredOn, step.offsetDays);
  const push = (to: PlainDate, why: Moved): void => {
    if (to <= dueOn) return;
    dueOn = to;
    moved.push(why);
  };
  // What hangs on the previous step has stood still with it already; a day in court waits for nobody.
  if (step.anchor === "start") push(addDays(dueOn, state.shiftDays), "shift");
  if (step.anchor === "bikDueFrom") push(addDays(dueOn, state.shiftDays - (state.shiftBeforeNotice ?? 0)), "shift");
  const gap = spacing(step, before);
  if (state.previousDoneOn !== null) push(addDays(state.previousDoneOn, gap), "spacing");
  // Who pays a part gets the same time again before the next step; the step itself stays.
  if (facts.partPaidOn !== null && state.previousDoneOn !== null && facts.partPaidOn >= state.previousDoneOn)
    push(addDays(facts.partPaidOn, gap), "partPayment");
  // Nothing escalates before the term of the last letter has run; reminders by e-mail, SMS and telephone may come within it.
  if (state.termUntil !== null && (step.channel === "post" || step.channel === "task"))
    push(addDays(state.termUntil, 1), "term");
  push(sendDay(step, dueOn, calendar), "sendDay");
  return { dueOn, anchoredOn, moved };
}

/** Calls, e-mails and SMS remind of what was written; only a letter or a task takes a file further. */
const reminds = ({ channel }: Step): boolean => channel !== "post" && channel !== "task";

/**
 * The step of the 14-day letter, if the coming step needs the day from which costs are due and there is no such day: the letter was
 * void, or was never sent. The workflow then goes back to it instead of standing still. For new instalments a reminder gives way to their
 * letter; a letter that takes the file further does not, or a client that sends one each month would keep it from ever getting there.
 */
const noticeAgain = (definition: Workflow, step: Step, facts: StepFacts): Step | undefined =>
  step.anchor === "bikDueFrom" && (facts.bikDueFrom === null || (facts.newInstalments && reminds(step)))
    ? definition.steps.find(({ effect, position }) => effect === "notice14" && position < step.position)
    : undefined;

/** Whether nobody did a step by hand in the days it is given, so that it lapses on the record. */
const lapsed = (step: Step, due: Due, today: PlainDate): boolean =>
  step.byHand && step.lapseDays !== null && daysBetween(due.dueOn, today) >= step.lapseDays;

/**
 * The next step of a file. Steps whose condition does not hold are passed on the record (`passed`), each when its turn comes, so
 * that nothing is skipped in silence; a step that is late pushes the later ones on, so that two never fall on one day.
 */
export function nextStep(
  definition: Workflow,
  state: Position,
  facts: StepFacts,
  today: PlainDate,
  calendar: LegalCalendar,
): NextStep {
  const passed: Passed[] = [];
  let before = definition.steps.find(({ position }) => position === state.position);
  for (const step of definition.steps) {
    if (step.position <= state.position) continue;
    // A letter that counts is not sent twice: one of the client's own will do (BW 6:96(6) asks for one, whoever sends it).
    const needless = step.effect === "notice14" && facts.bikDueFrom !== null;
    if (needless || !applies(step.condition, facts)) {
      passed.push({ position: step.position, outcome: "not_applicable" });
      continue;
    }
    const again = noticeAgain(definition, step, facts);
    if (again) {
      const anchoredOn = latest(state.previousDoneOn ?? state.startedOn, facts.inDefaultFrom);
      const dueOn = sendDay(again, anchoredOn, calendar);
      return { kind: "step", step: again, dueOn, anchoredOn, moved: [], passed: [], again: true };
    }
    const due = dueDate(step, before, state, facts, calendar);
    if (due === null) return { kind: "waiting", step, passed };
    if (!lapsed(step, due, today)) return { kind: "step", step, ...due, passed, again: false };
    passed.push({ position: step.position, outcome: "lapsed" });
    before = step;
  }
  return { kind: "none", passed };
}
