/**
 * The law gate: what may be done on a file now, and if not, which rule forbids it, by which article, and from when it becomes
 * possible. Pure: whoever asks hands in the facts and the moment. Sources: domain facts 1.2, 3.4, 5, 6; the Wki and Bki for
 * natural persons in the Netherlands, BW 6:96 for collection costs, BW 3:307 and 7:28 for limitation.
 */
import { type LegalCalendar, noticeTerm } from "../../ground/kernel/calendar.ts";
import { type ContactMoment, contactIn } from "../../ground/kernel/contact-hours.ts";
import { dateInAmsterdam, type PlainDate } from "../../ground/kernel/dates.ts";
import { contactRules } from "./contact.ts";
import { costRules } from "./costs.ts";
import type { GateAction, GateFacts, JudgingMoment, Moment, Refusal, Verdict } from "./facts.ts";
import { fileRules } from "./file.ts";

export { isLaterToday, isQuiet, messageFits } from "./contact.ts";
export { type DebtFacts, type DebtRefusal, debtRefusals } from "./debt.ts";
export {
  type ContactFact,
  defaultPolicy,
  type GateAction,
  type GateFacts,
  type Interruption,
  type JudgingMoment,
  type Limitation,
  type Purpose,
  type Refusal,
  refusal,
  usualLimitation,
} from "./facts.ts";
export { incapacityAt } from "./file.ts";
export { barredInvoices, isBarred, limitationsOf, nextLapse } from "./limitation.ts";

/** The moment of judgement for any number of files. */
export function atInstant(instant: Date, calendar: LegalCalendar): JudgingMoment {
  const today = dateInAmsterdam(instant);
  const places = new Map<string, ContactMoment>();
  const notices = new Map<string, PlainDate>();
  return {
    instant,
    today,
    contactIn: (country) => {
      const moment = places.get(country) ?? contactIn(country, instant, calendar);
      places.set(country, moment);
      return moment;
    },
    noticeTo: (country) => {
      const from = notices.get(country) ?? noticeTerm(today, "post", calendar, country).bikDueFrom;
      notices.set(country, from);
      return from;
    },
  };
}

/**
 * Whether an action is allowed on a file at a moment. All refusals are given, not only the first, so that a person sees at once
 * everything that has to be put right.
 */
export function gate(action: GateAction, facts: GateFacts, at: JudgingMoment): Verdict {
  const refusals = [
    ...fileRules(action, facts, at),
    ...costRules(action, facts, at),
    ...contactRules(action, facts, at),
  ];
  return refusals.length === 0 ? { allowed: true } : { allowed: false, refusals };
}

/**
 * The first moment at which all refusals are lifted: the latest of theirs, or null where one of them has no date.
 * A plain date sorts before an instant on the same day, so text order is time order.
 */
export function firstPossible(refusals: readonly Pick<Refusal, "possibleFrom">[]): Moment | null {
  let latest: Moment = "";
  for (const { possibleFrom } of refusals) {
    if (possibleFrom === null) return null;
    if (possibleFrom > latest) latest = possibleFrom;
  }
  return latest === "" ? null : latest;
}
