/** Many new rows of a table: their ids first, so that rows of other tables can name them, then all of them in one statement. */
import { sql } from "kysely";
import type { Db } from "./guarded.ts";

/** So many ids of a table whose key counts by itself. */
export async function newIds(db: Db, table: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval((select pg_get_serial_sequence(${table}, 'id'))::regclass) as id from generate_series(1, ${count}::int)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** Rows as one jsonb parameter: one statement whatever their number, at close to the speed of COPY. */
export async function insertRecords(db: Db, table: string, records: readonly Record<string, unknown>[]) {
  const columns = Object.keys(records[0] ?? {}).map((name) => sql.ref(name));
  await sql`insert into ${sql.table(table)} (${sql.join(columns)})
    select ${sql.join(columns)} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(records)}::jsonb)`.execute(
    db,
  );
}
