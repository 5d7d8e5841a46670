/** Which court an address and an amount point to, and the rules that say so. */
import { describe, expect, it, test } from "vitest";
import { type Court, type CourtPlace, competence, courtFor, courtPlaceFor, courts, placesOf } from "./courts.ts";

describe("where the court sits", () => {
  test.each<[string, CourtPlace | null]>([
    // One place for all of the district.
    ["1382 AA", "amsterdam"],
    ["3311 PP", "dordrecht"],
    ["3011 AD", "rotterdam"],
    ["7741 AA", null],
    ["7811 AB", "assen"],
    ["8911 AA", "leeuwarden"],
    ["4331 AB", "middelburg"],
    // Between the towns nothing is said that is not sure.
    ["4141 AA", null],
    ["0999 AA", null],
  ])("%s", (postcode, place) => {
    expect(courtPlaceFor({ country: "NL", postcode })).toBe(place);
    expect(courtPlaceFor({ country: "BE", postcode })).toBeNull();
  });

  test("every court sits somewhere", () => {
    for (const court of courts) expect(placesOf(court)).not.toEqual([]);
  });
});

describe("the court of an address", () => {
  test.each<[string, string, Court | null]>([
    ["1012 AB Amsterdam", "1012 AB", "amsterdam"],
    ["1118 CP Schiphol", "1118 CP", "noord-holland"],
    ["1382 AA Weesp, since 2022 Amsterdam", "1382 AA", "amsterdam"],
    ["1315 HR Almere", "1315 HR", "midden-nederland"],
    ["2511 CS Den Haag", "2511 CS", "den-haag"],
    ["2651 AA Berkel en Rodenrijs", "2651 AA", "rotterdam"],
    ["3011 AD Rotterdam", "3011 AD", "rotterdam"],
    ["4141 AA Leerdam", "4141 AA", "midden-nederland"],
    ["4811 AB Breda", "4811 AB", "zeeland-west-brabant"],
    ["5301 AA Zaltbommel", "5301 AA", "gelderland"],
    ["5611 EM Eindhoven", "5611 EM", "oost-brabant"],
    ["6211 LE Maastricht", "6211 LE", "limburg"],
    ["6591 AA Gennep", "6591 AA", "limburg"],
    ["7511 JE Enschede", "7511 JE", "overijssel"],
    ["7741 AA Coevorden", "7741 AA", "noord-nederland"],
    ["8051 AA Hattem", "8051 AA", "gelderland"],
    ["8232 AB Lelystad", "8232 AB", "midden-nederland"],
    ["9711 AA Groningen", "9711 AA", "noord-nederland"],
    ["no postcode", "0999 AA", null],
  ])("%s", (_place, postcode, court) => {
    expect(courtFor({ country: "NL", postcode })).toBe(court);
    expect(courtFor({ country: "BE", postcode })).toBeNull();
  });
});

describe("the court of a claim, with its reasons", () => {
  const utrecht = { country: "NL", postcode: "3511 EX" };
  const rulesOf = (total: number, matter = false) =>
    competence(utrecht, total, matter)?.because.map(({ rule }) => rule);

  it("25,000.00 goes to the sub-district court, a cent more to the civil chamber", () => {
    expect(competence(utrecht, 2_500_000, false)).toMatchObject({
      court: "midden-nederland",
      place: "utrecht",
      sector: "kanton",
    });
    expect(rulesOf(2_500_000)).toEqual(["district", "town", "kanton"]);
    expect(competence(utrecht, 2_500_001, false)?.sector).toBe("civil");
    expect(rulesOf(2_500_001)).toEqual(["district", "town", "civil"]);
  });

  it("rent of 30,000.00 stays in the sub-district court, whatever the amount", () => {
    expect(competence(utrecht, 3_000_000, true)?.sector).toBe("kanton");
    expect(rulesOf(3_000_000, true)).toEqual(["district", "town", "matter"]);
  });

  it.each([
    ["one town of several", "3511 EX", 100, false, ["Rv 99; RO 41", "RO 21a", "Rv 93 a"]],
    ["the only town of its district", "1012 AB", 100, false, ["Rv 99; RO 41", "RO 21a", "Rv 93 a"]],
    ["a town that is not certain", "7741 AA", 2_500_001, false, ["Rv 99; RO 41", "RO 21a", "Rv 93 a"]],
    ["rent", "3511 EX", 100, true, ["Rv 99; RO 41", "RO 21a", "Rv 93 c"]],
  ])("names the article of each link: %s", (_what, postcode, total, matter, articles) => {
    const links = competence({ country: "NL", postcode }, total, matter)?.because;
    expect(links?.map(({ article }) => article)).toEqual(articles);
  });

  it("names the deciding postcodes, and leaves an uncertain location open", () => {
    expect(competence(utrecht, 100, false)?.because[0]).toMatchObject({
      article: "Rv 99; RO 41",
      postcodes: { first: 3467, last: 3769 },
    });
    const open = competence({ country: "NL", postcode: "4141 AA" }, 100, false);
    expect(open).toMatchObject({ court: "midden-nederland", place: null });
    expect(open?.places).toEqual(["almere", "amersfoort", "lelystad", "utrecht"]);
    expect(open?.because[1]?.rule).toBe("placeOpen");
  });

  it("a court with one location needs no rule; abroad there is none", () => {
    expect(competence({ country: "NL", postcode: "1012 AB" }, 100, false)?.because[1]?.rule).toBe("onlyPlace");
    expect(competence({ country: "BE", postcode: "2000" }, 100, false)).toBeNull();
  });
});
