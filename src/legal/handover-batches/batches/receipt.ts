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
  files: z.array(receiptFile).max(1000),
});
export type Receipt = z.output<typeof receiptBody>;

interface SentBatch {
  readonly count: number;
  readonly totalCents: number;
  readonly sha256: string;
  readonly fileNumbers: readonly string[];
}

export const receiptFlaws = ["count", "total", "hash", "files"] as const;
export type ReceiptFlaw = (typeof receiptFlaws)[number];

/** Why a receipt is not one of this batch; undefined where it is. Of the hash its beginning is enough. */
export function flawOf(sent: SentBatch, receipt: Omit<Receipt, "batch">): ReceiptFlaw | undefined {
  if (receipt.count !== sent.count) return "count";
  if (centsFromDecimal(receipt.total) !== sent.totalCents) return "total";
  if (!sent.sha256.startsWith(receipt.sha256)) return "hash";
  const told = receipt.files.map(({ fileNumber }) => fileNumber);
  const ours = new Set(sent.fileNumbers);
  const isEach = told.length === ours.size && new Set(told).size === told.length && told.every((one) => ours.has(one));
  return isEach ? undefined : "files";
}

/** What a batch becomes by what the office takes of it. */
export function stateBy(files: Receipt["files"]): Extract<BatchState, "accepted" | "partly" | "rejected"> {
  const accepted = files.filter(({ state }) => state === "accepted").length;
  if (accepted === files.length) return "accepted";
  return accepted === 0 ? "rejected" : "partly";
}
