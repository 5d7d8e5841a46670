/**
 * Holds a worker in the midst of its transaction, at a row that it writes. What is killed, cut off or told to stop there is at work for certain,
 * on a machine of any speed; a moment that is waited for may be missed.
 */
import type { ChildProcess } from "node:child_process";
import { sql } from "kysely";
import type { World } from "../testing/world.factory.ts";
import { after, isRunning, kill } from "./workers.factory.ts";

/** The advisory lock that the transaction waits for at its row. */
const lock = 7_001;

interface HeldRow {
  /** Waits until a worker stands at the row; an error where it ends without having written it. */
  reached(worker: ChildProcess): Promise<void>;
  /** Lets go on what stands at the row, and whoever writes later. */
  release(): Promise<void>;
}

/** From now on whoever writes the nth row of a table, by insert or update and counted from here, waits there in their transaction. */
export async function holdRow({ owner }: World, table: string, nth: number): Promise<HeldRow> {
  const holder = await owner.pool.connect();
  await holder.query("select pg_advisory_lock($1)", [lock]);
  // A sequence counts on where a transaction is undone, so that nobody is held a second time.
  await holder.query(`create sequence held_row;
    create function hold_row() returns trigger language plpgsql security definer set lock_timeout = 0 as $$
    begin
      if nextval('held_row') = ${nth} then perform pg_advisory_xact_lock(${lock}); end if;
      return new;
    end $$;
    create trigger hold_row before insert or update on ${table} for each row execute function hold_row()`);
  const isHeld = async (): Promise<boolean> => {
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and objid = ${lock} and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(owner.db);
    return rows.length > 0;
  };
  return {
    async reached(worker) {
      while (!(await isHeld())) {
        if (!isRunning(worker)) throw new Error(`the worker ended before row ${nth} of ${table}`);
        await after(5);
      }
    },
    async release() {
      await holder.query("select pg_advisory_unlock($1)", [lock]);
      await holder.query("drop function hold_row() cascade; drop sequence held_row");
      holder.release();
    },
  };
}

/** Kills a worker while its transaction stands at the nth row that is written to a table. */
export async function killAtRow(
  world: World,
  table: string,
  nth: number,
  start: () => Promise<ChildProcess>,
): Promise<void> {
  const held = await holdRow(world, table, nth);
  try {
    const worker = await start();
    await held.reached(worker);
    await kill(worker);
  } finally {
    await held.release();
  }
}
