/** Legal days: worked examples of the domain facts (1.2 and 8.4). */
import { describe, expect, it } from "vitest";
import {
  addWorkingDays,
  easter,
  holidayOn,
  holidaysOf,
  isDeliveryDay,
  isWorkingDay,
  kingsDay,
  legalCalendar,
  nextWorkingDay,
  noticeTerm,
  noticeTermFromReceipt,
  plainCalendar,
} from "./calendar.ts";
import { contactIn } from "./contact-hours.ts";
import { date, instantInAmsterdam } from "./dates.ts";

const calendar = legalCalendar(["2026-01-02", "2026-05-15", "2027-05-07"]);

describe("Easter", () => {
  it.each([
    "2024-03-31",
    "2025-04-20",
    "2026-04-05",
    "2027-03-28",
    "2028-04-16",
    "2029-04-01",
    "2030-04-21",
    "2031-04-13",
    "2038-04-25",
  ])("falls on %s", (on) => {
    expect(easter(Number(on.slice(0, 4)))).toBe(on);
  });
});

describe("recognised holidays (Algemene termijnenwet art. 3)", () => {
  it.each([
    [2024, "01-01 03-29 03-31 04-01 04-27 05-05 05-09 05-19 05-20 12-25 12-26"],
    [2025, "01-01 04-18 04-20 04-21 04-26 05-05 05-29 06-08 06-09 12-25 12-26"],
    [2026, "01-01 04-03 04-05 04-06 04-27 05-05 05-14 05-24 05-25 12-25 12-26"],
    [2027, "01-01 03-26 03-28 03-29 04-27 05-05 05-06 05-16 05-17 12-25 12-26"],
    [2028, "01-01 04-14 04-16 04-17 04-27 05-05 05-25 06-04 06-05 12-25 12-26"],
    [2029, "01-01 03-30 04-01 04-02 04-27 05-05 05-10 05-20 05-21 12-25 12-26"],
    [2030, "01-01 04-19 04-21 04-22 04-27 05-05 05-30 06-09 06-10 12-25 12-26"],
    [2031, "01-01 04-11 04-13 04-14 04-26 05-05 05-22 06-01 06-02 12-25 12-26"],
  ])("of %i", (year, days) => {
    expect([...holidaysOf(year).keys()].map((on) => on.slice(5)).sort()).toEqual(days.split(" "));
  });

  it("have names, and include the days equated with them by decree", () => {
    expect(holidayOn(date("2026-04-03"), calendar)).toBe("goodFriday");
    expect(holidayOn(date("2026-05-15"), calendar)).toBe("equated");
    expect(holidayOn(date("2026-05-15"), plainCalendar)).toBeUndefined();
    expect(holidayOn(date("2026-05-16"), calendar)).toBeUndefined();
  });

  it("King's Day moves to Saturday if it falls on a Sunday", () => {
    expect([2025, 2026, 2031].map(kingsDay)).toEqual(["2025-04-26", "2026-04-27", "2031-04-26"]);
  });
});

describe("working days", () => {
  it("are Monday to Friday, except holidays", () => {
    expect(isWorkingDay(date("2026-11-20"), calendar)).toBe(true);
    expect(isWorkingDay(date("2026-11-21"), calendar)).toBe(false);
    expect(isWorkingDay(date("2026-05-15"), calendar)).toBe(false);
    expect(nextWorkingDay(date("2026-05-14"), calendar)).toBe("2026-05-18");
    expect(nextWorkingDay(date("2026-05-18"), calendar)).toBe("2026-05-18");
  });

  // A complaint is acknowledged within two working days (Bki art. 6.1); a balance for debt counsellors within ten.
  it.each([
    ["2026-11-20", 2, "2026-11-24"],
    ["2026-05-12", 2, "2026-05-18"], // 14 and 15 May do not count
    ["2026-12-23", 2, "2026-12-28"],
    ["2026-11-20", 10, "2026-12-04"],
    ["2026-11-21", 0, "2026-11-21"],
  ])("%s plus %i is %s", (from, days, to) => {
    expect(addWorkingDays(date(from), days, calendar)).toBe(to);
  });

  it("post is delivered from Tuesday to Saturday", () => {
    const week = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22"];
    expect(week.filter((on) => isDeliveryDay(date(on), calendar))).toEqual(week.slice(1, 6));
  });
});

