/**
 * Rows of a long work that come to a limit of the database: somebody holds the record, or a statement on it takes too long. Such a row is put
 * behind the others and fails by itself after its last try, so that the work goes on without it.
 */
import { sql } from "kysely";
import type { Db } from "../http/module.ts";
import { reachedLimit } from "../postgres/machine-faults.ts";

/** So often a row is tried before it fails. */
export const rowTries = 3;

/** So many rows in succession come to a limit before it is the trouble of the database and not theirs. */
const mostInSuccession = 5;

/** So long one row waits for who holds its record: the other rows wait with it. */
const rowLockSeconds = 20;

/** Has what follows in this transaction wait for locks no longer than one row is to wait. */
export const waitForOneRow = (db: Db): Promise<unknown> =>
  sql`select set_config('lock_timeout', ${`${rowLockSeconds}s`}, true)`.execute(db);

/** Whether a row may be tried again for this error, and is not simply at fault. */
export const isStuck = ({ signal }: { readonly signal: AbortSignal }, error: unknown): boolean =>
  !signal.aborted && reachedLimit(error);

/** Tells rows that are stuck by themselves from a database that is too slow for every row. */
export class StuckRows {
  #inSuccession = 0;

  wentOn(): void {
    this.#inSuccession = 0;
  }

  /** @throws the error where too many rows in succession came to a limit: the slice ends and is done again later. */
  stuck(error: unknown): void {
    this.#inSuccession += 1;
    if (this.#inSuccession >= mostInSuccession) throw error;
  }
}
