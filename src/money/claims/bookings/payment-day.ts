/** Value dates of payments that the user must confirm. Pure. */
import { addMonths, type PlainDate } from "../../../ground/kernel/dates.ts";
import { type ClaimEvent, isKind, standingEvents } from "../engine/events.ts";

/** A payment this many months ago must be confirmed: the year is probably a typing error. */
const unusualAfterMonths = 24;

/** Whether a value date must be confirmed: before the first invoice of the file, or years ago. */
export function isUnusualPaymentDay(events: readonly ClaimEvent[], on: PlainDate, today: PlainDate): boolean {
  if (on < addMonths(today, -unusualAfterMonths)) return true;
  const days = standingEvents(events).flatMap((event) => (isKind(event, "invoice") ? [event.on] : []));
  return days.length > 0 && days.every((day) => on < day);
}
