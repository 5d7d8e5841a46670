/**
 * Compares stored objects with the tables that reference them, in both directions. Tables reference objects in columns `…storage_key` and
 * `…archive_key`.
 */
import { sql } from "kysely";
import type { Db } from "../http/module.ts";
import { systemClock } from "../process/clock.ts";
import type { Storage } from "./storage.ts";

/** The number of keys per batch: some megabytes, and each batch reads a table once. */
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

/** All referenced keys in order, without duplicates, with the tables that reference them. */
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

async function* keyBatches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let keyBatch: string[] = [];
  for await (const key of keys) {
    keyBatch.push(key);
    if (keyBatch.length < batch) continue;
    yield keyBatch;
    keyBatch = [];
  }
  if (keyBatch.length > 0) yield keyBatch;
}

/** A younger object may belong to a transaction that has not committed yet, or to a job that records it at its end. */
export const freshMillis = 24 * 3_600_000;

/** Objects that no table references, except those of the last day: an object looks like one until its transaction commits. */
export async function* orphans(db: Db, storage: Storage, looked: (count: number) => void): AsyncGenerator<string> {
  const columns = await keyColumns(db);
  for await (const keyBatch of keyBatches(storage.keys())) {
    const known = columns.map(
      ({ table, column }) =>
        sql`select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(column)} = any(${keyBatch}::text[])`,
    );
    const { rows } = await sql<{ key: string }>`select key from unnest(${keyBatch}::text[]) as key
      except (${sql.join(known, sql` union all `)}) order by key`.execute(db);
    looked(keyBatch.length);
    for (const { key } of rows) {
      const at = await storage.storedAt(key);
      if (at !== undefined && systemClock.now().getTime() - at.getTime() > freshMillis) yield key;
    }
  }
}
