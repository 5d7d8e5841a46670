/** Money, dates and legal days at their edges: half a cent, leap years, Easter's extremes, and what the house adds to the law. */
import { describe, expect, it } from "vitest";
import {
  alwaysOpenHouse,
  contactHours,
  easter,
  type HouseCalendar,
  holidaysOf,
  isContactDay,
  isDeliveryDay,
  isOfficeDay,
  legalCalendar,
  nextOfficeDay,
  noticeTerm,
  plainCalendar,
  workingDaysBefore,
} from "./calendar.ts";
import { contactIn } from "./contact-hours.ts";
import {
  addMonths,
  balancesHeader,
  date,
  dateInAmsterdam,
  dateOfDay,
  dayHeader,
  dayNumber,
  daysInMonth,
  earliest,
  instantInAmsterdam,
  isLeapYear,
  latest,
  parsePlainDate,
} from "./dates.ts";
import {
  centsFromDecimal,
  decimalFromRate,
  divideHalfUp,
  multiplyDivide,
  percentOf,
  rateFromDecimal,
} from "./money.ts";

describe("a half is rounded away from zero", () => {
  it.each([
    [1, 1, 2, 1], // 0.5
    [3, 1, 2, 2], // 1.5
    [1, 1, 3, 0],
    [2, 1, 3, 1],
    [4, 1, 3, 1], // 1.33
    [5, 1, 3, 2], // 1.67
    [9_125, 20_000, 365_000_000, 1], // 91.25 × 2 % / 365 = half a cent
    [9_124, 20_000, 365_000_000, 0],
    // Beyond 2^51 the product is divided exactly: 3 × 10^15 + 1 halves.
    [3_000_000_000_000_001, 1, 2, 1_500_000_000_000_001],
    [2_251_799_813_685_247, 1, 2, 1_125_899_906_842_624],
    [2_251_799_813_685_248, 1, 2, 1_125_899_906_842_624],
    [2_251_799_813_685_249, 1, 2, 1_125_899_906_842_625],
  ])("%i × %i / %i is %i", (a, b, c, result) => {
    expect(multiplyDivide(a, b, c)).toBe(result);
    expect(divideHalfUp(BigInt(a) * BigInt(b), BigInt(c))).toBe(BigInt(result));
  });

  it.each([
    [5n, 10n, 1n],
    [-5n, 10n, -1n],
    [5n, -10n, -1n],
    [-5n, -10n, 1n],
    [4n, 10n, 0n],
    [-4n, 10n, 0n],
    [0n, 10n, 0n],
    [0n, -10n, 0n],
    [1n, 1n, 1n],
    [1n, -1n, -1n],
    [-1n, 1n, -1n],
    [1n, -2n, -1n],
  ])("%i / %i is %i", (numerator, denominator, result) => {
    expect(divideHalfUp(numerator, denominator)).toBe(result);
  });

  it("100 % of an amount is the amount, however large", () => {
    expect(percentOf(100_000_000_000, 1_000_000)).toBe(100_000_000_000);
  });
});

describe("amounts and rates as text", () => {
  it.each([
    ["1.05", 10_500],
    ["100", 1_000_000],
    ["0", 0],
    ["-10.4", -104_000],
    ["-0.0001", -1],
    ["10.01", 100_100],
  ])("%s %% is %i, and back", (text, rate) => {
    expect(rateFromDecimal(text)).toBe(rate);
    expect(decimalFromRate(rate)).toBe(text);
  });

  it("amounts in cents that cannot be represented exactly are refused", () => {
    expect(centsFromDecimal("999999999999999")).toBeUndefined();
    expect(centsFromDecimal("90071992547409.91")).toBe(9_007_199_254_740_991);
    expect(centsFromDecimal("90071992547409.92")).toBeUndefined();
  });
});

