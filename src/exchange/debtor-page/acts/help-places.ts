/**
 * Where help with debts is free: by law at the municipality (Wgs art. 3), and beside it at places for everybody. Pure; data, of which only the sites'
 * home pages are kept, since pages behind them move.
 */
import { foldText } from "../../../ground/kernel/fold-text.ts";

/** Where help is free for everybody. */
export const helpPlaces = [
  { name: "Geldfit", phone: "0800 8115", url: "https://geldfit.nl" },
  { name: "Nibud", phone: null, url: "https://www.nibud.nl" },
  { name: "NVVK", phone: null, url: "https://www.nvvk.nl" },
] as const;

/** The government's list of all municipalities, for towns of which we do not know the municipality. */
export const allMunicipalities = "https://organisaties.overheid.nl/Gemeenten/";

/** Sites of municipalities, by the towns that lie in them, as they are written in an address. */
const sites: readonly (readonly [url: string, name: string, ...otherTowns: string[]])[] = [
  ["https://www.alkmaar.nl", "Alkmaar"],
  ["https://www.almelo.nl", "Almelo"],
  ["https://www.almere.nl", "Almere"],
  ["https://www.alphenaandenrijn.nl", "Alphen aan den Rijn"],
  ["https://www.amersfoort.nl", "Amersfoort", "Hoogland", "Hooglanderveen"],
  ["https://www.amstelveen.nl", "Amstelveen"],
  ["https://www.amsterdam.nl", "Amsterdam", "Weesp"],
  ["https://www.apeldoorn.nl", "Apeldoorn"],
  ["https://www.arnhem.nl", "Arnhem"],
  ["https://www.assen.nl", "Assen"],
  ["https://www.breda.nl", "Breda", "Prinsenbeek", "Teteringen", "Bavel", "Ulvenhout"],
  ["https://www.delft.nl", "Delft"],
  ["https://www.denhaag.nl", "Den Haag", "'s-Gravenhage"],
  ["https://www.deventer.nl", "Deventer"],
  ["https://www.dordrecht.nl", "Dordrecht"],
  ["https://www.ede.nl", "Ede", "Bennekom", "Lunteren"],
  ["https://www.eindhoven.nl", "Eindhoven"],
  ["https://gemeente.emmen.nl", "Emmen"],
  ["https://www.enschede.nl", "Enschede"],
  ["https://www.gouda.nl", "Gouda"],
  ["https://gemeente.groningen.nl", "Groningen", "Haren", "Hoogkerk"],
  ["https://haarlem.nl", "Haarlem", "Spaarndam"],
  ["https://haarlemmermeergemeente.nl", "Hoofddorp", "Nieuw-Vennep", "Badhoevedorp"],
  ["https://www.heerlen.nl", "Heerlen", "Hoensbroek"],
  ["https://www.helmond.nl", "Helmond"],
  ["https://www.hengelo.nl", "Hengelo"],
  ["https://www.hilversum.nl", "Hilversum"],
  ["https://www.hoorn.nl", "Hoorn"],
  ["https://www.leeuwarden.nl", "Leeuwarden"],
  ["https://gemeente.leiden.nl", "Leiden"],
  ["https://www.lelystad.nl", "Lelystad"],
  ["https://www.gemeentemaastricht.nl", "Maastricht"],
  ["https://www.nieuwegein.nl", "Nieuwegein"],
  ["https://www.nijmegen.nl", "Nijmegen", "Lent"],
  ["https://www.oss.nl", "Oss"],
  ["https://www.purmerend.nl", "Purmerend"],
  ["https://www.roosendaal.nl", "Roosendaal"],
  ["https://www.rotterdam.nl", "Rotterdam", "Hoek van Holland", "Rozenburg"],
  ["https://www.schiedam.nl", "Schiedam"],
  ["https://www.s-hertogenbosch.nl", "'s-Hertogenbosch", "Den Bosch", "Rosmalen"],
  ["https://www.sittard-geleen.nl", "Sittard", "Geleen"],
  ["https://www.tilburg.nl", "Tilburg", "Udenhout", "Berkel-Enschot"],
  ["https://www.utrecht.nl", "Utrecht", "De Meern", "Vleuten"],
  ["https://www.venlo.nl", "Venlo", "Blerick", "Tegelen"],
  ["https://www.zaanstad.nl", "Zaandam", "Krommenie", "Wormerveer", "Koog aan de Zaan", "Assendelft"],
  ["https://www.zoetermeer.nl", "Zoetermeer"],
  ["https://www.zwolle.nl", "Zwolle"],
];

const plain = (town: string): string => foldText(town.replace(/[’‘`]/g, "'").trim());

const byTown = new Map(sites.flatMap(([url, ...towns]) => towns.map((town) => [plain(town), url] as const)));

/** The site of the municipality in which a town lies; that of all municipalities where it is not known. */
export const municipalitySite = (town: string): { readonly url: string; readonly isKnown: boolean } => {
  const url = byTown.get(plain(town));
  return url === undefined ? { url: allMunicipalities, isKnown: false } : { url, isKnown: true };
};
