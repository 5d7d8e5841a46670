/** Hours of contact by the clock of the recipient (Bki 4.2; domain facts 8.4). */
import { expect, test } from "vitest";
import { alwaysOpenHouse, legalCalendar } from "./calendar.ts";
import { contactIn } from "./contact-hours.ts";
import { date } from "./dates.ts";
import { knownCountries, zonesOf } from "./zones.ts";

const calendar = legalCalendar(["2026-01-02", "2026-05-15", "2027-05-07"]);
const next = (country: string, at: string, of = calendar) => contactIn(country, new Date(at), of).next.toISOString();

test("a country with one time zone follows its local clock and Sunday, and Dutch holidays", () => {
  // Saturday 21 November 2026, 23:30 in Amsterdam, is 17:30 in New York's zone; in Tokyo it is Sunday morning.
  expect(next("CW", "2026-11-21T23:30:00+01:00")).toBe("2026-11-21T22:30:00.000Z");
  expect(next("JP", "2026-11-21T23:30:00+01:00")).toBe("2026-11-22T22:00:00.000Z");
  // King's Day, Monday 27 April 2026: on Tuesday at 07:00 in Tokyo it is Monday 22:00 in UTC.
  expect(next("JP", "2026-04-27T03:00:00+02:00")).toBe("2026-04-27T22:00:00.000Z");
});

test("a country with several time zones is called during contact hours in all of them", () => {
  // 07:00 in Honolulu is 17:00 in UTC; 20:00 in New York is 01:00.
  expect(next("US", "2026-11-20T10:00:00Z")).toBe("2026-11-20T17:00:00.000Z");
  expect(next("US", "2026-11-20T23:59:00Z")).toBe("2026-11-20T23:59:00.000Z");
  expect(next("US", "2026-11-21T01:00:00Z")).toBe("2026-11-21T17:00:00.000Z");
});

test("the provider's own contact hours apply in addition, in Dutch time", () => {
  const house = legalCalendar([], {
    ...alwaysOpenHouse,
    contactFrom: 9 * 60,
    contactUntil: 18 * 60,
    silentDays: new Set([date("2026-11-23")]),
  });
  // Between 12:00 and 18:00 in Amsterdam it is 07:00 to 13:00 in Curaçao.
  expect(next("CW", "2026-11-20T09:30:00+01:00", house)).toBe("2026-11-20T11:00:00.000Z");
  expect(next("CW", "2026-11-21T18:30:00+01:00", house)).toBe("2026-11-24T11:00:00.000Z");
  expect(contactIn("CW", new Date("2026-11-20T18:30:00+01:00"), house)).toMatchObject({ isOpen: false, isLegal: true });
});

test("the provider's hours may never meet those of the place", () => {
  const house = (contactUntil: number) => legalCalendar([], { ...alwaysOpenHouse, contactFrom: 9 * 60, contactUntil });
  const to = (country: string, at: string, contactUntil: number) =>
    contactIn(country, new Date(at), house(contactUntil));
  // 07:00 in Honolulu is 18:00 in Amsterdam: an office that closes at 17:30 never writes to the United States.
  const evening = new Date("2026-11-20T17:00:00.000Z");
  expect(to("US", "2026-11-20T10:00:00Z", 17 * 60 + 30)).toEqual({
    next: evening,
    isNever: true,
    isOpen: false,
    isLegal: false,
  });
  expect(to("US", "2026-11-20T17:30:00Z", 17 * 60 + 30)).toMatchObject({ isNever: true, isOpen: false, isLegal: true });
  // Until 19:00 there is an hour for it.
  expect(to("US", "2026-11-20T10:00:00Z", 19 * 60)).toMatchObject({ next: evening, isNever: false });
  expect(to("US", "2026-11-20T17:30:00Z", 19 * 60)).toMatchObject({ isNever: false, isOpen: true });
});

test.each(knownCountries)("the law's own hours leave some for %s", (country) => {
  expect(contactIn(country, new Date("2026-11-20T10:00:00Z"), calendar).isNever).toBe(false);
});

test("every time zone of the table is known to the runtime, and an unknown country follows Dutch time", () => {
  for (const zone of knownCountries.flatMap(zonesOf))
    expect(() => new Intl.DateTimeFormat("en", { timeZone: zone })).not.toThrow();
  expect(zonesOf("ZZ")).toEqual(["Europe/Amsterdam"]);
});
