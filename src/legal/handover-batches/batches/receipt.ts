/** Whether an office's receipt is of what was sent, and what it makes of the batch. Pure. */
import { z } from "zod";
import { centsFromDecimal } from "../../../ground/kernel/money.ts";
import type { BatchState } from "../handover-batches.ts";

const receiptFile = z.strictObject({
  fileNumber: z.string().trim().min(1).max(40),
  state: z.enum(["accepted", "rejected"]),
  officeNumber: z.string().trim().max(60).default(""),
  reason: z.string().trim().max(1000).default(""),
});

/** What an office answers to a batch: it counts only where count, total and hash are those of what was sent. */
export const receiptBody = z.strictObject({
  batch: z.uuid(),
  count: z.number().int().min(0),
  /** Euros: "1234.56". */
  total: z.string().regex(/^\d{1,12}\.\d\d$/, { error: "handover-batches.errorAmount" }),
  sha256: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{8,64}$/, { error: "handover-batches.errorHash" }),
  files: z.array(receiptFile).max(20_000),
});
export type Receipt = z.output<typeof receiptBody>;

/** A receipt as an office's machine wrote it: a row that cannot be read is left out of it, and stops no other. */
const machineReceipt = receiptBody.extend({ files: z.array(z.unknown()).max(20_000) }).strip();
const readRow = z.object(receiptFile.shape);

export interface ReadReceipt {
  readonly receipt: Receipt;
  /** Rows that could not be read: their files stay unanswered. */
  readonly unread: number;
}

/** Undefined where it is no receipt at all. */
export function readReceipt(told: unknown): ReadReceipt | undefined {
  const head = machineReceipt.safeParse(told).data;
  if (!head) return undefined;
  const files = head.files.flatMap((row) => readRow.safeParse(row).data ?? []);
  return { receipt: { ...head, files }, unread: head.files.length - files.length };
}

/**
 * Typed or pasted lines of a file number with what belongs to it behind a semicolon or tab. Gives the first line that begins with nothing, counted
 * from 1, as `wrong`.
 */
export function numberedLines(text: string) {
  const lines = text.split(/\r?\n/).map((line, at) => {
    const [fileNumber = "", ...rest] = line.split(/[;\t]/);
    return { at: at + 1, fileNumber: fileNumber.trim(), rest: rest.join(";").trim() };
  });
  const filled = lines.filter(({ fileNumber, rest }) => fileNumber !== "" || rest !== "");
  return { lines: filled, wrong: filled.find(({ fileNumber }) => fileNumber === "")?.at };
}

interface SentBatch {
  readonly count: number;
  readonly totalCents: number;
  readonly sha256: string;
  /** All that went, and those of them that are not answered yet. */
  readonly fileNumbers: readonly string[];
  readonly unanswered: readonly string[];
}

export const receiptFlaws = ["count", "total", "hash", "files"] as const;
export type ReceiptFlaw = (typeof receiptFlaws)[number];

/**
 * Why a receipt is not one of this batch; undefined where it is. Of the hash its beginning is enough. It names each file that is not answered
 * yet, each once and no other than went, but for as many as it has rows that could not be read.
 */
export function flawOf(sent: SentBatch, receipt: Omit<Receipt, "batch">, unread = 0): ReceiptFlaw | undefined {
  if (receipt.count !== sent.count) return "count";
  if (centsFromDecimal(receipt.total) !== sent.totalCents) return "total";
  if (!sent.sha256.startsWith(receipt.sha256)) return "hash";
  const reported = new Set(receipt.files.map(({ fileNumber }) => fileNumber));
  const ours = new Set(sent.fileNumbers);
  const lacking = sent.unanswered.filter((one) => !reported.has(one)).length;
  const isOurs = reported.size === receipt.files.length && [...reported].every((one) => ours.has(one));
  return isOurs && lacking <= unread ? undefined : "files";
}

/** What a batch becomes by what the office took of it. */
export function stateBy(
  files: readonly { readonly state: string }[],
): Extract<BatchState, "accepted" | "partly" | "rejected"> {
  const accepted = files.filter(({ state }) => state !== "rejected").length;
  if (accepted === files.length) return "accepted";
  return accepted === 0 ? "rejected" : "partly";
}
