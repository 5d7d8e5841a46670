/**
 * Courts: the eleven districts, the towns where they sit, and which of them an address and an amount point to. What is known of a place (its
 * address, its roll days) is data: see `courts.server.ts`.
 */
export { type ClaimType, claimTypeOf, claimTypes, isHirePurchase, isSubDistrictMatter } from "./claim-types.ts";
export { competence } from "./competence.ts";
export {
  type Court,
  courtFor,
  courtNames,
  courts,
  type Sector,
  sectorOf,
  sectors,
} from "./districts.ts";
export { type CourtPlace, courtPlaceFor, courtPlaces, placeOf, placesOf } from "./places.ts";
