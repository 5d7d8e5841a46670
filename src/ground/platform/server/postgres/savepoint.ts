/** Runs one of several actions so that a refusal undoes it and the rest of the transaction continues. */
import { sql } from "kysely";
import { type ErrorCode, type Message, VorderError } from "../../../kernel/errors.ts";
import type { Db } from "../http/module.ts";

/** A module's texts for refusals without a message of their own: text keys. */
export interface RefusalTexts {
  /** The record does not exist, or not for this user. */
  readonly gone: string;
  /** Another change was first. */
  readonly changed: string;
}

export type Attempt<T> = { readonly done: T } | { readonly refused: readonly [Message, ...Message[]] };

const failures: ReadonlySet<ErrorCode> = new Set(["internal", "unavailable", "storageFull"]);

/** Why an action was refused, for its user; undefined if it was not a refusal but a failure: an error in our code, or an unavailable service. */
export function refusalOf(error: unknown, words: RefusalTexts): readonly [Message, ...Message[]] | undefined {
  if (!(error instanceof VorderError) || failures.has(error.code)) return undefined;
  const [first, ...more] = Object.values(error.detail.fields ?? {}).flat();
  if (first) return [first, ...more];
  if (error.code === "conflict") return [{ key: words.changed }];
  return [{ key: error.code === "notFound" ? words.gone : `platform.error.${error.code}` }];
}

/**
 * Runs one piece of work between savepoints. `db` must be a transaction, and `run` must work in it.
 * @throws errors of `run` that are not refusals; its changes are rolled back then too, so the caller may continue.
 */
export async function withSavepoint<T>(
  { db }: { readonly db: Db },
  run: () => Promise<T>,
  words: RefusalTexts,
): Promise<Attempt<T>> {
  await sql`savepoint attempt`.execute(db);
  try {
    const done = await run();
    await sql`release savepoint attempt`.execute(db);
    return { done };
  } catch (error) {
    // Released too: otherwise thousands of attempts in one transaction would accumulate savepoints.
    await sql`rollback to savepoint attempt`.execute(db);
    await sql`release savepoint attempt`.execute(db);
    const refused = refusalOf(error, words);
    if (refused === undefined) throw error;
    return { refused };
  }
}