describe("the 14-day letter (BW 6:96(6), HR 2016:2704)", () => {
  it.each([
    // sent, received, first day, last day, moved to a working day, costs due from
    ["2026-04-20", "2026-04-22", "2026-04-23", "2026-05-06", "2026-05-06", "2026-05-07"],
    ["2026-11-12", "2026-11-14", "2026-11-15", "2026-11-28", "2026-11-30", "2026-12-01"], // ends on a Saturday
    ["2026-11-20", "2026-11-24", "2026-11-25", "2026-12-08", "2026-12-08", "2026-12-09"], // Saturday and Tuesday deliver
    ["2026-04-28", "2026-04-30", "2026-05-01", "2026-05-14", "2026-05-18", "2026-05-19"], // ends on Ascension Day
    ["2026-12-22", "2026-12-24", "2026-12-25", "2027-01-07", "2027-01-07", "2027-01-08"],
  ])("posted on %s", (sent, deemedReceived, termFirstDay, lastPayDay, lastPayDayExtended, bikDueFrom) => {
    expect(noticeTerm(date(sent), "post", calendar)).toEqual({
      sent,
      deemedReceived,
      termFirstDay,
      lastPayDay,
      lastPayDayExtended,
      bikDueFrom,
    });
  });

  it.each([
    // Posted on Friday 20 November; deliveries on 21, 24, 25, 26, 27, 28 November and 1, 2, … December, not on Sundays and Mondays.
    ["NL", "2026-11-24", "2026-12-09"],
    ["BE", "2026-11-27", "2026-12-12"], // the fifth; ends on Friday 11 December
    ["DE", "2026-11-27", "2026-12-12"],
    ["FR", "2026-12-02", "2026-12-17"], // the eighth
    ["US", "2026-12-11", "2026-12-29"], // the fifteenth; 14 days on is Christmas, and the 28th the first working day
  ])("posted to %s", (country, deemedReceived, bikDueFrom) => {
    expect(noticeTerm(date("2026-11-20"), "post", calendar, country)).toMatchObject({ deemedReceived, bikDueFrom });
  });

  it("sent by e-mail is received the same day", () => {
    expect(noticeTerm(date("2026-11-20"), "email", calendar)).toMatchObject({
      deemedReceived: "2026-11-20",
      lastPayDay: "2026-12-04",
      bikDueFrom: "2026-12-05",
    });
  });

  it("has a term that starts after a proved receipt", () => {
    const term = noticeTermFromReceipt(date("2026-11-20"), date("2026-11-27"), calendar);
    expect(term).toMatchObject({ termFirstDay: "2026-11-28", lastPayDay: "2026-12-11", bikDueFrom: "2026-12-12" });
  });
});

describe("when a debtor may be contacted (Bki art. 4.2)", () => {
  const at = (text: string): Date =>
    instantInAmsterdam(date(text.slice(0, 10)), Number(text.slice(11, 13)), Number(text.slice(14, 16)));

  it.each([
    ["2026-11-20 19:59", "2026-11-20 19:59"],
    ["2026-11-20 20:00", "2026-11-21 07:00"],
    ["2026-11-21 20:05", "2026-11-23 07:00"], // Sunday between
    ["2026-05-13 21:00", "2026-05-16 07:00"], // Ascension and the equated Friday
    ["2026-04-02 20:30", "2026-04-04 07:00"], // Good Friday
    ["2026-12-24 22:00", "2026-12-28 07:00"], // Christmas and a Sunday
    ["2026-11-20 06:59", "2026-11-20 07:00"],
    ["2026-03-29 03:30", "2026-03-30 07:00"], // the Sunday on which summer time begins
  ])("at %s: from %s", (now, from) => {
    expect(contactIn("NL", at(now), calendar).next).toEqual(at(from));
  });

  it("follows the time in Amsterdam, in summer and winter", () => {
    expect(contactIn("NL", new Date("2026-07-01T05:00:00Z"), calendar).isOpen).toBe(true); // 07:00
    expect(contactIn("NL", new Date("2026-12-01T05:59:00Z"), calendar).isOpen).toBe(false); // 06:59
    expect(contactIn("NL", new Date("2026-12-01T18:59:00Z"), calendar).isOpen).toBe(true); // 19:59
  });
});
