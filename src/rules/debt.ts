/**
 * Rules about what raises a debt: costs, collection costs, terms of interest, and interest that would run again under a state (BW 6:96, 6:119,
 * 6:119a, 6:233; Rv 237, 430; domain facts 1.2, 2.1, 6, 11). Pure: whoever asks hands in the facts of the file.
 */
import { addDays, type PlainDate } from "../kernel/dates.ts";
import { decimalFromRate, type Rate } from "../kernel/money.ts";
import { type HoldFact, type Refusal, refusal } from "./facts.ts";
import { endOf, holdRules } from "./file.ts";

/** The judgment, order or other title that makes a cost the debtor's. */
export interface TitleFact {
  readonly on: PlainDate;
  readonly reference: string;
}

/** How a claim is to bear interest; rates are percent × 10,000, a margin where the kind is the law's own. */
export interface InterestFact {
  readonly kind: "none" | "statutory" | "commercial" | "government" | "contractual";
  readonly rate: Rate;
  readonly per: "year" | "month";
  readonly compounding: "none" | "yearly" | "monthly";
  readonly floor: "statutory" | "commercial" | "none";
}

export type DebtRaise =
  | {
      readonly kind: "cost";
      readonly group: "execution" | "court" | "bik" | "other";
      /** Of the bailiff tariffs, where it is one of those; empty otherwise. */
      readonly article: string;
      readonly on: PlainDate;
      readonly title: TitleFact | null;
    }
  | { readonly kind: "bik"; readonly on: PlainDate }
  | { readonly kind: "bikTerms"; readonly method: "scale" | "contract" | "none" }
  | { readonly kind: "interest"; readonly terms: InterestFact; readonly approved: boolean }
  /** `from` null: the day after the due date. */
  | { readonly kind: "interestFrom"; readonly from: PlainDate | null; readonly dueOn: PlainDate }
  /** Interest would run while a state stands that stops it. */
  | { readonly kind: "unfreeze" };

/** What of a file it takes to judge that. */
export interface DebtFacts {
  readonly isConsumer: boolean;
  readonly contractual: boolean;
  readonly holds: readonly HoldFact[];
  /** The 14-day letter whose term ended first, and the day from which it makes collection costs due; null where none was sent. */
  readonly notice14: { readonly sentOn: PlainDate; readonly bikDueFrom: PlainDate } | null;
  /** Of the claims; null where there is none. */
  readonly oldestDue: PlainDate | null;
  /** The highest agreed interest a year that the house holds fair for a consumer. */
  readonly fairRate: Rate;
  readonly statutoryRate: Rate;
}

/** A refusal and the field it belongs to, below the name of whatever holds the fields; empty for none in particular. */
export interface DebtRefusal extends Refusal {
  readonly field: string;
}

/** The states under which nothing is added to a debt (domain facts 6). */
const forbidding: ReadonlySet<string> = new Set([
  "dispute",
  "complaint",
  "shv",
  "wsnp",
  "bankruptcy",
  "moratorium",
  "broad_moratorium",
  "deceased",
]);

const at = (field: string, found: Refusal): DebtRefusal => ({ ...found, field });

const byStates = (holds: readonly HoldFact[]): DebtRefusal[] =>
  holds
    .filter(({ kind, stops }) => forbidding.has(kind) && stops !== false)
    .map((hold) => at("", refusal(holdRules[hold.kind] ?? "hold", endOf(hold))));

function cost({ group, article, on, title }: DebtRaise & { kind: "cost" }, facts: DebtFacts): DebtRefusal[] {
  const ofCourt = group === "court";
  if (ofCourt || group === "execution" || /^btag\b/i.test(article)) {
    if (title === null) return [at("title", refusal(ofCourt ? "courtCostTitle" : "executionCostTitle", null))];
    return on < title.on ? [at("date", refusal("costBeforeTitle", title.on, { title: title.on }))] : [];
  }
  // Where the claim is not from a contract the scale does not hold, and reasonable costs are claimed by hand (BW 6:96(2)).
  return facts.isConsumer && facts.contractual ? [at("costType", refusal("costBesideScale", null))] : [];
}

function bik(on: PlainDate, { contractual, isConsumer, notice14, oldestDue }: DebtFacts): DebtRefusal[] {
  if (!contractual) return [at("", refusal("bikOtherBasis", null))];
  if (!isConsumer)
    return oldestDue === null || on > oldestDue
      ? []
      : [at("", refusal("bikNotInDefault", addDays(oldestDue, 1), { due: oldestDue }))];
  if (notice14 === null) return [at("", refusal("noticeMissing", null))];
  const { sentOn: sent, bikDueFrom: from } = notice14;
  return on < from ? [at("", refusal("noticeRunning", from, { sent, from }))] : [];
}

const months = 12;

function interest({ terms, approved }: DebtRaise & { kind: "interest" }, facts: DebtFacts): DebtRefusal[] {
  const { kind, rate, per, compounding, floor } = terms;
  if (!facts.isConsumer || kind === "none") return [];
  if (kind === "commercial" || kind === "government") return [at("kind", refusal("interestCommercialConsumer", null))];
  const found: DebtRefusal[] = [];
  const agreed = kind === "contractual";
  if (agreed && floor === "commercial") found.push(at("floor", refusal("interestCommercialConsumer", null)));
  if (approved) return found;
  const yearly = agreed ? (per === "month" ? rate * months : rate) : facts.statutoryRate + rate;
  if (rate > 0 && yearly > facts.fairRate) {
    const values = { rate: decimalFromRate(yearly), most: decimalFromRate(facts.fairRate) };
    found.push(at("rate", refusal("interestRateUnfair", null, values)));
  }
  if (agreed && compounding === "monthly") found.push(at("compounding", refusal("interestCompoundingUnfair", null)));
  return found;
}

/** Why something may not be added to a debt; nothing where it may. */
export function debtRefusals(raise: DebtRaise, facts: DebtFacts): readonly DebtRefusal[] {
  switch (raise.kind) {
    case "cost":
      return [...byStates(facts.holds), ...cost(raise, facts)];
    case "bik":
      return [...byStates(facts.holds), ...bik(raise.on, facts)];
    case "bikTerms":
      return facts.isConsumer && raise.method === "contract" ? [at("", refusal("bikAgreedConsumer", null))] : [];
    case "interest":
      return interest(raise, facts);
    case "interestFrom":
      return raise.from === null || raise.from > raise.dueOn
        ? []
        : [at("from", refusal("interestBeforeDue", addDays(raise.dueOn, 1), { due: raise.dueOn }))];
    case "unfreeze":
      return byStates(facts.holds);
  }
}
