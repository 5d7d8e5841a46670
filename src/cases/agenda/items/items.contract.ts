/** Calls and the screen of the agenda (specification, points 2 and 7). */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../../ground/kernel/contract.ts";
import { calendarDate, itemsOf, pageOf, tableQuery } from "../../../ground/kernel/query.ts";
import { filePhases, fileStatuses } from "../../files/files.ts";
import { agendaExclusions, agendaPeriods, agendaScopes, agendaStatuses, repeatUnits } from "../agenda.ts";

const who = any("ROLE_AGENDA");
const id = idParam.shape.id;
const ownId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const plainDate = calendarDate();
const list = <T extends z.ZodType>(item: T) => z.array(item).max(20);
const chosen = z.array(ownId).min(1).max(1000);

export const agendaScreen = screen({ path: "/file-agenda/new", who, title: "agenda.title" });

const repeat = z.strictObject({
  every: z.number().int().min(1).max(99),
  unit: z.enum(repeatUnits),
  /** The last day on which it may come again; null for ever. */
  until: plainDate.nullable().default(null),
});

const person = z.object({ id: z.number().int(), name: z.string() });

export const agendaItem = z.object({
  id: z.number().int(),
  fileId: z.number().int(),
  fileNumber: z.string(),
  clientName: z.string(),
  debtorName: z.string(),
  phase: z.enum(filePhases),
  status: z.enum(fileStatuses),
  openCents: z.number().int(),
  /** The day of that balance. */
  openOn: plainDate.nullable(),
  currency: z.literal("EUR"),
  subject: z.object({ id: z.number().int(), code: z.string(), text: z.string() }),
  on: plainDate,
  overdue: z.boolean(),
  owner: person.nullable(),
  note: z.string().nullable(),
  urgent: z.boolean(),
  repeat: repeat.nullable(),
  state: z.enum(["open", "archived"]),
  archivedWhy: z.enum(["done", "settled", "file_closed"]).nullable(),
  outcome: z.string().nullable(),
  archivedAt: z.iso.datetime().nullable(),
  archivedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Null where the system planned it. */
  createdBy: z.string().nullable(),
  version: z.number().int(),
});
export type AgendaItem = z.infer<typeof agendaItem>;

export const agendaOrders = ["on", "fileNumber", "debtorName", "clientName", "subject", "owner", "openCents"] as const;

export const agendaFilters = {
  /** Whatever finds a file in the list of files. */
  search: z.string().trim().min(1).max(200),
  scope: z.enum(agendaScopes),
  period: z.enum(agendaPeriods),
  onFrom: plainDate,
  onTo: plainDate,
  subject: list(id),
  owner: list(id),
  client: list(id),
  /** Statuses of the file, as `filter-statuses` lists them. */
  status: list(z.enum(agendaStatuses)),
  /** Subjects to be left out, by the options of the specification. */
  excluded: list(z.enum(agendaExclusions)),
  state: z.enum(["open", "archived", "all"]),
};

const agendaQuery = tableQuery({ order: agendaOrders, filter: agendaFilters });
export type AgendaQuery = z.output<typeof agendaQuery>;

export const listAgenda = call({
  method: "GET",
  path: "/api/v4/agenda",
  who,
  summary: "Items of the agendas of files that the reader may see; open ones unless asked otherwise, the oldest first.",
  query: agendaQuery,
  reply: pageOf(agendaItem),
});

const option = z.object({ id: z.string(), text: z.string() });

export const agendaFilterStatuses = call({
  method: "GET",
  path: "/api/v4/agenda/filter-statuses",
  who,
  summary: "The statuses of files that the agenda can be filtered by.",
  reply: itemsOf(option),
});

const subject = z.object({
  id: z.number().int(),
  text: z.string(),
  code: z.string(),
  /** The day that a new item of this subject is proposed for. */
  on: plainDate,
  exclusion: z.enum(["none", ...agendaExclusions]),
});

export const agendaSubjectList = call({
  method: "GET",
  path: "/api/v4/agenda/subjects",
  who,
  summary: "The subjects that an agenda item can have, each with the day that is proposed.",
  reply: itemsOf(subject),
});

export const fileAgendaSubjects = call({
  method: "GET",
  path: "/api/v3/file-agenda/get-subjects-list",
  who,
  summary: "The subjects that an agenda item can have, as choices.",
  reply: itemsOf(z.object({ id: z.number().int(), text: z.string() })),
});

export const agendaOwners = call({
  method: "GET",
  path: "/api/v4/agenda/owners",
  who,
  summary: "The people whose agenda an item can stand in: staff who may log in.",
  reply: itemsOf(z.object({ id: z.number().int(), text: z.string() })),
});

export const agendaFiles = call({
  method: "GET",
  path: "/api/v4/agenda/files",
  who,
  summary: "Files as choices for a new item: by whatever finds them in the list of files, or by their id; at most 20.",
  query: z.object({ keywords: z.string().trim().max(200).default(""), id: id.optional() }),
  reply: itemsOf(z.object({ id: z.number().int(), text: z.string() })),
});

export const agendaSummary = call({
  method: "GET",
  path: "/api/v4/agenda/summary",
  who,
  summary: "How much waits: the reader's own items and those of the teams; counts stop at 10,000.",
  reply: z.object({
    /** The office's day, by its own clock. */
    day: plainDate,
    overdue: z.number().int(),
    today: z.number().int(),
    week: z.number().int(),
    teamDue: z.number().int(),
    capped: z.boolean(),
  }),
});

export const fileAgenda = call({
  method: "GET",
  path: "/api/v4/file/{id}/agenda",
  who,
  summary: "The agenda of one file: what is open, the oldest first, and what was archived last.",
  params: idParam,
  reply: z.object({ items: z.array(agendaItem), archived: z.array(agendaItem) }),
});

