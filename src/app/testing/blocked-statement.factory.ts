/** What makes a statement come to a limit of the database for one file only: somebody who holds it, or work on it that takes too long. */
import { setTimeout as after } from "node:timers/promises";
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

/**
 * Runs while a statement of a job that waits for somebody of the test (`whileHeld`), or that takes a minute (`whileSlow`), is ended at once, and with the
 * very error with which the database ends it at its time limit: no such limit has to pass, and none can end an honest statement of a slow machine.
 */
export async function cancelStuckStatements<R>({ owner }: World, run: () => Promise<R>): Promise<R> {
  const running = run();
  let isOver = false;
  const noteEnd = (): void => {
    isOver = true;
  };
  running.then(noteEnd, noteEnd);
  while (!isOver) {
    await owner.pool.query(`select pg_cancel_backend(job.pid) from pg_stat_activity job
      where datname = current_database() and application_name = 'vorder-jobs' and (wait_event = 'PgSleep' or wait_event_type = 'Lock'
        and exists (select from pg_stat_activity holder where holder.pid = any(pg_blocking_pids(job.pid)) and holder.application_name = 'vorder-owner'))`);
    await after(20);
  }
  return running;
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
