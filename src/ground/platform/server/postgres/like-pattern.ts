import { type RawBuilder, type SqlBool, sql } from "kysely";

/** A text as it stands within a pattern of `like`, its wildcards without effect. */
export const escapedForLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** The pattern of `like` for what contains a text, without the spaces around it; nothing asked for is in everything. */
export const containing = (text = ""): string => `%${escapedForLike(text.trim())}%`;

/**
 * That one of these columns contains a text, whatever the case and accents of either: "cooperatie" is in "Coöperatie Univé". No index is used: for lists of some
 * thousands.
 */
export function contains(columns: readonly string[], text = ""): RawBuilder<SqlBool> {
  const hits = columns.map((column) => sql`folded(${sql.ref(column)}) like (select folded(${containing(text)}))`);
  return sql<SqlBool>`(${sql.join(hits, sql` or `)})`;
}
