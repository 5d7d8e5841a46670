/** The dates of all coming steps, if each is done on its day and nothing changes. Pure. */
import { type LegalCalendar, nextWorkingDay } from "../../../ground/kernel/calendar.ts";
import { addDays, latest, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Position, StepFacts, Workflow } from "./definition.ts";
import { nextStep } from "./next-step.ts";

/**
 * The coming steps by position, each with its expected day; null where a step waits for a date that is not known. What comes after such a
 * step is not in the map, nor what hangs on a 14-day letter that still has to be sent: its day of delivery decides.
 */
export function comingSteps(
  definition: Workflow,
  state: Position,
  facts: StepFacts,
  today: PlainDate,
  calendar: LegalCalendar,
): ReadonlyMap<number, PlainDate | null> {
  const found = new Map<number, PlainDate | null>();
  let at = state;
  let on = today;
  for (let steps = 0; steps <= definition.steps.length; steps++) {
    const next = nextStep(definition, at, facts, on, calendar);
    if (next.kind === "none" || (next.kind === "step" && next.again && found.size > 0)) break;
    if (next.kind === "waiting") {
      found.set(next.step.position, null);
      break;
    }
    on = latest(next.dueOn, on);
    found.set(next.step.position, on);
    if (next.again) break;
    const { position, termDays } = next.step;
    // As a letter grants it: one that ends on a day on which nobody works runs until the next one on which they do.
    const termUntil = termDays === null ? at.termUntil : nextWorkingDay(addDays(on, termDays), calendar);
    at = { ...at, position, previousDoneOn: on, termUntil };
  }
  return found;
}
