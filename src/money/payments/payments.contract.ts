/** Calls and screens of the bank statements: upload, list, review. The specification prescribes no addresses. */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../ground/kernel/contract.ts";
import { maskBsn } from "../../ground/kernel/identifiers.ts";
import { calendarDate, itemsOf, pageOf, tableQuery } from "../../ground/kernel/query.ts";
import { shownWork } from "../../ground/platform/platform.contract.ts";
import { accountKinds, entryStates, importStates } from "./payments.ts";

const finance = any("ROLE_FINANCE", "ROLE_EMPLOYEE_FINANCE");

export const importScreen = screen({ path: "/payments/import", who: finance, title: "payments.importTitle" });
export const reviewScreen = screen({ path: "/payments/review", who: finance, title: "payments.reviewTitle" });

const id = z.number().int();
const plainDate = calendarDate();
const version = z.number().int().min(1);
/** A sentence in the reader's language. */
const sentence = z.string();

const accountRow = z.object({
  id,
  iban: z.string(),
  name: z.string(),
  kind: z.enum(accountKinds),
  active: z.boolean(),
  lastStatement: plainDate.nullable(),
  closingCents: id.nullable(),
  version,
});
export type AccountRow = z.infer<typeof accountRow>;
const accountBody = {
  iban: z.string().trim().max(42),
  name: z.string().trim().min(1).max(100),
  kind: z.enum(accountKinds),
};

export const listAccounts = call({
  method: "GET",
  path: "/api/v4/bank-account",
  who: finance,
  summary: "Our own bank accounts, with the last statement of each.",
  reply: itemsOf(accountRow),
});
export const createAccount = call({
  method: "POST",
  path: "/api/v4/bank-account",
  who: finance,
  summary: "Adds an own account; statements of unknown accounts are refused.",
  body: z.strictObject(accountBody),
  reply: accountRow,
});
export const updateAccount = call({
  method: "PUT",
  path: "/api/v4/bank-account/{id}",
  who: finance,
  summary: "Changes name, kind or activity of an own account; the IBAN stays.",
  params: idParam,
  body: z.strictObject({ name: accountBody.name, kind: accountBody.kind, active: z.boolean(), version }),
  reply: accountRow,
});

const totals = z.object({
  statements: id.default(0),
  entries: id.default(0),
  known: id.default(0),
  booked: id.default(0),
  review: id.default(0),
  ignored: id.default(0),
  cents: id.default(0),
});

const importRow = z.object({
  id,
  fileName: z.string(),
  format: z.string().nullable(),
  state: z.enum(importStates),
  refusal: sentence.nullable(),
  totals,
  work: shownWork.nullable(),
  uploadedBy: z.string(),
  uploadedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});

export type ImportRow = z.infer<typeof importRow>;

export const uploadStatement = call({
  method: "POST",
  path: "/api/v4/bank-statement",
  who: finance,
  summary:
    "Takes a bank file (field `file`; camt.053.001.02, camt.053.001.08 or MT940) and starts the job that reads it.",
  carries: "files",
  reply: z.object({ importId: id, jobId: z.string() }),
});
export const listImports = call({
  method: "GET",
  path: "/api/v4/bank-import",
  who: finance,
  summary: "The latest uploads with what became of them.",
  query: tableQuery({ order: ["uploadedAt"] }),
  reply: pageOf(importRow),
});

const statementRow = z.object({
  id,
  account: z.object({ id, iban: z.string(), name: z.string() }),
  number: z.string(),
  from: plainDate,
  to: plainDate,
  currency: z.string(),
  openingCents: id,
  closingCents: id,
  creditCents: id,
  debitCents: id,
  entries: id,
  matched: id,
  review: id,
  ignored: id,
  remarks: z.array(sentence),
});
export type StatementRow = z.infer<typeof statementRow>;

export const listStatements = call({
  method: "GET",
  path: "/api/v4/bank-statement",
  who: finance,
  summary: "Bank statements with totals and the state of their entries.",
  query: tableQuery({ order: ["to", "account"], filter: { account: z.coerce.number().int() } }),
  reply: pageOf(statementRow),
});

const entryRow = z.object({
  id,
  statementId: id,
  position: id,
  account: z.string(),
  bookedOn: plainDate,
  valueDate: plainDate,
  amountCents: id,
  counterpartyIban: z.string().nullable(),
  counterpartyName: z.string().nullable(),
  structuredRef: z.string().nullable(),
  endToEndId: z.string().nullable(),
  description: z.string(),
  returnCode: z.string().nullable(),
  state: z.enum(entryStates),
  /** Why it is in this state. */
  why: sentence,
  file: z.object({ id, number: z.string() }).nullable(),
  decidedBy: z.string().nullable(),
  version,
});

export type EntryRow = z.infer<typeof entryRow>;

export const listEntries = call({
  method: "GET",
  path: "/api/v4/bank-entry",
  who: finance,
  summary: "Entries of all statements, or of one; the review list is the filter state=review.",
  query: tableQuery({
    order: ["valueDate", "amountCents", "counterpartyName"],
    filter: { state: z.enum(entryStates), statement: z.coerce.number().int(), search: z.string().max(100) },
  }),
  reply: pageOf(entryRow),
});

export const fileSuggestion = z.object({
  fileId: id,
  number: z.string(),
  debtor: z.string(),
  client: z.string(),
  clientRef: z.string(),
  status: z.string(),
  openCents: id,
  closed: z.boolean(),
  /** What points to this file. */
  why: z.array(sentence),
});

export type FileSuggestion = z.infer<typeof fileSuggestion>;

export const readEntry = call({
  method: "GET",
  path: "/api/v4/bank-entry/{id}",
  who: finance,
  summary: "One entry with the files it may belong to and what it did.",
  params: idParam,
  reply: entryRow.extend({
    suggestions: z.array(fileSuggestion),
    bookings: z.array(
      z.object({
        id,
        kind: z.enum(["payment", "reversal"]),
        file: z.object({ id, number: z.string() }),
        amountCents: id,
        bookedBy: z.string(),
        bookedAt: z.iso.datetime(),
        undoneBy: z.string().nullable(),
        undoneAt: z.iso.datetime().nullable(),
      }),
    ),
  }),
});

export const findFilesForEntry = call({
  method: "GET",
  path: "/api/v4/bank-entry/files",
  who: finance,
  summary: "Files to assign an entry to, by number, client reference, payment reference or debtor name.",
  query: z.object({ keywords: z.string().trim().max(100).default("") }),
  reply: itemsOf(fileSuggestion),
});

const decided = entryRow;
export const assignEntry = call({
  method: "POST",
  path: "/api/v4/bank-entry/{id}/assign",
  who: finance,
  summary: "Books an entry on one file or splits it over several; the parts sum to the entry.",
  params: idParam,
  body: z.strictObject({
    version,
    parts: z
      .array(z.strictObject({ fileId: id.positive(), amountCents: id.positive() }))
      .min(1)
      .max(50),
  }),
  reply: decided,
});
export const ignoreEntry = call({
  method: "POST",
  path: "/api/v4/bank-entry/{id}/ignore",
  who: finance,
  summary: "Sets an entry aside, with the reason.",
  params: idParam,
  body: z.strictObject({ version, reason: z.string().trim().min(3).max(500).transform(maskBsn) }),
  reply: decided,
});
export const undoEntry = call({
  method: "POST",
  path: "/api/v4/bank-entry/{id}/undo",
  who: finance,
  summary: "Takes a decision on an entry back: its payments are reversed, and it returns to the review list.",
  params: idParam,
  body: z.strictObject({ version }),
  reply: decided,
});
