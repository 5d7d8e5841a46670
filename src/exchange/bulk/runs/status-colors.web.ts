/** The tones in which the states of works and of their files are shown. */
import type { Tone } from "../../../ground/platform/web/content/values.web.tsx";
import type { BulkRow, BulkRun } from "../bulk.contract.ts";

export const runTones: Readonly<Record<BulkRun["state"], Tone>> = {
  planning: "accent",
  planned: "warn",
  making: "accent",
  done: "good",
  undoing: "accent",
  undone: "neutral",
  failed: "bad",
  cancelled: "neutral",
};

export const outcomeTones: Readonly<Record<BulkRow["state"] | NonNullable<BulkRow["verdict"]>, Tone>> = {
  do: "good",
  same: "neutral",
  refuse: "bad",
  planned: "accent",
  excluded: "neutral",
  done: "good",
  dropped: "warn",
  failed: "bad",
  undone: "neutral",
  kept: "warn",
};
