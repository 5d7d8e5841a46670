/** What events that nobody has entered would make of balances: reckoned with and thrown away. */
import type { PlainDate } from "../kernel/dates.ts";
import type { Db } from "../platform/server/room.ts";
import { loadTariffs } from "../tariffs/tariffs.server.ts";
import { type Balance, balanceOf } from "./balance.ts";
import { type ClaimEvent, eventData, type NewEvent } from "./events.ts";
import { loadEvents } from "./record.server.ts";

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

/**
 * The balances of files on a day, were these events entered on each; null for a file on which none would be, and which so stays as it is
 * noted. @throws missingTariff.
 */
export async function foreseeBalances(
  db: Db,
  fileIds: readonly number[],
  asOf: PlainDate,
  more: (events: readonly ClaimEvent[], fileId: number) => readonly NewEvent[],
): Promise<ReadonlyMap<number, Balance | null>> {
  const tariffs = await loadTariffs(db);
  const found = new Map<number, Balance | null>();
  for (const [fileId, events] of await loadEvents(db, fileIds)) {
    const entered = more(events, fileId);
    found.set(fileId, entered.length === 0 ? null : balanceOf(supposed(events, entered), tariffs, asOf));
  }
  return found;
}
