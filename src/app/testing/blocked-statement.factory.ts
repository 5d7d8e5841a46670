/** What makes a statement come to a limit of the database for one file only: somebody who holds it, or work on it that takes too long. */
import type { World } from "./world.factory.ts";

/** Runs while another connection holds files, or records of pre-collection, as somebody does whose transaction does not end. */
export async function whileHeld<R>(
  world: World,
  ids: readonly number[],
  run: () => Promise<R>,
  table: "case_file" | "precasso_record" = "case_file",
): Promise<R> {
  const holder = await world.owner.pool.connect();
  try {
    await holder.query("begin");
    await holder.query(`select from ${table} where id = any($1::bigint[]) for no key update`, [ids]);
    return await run();
  } finally {
    await holder.query("rollback");
    holder.release();
  }
}

/** Runs while each row that is entered for one file takes a minute. */
export async function whileSlow<R>(world: World, table: string, file: number, run: () => Promise<R>): Promise<R> {
  const { pool } = world.owner;
  await pool.query(`create function slow_file() returns trigger language plpgsql as
    $$ begin if new.file_id = ${file} then perform pg_sleep(60); end if; return new; end $$`);
  await pool.query(`create trigger slow_file before insert on ${table} for each row execute function slow_file()`);
  try {
    return await run();
  } finally {
    await pool.query("drop function slow_file cascade");
  }
}

/** Runs while no row of a file can be changed in a table, as where its data are damaged. */
export async function whileDamaged<R>(
  world: World,
  table: string,
  isOfFile: string,
  run: () => Promise<R>,
): Promise<R> {
  const { pool } = world.owner;
  const name = `damaged_${table}`;
  await pool.query(`create function ${name}() returns trigger language plpgsql as $$ begin raise 'damaged'; end $$`);
  await pool.query(
    `create trigger ${name} before update on ${table} for each row when (${isOfFile}) execute function ${name}()`,
  );
  try {
    return await run();
  } finally {
    await pool.query(`drop function ${name} cascade`);
  }
}
