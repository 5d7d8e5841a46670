/** Calls and screens of sent messages, of exports, and of what clients pay per record. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../../ground/kernel/contract.ts";
import { calendarDate, itemsOf, pageOf, tableQuery } from "../../../ground/kernel/query.ts";
import { recordFilter } from "../records/records.contract.ts";

const id = z.number().int();

export const precassoDocumentsScreen = screen({
  path: "/precasso/view-documents",
  who: any("ROLE_PROCESSING"),
  title: "precasso.documentsTitle",
});
export const precassoExportScreen = screen({
  path: "/precasso/export",
  who: any("ROLE_PRECASSO_EXPORT"),
  title: "precasso.exportTitle",
});

export const paperRow = z.object({
  id,
  recordId: id,
  name: z.string(),
  number: z.string(),
  debtorName: z.string(),
  clientName: z.string(),
  channel: z.enum(["post", "email", "sms"]),
  template: z.string(),
  subject: z.string(),
  text: z.string(),
  toAddress: z.string(),
  hasDocument: z.boolean(),
  state: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type PaperRow = z.infer<typeof paperRow>;

export const listPapers = call({
  method: "GET",
  path: "/api/v4/precasso/document",
  who: any("ROLE_PROCESSING"),
  summary: "Everything that was sent in clients' names, newest first, as it was sent.",
  query: tableQuery({
    order: ["createdAt"],
    filter: {
      search: z.string().trim().min(1).max(100),
      client: idParam.shape.id,
      channel: z.enum(["post", "email", "sms"]),
      dateFrom: calendarDate(),
      dateTo: calendarDate(),
    },
  }),
  reply: pageOf(paperRow),
});

export const readPaper = call({
  method: "GET",
  path: "/api/v4/precasso/record/{id}/document/{messageId}",
  who: any("ROLE_PROCESSING", "ROLE_PRECASSO_SEARCH"),
  summary: "A letter as it was sent, as PDF.",
  params: idParam.extend({ messageId: idParam.shape.id }),
  carries: "blob",
});

export const exportRecords = call({
  method: "GET",
  path: "/api/v4/precasso/export",
  who: any("ROLE_PRECASSO_EXPORT"),
  summary: "Records as CSV or XLSX, those that a filter finds; no cell is ever a formula.",
  query: z.object({
    format: z.enum(["csv", "xlsx"]).default("csv"),
    search: recordFilter.search.optional(),
    client: recordFilter.client.optional(),
    state: recordFilter.state.optional(),
    createdFrom: recordFilter.createdFrom.optional(),
    createdTo: recordFilter.createdTo.optional(),
  }),
  carries: "blob",
});

export const chargeRow = z.object({
  clientId: id,
  clientName: z.string(),
  /** "2026-11". */
  month: z.string(),
  records: id,
  /** The price agreed per record on the last day of the month, or today; 0 without one. */
  feeCents: id,
  totalCents: id,
});
export type ChargeRow = z.infer<typeof chargeRow>;

export const listCharges = call({
  method: "GET",
  path: "/api/v4/precasso/charge",
  who: any("ROLE_PRECASSO_EXPORT"),
  summary:
    "How many records each client gave in each of the last twelve months, and what it pays for them; the debtor pays none of it.",
  reply: itemsOf(chargeRow),
});
