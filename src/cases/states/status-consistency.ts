/**
 * What the status, phase and closing reason of a file must agree with: the states that lie on it, whether an arrangement runs, and its
 * balance (domain facts 3.4, 6, 9 and 11). Pure.
 */
import type { Message } from "../../ground/kernel/errors.ts";
import { decimalFromCents } from "../../ground/kernel/money.ts";
import type { ClosingReason, FilePhase, FileStatus, HoldKind } from "../files/files.ts";
import { phaseUnderHold, type StateEffect, statusUnder } from "./holds.ts";

export interface FilePlace {
  readonly status: FileStatus;
  readonly phase: FilePhase;
}

/** A state that lies on a file, as far as its place hangs on it. */
export interface StandingHold {
  readonly kind: HoldKind;
  readonly effect: StateEffect;
}

export interface FileFacts {
  /** The states that lie on the file today. */
  readonly holds: readonly StandingHold[];
  /** Whether an arrangement runs, or rests for a while. */
  readonly arranged: boolean;
}

/** What a closing reason is judged on beside; amounts in whole cents. */
export interface ClosingFacts extends FileFacts {
  /** The kinds of states that lie on the file or once did. */
  readonly known: readonly HoldKind[];
  readonly openCents: number;
  readonly overpaidCents: number;
  /** What was received, less what was paid back. */
  readonly paidCents: number;
}

/** Where a file stands while these lie on it: the heaviest effect counts, and a suspended file stays suspended under a lighter one. */
export function stateUnder<P extends FilePlace>(file: P, holds: readonly StandingHold[]): FilePlace {
  const effects = holds.map((hold) => hold.effect);
  const heaviest = effects.includes("suspend") ? "suspend" : effects.includes("pause") ? "pause" : "none";
  const status = statusUnder(heaviest) ?? file.status;
  return { status, phase: holds.reduce((phase, hold) => phaseUnderHold(hold.kind, phase), file.phase) };
}

/** Statuses in which reminders go on, or would; none of them goes with a running arrangement. */
const pressing: ReadonlySet<FileStatus> = new Set([
  "not_started",
  "in_progress",
  "no_more_steps",
  "monitoring",
  "monitoring_in_progress",
]);

const counselled = (holds: readonly StandingHold[]): boolean =>
  holds.some(({ kind }) => phaseUnderHold(kind, "amicable") === "shv");

/** The place nearest to the one wanted that agrees with the facts. A closed file stays closed. */
export function agreedPlace(to: FilePlace, facts: FileFacts): FilePlace {
  if (to.status === "closed") return to;
  const under = stateUnder(to, facts.holds);
  const phase = under.phase === "shv" && !counselled(facts.holds) ? "amicable" : under.phase;
  // Under a pause an arrangement may be shown as what it is: neither lets a step go on.
  if (facts.arranged && to.status === "term_payment" && under.status === "paused") return { status: to.status, phase };
  if (facts.holds.some(({ effect }) => effect !== "none")) return { status: under.status, phase };
  if (facts.arranged && pressing.has(under.status)) return { status: "term_payment", phase };
  if (!facts.arranged && under.status === "term_payment") return { status: "in_progress", phase };
  return { status: under.status, phase };
}

/** Why a person may not give a file this place; undefined where it agrees with the facts. `field` is the input that is wrong. */
export function placeProblem(
  to: FilePlace,
  facts: FileFacts,
): { readonly field: "status" | "phase"; readonly message: Message } | undefined {
  const agreed = agreedPlace(to, facts);
  // Under a pause a person may suspend the file altogether: that stops more, not less.
  const stopsMore = to.status === "suspend" && agreed.status === "paused";
  if (agreed.status !== to.status && !stopsMore) {
    const stopped = facts.holds.some(({ effect }) => effect !== "none");
    const key = stopped ? "files.stoppedByState" : facts.arranged ? "files.arrangementRuns" : "files.noArrangement";
    return { field: "status", message: { key } };
  }
  if (agreed.phase !== to.phase) {
    const key = counselled(facts.holds) ? "files.phaseUnderState" : "files.phaseNeedsState";
    return { field: "phase", message: { key } };
  }
  return undefined;
}

const needsNothingOpen: ReadonlySet<ClosingReason> = new Set([
  "paid_in_full",
  "paid_directly",
  "settled",
  "credited",
  "shv_completed",
]);
/** The reasons by which nothing is open any more. */
export const closedWithNothingOpen: readonly ClosingReason[] = [...needsNothingOpen];
const needsPayment: ReadonlySet<ClosingReason> = new Set(["paid_in_full", "paid_directly"]);
/** Reasons that give the debt up; what is being paid in terms is not given up. */
const givesUp: ReadonlySet<ClosingReason> = new Set([
  "uneconomic",
  "uncollectable",
  "unknown_address",
  "time_barred",
  "disputed_unfounded",
]);
const neededState: Partial<Record<ClosingReason, HoldKind>> = {
  bankrupt: "bankruptcy",
  wsnp_clean_slate: "wsnp",
  shv_completed: "shv",
  deceased_no_estate: "deceased",
  disputed_unfounded: "dispute",
};

const amount = (cents: number): Readonly<Record<string, string>> => ({ amount: decimalFromCents(cents) });

/** Why a file may not be closed for this reason; undefined where the reason agrees with the facts. */
export function closingProblem(reason: ClosingReason, facts: ClosingFacts): Message | undefined {
  if (facts.overpaidCents > 0) return { key: "files.closeOverpaid", values: amount(facts.overpaidCents) };
  if (needsNothingOpen.has(reason) && facts.openCents > 0)
    return { key: "files.closeMoneyOpen", values: amount(facts.openCents) };
  if (needsPayment.has(reason) && facts.paidCents <= 0) return { key: "files.closeNothingPaid" };
  if (givesUp.has(reason) && facts.arranged) return { key: "files.arrangementRuns" };
  const state = neededState[reason];
  if (state !== undefined && !facts.known.includes(state)) return { key: `files.closeNeeds_${state}` };
  return undefined;
}
