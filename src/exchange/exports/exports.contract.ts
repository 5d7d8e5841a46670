/** Calls and the screen of the export of files (specification, point 2). */
import { z } from "zod";
import { fileFilters, fileOrders } from "../../cases/file-search/file-search.contract.ts";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../ground/kernel/contract.ts";
import { pageOf, tableQuery } from "../../ground/kernel/query.ts";
import { shownWork } from "../../ground/platform/platform.contract.ts";
import { exportFields, exportFormats, exportStates } from "./exports.ts";

const who = any("ROLE_FILE_EXPORT", "ROLE_CONTACT_PERSON");
const whole = z.number().int();

export const exportScreen = screen({ path: "/file/file-export-all", who, title: "exports.title" });

export const countExport = call({
  method: "GET",
  path: "/api/v4/file-export/count",
  who,
  summary: "How many files an export with these filters would hold, exactly: only such as the reader may see.",
  query: tableQuery({ order: fileOrders, filter: fileFilters }),
  reply: z.object({ files: whole }),
});

export const exportRow = z.object({
  id: whole,
  format: z.enum(exportFormats),
  columns: z.array(z.enum(exportFields)),
  state: z.enum(exportStates),
  /** How many files were found when it was asked for. */
  expected: whole,
  /** How many have been written. */
  files: whole,
  error: z.string().nullable(),
  /** The making of it. */
  work: shownWork.nullable(),
  sizeBytes: whole.nullable(),
  askedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
});
export type ExportRow = z.infer<typeof exportRow>;

export const listExports = call({
  method: "GET",
  path: "/api/v4/file-export",
  who,
  summary: "The reader's own exports, newest first.",
  query: tableQuery({ order: ["askedAt"] }),
  reply: pageOf(exportRow),
});

export const requestExport = call({
  method: "POST",
  path: "/api/v4/file-export",
  who,
  summary: "Has an export made in the background; what it holds is written to the audit trail.",
  body: z.strictObject({
    format: z.enum(exportFormats),
    columns: z.array(z.enum(exportFields)).min(1).max(exportFields.length),
    filter: z.strictObject(fileFilters).partial().default({}),
  }),
  reply: exportRow,
});

export const cancelExport = call({
  method: "POST",
  path: "/api/v4/file-export/{id}/cancel",
  who,
  summary: "Calls off an export of one's own that is not finished yet.",
  params: idParam,
  reply: exportRow,
});

export const downloadExport = call({
  method: "GET",
  path: "/api/v4/file-export/{id}/download",
  who,
  summary: "The finished result of an export of one's own, until it expires.",
  params: idParam,
  carries: "blob",
});
