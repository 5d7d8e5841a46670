/** Loads millions of rows into an empty database: indexes are dropped first and created at the end, each from sorted rows. */
import type pg from "pg";

interface Index {
  readonly name: string;
  readonly definition: string;
}

/** The indexes of these tables that belong to no constraint, without those to be kept. */
async function plainIndexes(pool: pg.Pool, tables: readonly string[], keep: readonly string[]): Promise<Index[]> {
  const { rows } = await pool.query<Index>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any($1::regclass[]) and not i.indisunique and c.relname <> all($2) order by 1`,
    [tables, keep],
  );
  return rows;
}

async function makeIndexes(pool: pg.Pool, indexes: readonly Index[]): Promise<void> {
  const left = [...indexes];
  const worker = async (): Promise<void> => {
    const client = await pool.connect();
    try {
      await client.query("set maintenance_work_mem = '512MB'");
      for (let next = left.shift(); next !== undefined; next = left.shift()) await client.query(next.definition);
    } finally {
      // The setting ends with the connection.
      client.release(true);
    }
  };
  await Promise.all([worker(), worker()]);
}

/**
 * Loads rows without the indexes of their tables, and creates them again whether it succeeds or not. Unique indexes stay, because violations must
 * be refused at once. Only for a database without other users: every search is slow meanwhile.
 */
export async function withoutIndexes(
  pool: pg.Pool,
  of: { readonly tables: readonly string[]; readonly keep: readonly string[] },
  run: () => Promise<void>,
): Promise<void> {
  const indexes = await plainIndexes(pool, of.tables, of.keep);
  for (const { name } of indexes) await pool.query(`drop index ${name}`);
  try {
    await run();
  } finally {
    await makeIndexes(pool, indexes);
  }
}
