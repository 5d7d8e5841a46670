/**
 * Where the district courts sit (Besluit zittingsplaatsen gerechten) and to which of these places the address of a debtor points for a claim of
 * the sub-district sector. Which place hears whom is divided by municipality: it is proposed only for towns that lie wholly within one. Pure.
 */
import { type Court, courtFor } from "./courts.ts";

interface Place {
  readonly court: Court;
  readonly city: string;
  /** Where people come to; null where we do not know it for sure. */
  readonly address: { readonly street: string; readonly postcode: string } | null;
}

const at = (court: Court, city: string, street?: string, postcode?: string): Place => ({
  court,
  city,
  address: street === undefined || postcode === undefined ? null : { street, postcode },
});

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
  amsterdam: at("amsterdam", "Amsterdam", "Parnassusweg 280", "1076 AV"),
  "den-haag": at("den-haag", "Den Haag", "Prins Clauslaan 60", "2595 AJ"),
  gouda: at("den-haag", "Gouda"),
  leiden: at("den-haag", "Leiden", "Witte Singel 1", "2311 BG"),
  apeldoorn: at("gelderland", "Apeldoorn"),
  arnhem: at("gelderland", "Arnhem", "Walburgstraat 2-4", "6811 CD"),
  nijmegen: at("gelderland", "Nijmegen", "Oranjesingel 56", "6511 NW"),
  zutphen: at("gelderland", "Zutphen", "Martinetsingel 2", "7201 DC"),
  maastricht: at("limburg", "Maastricht", "Sint Annadal 1", "6214 PA"),
  roermond: at("limburg", "Roermond", "Willem II Singel 67", "6041 HV"),
  almere: at("midden-nederland", "Almere"),
  amersfoort: at("midden-nederland", "Amersfoort"),
  lelystad: at("midden-nederland", "Lelystad", "Stationsplein 15", "8232 VT"),
  utrecht: at("midden-nederland", "Utrecht", "Vrouwe Justitiaplein 1", "3511 EX"),
  alkmaar: at("noord-holland", "Alkmaar", "Kruseman van Eltenweg 2", "1817 BC"),
  haarlem: at("noord-holland", "Haarlem", "Jansstraat 81", "2011 RW"),
  zaandam: at("noord-holland", "Zaandam"),
  assen: at("noord-nederland", "Assen", "Brinkstraat 4", "9401 HZ"),
  groningen: at("noord-nederland", "Groningen", "Guyotplein 1", "9712 NX"),
  leeuwarden: at("noord-nederland", "Leeuwarden", "Zaailand 102", "8911 BN"),
  eindhoven: at("oost-brabant", "Eindhoven", "Stadhuisplein 4", "5611 EM"),
  "s-hertogenbosch": at("oost-brabant", "’s-Hertogenbosch", "Leeghwaterlaan 8", "5223 BA"),
  almelo: at("overijssel", "Almelo", "Egbert Gorterstraat 5", "7607 GB"),
  enschede: at("overijssel", "Enschede"),
  zwolle: at("overijssel", "Zwolle", "Schuurmanstraat 2", "8011 KP"),
  dordrecht: at("rotterdam", "Dordrecht", "Steegoversloot 36", "3311 PP"),
  rotterdam: at("rotterdam", "Rotterdam", "Wilhelminaplein 100-125", "3072 AK"),
  "bergen-op-zoom": at("zeeland-west-brabant", "Bergen op Zoom"),
  breda: at("zeeland-west-brabant", "Breda", "Stationslaan 10", "4815 GW"),
  middelburg: at("zeeland-west-brabant", "Middelburg", "Kousteensedijk 2", "4331 JE"),
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

/** The place that a Dutch address points to; null where that is not sure, or no court follows from it. */
export function courtPlaceFor(address: { readonly country: string; readonly postcode: string }): CourtPlace | null {
  const court = courtFor(address);
  if (court === null) return null;
  const [only, ...others] = placesOf(court);
  if (only !== undefined && others.length === 0) return only;
  const digits = Number(address.postcode.trim().slice(0, 4));
  const town = towns.find(([first, last]) => first <= digits && digits <= last)?.[2];
  return town !== undefined && placeOf[town].court === court ? town : null;
}

/** "Dordrecht, Steegoversloot 36, 3311 PP"; the town alone where the address is not known for sure. */
export function placeLine(place: CourtPlace): string {
  const { city, address } = placeOf[place];
  return address === null ? city : `${city}, ${address.street}, ${address.postcode}`;
}
