import { expect, test } from "vitest";
import { actsOn } from "./acts.ts";
import type { RecordState } from "./record.ts";

const today = "2026-11-20";
const rows: readonly (readonly [string, RecordState, string | null, string])[] = [
  ["goes on", "open", null, "withdraw dispute correct hold payment"],
  [
    "is held up to a later day, and can be disputed meanwhile",
    "open",
    "2026-12-01",
    "withdraw resume dispute correct payment",
  ],
  ["is held up to today", "open", today, "withdraw resume dispute correct payment"],
  [
    "was held up to yesterday: it is held no more, and may be again",
    "open",
    "2026-11-19",
    "withdraw dispute correct hold payment",
  ],
  ["is disputed", "disputed", null, "withdraw resume correct payment"],
  ["is paid", "paid", null, ""],
  ["became a file", "converted", null, ""],
];

test.each(rows)("a record that %s", (_what, state, holdUntil, acts) => {
  expect(actsOn({ state, holdUntil }, today).join(" ")).toBe(acts);
});
