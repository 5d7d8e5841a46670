/**
 * Dutch legal days: recognised holidays (Algemene termijnenwet art. 3), working days, delivery days, the term of a 14-day letter
 * (BW 6:96(6)) and the hours in which a debtor may be contacted (Bki art. 4.2). Days equated with a holiday by decree (art. 3(3))
 * are data: they come in as a `LegalCalendar`, made from the tariffs.
 */
import { addDays, civilDay, date, dateOfDay, dateParts, dayNumber, type PlainDate, weekday } from "./dates.ts";

/**
 * What the house adds to the law, and only ever adds: days on which the office is closed, days on which it leaves debtors alone, and
 * narrower hours. No legal day or hour is opened by it.
 */
export interface HouseCalendar {
  /** No letter is posted and no task planned on these days; terms of the law run on. */
  readonly closedDays: ReadonlySet<PlainDate>;
  /** No debtor is called, mailed or texted on these days. */
  readonly silentDays: ReadonlySet<PlainDate>;
  /** Minutes since midnight; a value outside the legal hours counts as the legal one. */
  readonly contactFrom: number;
  readonly contactUntil: number;
  readonly deliveryDays: DeliveryDays;
}

/** On which delivery day after posting a letter abroad is deemed received. */
export interface DeliveryDays {
  /** Belgium, Germany and Luxembourg. */
  readonly near: number;
  /** The rest of Europe. */
  readonly europe: number;
  readonly world: number;
}

/**
 * Policy of the product, of 22 November 2026, and no law: the experience rule of HR 2016:2704, the second day, is about post within the
 * Netherlands. Longer than the post usually takes, for a term that begins too early makes the letter void.
 */
export const deliveryPolicy: DeliveryDays = { near: 5, europe: 8, world: 15 };

/** The days that a decree equates with a recognised holiday, and what the house adds. */
export interface LegalCalendar {
  readonly equatedDays: ReadonlySet<PlainDate>;
  readonly house: HouseCalendar;
}

/** Debtors may be contacted from 07:00 … */
export const contactFromHour = 7;
/** … until 20:00, Europe/Amsterdam (Bki art. 4.2). */
export const contactUntilHour = 20;

/** A house that adds nothing. */
export const alwaysOpenHouse: HouseCalendar = {
  closedDays: new Set(),
  silentDays: new Set(),
  contactFrom: contactFromHour * 60,
  contactUntil: contactUntilHour * 60,
  deliveryDays: deliveryPolicy,
};

/** A calendar without equated days, for reckoning that knows no decrees. */
export const plainCalendar: LegalCalendar = { equatedDays: new Set(), house: alwaysOpenHouse };

export const holidayNames = [
  "newYear",
  "goodFriday",
  "easterSunday",
  "easterMonday",
  "kingsDay",
  "liberationDay",
  "ascension",
  "whitSunday",
  "whitMonday",
  "christmas",
  "boxingDay",
] as const;
export type HolidayName = (typeof holidayNames)[number];

/** Easter Sunday of the Gregorian calendar, as a day number (Meeus). */
function easterDay(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return civilDay(year, Math.floor(n / 31), (n % 31) + 1);
}

/** Easter Sunday of a year. */
export const easter = (year: number): PlainDate => dateOfDay(easterDay(year));

/** King's Day: 27 April, or 26 April where that is a Sunday. */
export function kingsDay(year: number): PlainDate {
  const usual = dateOfDay(civilDay(year, 4, 27));
  return weekday(usual) === 7 ? addDays(usual, -1) : usual;
}

const holidaysByYear = new Map<number, ReadonlyMap<PlainDate, HolidayName>>();

/**
 * The recognised holidays of a year and Good Friday, which the law equates with them (Algemene termijnenwet art. 3(1), (2)). Where two fall
 * on one day the first name of the year stays.
 */
export function holidaysOf(year: number): ReadonlyMap<PlainDate, HolidayName> {
  const known = holidaysByYear.get(year);
  if (known) return known;
  const sunday = easterDay(year);
  const days: readonly (readonly [number, HolidayName])[] = [
    [civilDay(year, 1, 1), "newYear"],
    [sunday - 2, "goodFriday"],
    [sunday, "easterSunday"],
    [sunday + 1, "easterMonday"],
    [dayNumber(kingsDay(year)), "kingsDay"],
    [civilDay(year, 5, 5), "liberationDay"],
    [sunday + 39, "ascension"],
    [sunday + 49, "whitSunday"],
    [sunday + 50, "whitMonday"],
    [civilDay(year, 12, 25), "christmas"],
    [civilDay(year, 12, 26), "boxingDay"],
  ];
  const holidays = new Map<PlainDate, HolidayName>();
  for (const [day, name] of days) if (!holidays.has(dateOfDay(day))) holidays.set(dateOfDay(day), name);
  holidaysByYear.set(year, holidays);
  return holidays;
}

/** Which holiday a date is; "equated" for a day that a decree equates with one. */
export const holidayOn = (on: PlainDate, calendar: LegalCalendar): HolidayName | "equated" | undefined =>
  holidaysOf(dateParts(on).year).get(on) ?? (calendar.equatedDays.has(on) ? "equated" : undefined);

export const isHoliday = (on: PlainDate, calendar: LegalCalendar): boolean => holidayOn(on, calendar) !== undefined;

/** Monday to Friday and no holiday (Algemene termijnenwet art. 1 and 3). */
export const isWorkingDay = (on: PlainDate, calendar: LegalCalendar): boolean =>
  weekday(on) <= 5 && !isHoliday(on, calendar);

