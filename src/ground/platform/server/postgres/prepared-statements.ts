/**
 * Statements that the server keeps: read and planned once for each connection, then only run. For a list of five tables planning takes
 * longer than running it. A kept statement may get one plan for all its values, so that it must not need another for a rare value than
 * for a common one: statements that insert, or find by key, are such; lists by filter are not.
 */
import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { sql } from "kysely";
import type pg from "pg";
import { VorderError } from "../../../kernel/errors.ts";

const mark = "/* kept */";

/** Begins a statement that is to be kept: sql`${prepared} select …`, or `.modifyFront(prepared)` in a built one. */
export const prepared = sql.raw(mark);

/** A day of a kept statement that the planner does not see: one after which hardly anything happened looks cheaper than any day would. */
export const unseen = <T extends string>(day: T) => sql<T>`(select ${day}::date)`;

/**
 * The list of a kept statement, as `where id = ${anyOf(ids)}`. The planner does not see how long it is: where it does, a plan for one id looks cheaper
 * than the one for all lists, and the statement is planned anew each time, which takes longer than running it.
 */
export const anyOf = <T extends string | number>(values: readonly T[], type: "bigint" | "text" = "bigint") =>
  sql<T>`any((select ${[...values]}::${sql.raw(type)}[])::${sql.raw(type)}[])`;

// Rows by the lot make texts of any length, each of its own.
const longestKept = 5000;
const mostKept = 500;
const names = new Map<string, string>();

/** The name under which a statement is kept; undefined for any other. */
function keptName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostKept) return known;
  const wanted = text.length < longestKept && (text.startsWith("insert into ") || text.slice(0, 40).includes(mark));
  if (!wanted) return undefined;
  const name = createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

/** A connection whose server does not answer is of no use to anybody: what was asked on it would be waited for by all who come after. */
async function endIfSilent<T>(client: pg.PoolClient, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && error.message === "Query read timeout") endClient(client);
    throw error;
  }
}

// The types of pg keep `end` from a client of a pool, because the pool ends it; this one is thrown away when it is given back.
const endClient = (client: pg.PoolClient): void => {
  if ("end" in client && typeof client.end === "function") void client.end();
};

/**
 * A pool as Kysely wants it, whose connections keep the statements that are marked. When `mostWaiting` wait for a connection, whoever comes
 * next is refused at once.
 */
export function preparingPool(pool: pg.Pool, mostWaiting = Number.POSITIVE_INFINITY): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const keeping = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (text: unknown, values?: readonly unknown[]): unknown => {
      if (typeof text !== "string") return Reflect.apply(client.query, client, [text]);
      const name = keptName(text);
      return endIfSilent(
        client,
        name === undefined
          ? client.query(text, values === undefined ? undefined : [...values])
          : client.query({ name, text, values: [...(values ?? [])] }),
      );
    };
    // Everything but these two is the client's own; Kysely calls `query` with a text and its values, or with a cursor.
    return Object.assign(Object.create(client) as PostgresPoolClient, {
      query: query as PostgresPoolClient["query"],
      release: (destroy?: boolean) => client.release(destroy),
    });
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      if (pool.waitingCount >= mostWaiting)
        throw new VorderError("unavailable", { cause: `${pool.waitingCount} wait for a database connection` });
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      const made = keeping(client);
      clients.set(client, made);
      return made;
    },
  };
}
