/**
 * Workflows as data, the place of a file in one, and the next step: pure (domain facts 9). A schedule hangs on the debt's own dates
 * (the start, the day from which collection costs are due), never on a calendar of its own, and no step is ever passed in silence.
 */
import { z } from "zod";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Cents } from "../../../ground/kernel/money.ts";

export const workflowCategories = ["standard", "client_specific", "staffel", "phase", "precasso"] as const;
export type WorkflowCategory = (typeof workflowCategories)[number];

export const stepAnchors = ["start", "prev", "bikDueFrom", "event"] as const;
export type StepAnchor = (typeof stepAnchors)[number];

export const stepChannels = ["post", "email", "sms", "call", "task"] as const;
export type StepChannel = (typeof stepChannels)[number];

/** What a step does to the claim beside its message: announces BIK, charges BIK, checks the address,
 * announces a summons, hands over. */
export const stepEffects = ["none", "notice14", "bik", "address_check", "summons", "handover"] as const;
export type StepEffect = (typeof stepEffects)[number];

/** When a step applies at all; every part that is given must hold. Amounts are whole cents and include their bounds. */
export const stepCondition = z.strictObject({
  hasEmail: z.boolean().optional(),
  hasMobile: z.boolean().optional(),
  hasPhone: z.boolean().optional(),
  minOpenCents: z.number().int().optional(),
  maxOpenCents: z.number().int().optional(),
});
export type StepCondition = z.output<typeof stepCondition>;

export interface Step {
  /** From 1, without gaps. */
  readonly position: number;
  readonly anchor: StepAnchor;
  readonly offsetDays: number;
  readonly phase: string;
  readonly channel: StepChannel;
  /** Template of the message, or the code of the task. */
  readonly template: string;
  readonly effect: StepEffect;
  /** A person does it and records the outcome; a run only shows it. */
  readonly byHand: boolean;
  /** After how many days a step by hand that nobody did lapses, on the record; null: it waits for ever. */
  readonly lapseDays: number | null;
  /** Days that its letter grants to pay; no further letter goes before they are over. */
  readonly termDays: number | null;
  readonly condition: StepCondition;
}

export interface Workflow {
  readonly code: string;
  readonly name: string;
  readonly category: WorkflowCategory;
  readonly steps: readonly Step[];
}

/** Where a file is in its workflow. */
export interface Position {
  /** The last step that was done or recorded as passed; 0 before the first. */
  readonly position: number;
  readonly startedOn: PlainDate;
  readonly previousDoneOn: PlainDate | null;
  /** Days that the file stood still under holds and arrangements: every later date moves by them (domain facts 6). */
  readonly shiftDays: number;
  /** The last day of the term that the last letter granted. */
  readonly termUntil: PlainDate | null;
}

/** What the schedule of a file hangs on. */
export interface StepFacts {
  /** The day after the oldest open due date: no demand goes before it (BW 6:81). */
  readonly inDefaultFrom: PlainDate;
  /** From the valid 14-day letter; null where there is none (any more). */
  readonly bikDueFrom: PlainDate | null;
  /** Instalments that joined after the last 14-day letter and would bear costs after one of their own (Besluit BIK art. 2a). */
  readonly newInstalments: boolean;
  /** The last part payment, if any. */
  readonly partPaidOn: PlainDate | null;
  /** The date of the event that an `event` step waits for. */
  readonly eventOn: PlainDate | null;
  readonly openCents: Cents;
  readonly hasEmail: boolean;
  readonly hasMobile: boolean;
  readonly hasPhone: boolean;
}

/** A step that was passed on the record: its condition did not hold when its turn came, or nobody did it in time. */
export interface Passed {
  readonly position: number;
  readonly outcome: "not_applicable" | "lapsed";
}

/** What moved a due date away from anchor and offset. */
export type Moved = "shift" | "spacing" | "partPayment" | "term" | "sendDay";

export type NextStep =
  | {
      readonly kind: "step";
      readonly step: Step;
      readonly dueOn: PlainDate;
      /** The date of the anchor, before the offset. */
      readonly anchoredOn: PlainDate;
      readonly moved: readonly Moved[];
      readonly passed: readonly Passed[];
      /** True where an earlier 14-day letter does not (or no longer) count, so that this step is done again. */
      readonly again: boolean;
    }
  /** The step waits for a date that is not known yet. */
  | { readonly kind: "waiting"; readonly step: Step; readonly passed: readonly Passed[] }
  | { readonly kind: "none"; readonly passed: readonly Passed[] };

/** How a step ended. */
export const stepOutcomes = [
  "done",
  "not_applicable",
  "lapsed",
  "reached",
  "not_reached",
  "approved",
  "skipped",
] as const;
export type StepOutcome = (typeof stepOutcomes)[number];

/** How a person may end a step by hand. */
export const handOutcomes = ["done", "reached", "not_reached", "approved"] as const satisfies readonly StepOutcome[];
export type HandOutcome = (typeof handOutcomes)[number];

/** What a step by hand may come to: a call reaches somebody or not, an address is found to be right or not, a handover is approved. */
export function outcomesOf({ byHand, channel, effect }: Pick<Step, "byHand" | "channel" | "effect">): HandOutcome[] {
  if (!byHand) return [];
  if (channel === "call") return ["reached", "not_reached"];
  if (effect === "handover") return ["approved"];
  return effect === "address_check" ? ["done", "not_reached"] : ["done"];
}
