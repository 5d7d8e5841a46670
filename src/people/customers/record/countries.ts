/** Countries of ISO 3166-1, with their names in the reader's language as the runtime's own tables have them. */
import { type TableQuery, toPage } from "../../../ground/kernel/query.ts";
import type { Language } from "../../../ground/kernel/texts.ts";

/** ISO 3166-1 alpha-2. */
const codes = (
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF " +
  "CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH " +
  "GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW " +
  "KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG " +
  "NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN " +
  "SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT " +
  "ZA ZM ZW"
).split(" ");

const known = new Set(codes);

export const isCountry = (code: string): boolean => known.has(code);

export interface Country {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly text: string;
}

const lists = new Map<Language, readonly Country[]>();

/** All countries by name in a language. */
export function countriesIn(language: Language): readonly Country[] {
  const made = lists.get(language);
  if (made) return made;
  const names = new Intl.DisplayNames([language], { type: "region", fallback: "code" });
  const collator = new Intl.Collator(language);
  const list = codes
    .map((code) => ({ id: code, code, name: names.of(code) ?? code, text: names.of(code) ?? code }))
    .sort((a, b) => collator.compare(a.name, b.name));
  lists.set(language, list);
  return list;
}

/** A page of countries; the limit -1 gives them all. */
export function countryPage(
  language: Language,
  query: TableQuery<"name" | "code"> & { readonly filter: { readonly search?: string | undefined } },
) {
  const words = (query.filter.search ?? "").trim().toLocaleLowerCase(language);
  const found = countriesIn(language).filter(
    ({ code, name }) => code.toLowerCase() === words || name.toLocaleLowerCase(language).includes(words),
  );
  const sorted =
    query.order?.field === "code" ? found.toSorted((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)) : found;
  const ordered = query.order?.direction === "desc" ? sorted.toReversed() : sorted;
  const end = query.limit < 0 ? undefined : query.offset + query.limit;
  return toPage(ordered.slice(query.offset, end), found.length, query.limit);
}
