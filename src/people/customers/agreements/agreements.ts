/** What is agreed with a client: interest and costs of its claims, and commission. Dated rows and pure rules. */
import { z } from "zod";
import { parsePlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, percentOf, type Rate, rateFromDecimal, sumCents } from "../../../ground/kernel/money.ts";

export const agreedFileTypes = ["private", "company"] as const;
export const interestKinds = ["legal", "none", "statutory", "commercial", "government", "contractual"] as const;
export const interestPeriods = ["year", "month"] as const;
export const compoundings = ["none", "yearly", "monthly"] as const;
export const costsMethods = ["scale", "percent", "fixed", "none"] as const;
export const commissionVats = ["standard", "none"] as const;

/** A date that must be given. */
export const agreementDate = z
  .string()
  .refine((text) => parsePlainDate(text) !== undefined, { error: "customers.errorDate" });

/** A percentage with at most four decimals and a point: "12.5". */
const percentage = (max: number) =>
  z
    .string()
    .regex(/^\d{1,3}(\.\d{1,4})?$/, { error: "customers.errorPercentage" })
    .refine((text) => (rateFromDecimal(text) ?? Number.POSITIVE_INFINITY) <= max * 10_000, {
      error: "customers.errorPercentage",
    });

const cents = z.number().int().min(0, { error: "customers.errorAmount" }).max(100_000_000, {
  error: "customers.errorAmount",
});
const note = z.string().trim().max(500).nullable().default(null);

/**
 * Interest and costs of the claims of a client against consumers or businesses, from a day. `legal` interest is what the law gives
 * for the debtor; the rate of a legal kind is a margin on it.
 */
export const newTerms = z
  .strictObject({
    fileType: z.enum(agreedFileTypes),
    validFrom: agreementDate,
    interestKind: z.enum(interestKinds),
    interestRate: percentage(99).default("0"),
    interestPer: z.enum(interestPeriods).default("year"),
    compounding: z.enum(compoundings).default("none"),
    dayCount: z.enum(["ACT/365F", "ACT/ACT"]).default("ACT/365F"),
    costsMethod: z.enum(costsMethods).default("scale"),
    costsPercent: percentage(100).default("0"),
    costsCents: cents.default(0),
    canReclaimVat: z.boolean().nullable().default(null),
    note,
  })
  .check((ctx) => {
    const { fileType, interestKind, interestRate, costsMethod, costsPercent, costsCents } = ctx.value;
    const refuse = (field: string, message: string) =>
      ctx.issues.push({ code: "custom", path: [field], message, input: ctx.value });
    // For consumers the scale is the most there is and nothing else can be agreed (BW 6:96(5), Besluit BIK art. 2).
    if (fileType === "private" && (costsMethod === "percent" || costsMethod === "fixed")) {
      refuse("costsMethod", "customers.errorConsumerCosts");
    }
    if (interestKind === "contractual" && rateFromDecimal(interestRate) === 0) {
      refuse("interestRate", "customers.errorRateNeeded");
    }
    if (costsMethod === "percent" && rateFromDecimal(costsPercent) === 0) {
      refuse("costsPercent", "customers.errorRateNeeded");
    }
    if (costsMethod === "fixed" && costsCents === 0) refuse("costsCents", "customers.errorAmountNeeded");
  });
export type NewTerms = z.output<typeof newTerms>;

/** Terms as they hold for new files; rates exact, amounts in whole cents. */
export interface AgreedTerms {
  readonly interestKind: (typeof interestKinds)[number];
  readonly interestRate: Rate;
  readonly interestPer: (typeof interestPeriods)[number];
  readonly compounding: (typeof compoundings)[number];
  readonly dayCount: "ACT/365F" | "ACT/ACT";
  readonly costsMethod: (typeof costsMethods)[number];
  readonly costsPercent: Rate;
  readonly costsCents: Cents;
  readonly canReclaimVat: boolean | null;
}

