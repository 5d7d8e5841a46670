/** Holidays of the law and days of the house: the calls and the screen. */
import { z } from "zod";
import { any } from "../../kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../kernel/contract.ts";
import { calendarDate, plainDateOf } from "../../kernel/query.ts";

const who = any("ROLE_SETTINGS");

const legalDay = z.object({
  on: calendarDate(),
  /** The holiday, or "equated" for a day that a decree equates with one. */
  name: z.string(),
  rule: z.enum(["fixed", "easter", "kingsDay", "decree"]),
  /** Of the Algemene termijnenwet. */
  article: z.string(),
  easterOffset: z.number().int().nullable(),
  source: z.string(),
});

const ownDay = z.object({
  id: z.number().int(),
  on: calendarDate(),
  name: z.string(),
  silent: z.boolean(),
  /** What the day changes: nothing where the law closes it already. */
  effect: z.enum(["none", "closed", "silent"]),
  createdBy: z.string(),
  version: z.number().int(),
});
export type OwnDayRow = z.infer<typeof ownDay>;

export const readHolidays = call({
  method: "GET",
  path: "/api/v4/holiday",
  who,
  summary: "The days of one year: those of the law with rule and article, and the house's own.",
  query: z.object({ year: z.coerce.number().int().min(2000).max(2100).optional() }),
  reply: z.object({
    year: z.number().int(),
    /** The years that the screen offers: five back, five on. */
    years: z.array(z.number().int()),
    legal: z.array(legalDay),
    own: z.array(ownDay),
    /** Whether the equated days of this year and of the next are known. */
    equatedKnown: z.boolean(),
    nextEquatedKnown: z.boolean(),
  }),
});

const payload = z.strictObject({
  on: plainDateOf("tariffs.errorDate"),
  name: z.string().trim().min(1).max(100),
  silent: z.boolean(),
});

export const addOwnDay = call({
  method: "POST",
  path: "/api/v4/holiday",
  who,
  summary: "Adds a day on which the office is closed and, if so chosen, no debtor is contacted.",
  body: payload,
  reply: ownDay,
});

export const updateOwnDay = call({
  method: "PUT",
  path: "/api/v4/holiday/{id}",
  who,
  summary: "Changes an own day; a stale version is a conflict.",
  params: idParam,
  body: payload.extend({ version: rowVersion }),
  reply: ownDay,
});

export const deleteOwnDay = call({
  method: "DELETE",
  path: "/api/v4/holiday/{id}",
  who,
  summary: "Removes an own day. A day of the law is not in this table, so none can be removed.",
  params: idParam,
});

export const holidaysScreen = screen({ path: "/settings/holidays", who, title: "tariffs.holidaysTitle" });
