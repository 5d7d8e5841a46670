/** The calls of the timeline (specification, point 7, file logs). */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam } from "../../ground/kernel/contract.ts";
import { parsePlainDate } from "../../ground/kernel/dates.ts";
import { itemsOf, pageOf, tableQuery } from "../../ground/kernel/query.ts";
import { attachment } from "./attachments/attachments.contract.ts";
import { logCategories, logTypes, writtenTypes } from "./logs.ts";

const id = z.number().int();
const list = <T extends z.ZodType>(item: T) => z.array(item).max(20);
const part = z.string().trim().min(1).max(200);

export const logLine = z.object({
  id,
  fileId: id,
  at: z.iso.datetime(),
  type: z.enum(logTypes),
  category: z.enum(logCategories),
  /** In the reader's language, as is `content`. */
  subject: z.string(),
  content: z.string().nullable(),
  userName: z.string(),
  /** The user who really acted, while impersonating. */
  actingFor: z.string().nullable(),
  isSystem: z.boolean(),
  /** The rules that a visit was made against. */
  against: z.array(z.object({ rule: z.string(), article: z.string(), text: z.string() })),
  /** What the line is about: a document, a payment, a run. */
  ref: z.object({ kind: z.string(), id }).nullable(),
  /** Whether this reader may change it: lines that were typed, by who typed them. */
  editable: z.boolean(),
  attachments: z.array(attachment),
  /** How often its text was replaced; the former ones are kept. */
  edits: z.number().int(),
  version: id,
});
export type LogLine = z.infer<typeof logLine>;

export const listLogs = call({
  method: "GET",
  path: "/api/v4/file/{id}/logs",
  who: any("ROLE_FILE_SEARCH"),
  summary: "The timeline of a file, newest first unless ordered otherwise.",
  params: idParam,
  query: tableQuery({
    order: ["at"],
    filter: {
      /** In subject and content. */
      search: part,
      subject: part,
      content: part,
      category: list(z.enum(logCategories)),
      type: list(z.enum(logTypes)),
      hideSystem: z.stringbool(),
    },
  }),
  reply: pageOf(logLine),
});

export const readLog = call({
  method: "GET",
  path: "/api/v4/file/logs/{id}",
  who: any("ROLE_FILE_SEARCH"),
  summary: "One line of the timeline.",
  params: idParam,
  reply: logLine,
});

export const listLogTypes = call({
  method: "GET",
  path: "/api/v4/file/logs/types",
  who: any("ROLE_FILE_SEARCH"),
  summary: "The types of lines, in the reader's language; `written` marks those that a person may write.",
  reply: itemsOf(z.object({ id: z.enum(logTypes), text: z.string(), written: z.boolean() })),
});

const visitMoment = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d$/)
  .refine((text) => parsePlainDate(text.slice(0, 10)) !== undefined);

const typed = { subject: z.string().trim().min(1).max(200), content: z.string().trim().max(10_000).default("") };

export const createLog = call({
  method: "POST",
  path: "/api/v4/file/logs",
  who: any("ROLE_FILE_EDIT", "ROLE_EMPLOYEE", "ROLE_CUSTOMER", "ROLE_CONTACT_PERSON"),
  summary:
    "Writes a line by hand: a note, a call, a visit, a client's message or a statement of income and expenses; a client's people write messages. A citizen service number in it is masked.",
  body: z.strictObject({
    file: id,
    type: z.enum(writtenTypes).default("note"),
    ...typed,
    /** When a visit was made, by the clock of Amsterdam: "2026-11-20 14:30"; now where left out. */
    at: visitMoment.optional(),
    /** A visit against the rules is noted only by whoever was told so; its line is marked. */
    confirmed: z.boolean().optional(),
  }),
  reply: logLine,
});

export const updateLog = call({
  method: "PUT",
  path: "/api/v4/file/logs/{id}",
  who: any("ROLE_FILE_EDIT", "ROLE_EMPLOYEE", "ROLE_CUSTOMER", "ROLE_CONTACT_PERSON"),
  summary: "Changes a line that was typed, by who typed it; the former text is kept.",
  params: idParam,
  body: z.strictObject({ ...typed, version: id }),
  reply: logLine,
});
