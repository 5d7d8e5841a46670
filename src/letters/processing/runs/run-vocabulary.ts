/** The enumerations of a run: its scope, its rows, their verdicts and states. */

import { z } from "zod";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import { dayWithinOf } from "../../../ground/kernel/query.ts";
import type { Refusal } from "../../../law/rules/rules.ts";
import { type Passed, type Step, stepChannels } from "../../workflows/workflows.ts";

export const runStates = ["planning", "planned", "making", "done", "failed", "cancelled"] as const;
export type RunState = (typeof runStates)[number];

/** do: will be made; refuse: a rule forbids it; wait: for a person or a date; close: nothing is owed. */
export const verdicts = ["do", "refuse", "wait", "close"] as const;
export type Verdict = (typeof verdicts)[number];

/** dropped: the inputs had changed since the plan, so nothing was made; excluded: removed by hand. */
export const rowStates = ["planned", "excluded", "done", "dropped", "failed"] as const;
export type RowState = (typeof rowStates)[number];

/** The maximum number of files of one run. */
export const mostFiles = 100_000;

/** The files of a run. Empty lists mean all. */
export const runScope = z.strictObject({
  clients: z.array(z.number().int().positive()).max(1000).default([]),
  workflow: z.string().min(1).max(40).nullable().default(null),
  step: z.number().int().min(1).max(100).nullable().default(null),
  channels: z.array(z.enum(stepChannels)).max(stepChannels.length).default([]),
  /** Steps due up to and on this day; today where absent. */
  dueUntil: dayWithinOf("processing.calendarDateWrong").nullable().default(null),
  max: z.number().int().min(1).max(mostFiles).default(mostFiles),
});
export type RunScope = z.output<typeof runScope>;

/** A refusal by the law gate, or why a row waits; both give the rule, its article and the first possible moment. */
export interface Reason {
  readonly rule: string;
  readonly article: string;
  readonly textKey: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly possibleFrom: Refusal["possibleFrom"];
}

/** What a run would do with a file. */
export interface PlannedRow {
  readonly fileId: number;
  readonly workflowCode: string;
  readonly round: number;
  /** Position of the step; 0 for closing. */
  readonly position: number;
  readonly channel: string;
  readonly template: string;
  readonly effect: string;
  readonly dueOn: PlainDate;
  readonly verdict: Verdict;
  readonly reasons: readonly Reason[];
  readonly openCents: Cents;
  /** Collection costs that the step announces or charges, VAT included. */
  readonly costCents: Cents;
  /** The step itself; null for closing. */
  readonly step: Step | null;
  readonly passed: readonly Passed[];
  readonly again: boolean;
}

/** The result for a file: a row, or nothing due yet. */
export type Planned = { readonly kind: "row"; readonly row: PlannedRow } | { readonly kind: "notDue" };

/** Whether nothing is in the way of a message but others to the same person in the same days. */
export const isTooMany = (reasons: readonly Pick<Reason, "rule">[]): boolean =>
  reasons.length > 0 && reasons.every(({ rule }) => rule === "frequencyWeek");
