/** Reads that are kept: for a transaction, or until the rows change that they were read from. */
import { sql } from "kysely";
import { notBatched } from "./batched.ts";
import { type Db, keyOf } from "./guarded.ts";
import { prepared } from "./prepared-statements.ts";
import { singleFlight } from "./single-flight.ts";

/**
 * Reads what nobody changes while it is worked with once for each transaction, however many steps of it ask. Outside a transaction it
 * is read every time.
 */
export function cachedPerTransaction<T, D extends Db = Db>(read: (db: D) => Promise<T>): (db: D) => Promise<T> {
  const known = new WeakMap<object, Promise<T>>();
  return (db) => {
    if (!db.isTransaction) return read(db);
    const found = known.get(keyOf(db)) ?? notBatched(db, () => read(db));
    known.set(keyOf(db), found);
    return found;
  };
}

/** So many states of its tables a cache holds: the one that is, and those that transactions on their way still see. */
const mostStates = 8;

/**
 * Keeps what is read from some small tables, in the process, until any row of theirs changes. One statement tells that: which rows there are, by
 * where they lie and which transaction wrote them, as whoever asks sees them. So nobody is told of a change that he does not see, and
 * a change that is taken back was never kept for anybody else.
 * @param tables names of tables of some hundred rows at most.
 * @param read what is kept; nobody may change it. `key` tells apart what is read from the same tables.
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
  const kept = async (db: Db, key: string): Promise<T> => {
    const mark = (await singleFlight(db, markNow)).rows[0]?.mark ?? "";
    const state = states.get(mark) ?? new Map<string, T>();
    // What was asked for last stays longest.
    states.delete(mark);
    states.set(mark, state);
    for (const oldest of [...states.keys()].slice(0, -mostStates)) states.delete(oldest);
    const known = state.get(key);
    if (known !== undefined) return known;
    const found = await read(db, key);
    state.set(key, found);
    return found;
  };
  return (db: Db, key = ""): Promise<T> => notBatched(db, () => kept(db, key));
}
