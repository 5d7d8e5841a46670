/** Calls and screens by which claims come in: the form, the call for clients' own systems, and the import of files. */
import { z } from "zod";
import { debtorFields } from "../files/files.contract.ts";
import { claimBases, fileTypes } from "../files/files.ts";
import { any } from "../kernel/access.ts";
import { call, idParam, screen } from "../kernel/contract.ts";
import { itemsOf, pageOf, tableQuery } from "../kernel/query.ts";
import { batchStates, dateOrders, decimalSigns, encodings, importFields, separators, verdicts } from "./intake.ts";

const id = z.number().int();
const cents = z.number().int();
const plainDate = z.iso.date();
const instant = z.iso.datetime();
const text = (max: number) => z.string().trim().max(max);
/** Euros with a point: "1234.56". */
const amount = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, { error: "intake.badAmount" });

export const createScreen = screen({
  path: "/file/create/new",
  who: any("ROLE_FILE_CREATE"),
  title: "intake.createTitle",
});
export const importScreen = screen({
  path: "/file/import",
  who: any("ROLE_FILE_CREATE_UPLOAD"),
  title: "intake.importTitle",
});
export const uploadsScreen = screen({
  path: "/file/import/view-uploaded",
  who: any("ROLE_ADMIN"),
  title: "intake.uploadsTitle",
});

const invoice = z.strictObject({
  number: text(60).min(1),
  date: plainDate,
  dueDate: plainDate,
  amount,
  /** What was paid on it before it was placed; the rest is claimed. */
  paid: amount.optional(),
  description: text(2000).nullable().optional(),
});

export const fileBody = z.strictObject({
  /** Id of the client whose claim it is. */
  client: id.min(1),
  clientRef: text(60).min(1),
  merchant: id.nullable().optional(),
  fileType: z.enum(fileTypes),
  debtor: z.strictObject({
    ...debtorFields,
    gender: debtorFields.gender.default("unknown"),
    initials: debtorFields.initials.default(null),
    firstName: debtorFields.firstName.default(null),
    prefix: debtorFields.prefix.default(null),
    lastName: debtorFields.lastName.default(null),
    companyName: debtorFields.companyName.default(null),
    legalForm: debtorFields.legalForm.default(null),
    kvk: debtorFields.kvk.default(null),
    birthDate: debtorFields.birthDate.default(null),
    addition: debtorFields.addition.default(null),
    country: debtorFields.country.default("NL"),
    phone: debtorFields.phone.default(null),
    mobile: debtorFields.mobile.default(null),
    email: debtorFields.email.default(null),
    iban: debtorFields.iban.default(null),
    language: debtorFields.language.default("nl"),
  }),
  claim: z
    .strictObject({
      basis: z.enum(claimBases).default("contract"),
      /** Of the list of legal types; its kind then goes before `basis`. */
      legalType: z.number().int().positive().nullable().default(null),
      title: text(200).nullable().default(null),
      description: text(2000).nullable().default(null),
      contractDate: plainDate.nullable().default(null),
    })
    .default({ basis: "contract", legalType: null, title: null, description: null, contractDate: null }),
  /** Absent: what the law gives for this debtor. The rate is a percentage: margin on a legal kind, the rate itself where contractual. */
  interest: z
    .strictObject({
      kind: z.enum(["none", "statutory", "commercial", "government", "contractual"]),
      rate: z
        .string()
        .regex(/^\d{1,2}(\.\d{1,4})?$/)
        .default("0"),
      per: z.enum(["year", "month"]).default("year"),
    })
    .nullable()
    .optional(),
  /** The client's own 14-day letter (BW 6:96(6)). */
  notice14: z
    .strictObject({ sentOn: plainDate, method: z.enum(["post", "email"]).default("post") })
    .nullable()
    .optional(),
  /** Collection costs that the client charged before. */
  bikCharged: amount.optional(),
  /** Whether the client can offset VAT on this claim; absent: as the client's record says. */
  canReclaimVat: z.boolean().nullable().optional(),
  dispute: z.boolean().default(false),
  invoices: z.array(invoice).min(1, { error: "intake.noInvoices" }).max(200),
});

export const createFile = call({
  method: "POST",
  path: "/api/v4/file",
  who: any("ROLE_FILE_CREATE"),
  summary:
    "Creates a file with its debtor and invoices; it gets its number, its claims and its workflow. The same invoice is never placed twice.",
  body: fileBody,
  reply: z.object({ id, number: z.string(), paymentReference: z.string() }),
});

export const legalTypeChoices = call({
  method: "GET",
  path: "/api/v4/file/legal-types",
  who: any("ROLE_FILE_CREATE"),
  summary: "What a claim can rest on, in the reader's language, without what is archived.",
  reply: itemsOf(z.object({ id, text: z.string() })),
});

