/**
 * Debtors who cannot exist. Surnames, streets and companies are invented; only cities and their postcode numbers are real. E-mail
 * addresses end in the domains that RFC 2606 keeps for examples. Mobile numbers are of the range that the German regulator keeps for
 * films (0176 040690 00–99) and of the Swedish one (070-1740605–699); Dutch line numbers begin with 0 after the area code, which none
 * does. Accounts are at the bank code TEST, which no bank holds, with valid check digits. Pure.
 */
import { foldText } from "../../ground/kernel/fold-text.ts";
import type { Chance } from "./seeded-random.ts";

const list = <const T extends readonly [string, ...string[]]>(...items: T): T => items;

const firstNames = {
  male: list(
    "Daan",
    "Bram",
    "Youssef",
    "Sem",
    "Lucas",
    "Thijs",
    "Mohammed",
    "Ruben",
    "Jeroen",
    "Pieter",
    "Emre",
    "Willem",
    "Sander",
    "Kees",
    "Dirk",
    "Tomasz",
    "Ravi",
    "Noah",
    "Gijs",
    "Hendrik",
  ),
  female: list(
    "Emma",
    "Sanne",
    "Fatima",
    "Lotte",
    "Julia",
    "Anouk",
    "Eva",
    "Noor",
    "Marieke",
    "Ingrid",
    "Elif",
    "Saskia",
    "Femke",
    "Wilma",
    "Truus",
    "Agnieszka",
    "Priya",
    "Sophie",
    "Roos",
    "Hanneke",
  ),
} as const;

/** Built from two halves, so that none is anybody's; prefixes stand before some. */
const surnameStarts = list(
  "Wolde",
  "Zand",
  "Korten",
  "Brem",
  "Heide",
  "Lichten",
  "Oster",
  "Velder",
  "Klaver",
  "Rieten",
  "Duister",
  "Molen",
  "Haver",
  "Sterren",
  "Winter",
  "Broek",
  "Linde",
  "Schaar",
  "Turf",
  "Vlas",
  "Gouden",
  "Distel",
  "Kraan",
  "Water",
);
const surnameEnds = list(
  "hoven",
  "kampstra",
  "veldink",
  "brinkma",
  "zwaag",
  "dorpstra",
  "waerd",
  "stiel",
  "kloof",
  "mare",
  "heuvelink",
  "wijkstra",
  "loper",
  "gaarde",
  "schild",
  "tuinman",
  "polder",
  "bergsma",
);
const prefixes = list("van", "van der", "de", "van den", "ten", "ter");

const streetStarts = list(
  "Zilvermos",
  "Kraanvogel",
  "Turfschip",
  "Lantaarn",
  "Wolkenveld",
  "Korenmaat",
  "Mistbank",
  "Ganzerik",
  "Klokkengieter",
  "Veenlust",
  "Roerdomp",
  "Stuifzand",
  "Hagelkruis",
  "Vuurtoren",
  "Zeegras",
  "Appelgaard",
  "Waterlelie",
  "Dwaallicht",
);
const streetEnds = list("straat", "laan", "weg", "plein", "hof", "kade", "pad", "dreef", "singel", "steeg");

interface City {
  readonly name: string;
  /** The digits of its postcodes. */
  readonly from: number;
  readonly to: number;
  readonly area: string;
}
const cities: readonly [City, ...City[]] = [
  { name: "Amsterdam", from: 1011, to: 1109, area: "20" },
  { name: "Rotterdam", from: 3011, to: 3089, area: "10" },
  { name: "'s-Gravenhage", from: 2491, to: 2597, area: "70" },
  { name: "Utrecht", from: 3511, to: 3585, area: "30" },
  { name: "Eindhoven", from: 5611, to: 5658, area: "40" },
  { name: "Groningen", from: 9711, to: 9747, area: "50" },
  { name: "Tilburg", from: 5011, to: 5049, area: "13" },
  { name: "Almere", from: 1311, to: 1362, area: "36" },
  { name: "Breda", from: 4811, to: 4839, area: "76" },
  { name: "Nijmegen", from: 6511, to: 6546, area: "24" },
  { name: "Enschede", from: 7511, to: 7548, area: "53" },
  { name: "Arnhem", from: 6811, to: 6846, area: "26" },
  { name: "Leeuwarden", from: 8911, to: 8941, area: "58" },
  { name: "Maastricht", from: 6211, to: 6229, area: "43" },
  { name: "Zwolle", from: 8011, to: 8043, area: "38" },
  { name: "Middelburg", from: 4331, to: 4341, area: "118" },
];

