/**
 * When somebody may be contacted by the clock of the place where they are (Bki art. 4.2): from 07:00 to 20:00, not on a Sunday, not on a
 * recognised holiday. Where a country has several zones it must be so in all of them. What the house adds is by its own clock.
 */
import { contactFromHour, contactHours, contactUntilHour, isHoliday, type LegalCalendar } from "./calendar.ts";
import { addDays, clockIn, homeZone, instantIn, type PlainDate, weekday } from "./dates.ts";
import { zonesOf } from "./zones.ts";

/** A clock that contact is held to: on these days, in these minutes since midnight. */
interface Window {
  readonly zone: string;
  readonly from: number;
  readonly until: number;
  readonly isOpenDay: (on: PlainDate) => boolean;
}

const legalFrom = contactFromHour * 60;
const legalUntil = contactUntilHour * 60;

const legalWindows = (country: string, calendar: LegalCalendar): Window[] =>
  zonesOf(country).map((zone) => ({
    zone,
    from: legalFrom,
    until: legalUntil,
    isOpenDay: (on) => weekday(on) !== 7 && !isHoliday(on, calendar),
  }));

/** What the house adds: its silent days, and its hours where they are narrower than the law's at either end; then it is closed at night too. */
function houseWindow(calendar: LegalCalendar): Window {
  const { from, until } = contactHours(calendar);
  const hours = from > legalFrom || until < legalUntil ? { from, until } : { from: 0, until: 24 * 60 };
  return { zone: homeZone, ...hours, isOpenDay: (on) => !calendar.house.silentDays.has(on) };
}

/** The instant itself where a window is open then, else that at which it opens next. */
function opening({ zone, from, until, isOpenDay }: Window, at: Date): Date {
  const { date, minutes } = clockIn(zone, at);
  if (isOpenDay(date) && minutes >= from && minutes < until) return at;
  let on = minutes < from ? date : addDays(date, 1);
  while (!isOpenDay(on)) on = addDays(on, 1);
  return instantIn(zone, on, Math.floor(from / 60), from % 60);
}

/** No row of Sundays, holidays and silent days is as long. */
const mostDays = 60;

/** The first moment at which all windows are open; undefined where they never meet. */
function firstOpen(windows: readonly Window[], at: Date): Date | undefined {
  let moment = at;
  const end = at.getTime() + mostDays * 86_400_000;
  while (moment.getTime() < end) {
    const next = windows.reduce((late, window) => {
      const opens = opening(window, moment);
      return opens > late ? opens : late;
    }, moment);
    if (next.getTime() === moment.getTime()) return moment;
    moment = next;
  }
  return undefined;
}

export interface ContactMoment {
  /** The instant itself where contact is allowed then, else the first later one; where there is none, when the place alone allows it. */
  readonly next: Date;
  /** Whether the hours of the house and those of the place never meet. */
  readonly isNever: boolean;
  readonly isOpen: boolean;
  /** Whether the hours of the place alone allow it; where they do and it is not open, the house keeps quiet. */
  readonly isLegal: boolean;
}

/** When somebody in a country may be contacted, from an instant on. */
export function contactIn(country: string, at: Date, calendar: LegalCalendar): ContactMoment {
  const legal = legalWindows(country, calendar);
  const met = firstOpen([...legal, houseWindow(calendar)], at);
  const next = met ?? firstOpen(legal, at) ?? at;
  return {
    next,
    isNever: met === undefined,
    isOpen: met?.getTime() === at.getTime(),
    isLegal: legal.every((window) => opening(window, at).getTime() === at.getTime()),
  };
}
