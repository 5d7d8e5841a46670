/** Events as if more had been entered after them. Pure. */
import { type ClaimEvent, eventData, type NewEvent } from "./events.ts";

/** The events as if more had been entered after them. */
export function supposed(events: readonly ClaimEvent[], more: readonly NewEvent[]): ClaimEvent[] {
  const first = Math.max(0, ...events.map(({ id }) => id)) + 1;
  const entered = more.map(
    (event, at) =>
      ({
        id: first + at,
        kind: event.kind,
        on: event.on,
        amount: event.amount ?? 0,
        ...(event.reverses === undefined ? {} : { reverses: event.reverses }),
        data: eventData[event.kind].parse(event.data),
        // The schema of the kind has just parsed the data, which the compiler cannot see through the union.
      }) as ClaimEvent,
  );
  return [...events, ...entered];
}
