/** The list of files: its screens, rows, filters and export, searching and recent visits. Separate, because a list needs no more of files. */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../ground/kernel/contract.ts";
import { calendarDate, itemsOf, option, pageOf, tableQuery } from "../../ground/kernel/query.ts";
import { languages } from "../../ground/kernel/texts.ts";
import { filePhases, fileStatuses, holdKinds } from "../files/files.ts";
import { fileTypes } from "../persons/persons.ts";
import { fileFlags, nextActionSpans } from "./file-search.ts";

const id = z.number().int();
const cents = z.number().int();
const plainDate = calendarDate();
const instant = z.iso.datetime();
const wholeId = idParam.shape.id;
const list = <T extends z.ZodType>(item: T) => z.array(item).max(20);

export const searchScreen = screen({ path: "/file/search", who: any("ROLE_FILE_SEARCH"), title: "files.title" });
export const lastFilesScreen = screen({
  path: "/history/last-files",
  who: any("ROLE_FILE_VIEW_LAST_VISITED"),
  title: "files.lastVisited",
});

export const fileRow = z.object({
  id,
  number: z.string(),
  clientRef: z.string(),
  clientId: id,
  clientName: z.string(),
  debtorName: z.string(),
  city: z.string(),
  phase: z.enum(filePhases),
  status: z.enum(fileStatuses),
  /** Kinds of hold that lie on the file now. */
  holds: z.array(z.enum(holdKinds)),
  caseManager: z.string().nullable(),
  placedOn: plainDate,
  nextStep: z.string().nullable(),
  nextActionOn: plainDate.nullable(),
  principalCents: cents,
  openCents: cents,
  /** The day of that balance. */
  openOn: plainDate.nullable(),
  currency: z.literal("EUR"),
});
export type FileRow = z.infer<typeof fileRow>;

export const fileOrders = [
  "number",
  "debtorName",
  "clientRef",
  "phase",
  "status",
  "placedOn",
  "nextActionOn",
  "principalCents",
  "openCents",
] as const;

/** Room for a hundred numbers that are pasted. */
const mostSearched = 2000;

/** The filters of the file list, for calls of other modules that choose files in the same way. */
export const fileFilters = {
  /**
   * Number, reference, payment reference, invoice number, name, address, e-mail, phone, birth date, IBAN or client: whole or a part of it; or
   * several numbers.
   */
  search: z.string().trim().min(1).max(mostSearched),
  client: list(wholeId),
  /** Groups of clients. */
  clientGroup: list(wholeId),
  merchant: list(wholeId),
  team: list(wholeId),
  phase: list(z.enum(filePhases)),
  status: list(z.enum(fileStatuses)),
  caseManager: list(wholeId),
  /** Persons or companies. */
  debtorType: list(z.enum(fileTypes)),
  /** The language of the debtor. */
  language: list(z.enum(languages)),
  /** Codes of workflows. */
  workflow: list(z.string().min(1).max(50)),
  /** Files with any of these, and files with none of those. */
  flag: list(z.enum(fileFlags)),
  withoutFlag: list(z.enum(fileFlags)),
  nextAction: list(z.enum(nextActionSpans)),
  /** Days since the file was placed. */
  ageFrom: z.coerce.number().int().min(0).max(36_500),
  ageTo: z.coerce.number().int().min(0).max(36_500),
  /** Euros with a point, as calls write money: "250.00". */
  amountFrom: z.string().regex(/^\d{1,11}(\.\d{1,2})?$/),
  amountTo: z.string().regex(/^\d{1,11}(\.\d{1,2})?$/),
  nextActionFrom: plainDate,
  nextActionTo: plainDate,
  placedFrom: plainDate,
  placedTo: plainDate,
  /** The day on which somebody last spoke or wrote with the debtor. */
  lastContactFrom: plainDate,
  lastContactTo: plainDate,
};

/** Rows that were chosen one by one, for the export of a selection. */
const chosenFiles = z.array(wholeId).max(1000);

const fileQuery = tableQuery({ order: fileOrders, filter: fileFilters });
export type FileQuery = z.output<typeof fileQuery>;

export const searchFiles = call({
  method: "GET",
  path: "/api/v4/file",
  who: any("ROLE_FILE_SEARCH"),
  summary: "Files that the user may see, filtered and sorted. An exact number or reference comes alone.",
  query: fileQuery,
  reply: pageOf(fileRow),
});

export const countFilesExactly = call({
  method: "GET",
  path: "/api/v4/file/count",
  who: any("ROLE_FILE_SEARCH"),
  summary:
    "How many files a filtered list has, to the last one: asked for where the list itself says more than 10,000.",
  query: fileQuery,
  reply: z.object({ total: z.number().int() }),
});

export const fileFilterOptions = call({
  method: "GET",
  path: "/api/v4/file/filter-options",
  // The export and the bulk update are filtered in the same way.
  who: any("ROLE_FILE_SEARCH", "ROLE_FILE_EXPORT", "ROLE_CONTACT_PERSON", "ROLE_FILE_BULK_ACTIONS"),
  summary:
    "What the list of files can be filtered by: groups of clients, merchants and teams of files that the reader may see, and workflows.",
  reply: z.object({
    clientGroups: z.array(option),
    merchants: z.array(option),
    teams: z.array(option),
    workflows: z.array(option),
  }),
});

export const exportColumns = [
  "number",
  "clientRef",
  "clientName",
  "debtorName",
  "city",
  "phase",
  "status",
  "caseManager",
  "placedOn",
  "nextStep",
  "nextActionOn",
  "principalCents",
  "openCents",
] as const;

export const exportFiles = call({
  method: "GET",
  path: "/api/v4/file/export",
  who: any("ROLE_FILE_EXPORT", "ROLE_CONTACT_PERSON"),
  summary: "The filtered list as CSV, through the same visibility; at most 10,000 rows.",
  query: tableQuery({
    order: fileOrders,
    filter: { ...fileFilters, columns: list(z.enum(exportColumns)), ids: chosenFiles },
  }),
  carries: "blob",
});

/** The header's search: a plain form post (specification, points 2 and 7). */
export const postSearch = call({
  method: "POST",
  path: "/file/search",
  who: any("ROLE_FILE_SEARCH"),
  summary: "The header's search. An exact number opens its file, anything else the list of what was found.",
  body: z.strictObject({ search: z.string().trim().max(mostSearched).default("") }),
  carries: "form",
  writes: false,
});

export const lastFiles = call({
  method: "GET",
  path: "/api/v4/file/last-visited",
  who: any("ROLE_FILE_VIEW_LAST_VISITED"),
  summary: "The files that the user opened last, newest first; at most 100.",
  reply: itemsOf(fileRow.extend({ visitedAt: instant })),
});
