/**
 * Rules about what raises a debt: costs, collection costs, terms of interest, and interest that would run again under a state (BW 6:96, 6:119,
 * 6:119a, 6:233; Rv 237, 430; domain facts 1.2, 2.1, 6, 11). Pure: whoever asks hands in the facts of the file.
 */
import { addDays, type PlainDate } from "../../ground/kernel/dates.ts";
import { type Cents, decimalFromCents, decimalFromRate, type Rate } from "../../ground/kernel/money.ts";
import { type BikFacts, bikRefusals } from "./costs.ts";
import { type GateFacts, type HoldFact, type Refusal, refusal } from "./facts.ts";
import { endOf, holdRules, unregisteredFor } from "./file.ts";

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
  /** `most`: what the right comes to on that day, by the same reckoning as plans are made by. */
  | {
      readonly kind: "bik";
      readonly on: PlainDate;
      readonly cents: Cents;
      readonly most: Cents;
      readonly notice14: BikFacts["notice14"];
    }
  | { readonly kind: "bikTerms"; readonly method: "scale" | "contract" | "none" }
  | { readonly kind: "interest"; readonly terms: InterestFact; readonly approved: boolean }
  /** `from` null: the day after the due date. */
  | { readonly kind: "interestFrom"; readonly from: PlainDate | null; readonly dueOn: PlainDate }
  /** Interest would run while a state stands that stops it. */
  | { readonly kind: "unfreeze" };

/** A state that lay on the file and does no more. */
interface FormerHoldFact {
  readonly kind: string;
  readonly stops: boolean;
  readonly from: PlainDate;
  readonly to: PlainDate;
}

/** What of a file it takes to judge that. */
export interface DebtFacts {
  readonly isConsumer: boolean;
  readonly contractual: boolean;
  readonly holds: readonly HoldFact[];
  /** Those that are over, with their first and last day; asked for what is dated before today. */
  readonly formerHolds?: readonly FormerHoldFact[];
  /** Whom the provider collects from today, and its registration (Wki 2, 3); absent for a file that has no costs yet. */
  readonly collecting?: {
    readonly from: { readonly isNaturalPerson: boolean; readonly country: string };
    readonly provider: Pick<GateFacts["provider"], "registrationNumber" | "registrationValidUntil">;
    readonly today: PlainDate;
  };
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

/** What was spent while a state stood is not owed because it is entered after its end. */
const byFormerStates = (on: PlainDate, former: readonly FormerHoldFact[] = []): DebtRefusal[] =>
  former
    .filter(({ kind, stops, from, to }) => stops && forbidding.has(kind) && from <= on && on <= to)
    .map(({ kind, from, to }) =>
      at("date", refusal(holdRules[kind] ?? "hold", addDays(to, 1), { from, to }, "costUnderState")),
    );

function cost({ group, article, on, title }: DebtRaise & { kind: "cost" }, facts: DebtFacts): DebtRefusal[] {
  const ofCourt = group === "court";
  if (ofCourt || group === "execution" || /^btag\b/i.test(article)) {
    if (title === null) return [at("title", refusal(ofCourt ? "courtCostTitle" : "executionCostTitle", null))];
    return on < title.on ? [at("date", refusal("costBeforeTitle", title.on, { title: title.on }))] : [];
  }
  // Costs of collection out of court; what a court or a bailiff charges does not hang on the provider's registration.
  const { collecting } = facts;
  const refused = collecting ? unregisteredFor(collecting.from, collecting.provider, collecting.today) : [];
  const unregistered = refused.map((each) => at("", each));
  // Where the claim is not from a contract the scale does not hold, and reasonable costs are claimed by hand (BW 6:96(2)).
  return facts.isConsumer && facts.contractual
    ? [...unregistered, at("costType", refusal("costBesideScale", null))]
    : unregistered;
}

function bik({ on, cents, most, notice14 }: DebtRaise & { kind: "bik" }, facts: DebtFacts): DebtRefusal[] {
  const refused = bikRefusals({ ...facts, notice14 }, on, null);
  if (refused.length > 0) return refused.map((each) => at("", each));
  const values = { amount: decimalFromCents(cents), most: decimalFromCents(most) };
  return cents > most ? [at("", refusal("bikTooHigh", null, values))] : [];
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
      return [...byStates(facts.holds), ...byFormerStates(raise.on, facts.formerHolds), ...cost(raise, facts)];
    case "bik":
      return [...byStates(facts.holds), ...bik(raise, facts)];
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
