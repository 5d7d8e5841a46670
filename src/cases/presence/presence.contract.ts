/** Calls about who has a file open now, and who looked at it before: for the people who work here. */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam } from "../../ground/kernel/contract.ts";
import { calendarDate, pageOf, tableQuery } from "../../ground/kernel/query.ts";

export const announcePresence = call({
  method: "POST",
  path: "/api/v4/file/{id}/presence",
  who: any("ROLE_FILE_SEARCH"),
  summary:
    "Says that the user has the file open, and tells who else has. To be said again within 45 seconds; `leave` ends it.",
  params: idParam,
  body: z.strictObject({ editing: z.boolean().default(false), leave: z.boolean().default(false) }),
  reply: z.object({
    others: z.array(
      z.object({ id: z.number().int(), name: z.string(), since: z.iso.datetime(), editing: z.boolean() }),
    ),
    /** Of the file now: another than the one on the screen means that somebody changed it meanwhile. */
    version: z.number().int(),
  }),
});

export const whoSawFile = call({
  method: "GET",
  path: "/api/v4/file/{id}/views",
  who: any("ROLE_FILE_EDIT"),
  summary: "Who opened the file on which day, and to whom lists, searches and exports showed it, newest first.",
  params: idParam,
  query: tableQuery({ order: ["on"], filter: {} }),
  reply: pageOf(
    z.object({
      on: calendarDate(),
      userId: z.number().int(),
      name: z.string(),
      kind: z.enum(["staff", "customer", "contact"]),
      /** Who was at the keyboard in this user's name. */
      actingName: z.string().nullable(),
      /** opened: its page or a part of it. listed: a row of a list, search or export. */
      how: z.enum(["opened", "listed"]),
      times: z.number().int(),
      firstAt: z.iso.datetime(),
      lastAt: z.iso.datetime(),
    }),
  ),
});
