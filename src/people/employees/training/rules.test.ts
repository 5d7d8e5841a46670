/** Training and VOG: worked examples, each with its reckoning. */
import { describe, expect, test } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import {
  type EmployeeFacts,
  ethicsDue,
  hasLeft,
  requirementsOf,
  stateOn,
  thresholdOn,
  vogState,
  yearlyDue,
} from "../employees.ts";

describe("a VOG is no older than three months on the first day of employment (Wki art. 12)", () => {
  test.each([
    // 20 August + 3 months = 20 November: that day still serves, the next does not.
    ["2026-08-20", "2026-11-20", "good"],
    ["2026-08-20", "2026-11-21", "old"],
    ["2026-11-20", "2026-11-20", "good"],
    // 30 November + 3 months = the last day of February, which is shorter.
    ["2026-11-30", "2027-02-28", "good"],
    ["2026-11-30", "2027-03-01", "old"],
    // 2028 is a leap year: 30 November 2027 + 3 months = 29 February.
    ["2027-11-30", "2028-02-29", "good"],
    ["2027-11-30", "2028-03-01", "old"],
    // 31 August + 3 months = 30 November.
    ["2026-08-31", "2026-11-30", "good"],
    ["2026-08-31", "2026-12-01", "old"],
    // Given after the first day: there, but late.
    ["2026-11-21", "2026-11-20", "late"],
  ] as const)("of %s for a first day of %s: %s", (vog, first, state) => {
    expect(vogState(date(vog), date(first))).toBe(state);
  });

  test("is missing if there is none", () => expect(vogState(null, date("2026-11-20"))).toBe("missing"));
});

describe("a course and a meeting every year (Bki art. 2.2)", () => {
  test.each([
    ["2025-11-20", "2020-01-01", "2026-11-20"],
    // 29 February has no day of its own in 2025.
    ["2024-02-29", "2020-01-01", "2025-02-28"],
    // Nothing held yet: a year after the first day.
    [null, "2026-03-01", "2027-03-01"],
  ] as const)("last held on %s, employed since %s: the next by %s", (last, first, due) => {
    expect(yearlyDue(last === null ? null : date(last), date(first))).toBe(due);
  });
});

const facts = (changes: Partial<EmployeeFacts> = {}): EmployeeFacts => ({
  employedFrom: date("2026-01-01"),
  employedUntil: null,
  since: date("2026-01-01"),
  vogOn: date("2025-12-01"),
  lastCourse: null,
  lastMeeting: null,
  ...changes,
});

describe("open requirements of an employee", () => {
  test("are ordered by due date", () => {
    expect(requirementsOf(facts({ lastCourse: date("2026-06-01") }))).toEqual([
      { kind: "meeting", due: "2027-01-01" },
      { kind: "course", due: "2027-06-01" },
    ]);
  });

  test("include a missing or outdated VOG, due on the first day", () => {
    expect(requirementsOf(facts({ vogOn: null }))[0]).toEqual({ kind: "vog", due: "2026-01-01" });
    // 30 September + 3 months = 30 December, before 1 January.
    expect(requirementsOf(facts({ vogOn: date("2025-09-30") }))[0]).toEqual({ kind: "vog", due: "2026-01-01" });
    expect(requirementsOf(facts({ vogOn: date("2025-10-01") }))[0]?.kind).not.toBe("vog");
  });

  test("count from the creation of the login if the first day is unknown", () => {
    const known = requirementsOf(facts({ employedFrom: null, since: date("2026-05-05"), vogOn: date("2026-05-01") }));
    expect(known.map(({ due }) => due)).toEqual(["2027-05-05", "2027-05-05"]);
  });

  test("exclude those that fall due after the last day", () => {
    expect(requirementsOf(facts({ employedUntil: date("2026-12-31") }))).toEqual([]);
    expect(requirementsOf(facts({ employedUntil: date("2027-01-01") }))).toHaveLength(2);
  });
});

describe("a reminder 60, 30 and 0 days before", () => {
  test.each([
    // Due on 20 January 2027: 61 days after 20 November 2026 (10 + 31 + 20).
    ["2027-01-20", undefined, "good"],
    ["2027-01-19", 60, "soon"],
    ["2026-12-21", 60, "soon"],
    ["2026-12-20", 30, "soon"],
    ["2026-11-21", 30, "soon"],
    ["2026-11-20", 0, "due"],
    ["2025-01-01", 0, "due"],
  ] as const)("for a requirement due on %s, seen on 20 November 2026: %s", (due, threshold, state) => {
    const today = date("2026-11-20");
    expect(thresholdOn(date(due), today)).toBe(threshold);
    expect(stateOn([{ kind: "course", due: date(due) }], today)).toBe(state);
  });
});

test("the provider organises two meetings on ethics in a calendar year (Bki art. 2.3)", () => {
  expect(ethicsDue(0, date("2026-11-20"))).toBe("2026-12-31");
  expect(ethicsDue(1, date("2026-01-01"))).toBe("2026-12-31");
  expect(ethicsDue(2, date("2026-11-20"))).toBeUndefined();
});

test("the last day of employment is a working day", () => {
  expect(hasLeft(date("2026-11-20"), date("2026-11-20"))).toBe(false);
  expect(hasLeft(date("2026-11-20"), date("2026-11-21"))).toBe(true);
  expect(hasLeft(null, date("2026-11-21"))).toBe(false);
});
