/** Batches of files that go to an office: chosen, planned, made, recalled, and answered by the office. */
import { z } from "zod";
import { fileFilters } from "../../../cases/file-search/file-search.contract.ts";
import { call, idParam, rowVersion } from "../../../ground/kernel/contract.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { option, pageOf, tableQuery } from "../../../ground/kernel/query.ts";
import { shownWork } from "../../../ground/platform/platform.contract.ts";
import { who } from "../destinations/destinations.contract.ts";
import { batchFileStates, batchStates, formats, handoverTypes, mostFiles, recalls } from "../handover-batches.ts";
import { batchNeed } from "../validation/validation.contract.ts";
import { receiptBody } from "./receipt.ts";

const whole = z.number().int();
const wholeId = idParam.shape.id;
const reason = z.string().trim().min(1).max(1000).transform(maskBsn);

const chosen = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("files"), files: z.array(wholeId).min(1).max(mostFiles) }),
  z.strictObject({ by: z.literal("numbers"), numbers: z.string().max(400_000) }),
  z
    .strictObject({ by: z.literal("filter"), filter: z.strictObject(fileFilters).partial() })
    .describe("All that the list of files finds by this filter."),
  z.strictObject({ by: z.literal("due") }).describe("Those whose workflow has come to the handover."),
]);
export type ChosenFiles = z.output<typeof chosen>;

/** How far what was sent has come: null as long as nothing was. */
const deliveries = ["pending", "sent", "kept", "uncertain", "dead", "cancelled"] as const;

export const handoverBatch = z.object({
  id: whole,
  /** Its name at the office. */
  key: z.string(),
  type: z.enum(handoverTypes),
  destination: option,
  channel: z.string(),
  format: z.enum(formats).nullable(),
  state: z.enum(batchStates),
  moving: z.enum(["judging", "making"]).nullable(),
  /** By state, of the files that the reader may see. */
  files: z.array(z.object({ state: z.enum(batchFileStates), count: whole, openCents: whole })),
  count: whole.nullable(),
  totalCents: whole.nullable(),
  sha256: z.string().nullable(),
  delivery: z.enum(deliveries).nullable(),
  deliveryError: z.string().nullable(),
  problem: z.string().nullable(),
  /** Whether the office knows that the batch was taken back; null where nothing of it had gone. */
  recall: z.enum(recalls).nullable(),
  recallError: z.string().nullable(),
  missing: z.array(z.string()),
  work: shownWork.nullable(),
  /** Days since the last word of the office, once it has one. */
  silentDays: whole.nullable(),
  madeAt: z.iso.datetime(),
  madeBy: z.string(),
  sentAt: z.iso.datetime().nullable(),
  receiptAt: z.iso.datetime().nullable(),
  version: whole,
});
export type HandoverBatch = z.infer<typeof handoverBatch>;

export const startHandover = call({
  method: "POST",
  path: "/bailiff/handover",
  who,
  summary: "Chooses files for an office and has them judged in the background: the plan. Nothing goes out yet.",
  body: z.strictObject({ type: z.enum(handoverTypes), destination: wholeId, chosen }),
  reply: handoverBatch,
});

export const readBatch = call({
  method: "GET",
  path: "/bailiff/handover-status/{id}",
  who,
  summary: "One batch: how far it is, and its files by state.",
  params: idParam,
  reply: handoverBatch,
});

const filters = {
  destination: z.array(z.coerce.number().int()).max(50),
  type: z.array(z.enum(handoverTypes)).max(10),
  state: z.array(z.enum(batchStates)).max(10),
};

export const listBatches = call({
  method: "GET",
  path: "/api/v4/handover-batch",
  who,
  summary: "Batches with files that the reader may see, newest first.",
  query: tableQuery({ order: ["madeAt"], filter: filters }),
  reply: pageOf(handoverBatch),
});

const pageBody = {
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(50),
};

export const postListBatches = call({
  method: "POST",
  path: "/bailiff/handover/list-batches",
  who,
  summary: "Batches with files that the reader may see, newest first; the filters in the body.",
  body: z.strictObject({ ...pageBody, filter: z.strictObject(filters).partial().default({}) }),
  reply: pageOf(handoverBatch),
});

export const batchFile = z.object({
  id: whole,
  fileId: whole,
  fileNumber: z.string(),
  debtorName: z.string(),
  clientName: z.string(),
  state: z.enum(batchFileStates),
  openCents: whole.nullable(),
  costCents: whole.nullable(),
  documents: whole.nullable(),
  /** What keeps it here (`block`) or is warned of. */
  lines: z.array(
    z.object({ need: batchNeed.or(z.literal("law")), name: z.string(), level: z.enum(["block", "warn"]) }),
  ),
  officeNumber: z.string().nullable(),
  reason: z.string().nullable(),
  stateAt: z.iso.datetime(),
  reportedAt: z.iso.datetime().nullable(),
});
export type BatchFile = z.infer<typeof batchFile>;

