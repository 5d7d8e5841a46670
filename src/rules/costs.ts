/** Rules about default, collection costs and the summons (BW 6:81, 6:96; HR 2016:2704). */
import { addDays, daysBetween, type PlainDate } from "../kernel/dates.ts";
import { sumCents } from "../kernel/money.ts";
import { type At, type GateAction, type GateFacts, type Refusal, refusal } from "./facts.ts";
import { barredInvoices, limitationRules } from "./limitation.ts";

const oldestDue = (facts: GateFacts): PlainDate | null =>
  facts.claim.invoices.reduce<PlainDate | null>(
    (oldest, { dueOn }) => (dueOn !== null && (oldest === null || dueOn < oldest) ? dueOn : oldest),
    null,
  );

/** The day after the oldest due date: default begins, for demand, costs and interest alike. */
function inDefault(facts: GateFacts, { today }: At, forCosts: boolean): Refusal[] {
  const due = oldestDue(facts);
  if (due === null || today > due) return [];
  return [refusal(forCosts ? "bikNotInDefault" : "notInDefault", addDays(due, 1), { due })];
}

/** Costs from a consumer: only after a valid 14-day letter whose term has run (BW 6:96(6)). */
function consumerBik(facts: GateFacts, at: At): Refusal[] {
  const { notice14 } = facts;
  if (notice14 === null) return [refusal("noticeMissing", at.noticeToday)];
  const { sentOn: sent, voidReason } = notice14;
  if (voidReason !== null) return [refusal("noticeVoid", at.noticeToday, { sent }, `noticeVoid_${voidReason}`)];
  if (notice14.paidInTime) return [refusal("noticePaid", null, { sent: notice14.sentOn })];
  if (at.today < notice14.bikDueFrom)
    return [refusal("noticeRunning", notice14.bikDueFrom, { sent: notice14.sentOn, from: notice14.bikDueFrom })];
  return [];
}

function bik(facts: GateFacts, at: At): Refusal[] {
  if (!facts.file.contractual) return [refusal("bikOtherBasis", null)];
  return facts.debtor.isConsumer ? consumerBik(facts, at) : inDefault(facts, at, true);
}

function summonsRules(facts: GateFacts, at: At): Refusal[] {
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
    refusals.push(...consumerBik(facts, at));
    if (notice14 !== null && notice14.voidReason === null && !notice14.proof)
      refusals.push(refusal("summonsProof", null));
  }
  return refusals;
}

export function costRules(action: GateAction, facts: GateFacts, at: At): Refusal[] {
  if (action.kind === "charge_bik") return [...bik(facts, at), ...limitationRules(facts, at, false)];
  if (action.kind === "charge_cost") return [];
  if (action.kind === "summons" || action.kind === "handover")
    return [...summonsRules(facts, at), ...limitationRules(facts, at, true)];
  if (action.purpose !== "dunning" && action.purpose !== "notice14") return [];
  const refusals = [...inDefault(facts, at, false), ...limitationRules(facts, at, false)];
  if (action.purpose === "notice14" && !facts.file.contractual) refusals.push(refusal("bikOtherBasis", null));
  return refusals;
}
