/** The tones in which the states of batches and of their files are shown. */
import type { Tone } from "../../../ground/platform/web/content/values.web.tsx";
import type { BatchFileState, BatchState } from "../handover-batches.ts";

export const batchTones: Readonly<Record<BatchState, Tone>> = {
  draft: "accent",
  validated: "warn",
  queued: "accent",
  sent: "accent",
  accepted: "good",
  partly: "warn",
  rejected: "bad",
  processed: "neutral",
  recalled: "neutral",
};

export const fileTones: Readonly<Record<BatchFileState, Tone>> = {
  draft: "accent",
  validated: "good",
  refused: "bad",
  left_out: "neutral",
  queued: "accent",
  sent: "accent",
  accepted: "good",
  rejected: "bad",
  processed: "neutral",
  recalled: "neutral",
};
