/** Lists that were found to be longer than a count goes: for a while that needs no counting again. */

import type { Clock } from "../process/clock.ts";
import { type Db, keyOf } from "./guarded.ts";

const longLists = new WeakMap<object, Map<string, number>>();
const mostKnown = 1000;

interface Reader {
  readonly db: Db;
  readonly clock: Clock;
}

/** Whether a list, by what decides which rows are in it, is known to be longer than a count goes. */
export const isKnownLong = ({ db, clock }: Reader, list: string): boolean =>
  (longLists.get(keyOf(db))?.get(list) ?? 0) > clock.now().getTime();

/** Notes that a list is; `minutes` is how long it can be taken for so, by how soon rows may leave it. */
export function noteLong({ db, clock }: Reader, list: string, minutes: number): void {
  const known = longLists.get(keyOf(db)) ?? new Map<string, number>();
  if (known.size >= mostKnown) known.clear();
  longLists.set(keyOf(db), known.set(list, clock.now().getTime() + minutes * 60_000));
}
