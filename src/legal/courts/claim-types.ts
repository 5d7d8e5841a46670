/** What a claim rests on: it decides which arguments a paper is written with, and whether the amount decides which sector judges. Pure. */

export const claimTypes = ["sale", "services", "subscription", "rent", "loan", "construction", "other"] as const;
export type ClaimType = (typeof claimTypes)[number];

/** A kind of claim as its title tells it; `other` where it does not. */
const titleWords: readonly (readonly [ClaimType, RegExp])[] = [
  ["rent", /huur/i],
  ["subscription", /abonnement|energie|telefo|internet|telecom|water\b|gas\b|stroom|verzekering|premie/i],
  ["loan", /lening|krediet|geldlening/i],
  ["construction", /aannem|verbouw|bouw/i],
  ["sale", /koop|verkoop|levering van (goederen|zaken)|bestelling/i],
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

/** What a claim rests on: as its legal type says, else as its title does. */
export const claimTypeOf = (title: string, legalType: string | null = null): ClaimType =>
  (legalType === null ? undefined : ofLegalType[legalType]) ??
  titleWords.find(([, words]) => words.test(title))?.[0] ??
  "other";

/** Rent, consumer sale and consumer credit are heard by the sub-district court whatever the amount (Rv 93, under c). */
export const isSubDistrictMatter = (claimType: ClaimType, consumer: boolean): boolean =>
  claimType === "rent" || (consumer && (claimType === "sale" || claimType === "loan"));
