/** The order in which events of one day are processed (domain facts, E6). */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Right } from "../collection-costs/rights.ts";
import type { ClaimEvent, EventOf } from "./events.ts";

const ranks = {
  invoice: 0,
  credit_note: 1,
  cost: 2,
  right: 3,
  judgment: 4,
  payment: 5,
  write_off: 6,
  refund: 7,
  notice14: 8,
  interruption: 9,
  arrangement: 10,
} as const;
type StepEvent = EventOf<Exclude<keyof typeof ranks, "right">>;
/** A step that changes the ledger on its day. */
export type Step = StepEvent | Right;

export const isStep = (event: ClaimEvent): event is StepEvent & ClaimEvent => event.kind in ranks;

/** The sort key of charges of the same day and kind, independent of the order of entry; payments are sorted by entry only. */
function tieBreak(event: Step): string {
  if (event.kind === "invoice" || event.kind === "credit_note") return event.data.number;
  if (event.kind === "right") {
    const { claim, notice, numbers } = event;
    // By the letter itself: a claim that names its invoices and one that means all of them rest on the same one.
    return `${claim.event.on} ${notice?.on ?? ""} ${(notice ? notice.data.invoices : numbers)?.[0] ?? ""}`;
  }
  return "";
}

/** The rank of a step on its day: costs under a judgment of that day come after it, because it does not replace them. */
const rankOf = (step: Step): number =>
  step.kind === "cost" && step.data.title?.on === step.on ? ranks.judgment + 0.5 : ranks[step.kind];

/** Whether it is processed before the payments of its day. */
export const isCharge = (step: Step): boolean => rankOf(step) <= ranks.right;

export function inOrder(a: Step, b: Step, dayOf: (step: Step) => PlainDate = ({ on }) => on): number {
  const [one, other] = [dayOf(a), dayOf(b)];
  if (one !== other) return one < other ? -1 : 1;
  const apart = rankOf(a) - rankOf(b);
  if (apart !== 0) return apart;
  const [x, y] = [tieBreak(a), tieBreak(b)];
  return x === y ? a.id - b.id : x < y ? -1 : 1;
}
