/** Which terms an approval covers. Pure. */
import type { debtRefusals } from "../../../law/rules/rules.ts";

/** The terms of an approval; rates are percent × 10,000. */
/** Terms of interest as the law gate judges them. */
export type InterestFact = Extract<Parameters<typeof debtRefusals>[0], { readonly kind: "interest" }>["terms"];

export type ApprovedTerms = Pick<InterestFact, "kind" | "rate" | "per" | "compounding">;

/** Whether terms are exactly those of an approval; legal rates are always compounded as the law requires. */
export const covers = (approved: ApprovedTerms, terms: ApprovedTerms): boolean =>
  approved.kind === terms.kind &&
  approved.rate === terms.rate &&
  (terms.kind !== "contractual" || (approved.per === terms.per && approved.compounding === terms.compounding));
