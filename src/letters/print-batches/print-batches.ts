/** Print batches: letters of many files sent together to a print house. States, selection, and the reports of the print house. Pure. */
import { z } from "zod";
import { dayWithinOf } from "../../ground/kernel/query.ts";

export { pieceName, readMark } from "./making/marks.ts";

/**
 * making: its parts are being set; ready: to be fetched or delivered; delivered: it lies with the print house; posted: all of it is known to be with
 * the post; returned: of what was posted something came back; cancelled: its letters wait again.
 */
export const batchStates = ["making", "ready", "delivered", "posted", "returned", "cancelled"] as const;
export type BatchState = (typeof batchStates)[number];

/** Why a letter came back. */
export const returnReasons = ["moved", "unknown", "refused", "deceased", "incomplete", "boxClosed", "other"] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** Why a letter of a batch is not printed by it after all. */
export const withdrawnWhy = ["cancelled", "unreadable", "spoiled", "refused"] as const;
export type WithdrawnWhy = (typeof withdrawnWhy)[number];

/** What became of a letter of a batch. */
export const pieceStates = ["waiting", "posted", "returned", "withdrawn"] as const;
export type PieceState = (typeof pieceStates)[number];

/** What a print house answers of a letter. */
export const answerKinds = ["posted", "returned", "spoiled"] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** How far the delivery of a batch by SFTP is. */
export const deliveryStates = ["pending", "sent", "kept", "uncertain", "dead", "cancelled"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const eventKinds = [
  "asked",
  "ready",
  "leftOut",
  "downloaded",
  "handedOver",
  "approved",
  "posted",
  "returned",
  "spoiled",
  "imported",
  "cancelled",
  "cleared",
  "uncertain",
  "deliveryFailed",
] as const;
export type EventKind = (typeof eventKinds)[number];

/** Most letters of one batch. */
export const mostLetters = 20_000;
/** So many letters are set at a time: the bytes of one part are in memory, and no more. */
export const lettersOfPart = 100;
/** So many days after a batch was posted its copies of letters go; the letters stay with their files. */
export const clearAfterDays = 30;

const id = z.number().int().positive();

/** A day on which letters were made. */
export const dayOfLetters = dayWithinOf("print-batches.dateWrong");

/** Which letters go into a batch; null for all. Dates are those on which the letters were made. */
export const printScope = z.strictObject({
  client: id.nullable().default(null),
  run: id.nullable().default(null),
  dateFrom: dayOfLetters.nullable().default(null),
  dateTo: dayOfLetters.nullable().default(null),
  templateCode: z.string().max(40).nullable().default(null),
  max: z.number().int().min(1).max(mostLetters).default(mostLetters),
});
export type PrintScope = z.output<typeof printScope>;
