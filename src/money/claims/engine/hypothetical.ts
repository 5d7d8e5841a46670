/** A history with hypothetical events added. Pure. */
import { type ClaimEvent, enteredEvent, type NewEvent } from "./events.ts";

/** The events followed by hypothetical ones. */
export function withHypothetical(events: readonly ClaimEvent[], more: readonly NewEvent[]): ClaimEvent[] {
  const first = Math.max(0, ...events.map(({ id }) => id)) + 1;
  return [...events, ...more.map((event, at) => enteredEvent({ ...event, id: first + at, amount: event.amount ?? 0 }))];
}
