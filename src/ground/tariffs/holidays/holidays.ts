/** Holidays: those of the law with rule and article, days equated by decree, and the house's own (Algemene termijnenwet art. 3). */
import {
  contactFromHour,
  contactUntilHour,
  type DeliveryDays,
  deliveryPolicy,
  type HolidayName,
  type HouseCalendar,
  holidaysOf,
  isContactDay,
  isWorkingDay,
} from "../../kernel/calendar.ts";
import { dateParts, type PlainDate } from "../../kernel/dates.ts";
import { calendarOf, type EquatedDays, type Tariffs } from "../tariffs.ts";

/** A day on which the office is closed, besides those of the law. */
export interface OwnDay {
  readonly on: PlainDate;
  readonly name: string;
  /** Debtors are left alone on it as well. */
  readonly silent: boolean;
}

/** What the house adds to the law's calendar: only ever narrower. Hours are "HH:MM". */
export function houseCalendar(
  hours: { readonly contactFrom: string; readonly contactUntil: string },
  days: readonly Pick<OwnDay, "on" | "silent">[],
  deliveryDays: DeliveryDays = deliveryPolicy,
): HouseCalendar {
  const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  const [from, until] = [minutesOf(hours.contactFrom), minutesOf(hours.contactUntil)];
  const sound = from < until;
  return {
    closedDays: new Set(days.map(({ on }) => on)),
    silentDays: new Set(days.filter(({ silent }) => silent).map(({ on }) => on)),
    contactFrom: sound ? from : contactFromHour * 60,
    contactUntil: sound ? until : contactUntilHour * 60,
    deliveryDays,
  };
}

/** How the law sets a day: on a fixed date, by Easter, or by decree. */
export type HolidayRule = "fixed" | "easter" | "kingsDay" | "decree";

/** Article of the Algemene termijnenwet; Easter and Whit Sunday are Sundays, which the law names apart. */
const ruleOf: Readonly<
  Record<HolidayName, { readonly rule: HolidayRule; readonly article: string; readonly offset?: number }>
> = {
  newYear: { rule: "fixed", article: "3(1)" },
  goodFriday: { rule: "easter", article: "3(2)", offset: -2 },
  easterSunday: { rule: "easter", article: "3(1)", offset: 0 },
  easterMonday: { rule: "easter", article: "3(1)", offset: 1 },
  kingsDay: { rule: "kingsDay", article: "3(1)" },
  liberationDay: { rule: "fixed", article: "3(1)" },
  ascension: { rule: "easter", article: "3(1)", offset: 39 },
  whitSunday: { rule: "easter", article: "3(1)", offset: 49 },
  whitMonday: { rule: "easter", article: "3(1)", offset: 50 },
  christmas: { rule: "fixed", article: "3(1)" },
  boxingDay: { rule: "fixed", article: "3(1)" },
};

export interface LegalDay {
  readonly on: PlainDate;
  readonly name: HolidayName | "equated";
  readonly rule: HolidayRule;
  readonly article: string;
  /** Days from Easter Sunday, where Easter sets the day. */
  readonly easterOffset: number | null;
  /** Where the decree is written, for equated days. */
  readonly source: string;
}

const equatedOf = (row: EquatedDays): LegalDay[] =>
  row.days.map((on) => ({
    on,
    name: "equated",
    rule: "decree",
    article: "3(3)",
    easterOffset: null,
    source: row.source,
  }));

/** The days of a year that the law knows, in order. A day that is both stands once, as the holiday. */
export function legalDays(year: number, tariffs: Tariffs): readonly LegalDay[] {
  const holidays = [...holidaysOf(year)].map(([on, name]): LegalDay => {
    const { rule, article, offset } = ruleOf[name];
    return { on, name, rule, article, easterOffset: offset ?? null, source: "Algemene termijnenwet" };
  });
  const known = new Set(holidays.map(({ on }) => on));
  const equated = tariffs.equated_days
    .flatMap(equatedOf)
    .filter(({ on }) => dateParts(on).year === year && !known.has(on));
  return [...holidays, ...equated].sort((a, b) => a.on.localeCompare(b.on));
}

/** Whether the equated days of a year are known: somebody entered a row for it, even an empty one. */
export const equatedDaysKnown = (year: number, tariffs: Tariffs): boolean =>
  tariffs.equated_days.some(({ from }) => dateParts(from).year === year);

/** What an own day changes; a day that the law closes already is changed by nothing. */
export type OwnDayEffect = "none" | "closed" | "silent";

export function effectOf(day: Pick<OwnDay, "on" | "silent">, tariffs: Tariffs): OwnDayEffect {
  const law = calendarOf({ ...tariffs, house: houseCalendar({ contactFrom: "07:00", contactUntil: "20:00" }, []) });
  if (day.silent && isContactDay(day.on, law)) return "silent";
  return isWorkingDay(day.on, law) ? "closed" : "none";
}
