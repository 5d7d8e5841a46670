/** Whether two names are those of one person, however clients write them. */
import { type RawBuilder, type SqlBool, sql } from "kysely";

/** The first letter by which a person is called; null where neither initials nor a first name are known. */
const letter = (of: string) =>
  sql`lower(left(coalesce(nullif(${sql.ref(`${of}.initials`)}, ''), ${sql.ref(`${of}.first_name`)}), 1))`;

const key = (of: string) => sql`person_key(${sql.ref(`${of}.file_type`)}, ${sql.ref(`${of}.sort_name`)})`;

/**
 * That two rows name one person, both with `file_type`, `sort_name`, `initials` and `first_name`: "J.P. van der Meer" is "JP v.d. Meer", "Jan van der Meer"
 * and one whose first name is not known, and is not "P. van der Meer"; "Bakker B.V." is "Bakker". It says nothing without an address or a birth date beside it.
 */
export const isNamedAlike = (one: string, other: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${key(one)} = ${key(other)} and ${sql.ref(`${one}.file_type`)} = ${sql.ref(`${other}.file_type`)}
    and (${sql.ref(`${one}.file_type`)} = 'company' or (${letter(one)} = ${letter(other)}) is not false))`;

/** The name of a row as one text: equal for rows that are named alike and of both of which the first letter is known. */
export const nameKeyOf = (of: string): RawBuilder<string> =>
  sql<string>`(${key(of)} || ' ' || coalesce(case when ${sql.ref(`${of}.file_type`)} = 'private' then ${letter(of)} end, ''))`;
