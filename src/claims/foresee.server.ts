/** What events that nobody has entered would make of balances: reckoned with and thrown away. */
import type { PlainDate } from "../kernel/dates.ts";
import type { Db } from "../platform/server/room.ts";
import { loadTariffs } from "../tariffs/tariffs.server.ts";
import { type Balance, balanceOf } from "./balance.ts";
import type { ClaimEvent, NewEvent } from "./events.ts";
import { loadEvents } from "./record.server.ts";
import { supposed } from "./supposed.ts";

export { supposed } from "./supposed.ts";

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
