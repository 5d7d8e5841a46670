/**
 * Rows of a long job that hit a limit of the database: their record is locked, or a statement on it takes too long. Such a row is moved behind the
 * others and fails after its last attempt, so that the job continues without it.
 */
import { sql } from "kysely";
import type { Db } from "../http/module.ts";
import { reachedLimit } from "../postgres/machine-faults.ts";

/** The number of attempts before a row fails. */
export const rowTries = 3;

/** After this many consecutive rows at a limit, the database is the cause and not the rows. */
const mostInSuccession = 5;

/** The lock timeout of one row: the other rows wait with it. */
const rowLockSeconds = 20;

/** Sets the lock timeout of the current transaction to that of one row. */
export const waitForOneRow = (db: Db): Promise<unknown> =>
  sql`select set_config('lock_timeout', ${`${rowLockSeconds}s`}, true)`.execute(db);

/** The lock timeout of rows that are written together: whoever needs one of their files waits for them meanwhile. */
const briefLockSeconds = 2;

/** Sets the lock timeout of the current transaction to that of rows written together; where it is reached each is written by itself. */
export const waitBriefly = (db: Db): Promise<unknown> =>
  sql`select set_config('lock_timeout', ${`${briefLockSeconds}s`}, true)`.execute(db);

/** Whether a row may be retried after this error. */
export const isStuck = ({ signal }: { readonly signal: AbortSignal }, error: unknown): boolean =>
  !signal.aborted && reachedLimit(error);

/** Distinguishes stuck rows from a database that is too slow for all rows. */
export class StuckRows {
  #inSuccession = 0;

  wentOn(): void {
    this.#inSuccession = 0;
  }

  /** @throws the error if too many consecutive rows hit a limit: the slice ends and is repeated later. */
  stuck(error: unknown): void {
    this.#inSuccession += 1;
    if (this.#inSuccession >= mostInSuccession) throw error;
  }
}