describe("dates", () => {
  it.each([
    [1900, false],
    [2000, true],
    [2023, false],
    [2024, true],
    [2096, true],
    [2100, false],
    [2200, false],
    [2400, true],
  ])("%i is a leap year: %s", (year, leap) => {
    expect(isLeapYear(year)).toBe(leap);
    expect(daysInMonth(year, 2)).toBe(leap ? 29 : 28);
    expect(dayNumber(date(`${year}-03-01`)) - dayNumber(date(`${year}-02-28`))).toBe(leap ? 2 : 1);
  });

  it("months have the right number of days", () => {
    expect(Array.from({ length: 12 }, (_, n) => daysInMonth(2023, n + 1))).toEqual([
      31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
    ]);
  });

  it.each([
    ["0001-01-01", true],
    ["0000-12-31", false],
    ["2026-01-00", false],
    ["2026-01-31", true],
    ["2026-01-32", false],
    ["2026-12-01", true],
    ["x2026-01-01", false],
    ["2026-01-01x", false],
  ])("%s is a date: %s", (text, is) => {
    expect(parsePlainDate(text)).toBe(is ? text : undefined);
  });

  it("an error names the invalid date", () => expect(() => date("2026-02-30")).toThrow("not a date: 2026-02-30"));

  it("the earliest and the latest of several", () => {
    const [a, b, c] = [date("2026-01-02"), date("2026-01-01"), date("2026-01-03")];
    expect([earliest(a, b, c), earliest(b, a, c), latest(a, b, c), latest(c, a, b)]).toEqual([b, b, c, c]);
  });

  it("a day starts at midnight in Amsterdam", () => {
    expect(instantInAmsterdam(date("2026-07-01")).toISOString()).toBe("2026-06-30T22:00:00.000Z");
    expect(instantInAmsterdam(date("2026-07-01"), 1).toISOString()).toBe("2026-06-30T23:00:00.000Z");
  });

  it("there are days from the year 1 to 9999, and no others", () => {
    const outside = { detail: { fields: { common: [{ key: "platform.error.dateRange" }] } } };
    const [first, last] = [date("0001-01-01"), date("9999-12-31")];
    expect([dateOfDay(-719_162), dateOfDay(2_932_896)]).toEqual([first, last]);
    expect(() => dateOfDay(-719_163)).toThrow(expect.objectContaining(outside));
    expect(() => dateOfDay(2_932_897)).toThrow(expect.objectContaining(outside));
    expect([addMonths(date("0001-02-01"), -1), addMonths(date("9999-11-30"), 1)]).toEqual([first, "9999-12-30"]);
    expect(() => addMonths(first, -1)).toThrow(expect.objectContaining(outside));
    expect(() => addMonths(last, 1)).toThrow(expect.objectContaining(outside));
    expect(dateInAmsterdam(new Date("0999-06-30T12:00:00Z"))).toBe("0999-06-30");
  });

  it("dates outside the cached centuries are converted correctly", () => {
    expect([-73_001, -73_000, 145_999, 146_000].map(dateOfDay)).toEqual([
      "1770-02-17",
      "1770-02-18",
      "2369-09-25",
      "2369-09-26",
    ]);
    expect(dayHeader).toBe("x-vorder-day");
    expect(balancesHeader).toBe("x-vorder-balances");
  });
});

describe("Easter", () => {
  it.each([
    "1818-03-22", // the earliest there is
    "1943-04-25", // the latest
    "1954-04-18",
    "1961-04-02",
    "1981-04-19",
    "2000-04-23",
    "2008-03-23",
    "2019-04-21",
    "2049-04-18",
    "2076-04-19",
    "2285-03-22",
  ])("falls on %s", (on) => expect(easter(Number(on.slice(0, 4)))).toBe(on));

  it("holidays have names", () => {
    expect(Object.fromEntries(holidaysOf(2026))).toEqual({
      "2026-01-01": "newYear",
      "2026-04-03": "goodFriday",
      "2026-04-05": "easterSunday",
      "2026-04-06": "easterMonday",
      "2026-04-27": "kingsDay",
      "2026-05-05": "liberationDay",
      "2026-05-14": "ascension",
      "2026-05-24": "whitSunday",
      "2026-05-25": "whitMonday",
      "2026-12-25": "christmas",
      "2026-12-26": "boxingDay",
    });
    // Where two fall on one day the first name of the year stays: Ascension Day on Liberation Day in 2016.
    expect(holidaysOf(2016).get(date("2016-05-05"))).toBe("liberationDay");
    expect(holidaysOf(2016).size).toBe(10);
  });
});