const firstFrom = (from: PlainDate, fits: (on: PlainDate) => boolean): PlainDate => {
  let on = from;
  while (!fits(on)) on = addDays(on, 1);
  return on;
};

/** The day itself if it is a working day, else the next one. */
export const nextWorkingDay = (from: PlainDate, calendar: LegalCalendar): PlainDate =>
  firstFrom(from, (on) => isWorkingDay(on, calendar));

/** The n-th working day after a date; the date itself does not count. For `days` 0 the date itself. */
export function addWorkingDays(from: PlainDate, days: number, calendar: LegalCalendar): PlainDate {
  let on = from;
  for (let left = days; left > 0; left--) on = nextWorkingDay(addDays(on, 1), calendar);
  return on;
}

/** The n-th working day before a date; the date itself does not count. */
export function workingDaysBefore(until: PlainDate, days: number, calendar: LegalCalendar): PlainDate {
  let on = until;
  for (let left = days; left > 0; left--) {
    on = addDays(on, -1);
    while (!isWorkingDay(on, calendar)) on = addDays(on, -1);
  }
  return on;
}

/** Post is delivered from Tuesday to Saturday, not on a holiday (domain facts 1.2). */
export const isDeliveryDay = (on: PlainDate, calendar: LegalCalendar): boolean =>
  weekday(on) >= 2 && weekday(on) <= 6 && !isHoliday(on, calendar);

/** How a 14-day letter goes out: post is deemed received on the second delivery day after posting, an e-mail on the day itself. */
export type NoticeMethod = "post" | "email";

/** The days of a 14-day letter. Collection costs are due from `bikDueFrom` if the money has not arrived by `lastPayDayExtended`. */
export interface NoticeTerm {
  readonly sent: PlainDate;
  readonly deemedReceived: PlainDate;
  readonly termFirstDay: PlainDate;
  /** Fourteenth day after receipt. */
  readonly lastPayDay: PlainDate;
  /** The same, moved to a working day where it was none. */
  readonly lastPayDayExtended: PlainDate;
  readonly bikDueFrom: PlainDate;
}

const nearCountries = new Set(["BE", "DE", "LU"]);
const europeanCountries = new Set(
  "AD AL AT BA BG CH CY CZ DK EE ES FI FO FR GB GI GR HR HU IE IS IT LI LT LV MC MD ME MK MT NO PL PT RO RS SE SI SK SM UA VA XK".split(
    " ",
  ),
);

/** How many delivery days the post takes to a country (ISO 3166). */
function deliveryDaysTo(country: string, { house }: LegalCalendar): number {
  if (country === "NL" || country === "") return 2;
  if (nearCountries.has(country)) return house.deliveryDays.near;
  return europeanCountries.has(country) ? house.deliveryDays.europe : house.deliveryDays.world;
}

/** The term of a 14-day letter (BW 6:96(6); HR 25-11-2016, ECLI:NL:HR:2016:2704) to an address in a country. */
export function noticeTerm(sent: PlainDate, method: NoticeMethod, calendar: LegalCalendar, country = "NL"): NoticeTerm {
  let received = sent;
  for (let left = method === "post" ? deliveryDaysTo(country, calendar) : 0; left > 0; left--)
    received = firstFrom(addDays(received, 1), (on) => isDeliveryDay(on, calendar));
  return noticeTermFromReceipt(sent, received, calendar);
}

/** The term where the day of receipt is proved, as by registered post. */
export function noticeTermFromReceipt(sent: PlainDate, received: PlainDate, calendar: LegalCalendar): NoticeTerm {
  const lastPayDay = addDays(received, 14);
  const lastPayDayExtended = nextWorkingDay(lastPayDay, calendar);
  return {
    sent,
    deemedReceived: received,
    termFirstDay: addDays(received, 1),
    lastPayDay,
    lastPayDayExtended,
    bikDueFrom: addDays(lastPayDayExtended, 1),
  };
}

/** Whether a debtor may be contacted on a day at all: not on Sundays and holidays (Bki art. 4.2), nor on a silent day of the house. */
export const isContactDay = (on: PlainDate, calendar: LegalCalendar): boolean =>
  weekday(on) !== 7 && !isHoliday(on, calendar) && !calendar.house.silentDays.has(on);

/** The hours of a day in which contact is allowed, in minutes since midnight: those of the law, or the house's where they are narrower. */
export const contactHours = ({ house }: LegalCalendar): { readonly from: number; readonly until: number } => ({
  from: Math.max(contactFromHour * 60, house.contactFrom),
  until: Math.min(contactUntilHour * 60, house.contactUntil),
});

/** A working day on which the office is open: for what the house plans by itself, never for a term of the law. */
export const isOfficeDay = (on: PlainDate, calendar: LegalCalendar): boolean =>
  isWorkingDay(on, calendar) && !calendar.house.closedDays.has(on);

/** The day itself if the office works on it, else the next on which it does. */
export const nextOfficeDay = (from: PlainDate, calendar: LegalCalendar): PlainDate =>
  firstFrom(from, (on) => isOfficeDay(on, calendar));

/** A calendar from ISO dates of our own data. */
export const legalCalendar = (
  equatedDays: Iterable<string>,
  house: HouseCalendar = alwaysOpenHouse,
): LegalCalendar => ({
  equatedDays: new Set([...equatedDays].map(date)),
  house,
});
