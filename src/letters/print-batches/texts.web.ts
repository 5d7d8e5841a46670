/** Shared by the module's screens: texts, the colours of states, and the queries that a change invalidates. */
import type { Call } from "../../ground/kernel/contract.ts";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import type { Tone } from "../../ground/platform/web/content/values.web.tsx";
import { listBatches, listPieces, listWaiting, planPrint, readBatch } from "./print-batches.contract.ts";
import type { printBatchTexts } from "./print-batches.texts.ts";
import type { BatchState } from "./print-batches.ts";

export const usePrintTexts = () => useTexts<typeof printBatchTexts>("print-batches");

export const batchTones: Readonly<Record<BatchState, Tone>> = {
  making: "accent",
  ready: "warn",
  delivered: "accent",
  posted: "good",
  returned: "warn",
  cancelled: "neutral",
};

export const batchReads: readonly Call[] = [readBatch, listBatches, listPieces, listWaiting, planPrint];
