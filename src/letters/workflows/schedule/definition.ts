/**
 * Workflows as data, the place of a file in one, and the next step: pure (domain facts 9). A schedule hangs on the debt's own dates
 * (the start, the day from which collection costs are due), never on a calendar of its own, and no step is ever passed in silence.
 */
import { z } from "zod";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Cents } from "../../../ground/kernel/money.ts";

export const workflowCategories = ["standard", "client_specific", "staffel", "phase", "precasso"] as const;
export type WorkflowCategory = (typeof workflowCategories)[number];

/** For whose debts a workflow is made. A consumer's costs wait for the 14-day letter (BW 6:96(6)), a business's do not. */
export const audiences = ["consumer", "business", "any"] as const;
export type Audience = (typeof audiences)[number];

/**
 * A draft is edited, one version is live and takes new files, one on trial takes a share of them; files stay on retired ones until they are
 * moved.
 */
export const versionStates = ["draft", "trial", "live", "retired"] as const;
export type VersionState = (typeof versionStates)[number];

export const stepAnchors = ["start", "prev", "bikDueFrom", "event"] as const;
export type StepAnchor = (typeof stepAnchors)[number];

export const stepChannels = ["post", "email", "sms", "call", "task"] as const;
export type StepChannel = (typeof stepChannels)[number];

/**
 * What a step can wait for. summons and judgment: noted on the file or reported by the office of a bailiff; rollDate: the day in court, as
 * reported; payment: the last one; brokenArrangement; disputeAnswered: a dispute ended; counselling: debt counselling or the statutory scheme
 * (schuldhulpverlening, Wsnp) began and lasts; clientOrder: the client was asked whether to sue, and ordered it.
 */
export const workflowEvents = [
  "summons",
  "rollDate",
  "judgment",
  "payment",
  "brokenArrangement",
  "disputeAnswered",
  "counselling",
  "clientOrder",
] as const;
export type WorkflowEvent = (typeof workflowEvents)[number];
/** The last day of each event that a file has seen; one that has not come has none. */
export type EventDays = Readonly<Partial<Record<WorkflowEvent, PlainDate>>>;

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
  /** What was claimed: the invoices less what was credited, whatever has been paid, charged or run up in interest since. */
  minClaimCents: z.number().int().optional(),
  maxClaimCents: z.number().int().optional(),
});
export type StepCondition = z.output<typeof stepCondition>;

/** The tasks that a step may ask of a person. */
export const taskCodes = [
  "TASK_CHECK",
  "TASK_HANDOVER",
  "TASK_CONVERT",
  "TASK_SIGNAL",
  "TASK_VISIT",
  "TASK_ADVICE",
  "TASK_CASE_MANAGER",
  "TASK_CREDIT",
  "TASK_UNECONOMIC",
  "TASK_MONITORING",
  "TASK_LEGAL_REVIEW",
  "TASK_ROLL_CHECK",
  "TASK_ROLL_RESULT",
  "TASK_JUDGMENT",
  "TASK_SERVICE",
  "TASK_SEIZURE",
  "TASK_MONITOR_CHECK",
  "TASK_MONITOR_END",
  "TASK_SHV_STOP",
  "TASK_SHV_BALANCE",
  "TASK_SHV_REVIEW",
  "TASK_BAILIFF_STATUS",
  "TASK_BAILIFF_COSTS",
] as const;

export interface Step {
  /** What it is called over all versions of its workflow: a step keeps its key where it is moved or changed. */
  readonly key: number;
  /** From 1, without gaps. */
  readonly position: number;
  readonly anchor: StepAnchor;
  /** What it waits for, where its anchor is an event; else null. */
  readonly event: WorkflowEvent | null;
  /** Days after the anchor; of an event that is known beforehand it may be days before it. */
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
  /** The workflow in which a file goes on once a person has done this task. */
  readonly nextWorkflow: string | null;
}

export interface Workflow {
  readonly code: string;
  readonly name: string;
  readonly category: WorkflowCategory;
  readonly audience: Audience;
  /** Which version of it. */
  readonly version: number;
  readonly steps: readonly Step[];
}

/** On which version of which workflow a file is. */
export interface OnVersion {
  readonly workflowCode: string;
  readonly definitionVersion: number;
}

const versionKey = ({ workflowCode, definitionVersion }: OnVersion): string => `${workflowCode} ${definitionVersion}`;

/** The live version of each workflow by its code, and by `of` the version that a file is on. No draft is among them. */
export class Workflows extends Map<string, Workflow> {
  readonly #all: ReadonlyMap<string, Workflow>;

  constructor(live: readonly Workflow[], retired: readonly Workflow[] = []) {
    super(live.map((one) => [one.code, one]));
    this.#all = new Map(
      [...live, ...retired].map((one) => [versionKey({ workflowCode: one.code, definitionVersion: one.version }), one]),
    );
  }

  of(on: OnVersion): Workflow | undefined {
    return this.#all.get(versionKey(on));
  }

  /** As if this version were live, and every file of its workflow on it. */
  judging(draft: Workflow): Workflows {
    const others = [...this.values()].filter(({ code }) => code !== draft.code);
    const all = [...this.#all.values()].filter(({ code }) => code !== draft.code);
    return new Workflows([...others, draft], all);
  }
}

/** Where a file is in its workflow. */
export interface Position {
  /** The last step that was done or recorded as passed; 0 before the first. */
  readonly position: number;
  readonly startedOn: PlainDate;
  readonly previousDoneOn: PlainDate | null;
  /** Days that the file stood still under holds and arrangements: every later date moves by them (domain facts 6). */
  readonly shiftDays: number;
  /** Those of them before the last 14-day letter: what hangs on its term, which began after them, does not wait for them again. */
  readonly shiftBeforeNotice?: number;
  /** The last day of the term that the last letter granted. */
  readonly termUntil: PlainDate | null;
  /** The day that a step keeps from an earlier version of its workflow. */
  readonly kept?: { readonly position: number; readonly on: PlainDate } | null;
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
  readonly eventDays: EventDays;
  readonly openCents: Cents;
  /** The invoices less what was credited. */
  readonly claimCents: Cents;
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
export type Moved = "kept" | "shift" | "spacing" | "partPayment" | "term" | "sendDay";

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