export const listBatchFiles = call({
  method: "GET",
  path: "/api/v4/handover-batch/{id}/files",
  who,
  summary: "The files of a batch: who goes, who does not and why, and what the office said of each.",
  params: idParam,
  query: tableQuery({ order: ["fileNumber"], filter: { state: z.array(z.enum(batchFileStates)).max(12) } }),
  reply: pageOf(batchFile),
});

export const leaveOut = call({
  method: "POST",
  path: "/api/v4/handover-batch/{id}/leave-out",
  who,
  summary: "Takes files out of a plan, or puts them back.",
  params: idParam,
  body: z.strictObject({ files: z.array(wholeId).min(1).max(500), out: z.boolean() }),
  reply: handoverBatch,
});

const versioned = z.strictObject({ version: rowVersion });

export const judgeAgain = call({
  method: "POST",
  path: "/api/v4/handover-batch/{id}/judge",
  who,
  summary: "Judges the files of a plan again, after something was mended.",
  params: idParam,
  body: versioned,
  reply: handoverBatch,
});

export const makeBatch = call({
  method: "POST",
  path: "/api/v4/handover-batch/{id}/make",
  who,
  summary:
    "Fixes what goes, file by file in the background, and gives it to the outbox. A file that is no longer ready stays here.",
  params: idParam,
  body: versioned,
  reply: handoverBatch,
});

export const recallBatch = call({
  method: "POST",
  path: "/api/v4/handover-batch/{id}/recall",
  who,
  summary:
    "Takes a batch back, with a reason, until the office has accepted it. What had gone is told to the office by its own channel; until it has heard so, its files go nowhere else.",
  params: idParam,
  body: versioned.extend({ reason }),
  reply: handoverBatch,
});

export const confirmRecallReported = call({
  method: "POST",
  path: "/api/v4/handover-batch/{id}/recall-told",
  who,
  summary: "Notes by whom and how an office was told that a batch was taken back: its files are free from then on.",
  params: idParam,
  body: versioned.extend({ note: reason }),
  reply: handoverBatch,
});

export const retryBatch = call({
  method: "POST",
  path: "/api/v4/handover-batch/{id}/retry",
  who,
  summary:
    "Sends a batch again that did not go, or that it was taken back; one of which nobody knows is asked for at the office first.",
  params: idParam,
  body: versioned,
  reply: handoverBatch,
});

export const downloadBatch = call({
  method: "GET",
  path: "/api/v4/handover-batch/{id}/download",
  who,
  summary: "What goes to the office: the data of all files with their documents, as a ZIP. Who took it is noted.",
  params: idParam,
  carries: "blob",
  writes: true,
});

export const enterReceipt = call({
  method: "POST",
  path: "/api/v4/handover-batch/{id}/receipt",
  who,
  summary: "Notes the office's receipt by hand; of the hash its first eight signs are enough.",
  params: idParam,
  body: receiptBody.omit({ batch: true }).extend({
    othersAccepted: z.boolean().default(false).describe("The office took every file that `files` does not name."),
  }),
  reply: handoverBatch,
});

export const sendFiles = call({
  method: "POST",
  path: "/api/v4/bailiff/send-files",
  who,
  summary:
    "Hands files to an office at once: judged, fixed and sent in the background; those that are not ready stay here.",
  body: z.strictObject({
    type: z.enum(handoverTypes),
    destination: wholeId,
    files: z.array(wholeId).min(1).max(mostFiles),
  }),
  reply: handoverBatch,
});

export const processingData = call({
  method: "GET",
  path: "/api/v4/bailiff/processing-data",
  who,
  summary:
    "What waits for a handover: files whose workflow has come to it, and the batches under way at each destination.",
  reply: z.object({
    due: z.object({ files: whole, openCents: whole }),
    destinations: z.array(
      z.object({ destination: option, planned: whole, waiting: whole, held: whole, heldCents: whole }),
    ),
  }),
});

export const batchEvent = z.object({
  id: whole,
  batchId: whole,
  destination: z.string(),
  fileId: whole.nullable(),
  fileNumber: z.string().nullable(),
  kind: z.string(),
  text: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  reason: z.string().nullable(),
  at: z.iso.datetime(),
  by: z.string(),
});
export type BatchEvent = z.infer<typeof batchEvent>;

const eventFilters = {
  batch: z.coerce.number().int(),
  file: z.coerce.number().int(),
  destination: z.coerce.number().int(),
};

export const listEvents = call({
  method: "GET",
  path: "/api/v4/handover-event",
  who,
  summary: "Every change of batches and of their files: who, when and why; newest first.",
  query: tableQuery({ order: ["at"], filter: eventFilters }),
  reply: pageOf(batchEvent),
});

export const postListEvents = call({
  method: "POST",
  path: "/bailiff/handover/batch-events",
  who,
  summary: "Every change of batches and of their files, newest first; the filters in the body.",
  body: z.strictObject({ ...pageBody, filter: z.strictObject(eventFilters).partial().default({}) }),
  reply: pageOf(batchEvent),
});
