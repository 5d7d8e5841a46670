/**
 * The dated tariffs that the law sets: rates of interest, the scale of collection costs, VAT, court fees, salary scale, bailiff
 * tariffs and equated days. No such figure stands in code (domain facts, E2); these are the shapes and the look-ups.
 */
import { type HouseCalendar, type LegalCalendar, legalCalendar } from "../kernel/calendar.ts";
import { date, dateParts, dayNumber, daysBetween, type PlainDate, shownDate } from "../kernel/dates.ts";
import { VorderError } from "../kernel/errors.ts";
import type { Cents, Rate } from "../kernel/money.ts";
import type { ScaleAmounts } from "./scale.ts";

export { btagArticles } from "./btag.ts";
export { type BikPart, type BikSlice, type ScaleResult, scaleCosts } from "./scale.ts";

export const tariffKinds = [
  "interest_statutory",
  "interest_commercial",
  "interest_fair",
  "bik_scale",
  "vat",
  "court_fee_kanton",
  "court_fee_rechtbank",
  "salary_kanton",
  "after_costs",
  "btag",
  "equated_days",
] as const;
export type TariffKind = (typeof tariffKinds)[number];

/** What holds from a date on, and where that is written. */
export interface Dated {
  readonly from: PlainDate;
  /** `from` as a day number, for reckoning. */
  readonly fromDay: number;
  readonly source: string;
  /** False for figures that only one secondary source has; the screen says so. */
  readonly verified: boolean;
}

export interface RateRow extends Dated {
  readonly rate: Rate;
}

export interface BikScale extends Dated, ScaleAmounts {}

export interface CourtFeeBand {
  /** Claims up to and including this; null for what is above every band. */
  readonly upTo: Cents | null;
  /** The band for claims whose value is not determined. */
  readonly undetermined: boolean;
  readonly legal: Cents;
  readonly natural: Cents;
  readonly indigent: Cents;
}

export interface CourtFees extends Dated {
  readonly bands: readonly CourtFeeBand[];
}

export interface SalaryBand {
  readonly upTo: Cents | null;
  readonly perPoint: Cents;
  readonly maxPoints: number | null;
}

export interface SalaryScale extends Dated {
  readonly bands: readonly SalaryBand[];
}

/** What is owed after a judgment (nakosten, Rv 237(4)). */
export interface AfterCosts extends Dated {
  /** The sub-district court allows half a point of salary, up to this. */
  readonly kantonMaximum: Cents;
  readonly civil: Cents;
  /** What comes on top in civil cases where the judgment is served. */
  readonly service: Cents;
}

/** Bailiff tariffs by article, as "2a"; without VAT. */
export interface Btag extends Dated {
  readonly acts: Readonly<Record<string, Cents>>;
}

export interface EquatedDays extends Dated {
  readonly days: readonly PlainDate[];
}

/** Every tariff, each kind by ascending date. */
export interface Tariffs {
  /** Changes whenever a row does; two objects of one version hold the same. */
  readonly version: string;
  readonly interest_statutory: readonly RateRow[];
  readonly interest_commercial: readonly RateRow[];
  /** The highest agreed interest a year that the house holds fair for consumers (BW 6:233); more needs an approval by name. */
  readonly interest_fair: readonly RateRow[];
  readonly bik_scale: readonly BikScale[];
  readonly vat: readonly RateRow[];
  readonly court_fee_kanton: readonly CourtFees[];
  readonly court_fee_rechtbank: readonly CourtFees[];
  readonly salary_kanton: readonly SalaryScale[];
  readonly after_costs: readonly AfterCosts[];
  readonly btag: readonly Btag[];
  readonly equated_days: readonly EquatedDays[];
  /** What the house adds to the calendar of the law. */
  readonly house: HouseCalendar;
}

const missingMessage = (kind: TariffKind, on: PlainDate) => ({
  key: `tariffs.missing_${kind}`,
  values: { date: shownDate(on) },
});

/** The law has no row for this day: an error, never 0 (domain facts, E2). */
export const missingTariff = (kind: TariffKind, on: PlainDate): VorderError =>
  new VorderError("refused", {
    fields: { common: [missingMessage(kind, on)] },
    data: { tariff: kind, date: on },
  });

type RowOf<K extends TariffKind> = Tariffs[K][number];

/** The row that holds on a day. Throws `missingTariff` where the first row begins later. */
export function tariffOn<K extends TariffKind>(tariffs: Tariffs, kind: K, on: PlainDate): RowOf<K> {
  const day = dayNumber(on);
  const rows: readonly RowOf<K>[] = tariffs[kind];
  const row = rows.findLast((candidate) => candidate.fromDay <= day);
  if (!row) throw missingTariff(kind, on);
  return row;
}

const calendars = new WeakMap<Tariffs, LegalCalendar>();

/** The legal calendar with the equated days of the tariffs and what the house adds. */
export function calendarOf(tariffs: Tariffs): LegalCalendar {
  const known = calendars.get(tariffs);
  if (known) return known;
  const calendar = legalCalendar(
    tariffs.equated_days.flatMap((row) => row.days),
    tariffs.house,
  );
  calendars.set(tariffs, calendar);
  return calendar;
}

/** A tariff that has no row for a date on which the law usually sets a new one. */
export interface MissingTariff {
  readonly kind: TariffKind;
  readonly dueOn: PlainDate;
  /** Whether that day has come, so that the engine goes on with the row before it. */
  readonly overdue: boolean;
}

/** Months and days on which a kind gets a new row (domain facts, E2); `evenYears` for the salary scale. */
const turns: readonly {
  readonly kind: TariffKind;
  readonly monthDays: readonly string[];
  readonly evenYears?: true;
}[] = [
  { kind: "interest_statutory", monthDays: ["01-01"] },
  { kind: "interest_commercial", monthDays: ["01-01", "07-01"] },
  { kind: "court_fee_kanton", monthDays: ["01-01"] },
  { kind: "court_fee_rechtbank", monthDays: ["01-01"] },
  { kind: "btag", monthDays: ["01-01"] },
  { kind: "salary_kanton", monthDays: ["02-01"], evenYears: true },
  { kind: "after_costs", monthDays: ["02-01"], evenYears: true },
  { kind: "equated_days", monthDays: ["01-01"] },
];

/** The warning shows this many days ahead: in good time, and not the whole year round. */
export const warnDays = 92;

/**
 * The tariffs that lack a row for the turn that comes within `warnDays`, and those that lack one for the latest turn that has passed. A
 * rate that stays as it was gets a row too: that is how somebody says to have looked.
 */
export function missingTariffs(tariffs: Tariffs, today: PlainDate): readonly MissingTariff[] {
  const year = dateParts(today).year;
  const missing: MissingTariff[] = [];
  for (const { kind, monthDays, evenYears } of turns) {
    const dates = [year - 2, year - 1, year, year + 1]
      .filter((each) => !evenYears || each % 2 === 0)
      .flatMap((each) => monthDays.map((monthDay) => date(`${each}-${monthDay}`)));
    const rows: readonly Dated[] = tariffs[kind];
    const known = new Set(rows.map(({ from }) => from));
    const passed = dates.findLast((on) => on <= today);
    const coming = dates.find((on) => on > today && daysBetween(today, on) <= warnDays);
    if (passed && !known.has(passed)) missing.push({ kind, dueOn: passed, overdue: true });
    if (coming && !known.has(coming)) missing.push({ kind, dueOn: coming, overdue: false });
  }
  return missing;
}
