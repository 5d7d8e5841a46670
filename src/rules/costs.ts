/** Rules about default, collection costs, limitation and the summons (BW 6:81, 6:96, 3:307, 3:317, 7:28; HR 2016:2704). */
import { addDays, addMonths, daysBetween, latest, type PlainDate } from "../kernel/dates.ts";
import { type At, type GateAction, type GateFacts, type LimitationTerm, type Refusal, refusal } from "./facts.ts";

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
  if (notice14.voidReason !== null) return [refusal("noticeVoid", at.noticeToday, { sent: notice14.sentOn })];
  if (at.today < notice14.bikDueFrom)
    return [refusal("noticeRunning", notice14.bikDueFrom, { sent: notice14.sentOn, from: notice14.bikDueFrom })];
  return [];
}

function bik(facts: GateFacts, at: At): Refusal[] {
  if (!facts.file.contractual) return [refusal("bikOtherBasis", null)];
  return facts.debtor.isConsumer ? consumerBik(facts, at) : inDefault(facts, at, true);
}

/**
 * The day on which the claim is time-barred: counted from the day after the oldest due date, and again from each written notice
 * that interrupted it (BW 3:317, 3:319). Null where no due date is known.
 */
export function timeBarredOn(claim: GateFacts["claim"], isConsumer: boolean): PlainDate | null {
  const { months } = termOf(claim, isConsumer);
  const starts = claim.invoices.flatMap(({ dueOn }) => (dueOn === null ? [] : [dueOn])).sort();
  const [first] = starts;
  if (first === undefined) return null;
  const from = claim.interruptedOn === null ? first : latest(first, claim.interruptedOn);
  return addMonths(addDays(from, 1), months);
}

/** The term that holds for whoever owes the claim. */
const termOf = ({ limitation }: GateFacts["claim"], isConsumer: boolean): LimitationTerm =>
  (isConsumer ? limitation.consumer : null) ?? limitation;

/** A bailiff needs time: a summons within these months of limitation is not begun without a lawyer (domain facts 4.6). */
const monthsBeforeLimitation = 3;

function limitation(facts: GateFacts, at: At, summons: boolean): Refusal[] {
  const barred = timeBarredOn(facts.claim, facts.debtor.isConsumer);
  if (barred === null) return [];
  const term = termOf(facts.claim, facts.debtor.isConsumer);
  const rule = term === facts.claim.limitation.consumer ? "timeBarredSale" : "timeBarred";
  const by = term.article === "" ? {} : { article: term.article };
  if (at.today >= barred) return [{ ...refusal(rule, null, { on: barred }), ...by }];
  if (summons && addMonths(at.today, monthsBeforeLimitation) >= barred)
    return [{ ...refusal("limitationNear", null, { on: barred }), ...by }];
  return [];
}

function summonsRules(facts: GateFacts, at: At): Refusal[] {
  const refusals: Refusal[] = [];
  const { policy, claim, debtor, notice14 } = facts;
  if (claim.openCents < policy.summonsMinimumCents)
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
  if (action.kind === "charge_bik") return bik(facts, at);
  if (action.kind === "charge_cost") return [];
  if (action.kind === "summons" || action.kind === "handover")
    return [...summonsRules(facts, at), ...limitation(facts, at, true)];
  if (action.purpose !== "dunning" && action.purpose !== "notice14") return [];
  const refusals = [...inDefault(facts, at, false), ...limitation(facts, at, false)];
  if (action.purpose === "notice14" && !facts.file.contractual) refusals.push(refusal("bikOtherBasis", null));
  return refusals;
}