describe("working days before a date", () => {
  it.each([
    ["2026-11-20", 0, "2026-11-20"],
    ["2026-11-20", 1, "2026-11-19"],
    ["2026-11-23", 1, "2026-11-20"], // a weekend between
    ["2026-11-22", 1, "2026-11-20"], // from a Sunday
    ["2026-12-29", 2, "2026-12-24"], // Monday the 28th, then Christmas and a weekend between
  ])("%s: %i before is %s", (until, days, on) => {
    expect(workingDaysBefore(date(until), days, plainCalendar)).toBe(on);
  });
});

describe("post", () => {
  it("is not delivered on a holiday, a Sunday or a Monday", () => {
    // Christmas 2026 falls on Friday, Boxing Day on Saturday.
    const days = ["2026-12-24", "2026-12-25", "2026-12-26", "2026-12-27", "2026-12-28", "2026-12-29"];
    expect(days.filter((on) => isDeliveryDay(date(on), plainCalendar))).toEqual(["2026-12-24", "2026-12-29"]);
  });

  it.each([
    ["NL", "2026-11-24"],
    ["", "2026-11-24"],
    ["LU", "2026-11-27"],
    ["AD", "2026-12-02"],
    ["VA", "2026-12-02"],
    ["SR", "2026-12-11"],
  ])("to %s is received on %s", (country, received) => {
    expect(noticeTerm(date("2026-11-20"), "post", plainCalendar, country).deemedReceived).toBe(received);
  });

  it("is domestic when no country is given", () => {
    expect(noticeTerm(date("2026-11-20"), "post", plainCalendar).deemedReceived).toBe("2026-11-24");
  });
});

describe("the provider's own calendar", () => {
  const house = (more: Partial<HouseCalendar>) => legalCalendar([], { ...alwaysOpenHouse, ...more });
  const at = (text: string): Date =>
    instantInAmsterdam(date(text.slice(0, 10)), Number(text.slice(11, 13)), Number(text.slice(14, 16)));

  it("may have shorter contact hours than the law, not longer", () => {
    expect(contactHours(house({ contactFrom: 9 * 60 + 30, contactUntil: 17 * 60 }))).toEqual({
      from: 570,
      until: 1020,
    });
    expect(contactHours(house({ contactFrom: 6 * 60, contactUntil: 22 * 60 }))).toEqual({ from: 420, until: 1200 });
    expect(contactHours(plainCalendar)).toEqual({ from: 420, until: 1200 });
  });

  it.each([
    ["2026-11-20 09:29", "2026-11-20 09:30"],
    ["2026-11-20 09:30", "2026-11-20 09:30"],
    ["2026-11-20 16:59", "2026-11-20 16:59"],
    ["2026-11-20 17:00", "2026-11-21 09:30"],
  ])("with contact hours from 9:30 to 17:00: the next moment at %s is %s", (now, from) => {
    expect(contactIn("NL", at(now), house({ contactFrom: 570, contactUntil: 1020 })).next).toEqual(at(from));
  });

  it("may have days without contact, which are still working days", () => {
    const silent = house({ silentDays: new Set([date("2026-11-20")]) });
    expect(isContactDay(date("2026-11-20"), silent)).toBe(false);
    expect(contactIn("NL", at("2026-11-20 12:00"), silent).isOpen).toBe(false);
    expect(contactIn("NL", at("2026-11-20 12:00"), plainCalendar).isOpen).toBe(true);
    expect(isOfficeDay(date("2026-11-20"), silent)).toBe(true);
    expect(contactIn("NL", at("2026-11-20 12:00"), silent).next).toEqual(at("2026-11-21 07:00"));
  });

  it("may have days on which the office is closed, on which contact is still allowed", () => {
    const closed = house({ closedDays: new Set([date("2026-11-20")]) });
    expect(["2026-11-19", "2026-11-20", "2026-11-21", "2026-12-25"].map((on) => isOfficeDay(date(on), closed))).toEqual(
      [true, false, false, false],
    );
    expect(nextOfficeDay(date("2026-11-20"), closed)).toBe("2026-11-23");
    expect(isContactDay(date("2026-11-20"), closed)).toBe(true);
  });
});
