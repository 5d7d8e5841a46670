/** Calls of the import of files: upload, columns, verdicts, placing, and what can be had back. */
import { z } from "zod";
import { type Access, all, any } from "../../../ground/kernel/access.ts";
import { call, idParam } from "../../../ground/kernel/contract.ts";
import { pageOf, tableQuery } from "../../../ground/kernel/query.ts";
import { shownWork } from "../../../ground/platform/platform.contract.ts";
import {
  areaOf,
  batchStates,
  dateOrders,
  decimalSigns,
  encodings,
  type ImportMode,
  importAreas,
  importFields,
  importModes,
  separators,
  verdicts,
} from "./layout.ts";

/** Whoever uploads for files or for pre-collection. Which of the two an upload is for decides who sees it. */
const uploads = any("ROLE_FILE_CREATE_UPLOAD", "ROLE_PRECASSO_CREATE_UPLOAD");
/** Whoever uploads, and whoever looks after what others uploaded. */
export const watchesImports = any("ROLE_FILE_CREATE_UPLOAD", "ROLE_PRECASSO_CREATE_UPLOAD", "ROLE_ADMIN");
/** Who may upload rows of a kind. */
export const mayUpload = (mode: ImportMode): Access =>
  any(areaOf(mode) === "precasso" ? "ROLE_PRECASSO_CREATE_UPLOAD" : "ROLE_FILE_CREATE_UPLOAD");

const id = z.number().int();
const cents = z.number().int();
const instant = z.iso.datetime();
const text = (max: number) => z.string().trim().max(max);

export const style = z.strictObject({
  encoding: z.enum(encodings),
  separator: z.enum(separators),
  decimal: z.enum(decimalSigns),
  dates: z.enum(dateOrders),
});

/** Column index by field. */
const mapping = z.partialRecord(z.enum(importFields), z.number().int().min(0).max(199));

const counts = z.object({
  good: id.default(0),
  warning: id.default(0),
  rejected: id.default(0),
  duplicate: id.default(0),
  known: id.default(0),
  /** Files that the good rows make. */
  files: id.default(0),
  /** What the good rows claim. */
  cents: cents.default(0),
});

export const batch = z.object({
  id,
  fileName: z.string(),
  format: z.enum(["csv", "xlsx"]),
  mode: z.enum(importModes),
  sizeBytes: id,
  /** The place where it was fetched; null for an upload by a person. */
  source: z.object({ id, name: z.string() }).nullable(),
  /** Documents that came beside the rows: how many, and how many of them belong to no row or may not be kept. */
  documents: z.object({ total: id, left: id }),
  /** What can be downloaded of it as it came: the bytes, its rows without what we must not keep, or nothing any more. */
  original: z.enum(["whole", "cleaned", "gone"]),
  client: z.object({ id, company: z.string() }).nullable(),
  state: z.enum(batchStates),
  style,
  header: z.array(z.string()),
  mapping,
  rows: id,
  counts,
  filesPlaced: id,
  /** How many of these were withdrawn again because the import was taken back. */
  filesUndone: id,
  principalCents: cents,
  /** Why it failed, in the reader's language. */
  error: z.string().nullable(),
  /** Its check, placing or taking back: under way, or the last one. */
  work: shownWork.nullable(),
  /** An earlier upload of the very same bytes. */
  sameAs: z.object({ id, fileName: z.string(), uploadedAt: instant }).nullable(),
  uploadedBy: z.string().nullable(),
  uploadedAt: instant,
  finishedAt: instant.nullable(),
  version: id,
});
export type Batch = z.infer<typeof batch>;

export const uploadImport = call({
  method: "POST",
  path: "/api/v4/file/import",
  who: uploads,
  summary:
    "Uploads a CSV or XLSX (field `file`), or a ZIP with one of them and documents beside it, and finds out how it is written. Nothing is placed yet.",
  body: z.strictObject({
    client: z.coerce.number().int().min(1).optional(),
    mode: z.enum(importModes).default("new"),
  }),
  reply: batch,
  carries: "files",
});

export const readImport = call({
  method: "GET",
  path: "/api/v4/file/import/{id}",
  who: watchesImports,
  summary: "One upload: how it is read, its verdicts in numbers, and how far it is.",
  params: idParam,
  reply: batch,
});

export const sampleImport = call({
  method: "GET",
  path: "/api/v4/file/import/{id}/sample",
  who: uploads,
  summary: "The first rows of an upload as they are read with a style; for the choice of columns.",
  params: idParam,
  query: z.object({ ...style.shape }).partial(),
  reply: z.object({ header: z.array(z.string()), rows: z.array(z.array(z.string())) }),
});

/** The calls that begin the check and the placing of uploads of an area: each area has jobs of its own for them. */
export const startCalls = (path: string, who: Access) => ({
  check: call({
    method: "PUT",
    path: `${path}/{id}`,
    who,
    summary:
      "Sets client, style and columns, and checks every row as a tracked job. The columns are remembered for the client.",
    params: idParam,
    body: z.strictObject({ client: id.min(1).nullable(), style, mapping, version: id }),
    reply: batch.extend({ job: z.string() }),
  }),
  place: call({
    method: "POST",
    path: `${path}/{id}/place`,
    who,
    summary: "Places the good rows as a tracked job that can be broken off and goes on where it was.",
    params: idParam,
    body: z.strictObject({ version: id }),
    reply: batch.extend({ job: z.string() }),
  }),
});
export type StartCalls = ReturnType<typeof startCalls>;
export const { check: checkImport, place: placeImport } = startCalls(
  "/api/v4/file/import",
  any("ROLE_FILE_CREATE_UPLOAD"),
);

