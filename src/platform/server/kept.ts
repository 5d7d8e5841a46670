/**
 * Statements that the server keeps: read and planned once for each connection, then only run. For a list of five tables planning takes
 * longer than running it. A kept statement may get one plan for all its values, so that it must not need another for a rare value than
 * for a common one: statements that insert, or find by key, are such; lists by filter are not.
 */
import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { sql } from "kysely";
import type pg from "pg";

const mark = "/* kept */";

/** Begins a statement that is to be kept: sql`${kept} select …`, or `.modifyFront(kept)` in a built one. */
export const kept = sql.raw(mark);

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

/** A pool as Kysely wants it, whose connections keep the statements that are marked. */
export function keepingPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const keeping = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (text: unknown, values?: readonly unknown[]): unknown => {
      if (typeof text !== "string") return Reflect.apply(client.query, client, [text]);
      const name = keptName(text);
      return name === undefined
        ? client.query(text, values === undefined ? undefined : [...values])
        : client.query({ name, text, values: [...(values ?? [])] });
    };
    return Object.assign(Object.create(client) as PostgresPoolClient, {
      query: query as PostgresPoolClient["query"],
      release: (destroy?: boolean) => client.release(destroy),
    });
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      const made = keeping(client);
      clients.set(client, made);
      return made;
    },
  };
}
