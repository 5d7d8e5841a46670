/** Plain dates: whole days, months that end earlier, leap days, and the border with instants. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  addYears,
  amsterdamClock,
  date,
  dateInAmsterdam,
  dateOfDay,
  dayNumber,
  daysBetween,
  earliest,
  instantInAmsterdam,
  latest,
  parsePlainDate,
  shownDate,
  weekday,
} from "./dates.ts";

describe("a date", () => {
  it.each(["2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "26-01-01", "2026-1-1", "2026-01-01T00:00", ""])(
    "%s is invalid",
    (text) => {
      expect(parsePlainDate(text)).toBeUndefined();
      expect(() => date(text)).toThrow(RangeError);
    },
  );

  it("counts days from 1970-01-01 in both directions", () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (day) => {
        expect(dayNumber(dateOfDay(day))).toBe(day);
        expect(dateOfDay(day)).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10));
      }),
    );
  });

  it("the first day of a period counts, the last does not", () => {
    expect(daysBetween(date("2024-01-01"), date("2025-01-01"))).toBe(366);
    expect(daysBetween(date("2026-11-20"), date("2026-11-20"))).toBe(0);
  });

  it("weekdays run from Monday, 1, to Sunday, 7", () => {
    expect(["2026-11-20", "2026-11-22", "2026-11-23", "1969-12-31"].map((on) => weekday(date(on)))).toEqual([
      5, 7, 1, 3,
    ]);
  });

  it("sorts as text", () => {
    expect(earliest(date("2026-11-20"), date("2025-12-31"))).toBe("2025-12-31");
    expect(latest(date("2026-11-20"), date("2025-12-31"))).toBe("2026-11-20");
  });
});

describe("adding months, years and days", () => {
  it.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2024-01-31", 1, "2024-02-29"],
    ["2026-12-15", 1, "2027-01-15"],
    ["2026-03-31", -1, "2026-02-28"],
    ["2026-01-15", -1, "2025-12-15"],
  ])("%s and %i months is %s", (from, months, to) => {
    expect(addMonths(date(from), months)).toBe(to);
  });

  it("years after 29 February give 28 February, or the 29th in a leap year", () => {
    expect([1, 2, 4].map((years) => addYears(date("2024-02-29"), years))).toEqual([
      "2025-02-28",
      "2026-02-28",
      "2028-02-29",
    ]);
  });

  it("days", () => {
    expect(addDays(date("2026-02-27"), 2)).toBe("2026-03-01");
    expect(addDays(date("2026-01-01"), -1)).toBe("2025-12-31");
  });
});

describe("the time in Amsterdam", () => {
  it("gives the date of an instant", () => {
    expect(dateInAmsterdam(new Date("2026-11-19T23:30:00Z"))).toBe("2026-11-20");
    expect(dateInAmsterdam(new Date("2026-07-01T21:59:00Z"))).toBe("2026-07-01");
    expect(dateInAmsterdam(new Date("2026-07-01T22:00:00Z"))).toBe("2026-07-02");
  });

  it.each([
    ["2026-11-20", 7, "2026-11-20T06:00:00.000Z"],
    ["2026-07-01", 7, "2026-07-01T05:00:00.000Z"],
    ["2026-03-29", 3, "2026-03-29T01:00:00.000Z"], // summer time has begun
    ["2026-10-25", 7, "2026-10-25T06:00:00.000Z"], // winter time has begun
    ["2026-10-25", 0, "2026-10-24T22:00:00.000Z"],
  ])("%s at %i o'clock is %s", (on, hour, instant) => {
    expect(instantInAmsterdam(date(on), hour).toISOString()).toBe(instant);
  });

  it("an hour that is skipped in spring is the instant one hour later", () => {
    const skipped = instantInAmsterdam(date("2026-03-29"), 2, 30);
    expect(amsterdamClock(skipped)).toEqual({ date: "2026-03-29", minutes: 3 * 60 + 30 });
  });
});

it.each([
  ["2026-11-20", "20-11-2026"],
  ["2026-11-20T08:00:00.000Z", "20-11-2026"],
  ["2026-11", "11-2026"],
])("%s is shown as %s", (day, shown) => {
  expect(shownDate(day)).toBe(shown);
});
