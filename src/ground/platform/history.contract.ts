/** The audit trail as people read it: who changed what and when, each field with what was and what is. */
import { z } from "zod";
import { any, user } from "../kernel/access.ts";
import { call } from "../kernel/contract.ts";
import { calendarDate, itemsOf, pageOf, tableQuery } from "../kernel/query.ts";

const subject = z.string().min(1).max(60);

/**
 * One field that changed; `label` is its name in the reader's language, or the bare name where the module gives none. `parts` names the fields
 * of the records that it holds, where it holds any.
 */
const historyChange = z.object({
  field: z.string(),
  label: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  parts: z.record(z.string(), z.string()),
});
export type HistoryChange = z.infer<typeof historyChange>;

const person = z.object({ username: z.string(), name: z.string() });

const historyRow = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  by: person,
  /** Who was really at the keyboard, where somebody worked as another. */
  previous: person.nullable(),
  /** `module.verb`, and the same in words. */
  action: z.string(),
  actionText: z.string(),
  subject: z.string(),
  subjectText: z.string(),
  subjectId: z.string(),
  changes: z.array(historyChange),
});
export type HistoryRow = z.infer<typeof historyRow>;

export const readHistory = call({
  method: "GET",
  path: "/api/v4/history/{subject}/{subjectId}",
  who: user,
  summary:
    "What happened to one subject, newest first; one that no module declares, or that this user may not see, is 404.",
  params: z.object({ subject, subjectId: z.string().min(1).max(100) }),
  query: tableQuery({ order: ["at"] }),
  reply: pageOf(historyRow),
});

export const settingsHistory = call({
  method: "GET",
  path: "/api/v4/history/settings",
  who: any("ROLE_SETTINGS"),
  summary: "All changes of settings in time, newest first.",
  query: tableQuery({
    order: ["at"],
    filter: { subject, who: z.string().trim().min(1).max(100), dateFrom: calendarDate(), dateTo: calendarDate() },
  }),
  reply: pageOf(historyRow),
});

export const historySubjects = call({
  method: "GET",
  path: "/api/v4/history/subjects",
  who: any("ROLE_SETTINGS"),
  summary: "The subjects of settings whose changes are told by the history of settings.",
  reply: itemsOf(z.object({ subject: z.string(), name: z.string() })),
});
