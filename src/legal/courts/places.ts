/**
 * In which towns the district courts sit (Besluit zittingsplaatsen gerechten; their addresses are data, in the table court_place) and to which of these places the address of a debtor points for a claim of
 * the sub-district sector. Which place hears whom is divided by municipality: it is proposed only for towns that lie wholly within one. Pure.
 */
import { type Court, courtFor, type PostcodeAddress } from "./districts.ts";

interface Place {
  readonly court: Court;
  readonly city: string;
}

const at = (court: Court, city: string): Place => ({ court, city });

export const courtPlaces = [
  "amsterdam",
  "den-haag",
  "gouda",
  "leiden",
  "apeldoorn",
  "arnhem",
  "nijmegen",
  "zutphen",
  "maastricht",
  "roermond",
  "almere",
  "amersfoort",
  "lelystad",
  "utrecht",
  "alkmaar",
  "haarlem",
  "zaandam",
  "assen",
  "groningen",
  "leeuwarden",
  "eindhoven",
  "s-hertogenbosch",
  "almelo",
  "enschede",
  "zwolle",
  "dordrecht",
  "rotterdam",
  "bergen-op-zoom",
  "breda",
  "middelburg",
  "tilburg",
] as const;
export type CourtPlace = (typeof courtPlaces)[number];

export const placeOf: Readonly<Record<CourtPlace, Place>> = {
  amsterdam: at("amsterdam", "Amsterdam"),
  "den-haag": at("den-haag", "Den Haag"),
  gouda: at("den-haag", "Gouda"),
  leiden: at("den-haag", "Leiden"),
  apeldoorn: at("gelderland", "Apeldoorn"),
  arnhem: at("gelderland", "Arnhem"),
  nijmegen: at("gelderland", "Nijmegen"),
  zutphen: at("gelderland", "Zutphen"),
  maastricht: at("limburg", "Maastricht"),
  roermond: at("limburg", "Roermond"),
  almere: at("midden-nederland", "Almere"),
  amersfoort: at("midden-nederland", "Amersfoort"),
  lelystad: at("midden-nederland", "Lelystad"),
  utrecht: at("midden-nederland", "Utrecht"),
  alkmaar: at("noord-holland", "Alkmaar"),
  haarlem: at("noord-holland", "Haarlem"),
  zaandam: at("noord-holland", "Zaandam"),
  assen: at("noord-nederland", "Assen"),
  groningen: at("noord-nederland", "Groningen"),
  leeuwarden: at("noord-nederland", "Leeuwarden"),
  eindhoven: at("oost-brabant", "Eindhoven"),
  "s-hertogenbosch": at("oost-brabant", "’s-Hertogenbosch"),
  almelo: at("overijssel", "Almelo"),
  enschede: at("overijssel", "Enschede"),
  zwolle: at("overijssel", "Zwolle"),
  dordrecht: at("rotterdam", "Dordrecht"),
  rotterdam: at("rotterdam", "Rotterdam"),
  "bergen-op-zoom": at("zeeland-west-brabant", "Bergen op Zoom"),
  breda: at("zeeland-west-brabant", "Breda"),
  middelburg: at("zeeland-west-brabant", "Middelburg"),
  tilburg: at("zeeland-west-brabant", "Tilburg"),
};

/** The places where a court sits. */
export const placesOf = (court: Court): readonly CourtPlace[] =>
  courtPlaces.filter((place) => placeOf[place].court === court);

/** Postcodes of towns that lie wholly within one place's part of the district: from, up to and with. */
const towns: readonly (readonly [from: number, to: number, place: CourtPlace])[] = [
  [1300, 1363, "almere"],
  [1500, 1509, "zaandam"],
  [1620, 1628, "alkmaar"],
  [1780, 1789, "alkmaar"],
  [1800, 1827, "alkmaar"],
  [2000, 2037, "haarlem"],
  [2130, 2135, "haarlem"],
  [2300, 2334, "leiden"],
  [2490, 2599, "den-haag"],
  [2600, 2629, "den-haag"],
  [2800, 2809, "gouda"],
  [3000, 3089, "rotterdam"],
  [3100, 3139, "rotterdam"],
  [3300, 3329, "dordrecht"],
  [3330, 3336, "dordrecht"],
  [3500, 3585, "utrecht"],
  [3800, 3829, "amersfoort"],
  [4330, 4341, "middelburg"],
  [4380, 4389, "middelburg"],
  [4610, 4625, "bergen-op-zoom"],
  [4800, 4839, "breda"],
  [5000, 5049, "tilburg"],
  [5200, 5237, "s-hertogenbosch"],
  [5600, 5658, "eindhoven"],
  [5700, 5709, "eindhoven"],
  [5900, 5935, "roermond"],
  [6040, 6049, "roermond"],
  [6200, 6229, "maastricht"],
  [6400, 6422, "maastricht"],
  [6500, 6546, "nijmegen"],
  [6800, 6846, "arnhem"],
  [7200, 7207, "zutphen"],
  [7300, 7339, "apeldoorn"],
  [7500, 7549, "enschede"],
  [7600, 7611, "almelo"],
  [7800, 7828, "assen"],
  [7900, 7909, "assen"],
  [8000, 8049, "zwolle"],
  [8200, 8245, "lelystad"],
  [8440, 8448, "leeuwarden"],
  [8600, 8608, "leeuwarden"],
  [8900, 8941, "leeuwarden"],
  [9200, 9207, "leeuwarden"],
  [9400, 9408, "assen"],
  [9700, 9747, "groningen"],
];

/** Why a place is proposed: the court has no other, or the postcode lies in a town that lies wholly within that place's part. */
type PlaceRule =
  | { readonly kind: "only"; readonly place: CourtPlace }
  | { readonly kind: "town"; readonly place: CourtPlace; readonly first: number; readonly last: number };

/** The place that a Dutch address points to, and why; null where that is not sure, or no court follows from it. */
export function placeRuleFor(address: PostcodeAddress): PlaceRule | null {
  const court = courtFor(address);
  if (court === null) return null;
  const [only, ...others] = placesOf(court);
  if (only !== undefined && others.length === 0) return { kind: "only", place: only };
  const digits = Number(address.postcode.trim().slice(0, 4));
  const town = towns.find(([first, last]) => first <= digits && digits <= last);
  if (!town || placeOf[town[2]].court !== court) return null;
  return { kind: "town", place: town[2], first: town[0], last: town[1] };
}

/** The place that a Dutch address points to; null where that is not sure, or no court follows from it. */
export const courtPlaceFor = (address: PostcodeAddress): CourtPlace | null => placeRuleFor(address)?.place ?? null;
