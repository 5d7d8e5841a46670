/** The table query that every list speaks (specification, points 3 and 7), and the page that answers it. */
import { z } from "zod";
import { type PlainDate, parsePlainDate } from "./dates.ts";

export const pageSizes = [50, 100, 250, 500, 1000] as const;
export const defaultPageSize = 50;
/** Counts stop here, so that a count never costs more than the page it stands above. */
export const countCap = 10_000;

export interface TableQuery<Order extends string = string> {
  readonly offset: number;
  readonly limit: number;
  readonly order?: { readonly field: Order; readonly direction: "asc" | "desc" } | undefined;
}

const whole = z.coerce.number().int();

/** The last row at which a page of a list may begin. */
export const mostOffset = 1_000_000;

/**
 * A list query in both dialects: `_offset,_limit,_order[field],_filter[…]` and `offset,limit,sortBy,sortOrder` with the
 * filters beside them. The transport folds both into this one shape, so a contract names only its sortable fields and filters.
 * `unlimited` allows `_limit=-1`, for named small lists only.
 */
export function tableQuery<
  const Order extends readonly [string, ...string[]],
  Filter extends z.ZodRawShape = Record<never, never>,
>(spec: { order: Order; filter?: Filter; unlimited?: boolean }) {
  return z.strictObject({
    offset: whole.min(0).max(mostOffset).default(0),
    limit: spec.unlimited
      ? whole.refine((limit) => limit === -1 || (limit >= 1 && limit <= 1000)).default(-1)
      : whole.min(1).max(1000).default(defaultPageSize),
    order: z.object({ field: z.enum(spec.order), direction: z.enum(["asc", "desc"]) }).optional(),
    // Every filter is optional, so that no filter at all is the empty object.
    filter: z
      .strictObject(spec.filter ?? ({} as Filter))
      .partial()
      // All of them are optional, so that the empty object is one of its values.
      .default({} as never),
  });
}

/** A page of rows. `total` stops at `countCap`; `capped` then says that there are more. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    items: z.array(row),
    total: z.number().int(),
    capped: z.boolean(),
    pager: z.object({ pages: z.object({ total: z.number().int() }) }),
  });

/** Makes the page that `pageOf` describes from the rows and their (possibly capped) count. */
export const toPage = <Row>(items: readonly Row[], total: number, limit: number) => ({
  items: [...items],
  total: Math.min(total, countCap),
  capped: total > countCap,
  pager: { pages: { total: limit < 1 ? 1 : Math.max(1, Math.ceil(Math.min(total, countCap) / limit)) } },
});

/** A short list without paging: `{items}`. */
export const itemsOf = <Row extends z.ZodType>(row: Row) => z.object({ items: z.array(row) });

/** A choice in a remote select (specification, point 3): id and text. */
export const option = z.object({ id: z.union([z.number(), z.string()]), text: z.string() });
export type Option = z.infer<typeof option>;

const isPlainDate = (value: unknown): value is PlainDate =>
  typeof value === "string" && parsePlainDate(value) !== undefined;

/** A date of the calendar. The pattern of zod alone takes the year 0, which no calendar has and the database refuses. */
export const calendarDate = () => z.iso.date().refine((text) => parsePlainDate(text) !== undefined);

/** A legal date that somebody typed, told to be none by the text under this key. */
export const plainDateOf = (error: string) => z.iso.date({ error }).refine(isPlainDate, { error });

/** The same of a day whose beginning and end are reckoned with: of years that clocks and the database know. */
export const dayWithinOf = (error: string) =>
  z.iso
    .date({ error })
    .refine((value): value is PlainDate => isPlainDate(value) && value >= "1900-01-01" && value <= "2999-12-31", {
      error,
    });
