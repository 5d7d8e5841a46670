/**
 * Legal dates are plain dates: ISO strings "YYYY-MM-DD", which sort as they stand. Reckoning is on whole days since 1970-01-01,
 * so that no time zone can touch it. Instants meet plain dates only in `dateInAmsterdam` and its kin.
 */
import { fieldError } from "./errors.ts";

declare const plainDate: unique symbol;
/** A date without time or zone, "YYYY-MM-DD". */
export type PlainDate = string & { readonly [plainDate]: true };

/** The header of every answer to a call: the house's day as a plain date. */
export const dayHeader = "x-vorder-day";

/**
 * The header of every answer to somebody who is logged in: the day of the balances that lists, totals and filters show, "2026-11-23"; or, while they
 * are being renewed, the days that they are of, "2026-11-16/2026-11-23".
 */
export const balancesHeader = "x-vorder-balances";

const isoPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const dayMillis = 86_400_000;

/** Days since 1970-01-01 of a civil date (H. Hinnant's algorithm: exact for every year). */
export function civilDay(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

const pad = (value: number, length: number): string => String(value).padStart(length, "0");

// Here alone dates are made: of numbers that are a day, and of texts that were looked at.
const isoOf = (year: number, month: number, day: number): PlainDate =>
  `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` as PlainDate;

export const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

export const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/** The date that an ISO string names, or undefined if there is no such day. */
export function parsePlainDate(text: string): PlainDate | undefined {
  const match = isoPattern.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  // The pattern and the calendar have just said so.
  return text as PlainDate;
}

/** The date of a literal in our own code; throws where it is no date. Input goes through `parsePlainDate`. */
export function date(text: string): PlainDate {
  const parsed = parsePlainDate(text);
  if (parsed === undefined) throw new RangeError(`not a date: ${text}`);
  return parsed;
}

export const dateParts = (of: PlainDate): { year: number; month: number; day: number } => ({
  year: Number(of.slice(0, 4)),
  month: Number(of.slice(5, 7)),
  day: Number(of.slice(8, 10)),
});

const zero = 48;
const digit = (of: string, at: number): number => of.charCodeAt(at) - zero;

/** Whole days since 1970-01-01. */
export const dayNumber = (of: PlainDate): number =>
  civilDay(
    digit(of, 0) * 1000 + digit(of, 1) * 100 + digit(of, 2) * 10 + digit(of, 3),
    digit(of, 5) * 10 + digit(of, 6),
    digit(of, 8) * 10 + digit(of, 9),
  );

// The money engine names the same days over and over; those of some centuries around now are kept once made.
const cachedFrom = -73_000;
const cachedUntil = 146_000;
const cachedDates: (PlainDate | undefined)[] = [];

// The first day of the year 1 and the last of 9999: what four digits can say.
const firstDay = -719_162;
const lastDay = 2_932_896;

const outOfRange = (): Error => fieldError("common", "platform.error.dateRange");

/** The date of a day number. @throws validation on `common` for a day before the year 1 or after 9999. */
export function dateOfDay(day: number): PlainDate {
  const at = day - cachedFrom;
  const kept = cachedDates[at];
  if (kept !== undefined) return kept;
  if (day < firstDay || day > lastDay) throw outOfRange();
  // The language's own clock writes days in this very form.
  const made = new Date(day * dayMillis).toISOString().slice(0, 10) as PlainDate;
  if (day >= cachedFrom && day < cachedUntil) cachedDates[at] = made;
  return made;
}

export const addDays = (to: PlainDate, days: number): PlainDate => dateOfDay(dayNumber(to) + days);

/** Days from `from` to `to`: the first day counts, the last does not (domain facts 2.3). */
export const daysBetween = (from: PlainDate, to: PlainDate): number => dayNumber(to) - dayNumber(from);

/** The same day some months on; where that month is shorter, its last day. @throws as `dateOfDay` does. */
export function addMonths(to: PlainDate, months: number): PlainDate {
  const { year, month, day } = dateParts(to);
  const index = year * 12 + (month - 1) + months;
  const y = Math.floor(index / 12);
  const m = index - y * 12 + 1;
  if (y < 1 || y > 9999) throw outOfRange();
  return isoOf(y, m, Math.min(day, daysInMonth(y, m)));
}

/**
 * The first day after a term of months that begins with the start of a day. Where its last month lacks that day, the term ends with that
 * month: five years from 29 February 2024 include 28 February 2029.
 */
export function afterTerm(first: PlainDate, months: number): PlainDate {
  const same = addMonths(first, months);
  return same.slice(8) === first.slice(8) ? same : addDays(same, 1);
}

/** The same day some years on; 29 February becomes 28 February in other years. */
export const addYears = (to: PlainDate, years: number): PlainDate => addMonths(to, years * 12);

/** 1 Monday … 7 Sunday. */
export const weekday = (of: PlainDate): number => ((((dayNumber(of) + 3) % 7) + 7) % 7) + 1;

export const earliest = (...dates: readonly [PlainDate, ...PlainDate[]]): PlainDate =>
  dates.reduce((a, b) => (a < b ? a : b));
export const latest = (...dates: readonly [PlainDate, ...PlainDate[]]): PlainDate =>
  dates.reduce((a, b) => (a > b ? a : b));

/** The zone that legal dates are reckoned in. */
export const homeZone = "Europe/Amsterdam";

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The clock of a zone of the IANA database. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  clocks.set(zone, made);
  return made;
}

/** The wall clock of a zone at an instant: its date and the minutes since midnight. */
export function clockIn(zone: string, instant: Date): { date: PlainDate; minutes: number } {
  const parts: Record<string, string> = {};
  for (const { type, value } of clockOf(zone).formatToParts(instant)) parts[type] = value;
  return {
    // Years before 1000 are shown without the zeros before them.
    date: date(`${parts.year?.padStart(4, "0")}-${parts.month}-${parts.day}`),
    minutes: Number(parts.hour) * 60 + Number(parts.minute),
  };
}

/** The wall clock in Europe/Amsterdam at an instant. */
export const amsterdamClock = (instant: Date): { date: PlainDate; minutes: number } => clockIn(homeZone, instant);

/** The legal date of an instant: the day it is then in Europe/Amsterdam. */
export const dateInAmsterdam = (instant: Date): PlainDate => amsterdamClock(instant).date;

/** The instant at which the wall clock of a zone shows this date and time; in the hour that summer time skips, the instant after. */
export function instantIn(zone: string, on: PlainDate, hour = 0, minute = 0): Date {
  const wanted = dayNumber(on) * dayMillis + (hour * 60 + minute) * 60_000;
  let guess = new Date(wanted);
  // Two rounds suffice: the first finds the offset of that day, the second mends it where the offset changes within it.
  for (let round = 0; round < 2; round++) {
    const shown = clockIn(zone, guess);
    guess = new Date(guess.getTime() + wanted - (dayNumber(shown.date) * dayMillis + shown.minutes * 60_000));
  }
  return guess;
}

/** The instant at which the wall clock in Amsterdam shows this date and time. */
export const instantInAmsterdam = (on: PlainDate, hour = 0, minute = 0): Date => instantIn(homeZone, on, hour, minute);

/** The day as people write it in all four languages: "2026-11-20" → "20-11-2026". Takes an instant's ISO text too. */
export const shownDate = (day: string): string => day.slice(0, 10).split("-").reverse().join("-");
