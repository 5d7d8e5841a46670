/** A saved view: the filters, the sort and the columns of a list, under a name. */
import { z } from "zod";

/** How many views one person may keep of one table. */
export const mostViewsOfTable = 50;
export const viewNameLimit = 60;

/** The route and the id of a table, as in "/file/search files"; a route's ids are written "{id}". */
export const tableKey = z
  .string()
  .max(200)
  .regex(/^\/[\w/{}.-]* [\w-]{1,60}$/);

const columnKey = z.string().min(1).max(80);
const columnKeys = z.array(columnKey).max(100);

/** Which columns are hidden, their order, and their widths in pixels. */
export const viewColumns = z.strictObject({
  hidden: columnKeys,
  order: columnKeys,
  widths: z
    .record(columnKey, z.number().min(40).max(1200))
    .refine((widths) => Object.keys(widths).length <= 100, { error: "views.tooManyColumns" }),
});
export type ViewColumns = z.infer<typeof viewColumns>;

/** Filters and sort as they stand in the address, without page: "phase=amicable&sort=-openCents". */
const addressQuery = z
  .string()
  .max(4000)
  .refine((text) => text === "" || text.split("&").every((pair) => /^[\w-]{1,60}(=|$)/.test(pair)), {
    error: "views.queryWrong",
  });

export const viewPayload = z.strictObject({
  name: z.string().trim().min(1, { error: "views.nameMissing" }).max(viewNameLimit),
  query: addressQuery,
  columns: viewColumns,
  /** The team that it is shared with. */
  team: z.number().int().positive().nullable().default(null),
});
export type ViewPayload = z.output<typeof viewPayload>;
