/** Finds debtors by what somebody types of their names. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { containing } from "../../ground/platform/server/postgres/like-pattern.ts";
import { searchWords } from "./persons.ts";

/** That each word of a text is part of the names of a debtor, whatever the case and accents of either, as in the list of files. @param debtor the alias of the table. */
export function isNamed(text: string, debtor = "debtor"): RawBuilder<SqlBool> {
  const words = searchWords(text).split(" ").filter(Boolean);
  const name = sql.ref(`${debtor}.search_name`);
  const hits = words.map((word) => sql`${name} like ${containing(word)}`);
  return hits.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(hits, sql` and `)})`;
}
