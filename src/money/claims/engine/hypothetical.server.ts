/** Balances with events that nobody has entered; nothing is stored. */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { loadEvents } from "../record/record.server.ts";
import { type Balance, balanceOf } from "./balance.ts";
import type { ClaimEvent, NewEvent } from "./events.ts";
import { withHypothetical } from "./hypothetical.ts";

export { withHypothetical } from "./hypothetical.ts";

/**
 * The balances of files on a date if these events were entered; null for a file without new events, whose stored balance stays. @throws
 * missingTariff.
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
    found.set(fileId, entered.length === 0 ? null : balanceOf(withHypothetical(events, entered), tariffs, asOf));
  }
  return found;
}
