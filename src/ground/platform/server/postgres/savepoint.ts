/** One thing of many, tried so that a refusal leaves nothing of it behind and the rest of the transaction goes on. */
import { sql } from "kysely";
import { type ErrorCode, type Message, VorderError } from "../../../kernel/errors.ts";
import type { Db } from "../http/module.ts";

/** What a module says of refusals that carry no words of their own: text keys. */
export interface RefusalTexts {
  /** The record is not there, or not for this user. */
  readonly gone: string;
  /** Somebody else was first. */
  readonly changed: string;
}

export type Attempt<T> = { readonly done: T } | { readonly refused: readonly [Message, ...Message[]] };

const failures: ReadonlySet<ErrorCode> = new Set(["internal", "unavailable", "storageFull"]);

/**
 * Why something was refused, for the person who asked; undefined where it was not refused but failed: our own fault, or a part that cannot
 * be reached now.
 */
export function refusalOf(error: unknown, words: RefusalTexts): readonly [Message, ...Message[]] | undefined {
  if (!(error instanceof VorderError) || failures.has(error.code)) return undefined;
  const [first, ...more] = Object.values(error.detail.fields ?? {}).flat();
  if (first) return [first, ...more];
  if (error.code === "conflict") return [{ key: words.changed }];
  return [{ key: error.code === "notFound" ? words.gone : `platform.error.${error.code}` }];
}

/**
 * Runs one piece of work between savepoints. `db` must be a transaction, and `run` must work in it.
 * @throws what `run` throws where that is no refusal; its changes are taken back then too, so that a caller may go on.
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
    // Released as well: thousands of attempts in one transaction would leave thousands of names behind.
    await sql`rollback to savepoint attempt`.execute(db);
    await sql`release savepoint attempt`.execute(db);
    const refused = refusalOf(error, words);
    if (refused === undefined) throw error;
    return { refused };
  }
}
