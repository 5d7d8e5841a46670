/** The term of a summons by where the defendants live (Rv 114, 115 and 119). */
import { expect, test } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { summonsProblem } from "./term.ts";

test.each<[string, string[], string, string, string | null]>([
  // Served on 7 December: 8 to 14 December is a week.
  ["here", ["NL"], "2026-12-07", "2026-12-14", "court-papers.errorTerm"],
  ["here", ["NL"], "2026-12-07", "2026-12-15", null],
  // 8 December to 4 January is four weeks.
  ["in Belgium", ["BE"], "2026-12-07", "2027-01-04", "court-papers.errorTermEurope"],
  ["in Belgium", ["BE"], "2026-12-07", "2027-01-05", null],
  ["in the United Kingdom", ["GB"], "2026-12-07", "2027-01-05", null],
  // 8 December to 7 March is three months.
  ["in the United States", ["US"], "2026-12-07", "2027-03-07", "court-papers.errorTermWorld"],
  ["in the United States", ["US"], "2026-12-07", "2027-03-08", null],
  ["on Curaçao", ["CW"], "2026-12-07", "2027-01-05", "court-papers.errorTermWorld"],
  // 30 November and the three months from 1 December on, up to the last of February.
  ["at the end of a month", ["US"], "2026-11-30", "2027-02-28", "court-papers.errorTermWorld"],
  ["at the end of a month", ["US"], "2026-11-30", "2027-03-01", null],
  // The longest of all defendants.
  ["here and in Belgium", ["NL", "BE"], "2026-12-07", "2026-12-15", "court-papers.errorTermEurope"],
  ["in Belgium and the United States", ["BE", "US"], "2026-12-07", "2027-01-05", "court-papers.errorTermWorld"],
])("%s (%s): from %s to %s", (_where, countries, summonsOn, rollOn, problem) =>
  expect(summonsProblem(date(summonsOn), date(rollOn), countries)).toBe(problem),
);

test("an open day is no problem", () => {
  expect(summonsProblem(null, date("2026-12-08"), ["BE"])).toBeNull();
  expect(summonsProblem(date("2026-12-07"), null, ["US"])).toBeNull();
});
