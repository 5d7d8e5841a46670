/** Which court hears a claim, with each rule that says so: the district, the place, the sector. Pure. */
import type { Cents } from "../../ground/kernel/money.ts";
import { type Court, courtRangeFor, kantonLimit, type PostcodeAddress, type Sector, sectorOf } from "./districts.ts";
import { type CourtPlace, placeRuleFor, placesOf } from "./places.ts";

/** A link of the reasoning, as a text key of this module with its values. */
export interface CompetenceReason {
  readonly rule: "district" | "onlyPlace" | "town" | "placeOpen" | "kanton" | "civil" | "matter";
  /** Where it is written. */
  readonly article: string;
  /** The postcodes, both included, that decided; null where none did. */
  readonly postcodes: { readonly first: number; readonly last: number } | null;
  readonly limit: Cents | null;
}

export interface Competence {
  readonly court: Court;
  /** Null where the court's own division decides, and a person has to look it up. */
  readonly place: CourtPlace | null;
  /** The places among which somebody then chooses. */
  readonly places: readonly CourtPlace[];
  readonly sector: Sector;
  readonly because: readonly CompetenceReason[];
}

const because = (
  rule: CompetenceReason["rule"],
  article: string,
  more: Partial<CompetenceReason> = {},
): CompetenceReason => ({
  rule,
  article,
  postcodes: null,
  limit: null,
  ...more,
});

/**
 * The court for a debtor who lives or has its seat at this address (Rv 99), for a claim of this total. `subDistrictMatter`: rent, employment, consumer
 * sale or consumer credit up to 40,000, which the sub-district court hears whatever the amount (Rv 93 c). Null for an address abroad.
 */
export function competence(address: PostcodeAddress, total: Cents, subDistrictMatter: boolean): Competence | null {
  const range = courtRangeFor(address);
  if (range === null) return null;
  const { court, first, last } = range;
  const place = placeRuleFor(address);
  const sector = subDistrictMatter ? "kanton" : sectorOf(total);
  const links = [because("district", "Rv 99; RO 41", { postcodes: { first, last } })];
  if (place === null) links.push(because("placeOpen", "RO 21a"));
  else if (place.kind === "only") links.push(because("onlyPlace", "RO 21a"));
  else links.push(because("town", "RO 21a", { postcodes: { first: place.first, last: place.last } }));
  if (subDistrictMatter) links.push(because("matter", "Rv 93 c"));
  else links.push(because(sector, "Rv 93 a", { limit: kantonLimit }));
  return { court, place: place?.place ?? null, places: placesOf(court), sector, because: links };
}