const note = z.string().trim().max(2000);

export const createAgendaItem = call({
  method: "POST",
  path: "/api/v4/file/{id}/agenda",
  who,
  summary: "Plans an item on a file. Without an owner it is the case manager's, or else the writer's own.",
  params: idParam,
  body: z.strictObject({
    subject: ownId,
    on: plainDate,
    owner: ownId.optional(),
    note: note.default(""),
    urgent: z.boolean().default(false),
    repeat: repeat.nullable().default(null),
  }),
  reply: agendaItem,
});

export const updateAgendaItem = call({
  method: "PUT",
  path: "/api/v4/agenda/{id}",
  who,
  summary: "Changes an open item; what is not named stays. A version that is not the newest is a conflict.",
  params: idParam,
  body: z.strictObject({
    subject: ownId.optional(),
    on: plainDate.optional(),
    owner: ownId.optional(),
    note: note.optional(),
    urgent: z.boolean().optional(),
    repeat: repeat.nullable().optional(),
    version: rowVersion,
  }),
  reply: agendaItem,
});

export const agendaActs = ["planned", "changed", "archived", "restored", "handed_over"] as const;
export const agendaFields = ["subject", "on", "owner", "note", "urgent", "repeat", "outcome"] as const;

export const agendaHistories = call({
  method: "GET",
  path: "/api/v4/file/{id}/agenda-histories",
  who,
  summary: "What happened to the agenda of a file, newest first.",
  params: idParam,
  query: tableQuery({ order: ["at"] }),
  reply: pageOf(
    z.object({
      id: z.number().int(),
      itemId: z.number().int(),
      subject: z.string(),
      at: z.iso.datetime(),
      userName: z.string(),
      actingFor: z.string().nullable(),
      act: z.enum(agendaActs),
      changes: z.array(
        z.object({ field: z.enum(agendaFields), from: z.string().nullable(), to: z.string().nullable() }),
      ),
    }),
  ),
});
export type AgendaHistory = z.infer<typeof agendaHistories.reply>["items"][number];

export const archiveAgenda = call({
  method: "POST",
  path: "/api/v4/agenda/archive",
  who,
  summary: "Archives items, as done unless the outcome says otherwise. What recurs is planned again.",
  body: z.strictObject({ ids: chosen, outcome: z.string().trim().max(1000).default("") }),
  reply: z.object({ archived: z.array(z.number().int()), planned: z.array(z.number().int()) }),
});

export const restoreAgenda = call({
  method: "POST",
  path: "/api/v4/agenda/restore",
  who,
  summary: "Takes archived items back, as long as their files are open; what they planned anew goes away again.",
  body: z.strictObject({ ids: chosen }),
  reply: z.object({ restored: z.array(z.number().int()) }),
});

const placed = z.object({
  id: z.number().int(),
  on: plainDate,
  owner: z.number().int().nullable(),
  version: z.number(),
});

export const planAgain = call({
  method: "POST",
  path: "/api/v4/agenda/plan",
  who,
  summary:
    "Moves items to other days or owners at once. Those that somebody else changed meanwhile stay, and are named.",
  body: z.strictObject({
    items: z
      .array(
        z.strictObject({
          id: ownId,
          version: rowVersion,
          on: plainDate.optional(),
          owner: ownId.nullable().optional(),
        }),
      )
      .min(1)
      .max(1000),
  }),
  reply: z.object({ moved: z.array(z.object({ before: placed, after: placed })), stale: z.array(z.number().int()) }),
});

export const exportAgenda = call({
  method: "POST",
  path: "/api/v4/agenda/export",
  who,
  summary: "The chosen items, or those that the filters find, as XLSX or CSV; at most 10,000.",
  body: z.strictObject({
    format: z.enum(["xlsx", "csv"]).default("xlsx"),
    ids: chosen.optional(),
    filter: z.strictObject(agendaFilters).partial().default({}),
  }),
  carries: "blob",
});

export const unattendedKinds = ["owner", "date"] as const;

export const unattendedFile = z.object({
  id: z.number().int(),
  number: z.string(),
  clientName: z.string(),
  debtorName: z.string(),
  phase: z.enum(filePhases),
  status: z.enum(fileStatuses),
  caseManager: z.string().nullable(),
  placedOn: plainDate,
  openCents: z.number().int(),
  currency: z.literal("EUR"),
  /** What it lacks: somebody who looks after it, or a day on which something happens. */
  lacks: z.array(z.enum(unattendedKinds)),
});
export type UnattendedFile = z.infer<typeof unattendedFile>;

const unattendedQuery = tableQuery({
  order: ["number", "placedOn", "openCents"],
  filter: { lacks: z.enum(unattendedKinds), client: list(id), status: list(z.enum(fileStatuses)) },
});
export type UnattendedQuery = z.output<typeof unattendedQuery>;

export const unattendedFiles = call({
  method: "GET",
  path: "/api/v4/agenda/neglected",
  who,
  summary: "Open files without a case manager, or without any day on which something is to happen.",
  query: unattendedQuery,
  reply: pageOf(unattendedFile),
});

export const assignUnattended = call({
  method: "POST",
  path: "/api/v4/agenda/mend",
  who,
  summary: "Gives neglected files a case manager, an agenda item, or both.",
  body: z.strictObject({
    files: chosen,
    caseManager: ownId.optional(),
    item: z.strictObject({ subject: ownId, on: plainDate, note: note.default("") }).optional(),
  }),
  reply: z.object({ assigned: z.number().int(), planned: z.number().int() }),
});
