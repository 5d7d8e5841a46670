/** Enumerations of a run over records. Pure. */
import { z } from "zod";

export const runStates = ["planning", "planned", "making", "done", "cancelled"] as const;
export type RunState = (typeof runStates)[number];

/** do: will be made; refuse: a rule forbids it now; wait: for a person or a date. */
export const verdicts = ["do", "refuse", "wait"] as const;
export type Verdict = (typeof verdicts)[number];

export const rowStates = ["planned", "excluded", "done", "dropped", "failed"] as const;
export type RowState = (typeof rowStates)[number];

export const mostRecords = 20_000;

/** The scope of a run. */
export const runScope = z.strictObject({
  /** Ids; empty for all clients. */
  clients: z.array(z.number().int().positive()).max(100).default([]),
  channels: z
    .array(z.enum(["email", "sms", "post", "task"]))
    .max(4)
    .default([]),
  /** The maximum number of records that something is sent to or done for, longest overdue first. */
  max: z.number().int().min(1).max(mostRecords).default(mostRecords),
});
export type RunScope = z.output<typeof runScope>;