const trades = list(
  "Bouw",
  "Techniek",
  "Transport",
  "Horeca",
  "Installatie",
  "Advies",
  "Schilderwerken",
  "Tuinen",
  "Dakwerken",
  "Webdiensten",
  "Bakkerij",
  "Autobedrijf",
);
const forms = ["eenmanszaak", "vof", "bv", "bv", "bv", "stichting"] as const;
const suffixes: Readonly<Record<(typeof forms)[number], string>> = {
  eenmanszaak: "",
  vof: " VOF",
  bv: " B.V.",
  stichting: "",
};

export interface Person {
  readonly type: "P" | "C";
  readonly gender: "male" | "female" | "";
  readonly initials: string;
  readonly firstName: string;
  readonly prefix: string;
  readonly lastName: string;
  readonly companyName: string;
  readonly legalForm: string;
  readonly kvk: string;
  readonly birthDate: string;
  readonly street: string;
  readonly houseNumber: string;
  readonly addition: string;
  readonly postcode: string;
  readonly city: string;
  readonly phone: string;
  readonly mobile: string;
  readonly email: string;
  readonly iban: string;
  readonly language: "nl" | "en";
}

/** The check digits of ISO 13616 over a Dutch account at TEST. */
export function testIban(account: string): string {
  const digits = [...`TEST${account}NL00`]
    .map((sign) => (/[A-Z]/.test(sign) ? String(sign.charCodeAt(0) - 55) : sign))
    .join("");
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return `NL${String(98 - rest).padStart(2, "0")}TEST${account}`;
}

const postcodeLetters = "ABCDEFGHJKLMNPRSTVWXZ";
function postcode(chance: Chance, city: City): string {
  const letter = (): string => postcodeLetters[chance.whole(0, postcodeLetters.length - 1)] ?? "A";
  const pair = letter() + letter();
  return `${chance.whole(city.from, city.to)} ${["SA", "SD", "SS"].includes(pair) ? "AB" : pair}`;
}

const mobile = (chance: Chance): string =>
  chance.hit(0.5) ? `+49176040690${chance.digits(2)}` : `+46701740${chance.whole(605, 699)}`;

const plain = (text: string): string => foldText(text).replace(/[^a-z]+/g, ".");

function address(chance: Chance) {
  const city = chance.pick(cities);
  return {
    street: chance.pick(streetStarts) + chance.pick(streetEnds),
    houseNumber: String(chance.whole(1, 240)),
    addition: chance.hit(0.15) ? chance.pick(list("A", "B", "bis", "2", "-III")) : "",
    postcode: postcode(chance, city),
    city: city.name,
    phone: chance.hit(0.25) ? `+31${city.area}${`0${chance.digits(8)}`.slice(0, 9 - city.area.length)}` : "",
  };
}

function consumer(chance: Chance): Person {
  const gender = chance.hit(0.5) ? "male" : "female";
  const firstName = chance.pick(firstNames[gender]);
  const second = chance.hit(0.4) ? chance.pick(firstNames[gender]).charAt(0) : "";
  const lastName = chance.pick(surnameStarts) + chance.pick(surnameEnds);
  const year = chance.whole(1948, 2004);
  return {
    type: "P",
    gender: chance.hit(0.05) ? "" : gender,
    initials: `${firstName.charAt(0)}.${second ? `${second}.` : ""}`,
    firstName,
    prefix: chance.hit(0.35) ? chance.pick(prefixes) : "",
    lastName,
    companyName: "",
    legalForm: "",
    kvk: "",
    birthDate: `${year}-${String(chance.whole(1, 12)).padStart(2, "0")}-${String(chance.whole(1, 28)).padStart(2, "0")}`,
    ...address(chance),
    mobile: chance.hit(0.8) ? mobile(chance) : "",
    email: chance.hit(0.85)
      ? `${plain(firstName)}.${plain(lastName)}${chance.whole(1, 99)}@${chance.pick(list("example.com", "example.net", "example.org"))}`
      : "",
    iban: chance.hit(0.45) ? testIban(chance.digits(10)) : "",
    language: chance.hit(0.06) ? "en" : "nl",
  };
}

function company(chance: Chance): Person {
  const form = chance.pick(forms);
  const name = `${chance.pick(surnameStarts)}${chance.pick(surnameEnds)} ${chance.pick(trades)}${suffixes[form]}`;
  return {
    ...consumer(chance),
    type: "C",
    gender: "",
    initials: "",
    firstName: "",
    prefix: "",
    lastName: "",
    companyName: form === "stichting" ? `Stichting ${name}` : name,
    legalForm: form,
    // Numbers from 99000000 have not been given out.
    kvk: `99${chance.digits(6)}`,
    birthDate: "",
    email: `administratie${chance.whole(1, 999)}@${plain(name)}.example`.replace("..", "."),
    language: "nl",
  };
}

/** A debtor by chance: mostly consumers. */
export const person = (chance: Chance, consumerShare: number): Person =>
  chance.hit(consumerShare) ? consumer(chance) : company(chance);
