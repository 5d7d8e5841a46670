/** The municipality whose help is named: worked examples. */
import { expect, test } from "vitest";
import { allMunicipalities, municipalitySite } from "./help-places.ts";

test.each([
  ["Breda", "https://www.breda.nl"],
  ["  UTRECHT ", "https://www.utrecht.nl"],
  ["De Meern", "https://www.utrecht.nl"],
  ["‘s-Gravenhage", "https://www.denhaag.nl"],
  ["'s-Hertogenbosch", "https://www.s-hertogenbosch.nl"],
  ["Ergens", allMunicipalities],
  ["", allMunicipalities],
  ["constructor", allMunicipalities],
])("of %j is %s", (town, url) => expect(municipalitySite(town).url).toBe(url));
