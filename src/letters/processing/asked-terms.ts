/** Messages about an arrangement that ask for money: whether it is still owed when they go. Pure. */
import type { PlainDate } from "../../ground/kernel/dates.ts";
import type { Cents } from "../../ground/kernel/money.ts";
import { calendarOf, type Tariffs } from "../../ground/tariffs/tariffs.ts";
import { arrangementsOf, type ClaimEvent } from "../../money/claims/claims.ts";

export type TermReminder = "late" | "soon";
export type ArrangementOutcome = "agreed" | "refused" | "broken";

/** One reminder per term, even if the job is repeated. */
export const reminderKey = (what: TermReminder, arrangement: string, on: PlainDate): string =>
  `term-${what}:${arrangement}:${on}`;
export const outcomeKey = (outcome: ArrangementOutcome, arrangement: string): string =>
  `arrangement-${outcome}:${arrangement}`;

const keys = /^(?:term-(?:late|soon):(?<arrangement>[^:]+):(?<on>[\d-]+)|arrangement-(?:agreed|broken):[^:]+)$/;

/** Whether a message is about an arrangement and names what is to be paid. */
export const asksTerm = (effectKey: string): boolean => keys.test(effectKey);

interface Owed {
  readonly events: readonly ClaimEvent[];
  readonly tariffs: Tariffs;
  readonly today: PlainDate;
  readonly open: Cents;
  /** What is open of a file that counts as paid. */
  readonly tolerance: Cents;
}

/** Whether a message asks for what has been paid since: its term, or all of the claim. It repeats what was agreed, whatever else was paid. */
export function asksForPaid(effectKey: string, { events, tariffs, today, open, tolerance }: Owed): boolean {
  const asks = keys.exec(effectKey);
  if (!asks) return false;
  if (open <= tolerance) return true;
  const { arrangement, on } = asks.groups ?? {};
  if (arrangement === undefined) return false;
  const state = arrangementsOf(events, today, calendarOf(tariffs)).find(({ id }) => id === arrangement);
  const term = state?.terms.find((each) => each.on === on);
  return state?.status !== "active" || term === undefined || term.receivedOn !== null || term.status === "waived";
}
