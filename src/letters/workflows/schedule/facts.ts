/** From the events of a file's claims to the dates that its schedule hangs on. Pure. */

import { addDays, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import { type ClaimEvent, isKind, type Notice, standingEvents } from "../../../money/claims/claims.ts";
import type { StepFacts } from "./definition.ts";

/** What of a debtor the conditions of steps look at. */
export interface Reach {
  readonly email: string | null;
  readonly mobile: string | null;
  readonly phone: string | null;
}

const latestOf = (a: PlainDate | null, b: PlainDate): PlainDate => (a === null || b > a ? b : a);

/** The schedule's facts. `fallback` stands in for the day of default of a file without any invoice. */
export function stepFacts(
  events: readonly ClaimEvent[],
  notice: Notice | null,
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
    bikDueFrom: notice && notice.voidReason === null ? notice.event.data.bikDueFrom : null,
    newInstalments: notice?.newInstalments ?? false,
    partPaidOn,
    eventOn: null,
    openCents,
    hasEmail: reach.email !== null,
    hasMobile: reach.mobile !== null,
    hasPhone: reach.mobile !== null || reach.phone !== null,
  };
}
