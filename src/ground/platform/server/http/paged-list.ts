/** A page of a list and its total number of rows: used by all lists that are filtered in SQL. */
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { countCap } from "../../../kernel/query.ts";
import type { DB } from "../postgres/database.types.ts";
import { asSystem } from "../postgres/guarded.ts";
import type { Db } from "./module.ts";

/** The requested page: offset and limit; -1 for all (named small lists only). */
interface Wanted {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Reads a page and counts the rows, up to one more than the cap. `found` contains the tables, the visibility and the filters, without columns;
 * `shown` adds columns and order to it. Order by a unique column last, or pages overlap. A list whose rows can be counted without all of its tables
 * passes `count`.
 *
 * const { rows, total } = await pagedList(db, found, wanted, (query) => query.select(columns).orderBy("document.id"));
 * return toPage(rows.map(toDocument), total, wanted.limit);
 */
export async function pagedList<Tables extends keyof Shape, Row, Shape = DB>(
  db: Db,
  found: SelectQueryBuilder<Shape, Tables, Record<never, never>>,
  wanted: Wanted,
  shown: (found: SelectQueryBuilder<Shape, Tables, Record<never, never>>) => SelectQueryBuilder<Shape, Tables, Row>,
  count = () => countUpToCap(db, found),
): Promise<{ readonly rows: Row[]; readonly total: number }> {
  const ordered = shown(found).offset(wanted.offset);
  // Kysely writes the rows of an open type as `Simplify<Row>`, which is the same.
  const rows = (await (wanted.limit < 0 ? ordered : ordered.limit(wanted.limit)).execute()) as Row[];
  // A page that is not full is the last one, so nothing has to be counted.
  const isLast = (wanted.limit < 0 || rows.length < wanted.limit) && (rows.length > 0 || wanted.offset === 0);
  if (isLast) return { rows, total: wanted.offset + rows.length };
  return { rows, total: await count() };
}

/** The number of rows of a query, up to one more than the cap. */
export async function countUpToCap<Tables extends keyof Shape, Shape = DB>(
  db: Db,
  found: SelectQueryBuilder<Shape, Tables, Record<never, never>>,
): Promise<number> {
  const counted = await asSystem(db, "whose rows these are is said by the query that finds them")
    .selectFrom(
      found
        .select(sql<number>`1`.as("one"))
        .limit(countCap + 1)
        .as("capped"),
    )
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return counted.count;
}

/** The number of rows of a list in plain SQL, up to one more than the cap: `cappedCount(db, sql`app_user u where ${where}`)`. */
export async function cappedCount(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${from} limit ${countCap + 1}) as capped`.execute(db);
  return rows[0]?.count ?? 0;
}
