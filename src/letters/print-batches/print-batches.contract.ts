/** Calls and the screen of print batches (specification, point 2: /merging/new). */
import { z } from "zod";
import { all } from "../../ground/kernel/access.ts";
import { call, idParam, screen } from "../../ground/kernel/contract.ts";
import { parsePlainDate } from "../../ground/kernel/dates.ts";
import { maskBsn } from "../../ground/kernel/identifiers.ts";
import { calendarDate, pageOf, tableQuery } from "../../ground/kernel/query.ts";
import { shownWork } from "../../ground/platform/platform.contract.ts";
import {
  batchStates,
  dayOfLetters,
  deliveryStates,
  eventKinds,
  pieceStates,
  printScope,
  returnReasons,
} from "./print-batches.ts";

const id = z.number().int();
const instant = z.string();
const count = z.number().int();
const merging = all("ROLE_PROCESSING", "ROLE_MERGING");

export const mergingScreen = screen({ path: "/merging/new", who: merging, title: "print-batches.title" });

const waitingFilter = {
  client: idParam.shape.id,
  run: idParam.shape.id,
  dateFrom: dayOfLetters,
  dateTo: dayOfLetters,
  templateCode: z.string().max(40),
};

/** Whom a letter is of: a file, or a record of pre-collection, whose letter the `documentId` then names by its message. */
const holder = { fileId: id.nullable(), recordId: id.nullable(), number: z.string() };

const waitingRow = z.object({
  id,
  ...holder,
  clientName: z.string(),
  debtorName: z.string(),
  subject: z.string(),
  templateCode: z.string(),
  /** What that template is called in the reader's language; its code once it is gone. */
  template: z.string(),
  madeAt: instant,
  country: z.string(),
  postcode: z.string(),
  documentId: id,
  /** Its file or record waits for it: nothing presses before it is told to be posted. */
  awaited: z.boolean(),
  /** Why it may not go now; null where it may. */
  why: z.string().nullable(),
});
export type WaitingRow = z.infer<typeof waitingRow>;

export const listWaiting = call({
  method: "GET",
  path: "/api/v4/print-batch/waiting",
  who: merging,
  summary: "Letters that are made and in no print batch yet, oldest first unless ordered otherwise.",
  query: tableQuery({ order: ["madeAt", "postcode"], filter: waitingFilter }),
  reply: pageOf(waitingRow),
});

export const recallLetterCall = call({
  method: "POST",
  path: "/api/v4/print-batch/waiting/{id}/recall",
  who: merging,
  summary:
    "Recalls a letter of a file that is in no print batch: it is never printed, a 14-day letter never counted, and the step that made it is due again if it was the last.",
  params: idParam,
  body: z.strictObject({ reason: z.string().trim().min(1).max(300).transform(maskBsn) }),
  reply: z.object({
    /** The step that made it is the file's next one again. */
    again: z.boolean(),
  }),
});

const named = z.object({ id: z.union([z.string(), id]), text: z.string(), letters: count });

export const planPrint = call({
  method: "GET",
  path: "/api/v4/print-batch/plan",
  who: merging,
  summary:
    "What a print batch of the waiting letters would be: how many, in how many parts, to where, of whom and of what kind.",
  query: z.object(waitingFilter).partial(),
  reply: z.object({
    letters: count,
    /** How many of them hold up their file. */
    awaited: count,
    parts: count,
    oldest: instant.nullable(),
    countries: z.array(named),
    clients: z.array(named),
    templates: z.array(named),
    runs: z.array(named),
    printHouse: z.boolean(),
  }),
});

export const batchRow = z.object({
  id,
  state: z.enum(batchStates),
  letters: count,
  pages: count,
  sheets: count,
  createdBy: z.string().nullable(),
  createdAt: instant,
  readyAt: instant.nullable(),
  posted: count,
  returned: count,
  withdrawn: count,
  version: count,
});
export type BatchRow = z.infer<typeof batchRow>;

export const listBatches = call({
  method: "GET",
  path: "/api/v4/print-batch",
  who: merging,
  summary: "Print batches, newest first.",
  query: tableQuery({ order: ["createdAt"], filter: { state: z.enum(batchStates) } }),
  reply: pageOf(batchRow),
});

const batchDetail = batchRow.extend({
  scope: printScope,
  duplex: z.boolean(),
  parts: z.array(
    z.object({
      part: count,
      firstSet: count,
      lastSet: count,
      pages: count,
      bytes: count.nullable(),
      sha256: z.string().nullable(),
      made: z.boolean(),
    }),
  ),
  list: z.object({ sha256: z.string(), bytes: count }).nullable(),
  /** Whether its files are still there to be fetched. */
  cleared: z.boolean(),
  events: z.array(
    z.object({
      id,
      kind: z.enum(eventKinds),
      at: instant,
      by: z.string().nullable(),
      text: z.string(),
    }),
  ),
  /** How many answers of the print house are still to be carried through to their files. */
  toApply: count,
  work: shownWork.nullable(),
  /** Somebody else has to hand it over: four eyes. */
  secondEyes: z.boolean(),
  /** How far its delivery by SFTP is; null where nobody asked for one. */
  delivery: z.enum(deliveryStates).nullable(),
  deliveryError: z.string().nullable(),
  /** Whether its letters can be judged again now. */
  mayJudge: z.boolean(),
  /** Whether it can be delivered by SFTP now. */
  mayDeliver: z.boolean(),
});
export type BatchDetail = z.infer<typeof batchDetail>;

