/** The term of a summons. Pure. */
import { addDays, afterTerm, type PlainDate } from "../../../ground/kernel/dates.ts";

/** States of the Union, where its regulation on service holds, and others in Europe that are party to the Hague Convention of 1965 (Rv 115(1)). */
const inEurope = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT PL PT RO SE SI SK AD AL BA CH GB IS MC MD ME MK NO RS SM UA".split(
    " ",
  ),
);

type Term = "errorTerm" | "errorTermEurope" | "errorTermWorld";

const termOf = (country: string): Term =>
  country === "NL" ? "errorTerm" : inEurope.has(country) ? "errorTermEurope" : "errorTermWorld";

/**
 * The first day of the roll: at least a week lies between it and the day of service, neither of them counted (Rv 114 and 119), four weeks for who lives
 * elsewhere in Europe, three months for who lives beyond (Rv 115).
 */
function earliestRoll(summonsOn: PlainDate, term: Term): PlainDate {
  const first = addDays(summonsOn, 1);
  if (term === "errorTermWorld") return afterTerm(first, 3);
  return addDays(first, term === "errorTermEurope" ? 28 : 7);
}

/**
 * What is wrong with the days of a summons, as a text key; null where nothing is, or one of them is still open.
 * @param countries of every defendant.
 */
export function summonsProblem(
  summonsOn: PlainDate | null,
  rollOn: PlainDate | null,
  countries: readonly string[],
): string | null {
  if (summonsOn === null || rollOn === null) return null;
  const terms = new Set(countries.map(termOf));
  const longest = (["errorTermWorld", "errorTermEurope"] as const).find((term) => terms.has(term)) ?? "errorTerm";
  return rollOn < earliestRoll(summonsOn, longest) ? `court-papers.${longest}` : null;
}
