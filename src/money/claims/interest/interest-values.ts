/** Interest terms as form values, and the conversion between the two. Pure. */
import { date } from "../../../ground/kernel/dates.ts";
import { type InterestTerms, interestTerms } from "../engine/events.ts";

/** As form values: percentages as decimals. */
export interface TermValues {
  readonly kind: string;
  readonly percent: number | null;
  readonly per: string;
  readonly compounding: string;
  readonly dayCount: string;
  readonly floor: string;
  readonly from: string | null;
}

const perPercent = 10_000;

export const valuesOfTerms = (terms: InterestTerms): TermValues => ({
  kind: terms.kind,
  percent: terms.rate === 0 ? null : terms.rate / perPercent,
  per: terms.per,
  compounding: terms.compounding,
  dayCount: terms.dayCount,
  floor: terms.floor,
  from: terms.from ?? null,
});

/** The terms of form values; legal rates are always compounded as the law requires. */
export function termsOfValues(values: TermValues): InterestTerms {
  const agreed = values.kind === "contractual";
  return interestTerms.parse({
    kind: values.kind,
    rate: values.kind === "none" ? 0 : Math.round((values.percent ?? 0) * perPercent),
    per: agreed ? values.per : "year",
    compounding: agreed ? values.compounding : values.kind === "none" ? "none" : "yearly",
    dayCount: values.dayCount,
    floor: agreed ? values.floor : "statutory",
    ...(values.from === null ? {} : { from: date(values.from) }),
  });
}
