import { type RawBuilder, sql } from "kysely";
import { homeZone, type PlainDate } from "../../../kernel/dates.ts";

/**
 * The legal date of an instant, in SQL: the day it is then in Europe/Amsterdam, as `dateInAmsterdam` of the kernel says it in TypeScript.
 * @param of a column, such as "m.send_after", or an expression.
 */
export const legalDate = (of: string | RawBuilder<unknown>): RawBuilder<PlainDate> =>
  sql<PlainDate>`(${typeof of === "string" ? sql.ref(of) : of} at time zone ${sql.lit(homeZone)})::date`;
