/** What suing over a claim costs, stage by stage, and what a judgment would award beside the claim. Pure; amounts in cents. */
import type { PlainDate } from "../../ground/kernel/dates.ts";
import { type Cents, percentOf, sumCents } from "../../ground/kernel/money.ts";
import { type Tariffs, tariffOn } from "../../ground/tariffs/tariffs.ts";
import { type BandEdge, type Claimant, type CostQuestion, courtCosts } from "../court-costs/court-costs.ts";

export const stageParts = ["courtFee", "salary", "summons", "afterCosts", "service", "seizure"] as const;
export type StagePart = (typeof stageParts)[number];

export interface StageCosts {
  /** With the VAT of the bailiff's acts where the client cannot set it off; a part that no scale is kept of is left out. */
  readonly parts: readonly { readonly part: StagePart; readonly cents: Cents }[];
  /** What the client pays beforehand: court fee, summons, service and one seizure. The salary is awarded, not paid out. */
  readonly outlay: Cents;
  /** What a summons alone asks beforehand: the advance that is proposed. */
  readonly advance: Cents;
  /** What the debtor would owe after judgment, service and one seizure, beside the claim. */
  readonly awarded: Cents;
  readonly cliff: BandEdge | null;
}

/** The seizure that is reckoned with: at a bank, the dearest of those that are usual (Btag art. 2 i). */
const seizureArticle = "2i";

export interface StageQuestion {
  readonly principal: Cents;
  readonly interest: Cents;
  readonly bik: Cents;
  readonly claimant: Claimant;
  readonly withVat: boolean;
  /** Whether the sub-district court judges it whatever the amount. */
  readonly subDistrictMatter: boolean;
  readonly on: PlainDate;
}

/** @throws {VorderError} where a tariff has no row for the day. */
export function stageCosts(tariffs: Tariffs, question: StageQuestion): StageCosts {
  const { on, withVat } = question;
  const asked: CostQuestion = {
    principal: question.principal,
    interest: question.interest,
    collectionCosts: question.bik,
    claimant: question.claimant,
    halfPoints: 2,
    withVat,
    subDistrictMatter: question.subDistrictMatter,
    summonsOn: on,
    judgmentOn: on,
  };
  const { lines, after, cliff } = courtCosts(tariffs, asked);
  const act = tariffOn(tariffs, "btag", on).acts[seizureArticle] ?? 0;
  const seizure = act + (withVat ? percentOf(act, tariffOn(tariffs, "vat", on).rate) : 0);
  const sum = (...parts: readonly string[]): Cents =>
    sumCents([...lines, ...after].filter(({ part }) => parts.includes(part)).map(({ cents }) => cents));
  const amounts: Readonly<Record<StagePart, Cents>> = {
    courtFee: sum("courtFee"),
    salary: sum("salary"),
    summons: sum("summons", "summonsVat"),
    afterCosts: sum("afterCosts"),
    service: sum("service", "serviceVat"),
    seizure,
  };
  return {
    parts: stageParts.flatMap((part) => (amounts[part] > 0 ? [{ part, cents: amounts[part] }] : [])),
    outlay: amounts.courtFee + amounts.summons + amounts.service + seizure,
    advance: amounts.courtFee + amounts.summons,
    awarded: sumCents(Object.values(amounts)),
    cliff,
  };
}
