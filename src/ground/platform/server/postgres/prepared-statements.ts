/**
 * Named prepared statements: parsed and planned once per connection, then only executed. For a list of five tables planning takes longer than
 * execution. A prepared statement may get one plan for all its values, so its plan may not depend on how rare a value is: inserts and lookups by
 * key qualify, filtered lists do not.
 */
import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { sql } from "kysely";
import type pg from "pg";
import { VorderError } from "../../../kernel/errors.ts";

const mark = "/* kept */";

/** Marks a statement as prepared: sql`${prepared} select …`, or `.modifyFront(prepared)` for a built one. */
export const prepared = sql.raw(mark);

/** A date of a prepared statement, hidden from the planner: a plan for a date with few later rows looks cheaper than the generic one. */
export const unseen = <T extends string>(day: T) => sql<T>`(select ${day}::date)`;

/**
 * The list of a prepared statement, as `where id = ${anyOf(ids)}`. Its length is hidden from the planner: otherwise a plan for one id looks cheaper
 * than the generic one, and the statement is planned each time, which takes longer than executing it.
 */
export const anyOf = <T extends string | number>(values: readonly T[], type: "bigint" | "text" = "bigint") =>
  sql<T>`any((select ${[...values]}::${sql.raw(type)}[])::${sql.raw(type)}[])`;

// Multi-row inserts have texts of any length, each different.
const longestKept = 5000;
const mostKept = 500;
const names = new Map<string, string>();

/** The name of a prepared statement; undefined for others. */
function preparedName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostKept) return known;
  const wanted = text.length < longestKept && (text.startsWith("insert into ") || text.slice(0, 40).includes(mark));
  if (!wanted) return undefined;
  const name = createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

/** A connection whose server does not answer is discarded, because later requests would wait for it too. */
async function endIfSilent<T>(client: pg.PoolClient, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && error.message === "Query read timeout") endClient(client);
    throw error;
  }
}

// The types of pg hide `end` of a pooled client, because the pool calls it; this one is discarded when it is returned.
const endClient = (client: pg.PoolClient): void => {
  if ("end" in client && typeof client.end === "function") void client.end();
};

/**
 * A pool for Kysely whose connections prepare the marked statements. If `mostWaiting` requests wait for a connection, further ones are refused at
 * once.
 */
export function preparingPool(pool: pg.Pool, mostWaiting = Number.POSITIVE_INFINITY): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const keeping = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (text: unknown, values?: readonly unknown[]): unknown => {
      if (typeof text !== "string") return Reflect.apply(client.query, client, [text]);
      const name = preparedName(text);
      return endIfSilent(
        client,
        name === undefined
          ? client.query(text, values === undefined ? undefined : [...values])
          : client.query({ name, text, values: [...(values ?? [])] }),
      );
    };
    // All other methods are the client's own; Kysely calls `query` with a text and its values, or with a cursor.
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