export const possibleDuplicates = call({
  method: "GET",
  path: "/api/v4/file/duplicates",
  who: any("ROLE_FILE_CREATE"),
  summary: "Open files of the same client at this address, of this reference or with this e-mail address; at most 5.",
  query: z.object({
    client: idParam.shape.id,
    clientRef: text(60).optional(),
    postcode: text(12).optional(),
    houseNumber: text(10).optional(),
    email: text(254).optional(),
  }),
  reply: itemsOf(
    z.object({ id, number: z.string(), debtorName: z.string(), clientRef: z.string(), sameReference: z.boolean() }),
  ),
});

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
  sizeBytes: id,
  client: z.object({ id, company: z.string() }).nullable(),
  state: z.enum(batchStates),
  style,
  header: z.array(z.string()),
  mapping,
  rows: id,
  counts,
  filesPlaced: id,
  principalCents: cents,
  /** Why it failed, in the reader's language. */
  error: z.string().nullable(),
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
  who: any("ROLE_FILE_CREATE_UPLOAD"),
  summary: "Uploads a CSV or XLSX of claims (field `file`) and finds out how it is written. Nothing is placed yet.",
  body: z.strictObject({ client: z.coerce.number().int().min(1).optional() }),
  reply: batch,
  carries: "files",
});

export const readImport = call({
  method: "GET",
  path: "/api/v4/file/import/{id}",
  who: any("ROLE_FILE_CREATE_UPLOAD"),
  summary: "One upload: how it is read, its verdicts in numbers, and how far it is.",
  params: idParam,
  reply: batch,
});

export const sampleImport = call({
  method: "GET",
  path: "/api/v4/file/import/{id}/sample",
  who: any("ROLE_FILE_CREATE_UPLOAD"),
  summary: "The first rows of an upload as they are read with a style; for the choice of columns.",
  params: idParam,
  query: z.object({ ...style.shape }).partial(),
  reply: z.object({ header: z.array(z.string()), rows: z.array(z.array(z.string())) }),
});

export const checkImport = call({
  method: "PUT",
  path: "/api/v4/file/import/{id}",
  who: any("ROLE_FILE_CREATE_UPLOAD"),
  summary:
    "Sets client, style and columns, and checks every row as a tracked job. The columns are remembered for the client.",
  params: idParam,
  body: z.strictObject({ client: id.min(1).nullable(), style, mapping, version: id }),
  reply: batch.extend({ job: z.string() }),
});

const problem = z.object({ field: z.enum(importFields).nullable(), message: z.string(), warning: z.boolean() });

export const listImportRows = call({
  method: "GET",
  path: "/api/v4/file/import/{id}/rows",
  who: any("ROLE_FILE_CREATE_UPLOAD"),
  summary: "The rows of a checked upload with the verdict on each.",
  params: idParam,
  query: tableQuery({ order: ["row"], filter: { verdict: z.enum(verdicts), search: text(100).min(1) } }),
  reply: pageOf(
    z.object({
      row: id,
      verdict: z.enum(verdicts),
      cells: z.array(z.string()),
      problems: z.array(problem),
      amountCents: cents.nullable(),
      file: z.object({ id, number: z.string() }).nullable(),
    }),
  ),
});

export const placeImport = call({
  method: "POST",
  path: "/api/v4/file/import/{id}/place",
  who: any("ROLE_FILE_CREATE_UPLOAD"),
  summary: "Places the good rows as a tracked job that can be broken off and goes on where it was.",
  params: idParam,
  body: z.strictObject({ version: id }),
  reply: batch.extend({ job: z.string() }),
});

export const cancelImport = call({
  method: "POST",
  path: "/api/v4/file/import/{id}/cancel",
  who: any("ROLE_FILE_CREATE_UPLOAD"),
  summary: "Gives an upload up before it is placed; its bytes are deleted.",
  params: idParam,
  body: z.strictObject({ version: id }),
  reply: batch,
});

export const downloadRejected = call({
  method: "GET",
  path: "/api/v4/file/import/{id}/rejected",
  who: any("ROLE_FILE_CREATE_UPLOAD"),
  summary:
    "The rejected rows in the columns of the upload, with the reason as an extra column; to be mended and uploaded again.",
  params: idParam,
  carries: "blob",
});

export const downloadLayout = call({
  method: "GET",
  path: "/api/v4/file/import-layout",
  who: any("ROLE_FILE_CREATE_UPLOAD"),
  summary: "An empty file in the standard layout, with one line as an example.",
  carries: "blob",
});

export const listImports = call({
  method: "GET",
  path: "/api/v4/file/import",
  who: any("ROLE_FILE_CREATE_UPLOAD", "ROLE_ADMIN"),
  summary: "Uploads, newest first: of everybody for an administrator, else one's own.",
  query: tableQuery({ order: ["uploadedAt"], filter: { client: idParam.shape.id, state: z.enum(batchStates) } }),
  reply: pageOf(batch),
});
