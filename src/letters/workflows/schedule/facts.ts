/** The dates that a schedule depends on, from the events of a file's claims. Pure. */

import { addDays, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import { type ClaimEvent, isKind, type Notice, standingEvents } from "../../../money/claims/claims.ts";
import type { EventDays, StepFacts, WorkflowEvent } from "./definition.ts";

/** What of a debtor the conditions of steps look at. */
export interface ContactFacts {
  readonly email: string | null;
  readonly mobile: string | null;
  readonly phone: string | null;
  /** The way that they want to be written to by, if they said so: by the others steps of mail and SMS are passed over. */
  readonly wishes?: "post" | "email" | "sms" | null;
}

/** Whether mail or SMS is a way that they want. */
const wants = ({ wishes = null }: ContactFacts, channel: "email" | "sms"): boolean =>
  wishes === null || wishes === channel;

const laterOf = (a: PlainDate | null | undefined, b: PlainDate): PlainDate => (!a || b > a ? b : a);

/** The event of a workflow that an event of the claim is, if it is one. */
function happening(event: ClaimEvent): WorkflowEvent | undefined {
  if (isKind(event, "payment")) return "payment";
  if (isKind(event, "arrangement")) return event.data.action === "break" ? "brokenArrangement" : undefined;
  if (!isKind(event, "interruption")) return undefined;
  return event.data.how === "summons" || event.data.how === "judgment" ? event.data.how : undefined;
}

/** What of a file's past is not among the events of its claims, and the day of default where it has no invoice. */
export interface FactsBeside {
  readonly fallback: PlainDate;
  readonly happened?: EventDays | undefined;
}

/** The schedule's facts. */
export function stepFacts(
  events: readonly ClaimEvent[],
  notice: Notice | null,
  openCents: Cents,
  reach: ContactFacts,
  { fallback, happened = {} }: FactsBeside,
): StepFacts {
  const days: Partial<Record<WorkflowEvent, PlainDate>> = { ...happened };
  let oldestDue: PlainDate | null = null;
  let claimCents = 0;
  for (const event of standingEvents(events)) {
    const what = happening(event);
    if (what) days[what] = laterOf(days[what], event.on);
    if (isKind(event, "credit_note")) claimCents -= event.amount;
    if (!isKind(event, "invoice")) continue;
    claimCents += event.amount;
    if (oldestDue === null || event.data.dueDate < oldestDue) oldestDue = event.data.dueDate;
  }
  return {
    inDefaultFrom: oldestDue === null ? fallback : addDays(oldestDue, 1),
    bikDueFrom: notice && notice.voidReason === null ? notice.event.data.bikDueFrom : null,
    newInstalments: notice?.newInstalments ?? false,
    partPaidOn: days.payment ?? null,
    eventDays: days,
    openCents,
    claimCents,
    hasEmail: reach.email !== null && wants(reach, "email"),
    hasMobile: reach.mobile !== null && wants(reach, "sms"),
    hasPhone: reach.mobile !== null || reach.phone !== null,
  };
}
