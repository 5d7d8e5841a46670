/** Consistency checks that consist of one statement: it returns each problem in a column `problem`. */
import { type RawBuilder, sql } from "kysely";
import type { Check, Db } from "../http/module.ts";

/** More problems of one kind add no information. */
const most = 1000;

/** Reports the rows of a statement, each with one `problem`; `table` is the table that it examines. */
export async function* namedProblems(
  db: Db,
  looked: (count: number) => void,
  table: string,
  found: RawBuilder<unknown>,
): AsyncGenerator<string> {
  looked(await rowsOf(db, table));
  const { rows } = await sql<{ problem: string }>`select problem from (${found}) as found limit ${most + 1}`.execute(
    db,
  );
  for (const { problem } of rows.slice(0, most)) yield problem;
  if (rows.length > most) yield `and more of these; only the first ${most} are named`;
}

/** A check of one statement. */
export const statementCheck = (name: string, table: string, found: RawBuilder<unknown>): Check => ({
  name,
  run: ({ db, looked }) => namedProblems(db, looked, table, found),
});

async function rowsOf(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}