export const readBatch = call({
  method: "GET",
  path: "/api/v4/print-batch/{id}",
  who: merging,
  summary: "One print batch with its parts, its checksums and what happened to it.",
  params: idParam,
  reply: batchDetail,
});

export const makeBatchCall = call({
  method: "POST",
  path: "/api/v4/print-batch",
  who: merging,
  summary: "Puts waiting letters into a print batch and starts the job that sets it, in parts.",
  body: printScope,
  reply: batchRow,
});

const pieceRow = z.object({
  set: count,
  piece: z.string(),
  part: count,
  ...holder,
  debtorName: z.string(),
  country: z.string(),
  postcode: z.string(),
  pages: count.nullable(),
  documentId: id,
  state: z.enum(pieceStates),
  postedOn: calendarDate().nullable(),
  returnedOn: calendarDate().nullable(),
  returnReason: z.enum(returnReasons).nullable(),
  why: z.string().nullable(),
});
export type PieceRow = z.infer<typeof pieceRow>;

export const listPieces = call({
  method: "GET",
  path: "/api/v4/print-batch/{id}/pieces",
  who: merging,
  summary:
    "The letters of a print batch with what became of each; `search` finds one by its piece, its mark, its file or record, or a name.",
  params: idParam,
  query: tableQuery({
    order: ["set", "postcode"],
    filter: { state: z.enum(pieceStates), search: z.string().trim().min(1).max(100) },
  }),
  reply: pageOf(pieceRow),
});

export const downloadPart = call({
  method: "GET",
  path: "/api/v4/print-batch/{id}/parts/{part}",
  who: merging,
  summary: "A part of a print batch as PDF.",
  params: idParam.extend({ part: idParam.shape.id }),
  carries: "blob",
});
export const downloadList = call({
  method: "GET",
  path: "/api/v4/print-batch/{id}/list",
  who: merging,
  summary: "The list of the letters of a print batch as CSV.",
  params: idParam,
  carries: "blob",
});
export const downloadBatch = call({
  method: "GET",
  path: "/api/v4/print-batch/{id}/download",
  who: merging,
  summary: "All files of a print batch as one ZIP, with their checksums.",
  params: idParam,
  carries: "blob",
});

const version = z.number().int().min(0);

export const cancelBatch = call({
  method: "POST",
  path: "/api/v4/print-batch/{id}/cancel",
  who: merging,
  summary: "Withdraws a print batch of which nothing was posted; its letters wait for another one.",
  params: idParam,
  body: z.strictObject({ reason: z.string().trim().min(1).max(300).transform(maskBsn), version }),
  reply: batchRow,
});

export const judgeBatch = call({
  method: "POST",
  path: "/api/v4/print-batch/{id}/judge",
  who: merging,
  summary:
    "Judges the letters of a batch that is ready again; where files were paid, closed or put on hold meanwhile, it is made anew without their letters.",
  params: idParam,
  body: z.strictObject({ version }),
  reply: batchRow,
});

export const deliverBatch = call({
  method: "POST",
  path: "/api/v4/print-batch/{id}/deliver",
  who: merging,
  summary:
    "Has a batch that is ready dropped at the print house by SFTP; again where that failed, or is uncertain and it is not there. Its letters are judged first: where some may not go any more it is made anew without them instead.",
  params: idParam,
  body: z.strictObject({ version }),
  reply: batchRow,
});

export const confirmBatch = call({
  method: "POST",
  path: "/api/v4/print-batch/{id}/delivered",
  who: merging,
  summary: "Notes that a batch whose delivery is uncertain lies with the print house, as a person has seen.",
  params: idParam,
  body: z.strictObject({ version }),
  reply: batchRow,
});

const day = z
  .string()
  .refine((value) => parsePlainDate(value) !== undefined, { error: "print-batches.dateWrong" })
  .describe("YYYY-MM-DD");

export const markPosted = call({
  method: "POST",
  path: "/api/v4/print-batch/{id}/posted",
  who: merging,
  summary: "Notes that all letters of a batch that nothing was told of were posted on a day; terms count from it.",
  params: idParam,
  body: z.strictObject({ postedOn: day, version }),
  reply: batchRow,
});

export const markReturned = call({
  method: "POST",
  path: "/api/v4/print-batch/{id}/pieces/{set}/returned",
  who: merging,
  summary:
    "Notes that a letter of a batch came back: its file waits for its address, and a 14-day letter never counted.",
  params: idParam.extend({ set: idParam.shape.id }),
  body: z.strictObject({ returnedOn: day, reason: z.enum(returnReasons) }),
  reply: batchRow,
});

export const importAnswers = call({
  method: "POST",
  path: "/api/v4/print-batch/{id}/answers",
  who: merging,
  summary:
    "Takes the print house's answers (field `file`; CSV with `piece;event;date;reason`): all of it or nothing. The same file again changes nothing.",
  params: idParam,
  carries: "files",
  reply: z.object({ posted: count, returned: count, spoiled: count, known: count }),
});