/** The collection costs that were agreed for a principal: a percentage with a least amount, or a fixed amount. */
export const agreedCosts = (
  terms: Pick<AgreedTerms, "costsMethod" | "costsPercent" | "costsCents">,
  principal: Cents,
): Cents =>
  terms.costsMethod === "percent"
    ? Math.max(terms.costsCents, percentOf(principal, terms.costsPercent))
    : terms.costsMethod === "fixed"
      ? terms.costsCents
      : 0;

/** Commission from one amount on: the rate holds for the part of what is collected above `from`. */
export interface CommissionBand {
  readonly from: Cents;
  readonly rate: Rate;
}

export interface CommissionAgreement {
  /** Ascending, the first from 0. */
  readonly bands: readonly CommissionBand[];
  /** Collected collection costs go to the agency whole; the percentage is taken from the rest. */
  readonly keepsCosts: boolean;
  /** Nothing collected, nothing due. */
  readonly noCureNoPay: boolean;
  /** The least commission of a file; 0 for none. */
  readonly minimumCents: Cents;
  /** A fixed fee of each file. */
  readonly fileFeeCents: Cents;
}

export interface Commission {
  /** The parts of what was collected with the commission on each. */
  readonly parts: readonly { readonly base: Cents; readonly rate: Rate; readonly cents: Cents }[];
  /** Collected costs that the agency keeps. */
  readonly costs: Cents;
  /** What was added to reach the minimum. */
  readonly topUp: Cents;
  readonly fee: Cents;
  /** All of it, without VAT. */
  readonly net: Cents;
}

/**
 * The commission on what was collected of one file, without VAT. Each band is rounded by itself, half up, so that the parts add up.
 * @param collectedCents all that was collected, net of reversals; not more comes of less than nothing.
 * @param collectedCosts the collection costs within it; of meaning only where the agency keeps them.
 */
export function commissionOn(
  agreement: CommissionAgreement,
  collectedCents: Cents,
  collectedCosts: Cents = 0,
): Commission {
  const collected = Math.max(0, collectedCents);
  if (collected === 0 && agreement.noCureNoPay) return { parts: [], costs: 0, topUp: 0, fee: 0, net: 0 };
  const costs = agreement.keepsCosts ? Math.min(Math.max(0, collectedCosts), collected) : 0;
  const base = collected - costs;
  const parts = agreement.bands.flatMap(({ from, rate }, at) => {
    const part = Math.min(base, agreement.bands[at + 1]?.from ?? base) - from;
    return part > 0 ? [{ base: part, rate, cents: percentOf(part, rate) }] : [];
  });
  const earned = costs + sumCents(parts.map(({ cents }) => cents));
  const topUp = Math.max(0, agreement.minimumCents - earned);
  return { parts, costs, topUp, fee: agreement.fileFeeCents, net: earned + topUp + agreement.fileFeeCents };
}

/** A commission agreement from a day. Rates are percentages with a point, amounts whole cents. */
export const newCommission = z
  .strictObject({
    validFrom: agreementDate,
    bands: z
      .array(z.strictObject({ from: cents, rate: percentage(100) }))
      .min(1, { error: "customers.errorBands" })
      .max(10),
    keepsCosts: z.boolean().default(false),
    noCureNoPay: z.boolean().default(true),
    minimumCents: cents.default(0),
    fileFeeCents: cents.default(0),
    precassoFeeCents: cents.default(0),
    vat: z.enum(commissionVats).default("standard"),
    note,
  })
  .check((ctx) => {
    ctx.value.bands.forEach(({ from }, at) => {
      const before = ctx.value.bands[at - 1];
      const wrong = before === undefined ? from !== 0 : from <= before.from;
      if (wrong) {
        const message = before === undefined ? "customers.errorFirstBand" : "customers.errorBandOrder";
        ctx.issues.push({ code: "custom", path: ["bands", at, "from"], message, input: ctx.value });
      }
    });
  });
export type NewCommission = z.output<typeof newCommission>;

/** A dated row that has begun is in use: it is only succeeded, never changed or taken away. */
export const hasBegun = (validFrom: string, today: string): boolean => validFrom <= today;
