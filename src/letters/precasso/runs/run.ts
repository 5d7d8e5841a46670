/** Enumerations of a run over records. Pure. */
import { z } from "zod";

export const runStates = ["planning", "planned", "making", "done", "cancelled"] as const;
export type RunState = (typeof runStates)[number];

/** do: will be made; refuse: a rule forbids it now; wait: somebody or a day is awaited. */
export const verdicts = ["do", "refuse", "wait"] as const;
export type Verdict = (typeof verdicts)[number];

export const rowStates = ["planned", "excluded", "done", "dropped", "failed"] as const;
export type RowState = (typeof rowStates)[number];

export const mostRecords = 20_000;

/** What a run is to look at. */
export const runScope = z.strictObject({
  /** Ids; all clients where there are none. */
  clients: z.array(z.number().int().positive()).max(100).default([]),
  channels: z
    .array(z.enum(["email", "sms", "post", "task"]))
    .max(4)
    .default([]),
  /** How many records at most, those that are due longest first. */
  max: z.number().int().min(1).max(mostRecords).default(mostRecords),
});
export type RunScope = z.output<typeof runScope>;
