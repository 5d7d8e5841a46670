/** Calls and the screen of address surveillance (specification, point 2). */
import { z } from "zod";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../ground/kernel/contract.ts";
import { maskBsn } from "../../ground/kernel/identifiers.ts";
import { calendarDate, itemsOf, pageOf, tableQuery } from "../../ground/kernel/query.ts";
import { checkReasons, checkResults, checkStates } from "./surveillance.ts";

const who = any("ROLE_FILE_EDIT");
const id = idParam.shape.id;
const plainDate = calendarDate();

export const surveillanceScreen = screen({ path: "/address-surveillance", who, title: "surveillance.title" });

const address = z.object({
  street: z.string(),
  houseNumber: z.string(),
  addition: z.string().nullable(),
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
});

export const checkRow = z.object({
  id: z.number().int(),
  fileId: z.number().int(),
  fileNumber: z.string(),
  clientName: z.string(),
  debtorName: z.string(),
  reason: z.enum(checkReasons),
  state: z.enum(checkStates),
  /** The address in doubt, as it was when the check was asked for. */
  ...address.shape,
  note: z.string().nullable(),
  askedAt: z.iso.datetime(),
  askedBy: z.string().nullable(),
  dueOn: plainDate,
  sentAt: z.iso.datetime().nullable(),
  result: z.enum(checkResults).nullable(),
  checkedOn: plainDate.nullable(),
  source: z.string().nullable(),
  doneBy: z.string().nullable(),
  version: z.number().int(),
});
export type CheckRow = z.infer<typeof checkRow>;

const list = <T extends z.ZodType>(item: T) => z.array(item).max(20);

export const checkFilters = {
  search: z.string().trim().min(1).max(200),
  state: list(z.enum(checkStates)),
  reason: list(z.enum(checkReasons)),
  result: list(z.enum(checkResults)),
  client: list(id),
  file: id,
  dueUntil: plainDate,
};

export const listChecks = call({
  method: "GET",
  path: "/api/v4/address-check",
  who,
  summary: "Addresses to be checked and those that were, of files that the reader may see; those due first.",
  query: tableQuery({ order: ["dueOn", "askedAt", "debtorName"], filter: checkFilters }),
  reply: pageOf(checkRow),
});

export const surveillanceState = call({
  method: "GET",
  path: "/api/v4/address-check/summary",
  who,
  summary: "How many checks wait, how many of them are late, and whether a bureau can be asked from here.",
  reply: z.object({
    open: z.number().int(),
    sent: z.number().int(),
    late: z.number().int(),
    byAdapter: z.boolean(),
    /** The day it is for the house, wherever the reader is. */
    today: plainDate,
  }),
});

export const requestAddressCheck = call({
  method: "POST",
  path: "/api/v4/file/{id}/address-check",
  who,
  summary: "Asks for the address of a file's debtor to be checked; one check runs at a time.",
  params: idParam,
  body: z.strictObject({ note: z.string().trim().max(500).transform(maskBsn).prefault("") }),
  reply: checkRow,
});

export const answerCheck = call({
  method: "PUT",
  path: "/api/v4/address-check/{id}",
  who,
  summary: "Notes what was found. A new address, or one that holds, lets letters go out again; none stops them.",
  params: idParam,
  body: z.strictObject({
    result: z.enum(checkResults),
    checkedOn: plainDate,
    source: z.string().trim().max(100).default(""),
    address: z
      .strictObject({
        street: z.string().trim().min(1).max(200),
        houseNumber: z.string().trim().min(1).max(10),
        addition: z.string().trim().max(20).default(""),
        postcode: z.string().trim().min(1).max(12),
        city: z.string().trim().min(1).max(100),
        country: z.string().regex(/^[A-Z]{2}$/),
      })
      .optional(),
    version: rowVersion,
  }),
  reply: checkRow,
});

export const cancelCheck = call({
  method: "POST",
  path: "/api/v4/address-check/{id}/cancel",
  who,
  summary: "Takes a check off the list; the address stays as it is.",
  params: idParam,
  body: z.strictObject({ version: rowVersion }),
  reply: checkRow,
});

const chosen = z.array(id).min(1).max(1000);

export const sendList = call({
  method: "POST",
  path: "/api/v4/address-check/list",
  who,
  summary: "The chosen checks, or all open ones, as CSV for whoever looks them up; they count as sent.",
  body: z.strictObject({ ids: chosen.optional() }),
  carries: "blob",
});

export const startBureauChecks = call({
  method: "POST",
  path: "/api/v4/address-check/bureau",
  who,
  summary: "Asks the bureau of the settings for all open checks, in the background.",
  body: z.strictObject({}),
  reply: z.object({ job: z.string(), checks: z.number().int() }),
});

export const readAnswers = call({
  method: "POST",
  path: "/api/v4/address-check/answers",
  who,
  summary:
    "Reads a CSV of results. Without `apply` it only says what would be done; rows with faults are never applied. More than 1,000 rows are noted by a job.",
  body: z.strictObject({ apply: z.stringbool().or(z.boolean()).default(false) }),
  carries: "files",
  reply: z.object({
    good: z.number().int(),
    bad: z.number().int(),
    applied: z.number().int(),
    /** The upload that a job is noting; null where all was done at once. */
    upload: z.number().int().nullable(),
    /** The rows, at most 1,000 of them: those with faults first where there are more. */
    rows: z.array(
      z.object({
        row: z.number().int(),
        check: z.number().int().nullable(),
        fileNumber: z.string().nullable(),
        result: z.enum(checkResults).nullable(),
        error: z.string().nullable(),
      }),
    ),
  }),
});

export const listUploads = call({
  method: "GET",
  path: "/api/v4/address-check/uploads",
  who,
  summary: "The reader's own last uploads of results that a job notes or has noted.",
  reply: itemsOf(
    z.object({
      id,
      fileName: z.string(),
      rows: z.number().int(),
      applied: z.number().int(),
      refused: z.number().int(),
      askedAt: z.iso.datetime(),
      finishedAt: z.iso.datetime().nullable(),
    }),
  ),
});

export const refusedRows = call({
  method: "GET",
  path: "/api/v4/address-check/uploads/{id}/refused",
  who,
  summary: "The rows of one's own upload that were not noted, and why, as CSV.",
  params: idParam,
  carries: "blob",
});
