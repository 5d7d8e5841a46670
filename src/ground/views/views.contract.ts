/** The calls by which people keep views of lists. A view is seen by its owner and, where it is shared, by the owner's team. */
import { z } from "zod";
import { user } from "../kernel/access.ts";
import { call, idParam, rowVersion } from "../kernel/contract.ts";
import { option } from "../kernel/query.ts";
import { tableKey, viewColumns, viewPayload } from "./views.ts";

export const viewRow = z.object({
  id: z.number().int(),
  table: z.string(),
  name: z.string(),
  query: z.string(),
  columns: viewColumns,
  /** The team that it is shared with. */
  team: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  owner: z.object({ id: z.number().int(), name: z.string() }),
  /** Only the owner changes or removes it. */
  mine: z.boolean(),
  /** The reader's table opens with it. */
  isDefault: z.boolean(),
  version: z.number().int(),
});
export type ViewRow = z.infer<typeof viewRow>;

export const listViews = call({
  method: "GET",
  path: "/api/v4/view",
  who: user,
  summary: "The saved views of a table: one's own and those of one's teams, and the teams that one may share with.",
  query: z.object({ table: tableKey }),
  reply: z.object({ items: z.array(viewRow), teams: z.array(option) }),
});

export const createView = call({
  method: "POST",
  path: "/api/v4/view",
  who: user,
  summary: "Keeps the way a table is arranged under a name, for oneself or for a team of one's own.",
  body: viewPayload.extend({ table: tableKey }),
  reply: viewRow,
});

export const updateView = call({
  method: "PUT",
  path: "/api/v4/view/{id}",
  who: user,
  summary: "Changes a view of one's own. A version that is not the newest is a conflict.",
  params: idParam,
  body: viewPayload.extend({ version: rowVersion }),
  reply: viewRow,
});

export const deleteView = call({
  method: "DELETE",
  path: "/api/v4/view/{id}",
  who: user,
  summary: "Removes a view of one's own.",
  params: idParam,
});

export const chooseDefaultView = call({
  method: "PUT",
  path: "/api/v4/view/{id}/default",
  who: user,
  summary: "Opens one's table with this view from now on, or no longer.",
  params: idParam,
  body: z.strictObject({ isDefault: z.boolean() }),
  reply: viewRow,
});
