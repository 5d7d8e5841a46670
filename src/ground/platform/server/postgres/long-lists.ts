/** Remembers lists that are longer than counts go: for a while they are not counted again. */

import type { Clock } from "../process/clock.ts";
import { type Db, keyOf } from "./guarded.ts";

const longLists = new WeakMap<object, Map<string, number>>();
const mostKnown = 1000;

interface Reader {
  readonly db: Db;
  readonly clock: Clock;
}

/** Whether a list with this key is known to be longer than counts go. */
export const isKnownLong = ({ db, clock }: Reader, list: string): boolean =>
  (longLists.get(keyOf(db))?.get(list) ?? 0) > clock.now().getTime();

/** Remembers a list as long for `minutes`, depending on how soon rows may leave it. */
export function noteLong({ db, clock }: Reader, list: string, minutes: number): void {
  const known = longLists.get(keyOf(db)) ?? new Map<string, number>();
  if (known.size >= mostKnown) known.clear();
  longLists.set(keyOf(db), known.set(list, clock.now().getTime() + minutes * 60_000));
}
