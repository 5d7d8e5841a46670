/** The rules of the agenda as worked examples. */
import { describe, expect, test } from "vitest";
import { plainCalendar } from "../../../ground/kernel/calendar.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { mondayOf, nextOccurrence, plannedByHold } from "./planning.ts";

const friday = date("2026-11-20");

test.each([
  ["2026-11-20", "2026-11-16"],
  ["2026-11-16", "2026-11-16"],
  ["2026-11-22", "2026-11-16"],
])("the week of %s begins on %s", (on, monday) => {
  expect(mondayOf(date(on))).toBe(monday);
});

describe("the next date of a recurring item", () => {
  test.each([
    // Every two weeks from 6 November: 20 November is today, so 4 December.
    ["2026-11-06", 2, "week", null, "2026-12-04"],
    // 31 January, then the last day of February: a Saturday, so Monday; and 31 March again.
    ["2027-01-31", 1, "month", null, "2027-03-01"],
    // Daily after a Friday is Saturday, on which nobody works: Monday.
    ["2026-11-20", 1, "day", null, "2026-11-23"],
    ["2026-11-06", 2, "week", "2026-12-04", "2026-12-04"],
    ["2026-11-06", 2, "week", "2026-12-03", undefined],
  ] as const)("from %s every %d %s until %s: %s", (on, every, unit, until, expected) => {
    const today = on > friday ? date(on) : friday;
    expect(nextOccurrence({ on: date(on) }, { every, unit, until }, today, plainCalendar)).toBe(expected);
  });
});

test.each([
  // Saturday 15 August became Monday 17 August; the next are the 15th again, and Sunday 15 November is Monday the 16th.
  ["2026-08-15", ["2026-08-17", "2026-09-15", "2026-10-15", "2026-11-16", "2026-12-15"]],
  // The last day of each month: Sunday 31 January is Monday 1 February, 28 February is a Sunday too, and then 31 March.
  ["2027-01-31", ["2027-02-01", "2027-03-01", "2027-03-31", "2027-04-30", "2027-05-31"]],
])("a monthly item from %s keeps its day, whenever it is completed", (first, days) => {
  const anchor = date(first);
  const repeat = { every: 1, unit: "month", until: null } as const;
  for (const [at, on] of days.slice(0, -1).entries()) {
    // On its day, and some days early.
    for (const today of [date(on), date(days[0] ?? "")])
      expect(nextOccurrence({ on: date(on), anchor }, repeat, today, plainCalendar)).toBe(days[at + 1]);
  }
});

test("the items that a hold plans by law and by the provider's rules", () => {
  const planned = (kind: Parameters<typeof plannedByHold>[0], until: string | null = null) =>
    plannedByHold(kind, friday, until === null ? null : date(until), plainCalendar).map(
      ({ subject, on }) => `${subject} ${on}`,
    );
  // Ten working days after Friday 20 November is Friday 4 December (domain facts 6); four months later is a Saturday, so Monday.
  expect(planned("shv")).toEqual(["shv_balance 2026-12-04", "shv_review 2027-03-22"]);
  // Two working days to confirm a complaint: Tuesday (Bki art. 6.1).
  expect(planned("complaint")).toEqual(["complaint 2026-11-24"]);
  expect(planned("deceased")).toEqual(["heirs 2027-02-22"]);
  expect(planned("returned_mail")).toEqual(["address_check 2026-11-23"]);
  // The day after a promise ends.
  expect(planned("promise", "2026-12-01")).toEqual(["call_debtor 2026-12-02"]);
  expect(planned("manual")).toEqual(["review 2026-12-04"]);
});
