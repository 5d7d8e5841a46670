/** From the events of a file's claims to the dates that its schedule hangs on. Pure. */
import { type ClaimEvent, type EventOf, isKind, standingEvents } from "../claims/claims.ts";
import { addDays, type PlainDate } from "../kernel/dates.ts";
import type { Cents } from "../kernel/money.ts";
import type { StepFacts } from "./definition.ts";

/** What of a debtor the conditions of steps look at. */
export interface Reach {
  readonly email: string | null;
  readonly mobile: string | null;
  readonly phone: string | null;
}

/** The last 14-day letter that stands, or undefined. */
export function lastNotice(standing: readonly ClaimEvent[]): EventOf<"notice14"> | undefined {
  let last: EventOf<"notice14"> | undefined;
  for (const event of standing) {
    if (isKind(event, "notice14") && (!last || event.on > last.on || (event.on === last.on && event.id > last.id)))
      last = event;
  }
  return last;
}

const latestOf = (a: PlainDate | null, b: PlainDate): PlainDate => (a === null || b > a ? b : a);

/** The schedule's facts. `fallback` stands in for the day of default of a file without any invoice. */
export function stepFacts(
  events: readonly ClaimEvent[],
  openCents: Cents,
  reach: Reach,
  fallback: PlainDate,
): StepFacts {
  const standing = standingEvents(events);
  let oldestDue: PlainDate | null = null;
  let partPaidOn: PlainDate | null = null;
  for (const event of standing) {
    if (isKind(event, "invoice") && (oldestDue === null || event.data.dueDate < oldestDue))
      oldestDue = event.data.dueDate;
    if (isKind(event, "payment")) partPaidOn = latestOf(partPaidOn, event.on);
  }
  return {
    inDefaultFrom: oldestDue === null ? fallback : addDays(oldestDue, 1),
    bikDueFrom: lastNotice(standing)?.data.bikDueFrom ?? null,
    partPaidOn,
    eventOn: null,
    openCents,
    hasEmail: reach.email !== null,
    hasMobile: reach.mobile !== null,
    hasPhone: reach.mobile !== null || reach.phone !== null,
  };
}
