/** Caches of reads: for a transaction, or until the rows that were read change. */
import { sql } from "kysely";
import { batched, notBatched } from "./batched.ts";
import { type Db, keyOf } from "./guarded.ts";
import { prepared } from "./prepared-statements.ts";
import { singleFlight } from "./single-flight.ts";

/** A read that is kept for a transaction; `forget` has it read anew, by whoever has just changed it there. */
export interface KeptRead<T, D> {
  (db: D): Promise<T>;
  readonly forget: (db: D) => void;
}

/** Reads data that are constant during the work once per transaction, for all its steps. Outside a transaction it is read every time. */
export function cachedPerTransaction<T, D extends Db = Db>(read: (db: D) => Promise<T>): KeptRead<T, D> {
  const known = new WeakMap<object, Promise<T>>();
  const kept = (db: D): Promise<T> => {
    if (!db.isTransaction) return read(db);
    const found = known.get(keyOf(db)) ?? notBatched(db, () => read(db));
    known.set(keyOf(db), found);
    return found;
  };
  return Object.assign(kept, { forget: (db: D) => void known.delete(keyOf(db)) });
}

/** The number of table states in a cache: the current one, and those that running transactions still see. */
const mostStates = 8;

/**
 * Caches in the process what is read from small tables, until any of their rows changes. One statement detects that: the positions of the rows and
 * the transactions that wrote them, as visible to the caller. So a caller never gets a change that it cannot see, and a rolled-back change is never
 * cached for others. The works of a batch share that statement.
 * @param tables names of tables of some hundred rows at most.
 * @param read the cached read; its result may not be modified. `key` distinguishes different reads of the same tables.
 */
export function cachedByRows<T>(tables: readonly string[], read: (db: Db, key: string) => Promise<T>) {
  const states = new Map<string, Map<string, T>>();
  const parts = tables.map(
    (table, at) => sql`select ${sql.lit(at)} as part, count(*) as rows,
      coalesce(sum(hashtextextended(ctid::text || xmin::text, 0)), 0) as seen from ${sql.table(table)}`,
  );
  const markNow = sql<{ mark: string }>`${prepared} select current_database() || ' ' ||
      string_agg(rows || ' ' || seen, ' ' order by part) as mark
    from (${sql.join(parts, sql` union all `)}) as parts`;
  const markOf = batched(async (db: Db, asked: readonly undefined[]) => {
    const mark = (await singleFlight(db, markNow)).rows[0]?.mark ?? "";
    return asked.map(() => mark);
  });
  return async (db: Db, key = ""): Promise<T> => {
    const mark = await markOf(db, undefined);
    const state = states.get(mark) ?? new Map<string, T>();
    // The most recently used entries are kept.
    states.delete(mark);
    states.set(mark, state);
    for (const oldest of [...states.keys()].slice(0, -mostStates)) states.delete(oldest);
    const known = state.get(key);
    if (known !== undefined) return known;
    const found = await notBatched(db, () => read(db, key));
    state.set(key, found);
    return found;
  };
}