const problem = z.object({ field: z.enum(importFields).nullable(), message: z.string(), warning: z.boolean() });

/** A value as it is now and as it will be, both as a reader sees them. */
const change = z.object({ label: z.string(), before: z.string(), after: z.string() });

export const listImportRows = call({
  method: "GET",
  path: "/api/v4/file/import/{id}/rows",
  who: watchesImports,
  summary: "The rows of a checked upload with the verdict on each.",
  params: idParam,
  query: tableQuery({ order: ["row"], filter: { verdict: z.enum(verdicts), search: text(100).min(1) } }),
  reply: pageOf(
    z.object({
      row: id,
      verdict: z.enum(verdicts),
      cells: z.array(z.string()),
      problems: z.array(problem),
      /** What a correction, an instalment or a withdrawal changes in the file that exists. */
      changes: z.array(change),
      amountCents: cents.nullable(),
      file: z.object({ id, number: z.string() }).nullable(),
      /** What came of it where that is no file: a record of pre-collection. */
      made: z.object({ id, number: z.string() }).nullable(),
    }),
  ),
});

export const cancelImport = call({
  method: "POST",
  path: "/api/v4/file/import/{id}/cancel",
  who: uploads,
  summary: "Gives an upload up before it is placed; its bytes are deleted.",
  params: idParam,
  body: z.strictObject({ version: id }),
  reply: batch,
});

/** The calls that take uploads of an area back. */
export const undoCalls = (path: string, who: Access, words: { readonly plan: string; readonly undo: string }) => ({
  plan: call({
    method: "GET",
    path: `${path}/{id}/undo`,
    who,
    summary: words.plan,
    params: idParam,
    reply: z.object({
      /** How many would be taken back: files, records or payments. */
      files: id,
      reasons: z.array(z.object({ why: z.string(), count: id })),
      /** Those that stay, the first 200. */
      kept: z.array(z.object({ id, number: z.string(), clientRef: z.string(), why: z.string() })),
      version: id,
    }),
  }),
  undo: call({
    method: "POST",
    path: `${path}/{id}/undo`,
    who,
    summary: words.undo,
    params: idParam,
    body: z.strictObject({ version: id, reason: text(200).min(1) }),
    reply: batch.extend({ job: z.string() }),
  }),
});
export type UndoCalls = ReturnType<typeof undoCalls>;
export const { plan: planImportUndo, undo: undoImport } = undoCalls(
  "/api/v4/file/import",
  all("ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_EDIT"),
  {
    plan: "What taking an import back would do: how many files are withdrawn, and which stay because something has happened to them.",
    undo: "Withdraws the files of an import to which nothing has happened since, as a tracked job; each is asked again.",
  },
);

export const downloadRejected = call({
  method: "GET",
  path: "/api/v4/file/import/{id}/rejected",
  who: watchesImports,
  summary:
    "The rejected rows in the columns of the upload, with the reason as an extra column; to be mended and uploaded again.",
  params: idParam,
  carries: "blob",
});

export const downloadOriginal = call({
  method: "GET",
  path: "/api/v4/file/import/{id}/original",
  who: watchesImports,
  summary: "An upload as it came; without citizen service numbers where it held any.",
  params: idParam,
  writes: true,
  carries: "blob",
});

export const listImportDocuments = call({
  method: "GET",
  path: "/api/v4/file/import/{id}/documents",
  who: watchesImports,
  summary: "The documents that came beside the rows, and the row or file of each.",
  params: idParam,
  query: tableQuery({ order: ["name"], filter: { left: z.enum(["yes", "no"]) } }),
  reply: pageOf(
    z.object({
      position: id,
      name: z.string(),
      sizeBytes: id,
      row: id.nullable(),
      file: z.object({ id, number: z.string() }).nullable(),
      problem: z.string().nullable(),
    }),
  ),
});

export const downloadLayout = call({
  method: "GET",
  path: "/api/v4/file/import-layout",
  who: uploads,
  summary: "An empty file in the layout of a kind of upload, with one line as an example.",
  query: z.object({ mode: z.enum(importModes).optional() }),
  carries: "blob",
});

export const listImports = call({
  method: "GET",
  path: "/api/v4/file/import",
  who: watchesImports,
  summary:
    "Uploads of an area, newest first. For files: of everybody for an administrator, else one's own; for pre-collection: all that staff may see, and a client's own people those of their client.",
  query: tableQuery({
    order: ["uploadedAt"],
    filter: {
      client: idParam.shape.id,
      state: z.enum(batchStates),
      mode: z.enum(importModes),
      area: z.enum(importAreas),
      search: text(100).min(1),
      uploadedBy: idParam.shape.id,
      source: idParam.shape.id,
    },
  }),
  reply: pageOf(batch),
});
