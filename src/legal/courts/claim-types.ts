/** What a claim rests on: it decides which arguments a paper is written with, and whether the amount decides which sector judges. Pure. */
import type { Cents } from "../../ground/kernel/money.ts";

export const claimTypes = ["sale", "services", "subscription", "rent", "loan", "construction", "other"] as const;
export type ClaimType = (typeof claimTypes)[number];

/** A sale paid in instalments, of which the buyer becomes the owner with the last: nothing of it is rent. */
const hirePurchase = /huurkoop/i;

/**
 * A kind of claim as its title tells it; `other` where it does not. A "schuur" is not rented, "dienstverlening" lends nothing, and what is sold by
 * telephone is a sale.
 */
const titleWords: readonly (readonly [ClaimType, RegExp])[] = [
  ["sale", hirePurchase],
  ["rent", /(?<!sc)huur/i],
  ["subscription", /abonnement|energie|telecom|stroom|verzekering|premie/i],
  ["loan", /(?<!ver)lening|krediet/i],
  ["construction", /aannem|verbouw|bouw/i],
  ["sale", /koop|verkoop|levering van (goederen|zaken)|bestelling/i],
  ["subscription", /telefo|internet|water\b|gas\b/i],
  ["services", /dienst|opdracht|reparatie|onderhoud|advies|behandeling|levering/i],
];

/** The legal types of the list that name a kind of claim by themselves. */
const ofLegalType: Readonly<Record<string, ClaimType>> = {
  sale: "sale",
  service: "services",
  rent: "rent",
  energy: "subscription",
  telecom: "subscription",
  health_insurance: "subscription",
  subscription: "subscription",
  loan: "loan",
};

const typeInWords = (text: string): ClaimType => titleWords.find(([, words]) => words.test(text))?.[0] ?? "other";

/** A delivery or service may be of anything. */
const saysLittle: ReadonlySet<ClaimType> = new Set(["services", "other"]);

/** What a claim rests on: as its legal type says, else as its title does, else as its title and description do. */
export function claimTypeOf(title: string, legalType: string | null = null, description = ""): ClaimType {
  const known = legalType === null ? undefined : ofLegalType[legalType];
  if (known) return known;
  const ofTitle = typeInWords(title);
  return saysLittle.has(ofTitle) ? typeInWords(`${title} ${description}`) : ofTitle;
}

/** Consumer credit of more than this goes where its amount sends it (Rv 93, under c). */
export const consumerCreditLimit: Cents = 4_000_000;

export const isHirePurchase = (title: string): boolean => hirePurchase.test(title);

/**
 * Rent, hire purchase, consumer sale and consumer credit up to 40,000 are heard by the sub-district court whatever the amount (Rv 93, under c).
 * @param lent what was lent, as far as is known: at least what was invoiced of it.
 */
export const isSubDistrictMatter = (
  claimType: ClaimType,
  consumer: boolean,
  lent: Cents,
  ofHirePurchase = false,
): boolean =>
  claimType === "rent" ||
  (claimType === "sale" && (consumer || ofHirePurchase)) ||
  (claimType === "loan" && consumer && lent <= consumerCreditLimit);
