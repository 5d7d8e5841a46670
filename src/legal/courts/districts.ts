/**
 * The eleven district courts (domain facts 4.1) and which of them an address points to: that of where the debtor lives or has its seat (Rv 99).
 * Which sector judges follows from the amount; which of its buildings is the court's own affair. Pure.
 */
import type { Cents } from "../../ground/kernel/money.ts";

export const courts = [
  "amsterdam",
  "den-haag",
  "gelderland",
  "limburg",
  "midden-nederland",
  "noord-holland",
  "noord-nederland",
  "oost-brabant",
  "overijssel",
  "rotterdam",
  "zeeland-west-brabant",
] as const;
export type Court = (typeof courts)[number];

/** Names are proper names, the same in every language. */
export const courtNames: Readonly<Record<Court, string>> = {
  amsterdam: "Rechtbank Amsterdam",
  "den-haag": "Rechtbank Den Haag",
  gelderland: "Rechtbank Gelderland",
  limburg: "Rechtbank Limburg",
  "midden-nederland": "Rechtbank Midden-Nederland",
  "noord-holland": "Rechtbank Noord-Holland",
  "noord-nederland": "Rechtbank Noord-Nederland",
  "oost-brabant": "Rechtbank Oost-Brabant",
  overijssel: "Rechtbank Overijssel",
  rotterdam: "Rechtbank Rotterdam",
  "zeeland-west-brabant": "Rechtbank Zeeland-West-Brabant",
};

/** Claims up to this amount go to the sub-district court (Rv 93; domain facts 4.1). */
export const kantonLimit: Cents = 2_500_000;

export const sectors = ["kanton", "civil"] as const;
export type Sector = (typeof sectors)[number];
export const sectorOf = (total: Cents): Sector => (total > kantonLimit ? "civil" : "kanton");

/**
 * From which number of a postcode on which court is proposed, up to the next one. Borders of districts follow municipalities and not postcodes:
 * along them the proposal may be the neighbour's, which is why it is proposed and a person chooses.
 */
const from: readonly (readonly [number, Court])[] = [
  [1000, "amsterdam"],
  [1117, "noord-holland"],
  [1180, "amsterdam"],
  [1200, "midden-nederland"],
  [1380, "amsterdam"],
  [1390, "midden-nederland"],
  [1420, "amsterdam"],
  [1435, "noord-holland"],
  [2160, "den-haag"],
  [2650, "rotterdam"],
  [2670, "den-haag"],
  [2900, "rotterdam"],
  [2930, "den-haag"],
  [2950, "rotterdam"],
  [3155, "den-haag"],
  [3160, "rotterdam"],
  [3400, "midden-nederland"],
  [3465, "den-haag"],
  [3467, "midden-nederland"],
  [3770, "gelderland"],
  [3790, "midden-nederland"],
  [3840, "gelderland"],
  [3890, "midden-nederland"],
  [3925, "gelderland"],
  [3927, "midden-nederland"],
  [4000, "gelderland"],
  [4120, "midden-nederland"],
  [4147, "gelderland"],
  [4200, "rotterdam"],
  [4211, "gelderland"],
  [4213, "rotterdam"],
  [4214, "gelderland"],
  [4220, "rotterdam"],
  [4230, "midden-nederland"],
  [4240, "rotterdam"],
  [4242, "midden-nederland"],
  [4250, "zeeland-west-brabant"],
  [5090, "oost-brabant"],
  [5100, "zeeland-west-brabant"],
  [5180, "oost-brabant"],
  [5250, "zeeland-west-brabant"],
  [5257, "oost-brabant"],
  [5300, "gelderland"],
  [5340, "oost-brabant"],
  [5768, "limburg"],
  [5821, "oost-brabant"],
  [5850, "limburg"],
  [6020, "oost-brabant"],
  [6030, "limburg"],
  [6500, "gelderland"],
  [6584, "limburg"],
  [6600, "gelderland"],
  [7400, "overijssel"],
  [7740, "noord-nederland"],
  [7770, "overijssel"],
  [7800, "noord-nederland"],
  [7950, "overijssel"],
  [7956, "noord-nederland"],
  [8000, "overijssel"],
  [8050, "gelderland"],
  [8053, "overijssel"],
  [8070, "gelderland"],
  [8100, "overijssel"],
  [8160, "gelderland"],
  [8200, "midden-nederland"],
  [8260, "overijssel"],
  [8300, "midden-nederland"],
  [8325, "overijssel"],
  [8380, "noord-nederland"],
];

export interface PostcodeAddress {
  readonly country: string;
  readonly postcode: string;
}

/** A court and the numbers of postcodes, both included, by which it is proposed. */
export interface CourtRange {
  readonly court: Court;
  readonly first: number;
  readonly last: number;
}

/** Which court a Dutch address points to, and by which postcodes; null for an address abroad or a postcode that is none. */
export function courtRangeFor({ country, postcode }: PostcodeAddress): CourtRange | null {
  const digits = Number(/^[1-9]\d{3}/.exec(postcode.trim())?.[0]);
  if (country !== "NL" || Number.isNaN(digits)) return null;
  const at = from.findLastIndex(([first]) => first <= digits);
  const range = from[at];
  if (!range) return null;
  return { court: range[1], first: range[0], last: (from[at + 1]?.[0] ?? 10_000) - 1 };
}

/** Which court a Dutch address points to; null for an address abroad or a postcode that is none. */
export const courtFor = (address: PostcodeAddress): Court | null => courtRangeFor(address)?.court ?? null;
