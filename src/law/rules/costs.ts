/** Rules about default, collection costs and the summons (BW 6:81, 6:96; HR 2016:2704). */
import { addDays, daysBetween, type PlainDate } from "../../ground/kernel/dates.ts";
import { sumCents } from "../../ground/kernel/money.ts";
import {
  type GateAction,
  type GateFacts,
  type JudgingMoment,
  type Notice14Fact,
  type Refusal,
  refusal,
} from "./facts.ts";
import { barredInvoices, limitationRules } from "./limitation.ts";

const oldestDue = (facts: GateFacts): PlainDate | null =>
  facts.claim.invoices.reduce<PlainDate | null>(
    (oldest, { dueOn }) => (dueOn !== null && (oldest === null || dueOn < oldest) ? dueOn : oldest),
    null,
  );

/** The day after the oldest due date: default begins, for demand, costs and interest alike. */
function inDefault(due: PlainDate | null, on: PlainDate, rule: "bikNotInDefault" | "notInDefault"): Refusal[] {
  return due === null || on > due ? [] : [refusal(rule, addDays(due, 1), { due })];
}

/** What the right to collection costs hangs on, whoever asks: a plan beforehand, or the record that enters them. */
export interface BikFacts {
  readonly isConsumer: boolean;
  readonly contractual: boolean;
  readonly oldestDue: PlainDate | null;
  readonly notice14: Omit<Notice14Fact, "proof"> | null;
}

/** Costs from a consumer: only after a valid 14-day letter whose term has run (BW 6:96(6)). */
function consumerBik(notice14: BikFacts["notice14"], on: PlainDate, again: PlainDate | null): Refusal[] {
  if (notice14 === null) return [refusal("noticeMissing", again)];
  const { sentOn: sent, voidReason, bikDueFrom: from } = notice14;
  if (voidReason !== null) return [refusal("noticeVoid", again, { sent }, `noticeVoid_${voidReason}`)];
  if (notice14.paidInTime) return [refusal("noticePaid", null, { sent })];
  return on < from ? [refusal("noticeRunning", from, { sent, from })] : [];
}

/** Why there is no right to collection costs on a day. `again`: from when a new 14-day letter would give it, as far as that is known. */
export function bikRefusals(facts: BikFacts, on: PlainDate, again: PlainDate | null): Refusal[] {
  if (!facts.contractual) return [refusal("bikOtherBasis", null)];
  return facts.isConsumer ? consumerBik(facts.notice14, on, again) : inDefault(facts.oldestDue, on, "bikNotInDefault");
}

function bik(facts: GateFacts, { today, noticeTo }: JudgingMoment): Refusal[] {
  const { isConsumer } = facts.debtor;
  const { contractual } = facts.file;
  const known = { isConsumer, contractual, oldestDue: oldestDue(facts), notice14: facts.notice14 };
  return bikRefusals(known, today, noticeTo(facts.reach.country));
}

function summonsRules(facts: GateFacts, at: JudgingMoment): Refusal[] {
  const refusals: Refusal[] = [];
  const { policy, claim, debtor, notice14 } = facts;
  const barred = barredInvoices(claim, debtor.isConsumer, at.today);
  const lapsed = claim.invoices.filter(({ number }) => barred.has(number));
  if (claim.openCents - sumCents(lapsed.map(({ openCents }) => openCents)) < policy.summonsMinimumCents)
    refusals.push(refusal("summonsAmount", null, { minimum: policy.summonsMinimumCents }));
  const checked = debtor.addressVerifiedOn;
  if (checked === null || daysBetween(checked, at.today) > policy.addressCheckDays)
    refusals.push(refusal("summonsAddress", null, { days: policy.addressCheckDays }));
  if (debtor.isConsumer) {
    refusals.push(...consumerBik(notice14, at.today, at.noticeTo(facts.reach.country)));
    if (notice14 !== null && notice14.voidReason === null && !notice14.proof)
      refusals.push(refusal("summonsProof", null));
  }
  return refusals;
}

export function costRules(action: GateAction, facts: GateFacts, at: JudgingMoment): Refusal[] {
  if (action.kind === "charge_bik") return [...bik(facts, at), ...limitationRules(facts, at, false)];
  if (action.kind === "charge_cost") return [];
  if (action.kind === "summons" || action.kind === "handover")
    return [...summonsRules(facts, at), ...limitationRules(facts, at, true)];
  if (action.purpose !== "dunning" && action.purpose !== "notice14") return [];
  const refusals = [...inDefault(oldestDue(facts), at.today, "notInDefault"), ...limitationRules(facts, at, false)];
  if (action.purpose === "notice14" && !facts.file.contractual) refusals.push(refusal("bikOtherBasis", null));
  return refusals;
}
