/** Value dates of payments that want a second look. Pure. */
import { addMonths, type PlainDate } from "../../../ground/kernel/dates.ts";
import { type ClaimEvent, isKind, standingEvents } from "../engine/events.ts";

/** A payment this many months ago is asked about: most likely a year was mistyped. */
const unusualAfterMonths = 24;

/** Whether a value date wants a second look: before the first invoice of the file, or years ago. */
export function isUnusualPaymentDay(events: readonly ClaimEvent[], on: PlainDate, today: PlainDate): boolean {
  if (on < addMonths(today, -unusualAfterMonths)) return true;
  const days = standingEvents(events).flatMap((event) => (isKind(event, "invoice") ? [event.on] : []));
  return days.length > 0 && days.every((day) => on < day);
}
