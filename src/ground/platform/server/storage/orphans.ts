/** Stored objects and the tables that speak of them, both ways. Tables name objects in columns `…storage_key` and `…archive_key`. */
import { sql } from "kysely";
import type { Db } from "../http/module.ts";
import { systemClock } from "../process/clock.ts";
import type { Storage } from "./storage.ts";

/** Keys are short: so many at a time take some megabytes, and each lot reads a table once. */
const batch = 20_000;

interface Column {
  readonly table: string;
  readonly column: string;
}

async function keyColumns(db: Db): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and column_name ~ '(storage|archive)_key$' order by 1, 2`.execute(
    db,
  );
  return rows;
}

/** Every key that a table speaks of, in order, each once, with the tables that do. */
export async function* referencedKeys(db: Db): AsyncGenerator<{ readonly key: string; readonly tables: string }> {
  const columns = await keyColumns(db);
  for (let after = ""; ; ) {
    const arms = columns.map(
      ({ table, column }) => sql`(select ${sql.ref(column)} as key, ${table}::text as name from ${sql.table(table)}
        where ${sql.ref(column)} > ${after} order by 1 limit ${batch})`,
    );
    const { rows } = await sql<{ key: string; tables: string }>`select key, string_agg(distinct name, ', ') as tables
      from (${sql.join(arms, sql` union all `)}) as named group by key order by key limit ${batch}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.key;
  }
}

async function* lots(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let lot: string[] = [];
  for await (const key of keys) {
    lot.push(key);
    if (lot.length < batch) continue;
    yield lot;
    lot = [];
  }
  if (lot.length > 0) yield lot;
}

/** What is younger may belong to a transaction that has not committed yet, or to a job that notes it at its end. */
export const freshMillis = 24 * 3_600_000;

/** Objects that no table speaks of, but for those of the last day: what is being stored looks like one until its transaction commits. */
export async function* orphans(db: Db, storage: Storage, looked: (count: number) => void): AsyncGenerator<string> {
  const columns = await keyColumns(db);
  for await (const lot of lots(storage.keys())) {
    const known = columns.map(
      ({ table, column }) =>
        sql`select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(column)} = any(${lot}::text[])`,
    );
    const { rows } = await sql<{ key: string }>`select key from unnest(${lot}::text[]) as key
      except (${sql.join(known, sql` union all `)}) order by key`.execute(db);
    looked(lot.length);
    for (const { key } of rows) {
      const at = await storage.storedAt(key);
      if (at !== undefined && systemClock.now().getTime() - at.getTime() > freshMillis) yield key;
    }
  }
}
