/** A tariff is succeeded by a later row, never changed: what a new row must hold, and what it changes. */
import { z } from "zod";
import { addDays, date, dateParts, type PlainDate, parsePlainDate } from "../../kernel/dates.ts";
import { type Cents, rateFromDecimal } from "../../kernel/money.ts";
import { btagArticles } from "../btag.ts";
import type { Dated, TariffKind } from "../tariffs.ts";

const mostCents = 100_000_000_00;
const cents = z.number({ error: "tariffs.errorAmount" }).int().min(0).max(mostCents);
const width = cents.min(1, { error: "tariffs.errorAmount" });

/** A percentage as it is typed, "10,4" or "10.40": at most four places, from 0 to 100. Kept with a point. */
const percentage = z
  .string({ error: "tariffs.errorPercentage" })
  .trim()
  .max(12)
  .transform((text) => text.replace(",", "."))
  .refine(
    (text) => {
      const rate = rateFromDecimal(text);
      return rate !== undefined && rate >= 0 && rate <= 1_000_000;
    },
    { error: "tariffs.errorPercentage" },
  );

interface Band {
  readonly upTo: Cents | null;
  readonly undetermined?: boolean;
}

type Path = readonly (string | number)[];
interface Fault {
  readonly path: Path;
  readonly error: string;
}

/** Bands must rise, and only the last may have no upper bound; a band for undetermined claims alone has none either. */
export function bandFaults(bands: readonly Band[]): readonly Fault[] {
  const faults: Fault[] = [];
  const rising = bands
    .map((band, at) => ({ ...band, at }))
    .filter(({ upTo, undetermined }) => !(undetermined === true && upTo === null));
  for (const [index, { upTo, at }] of rising.entries()) {
    const before = rising[index - 1]?.upTo ?? 0;
    const last = index === rising.length - 1;
    if (upTo === null && !last) faults.push({ path: ["bands", at, "upTo"], error: "tariffs.errorOpenBand" });
    if (upTo !== null && upTo <= before) faults.push({ path: ["bands", at, "upTo"], error: "tariffs.errorAscending" });
    if (last && upTo !== null) faults.push({ path: ["bands", at, "upTo"], error: "tariffs.errorLastBand" });
  }
  return faults;
}

const report = (context: z.core.ParsePayload, faults: readonly Fault[]): void => {
  for (const { path, error } of faults)
    context.issues.push({ code: "custom", message: error, path: [...path], input: context.value });
};

const bands = <S extends z.ZodType<Band>>(band: S) => z.array(band).min(1).max(60);

const courtFees = z.strictObject({
  bands: bands(
    z.strictObject({
      upTo: width.nullable(),
      undetermined: z.boolean(),
      legal: cents,
      natural: cents,
      indigent: cents,
    }),
  ).check((context) => {
    const faults = bandFaults(context.value).map(({ path, error }) => ({ path: path.slice(1), error }));
    report(context, faults);
    if (context.value.filter(({ undetermined }) => undetermined).length !== 1)
      report(context, [{ path: [], error: "tariffs.errorUndetermined" }]);
  }),
});

const rate = z.strictObject({ pct: percentage });

/** What the column `data` of a new row must hold, for each kind. */
export const newTariffData = {
  interest_statutory: rate,
  interest_commercial: rate,
  interest_fair: rate,
  vat: rate,
  bik_scale: z
    .strictObject({
      slices: z
        .array(z.strictObject({ width: width.nullable(), pct: percentage }))
        .min(1)
        .max(20),
      minimum: cents,
      maximum: cents,
    })
    .check((context) => {
      const { slices, minimum, maximum } = context.value;
      for (const [at, slice] of slices.entries()) {
        const last = at === slices.length - 1;
        if (last !== (slice.width === null))
          report(context, [
            { path: ["slices", at, "width"], error: last ? "tariffs.errorLastBand" : "tariffs.errorOpenBand" },
          ]);
      }
      if (minimum > maximum) report(context, [{ path: ["maximum"], error: "tariffs.errorMaximum" }]);
    }),
  court_fee_kanton: courtFees,
  court_fee_rechtbank: courtFees,
  salary_kanton: z.strictObject({
    bands: bands(
      z.strictObject({
        upTo: width.nullable(),
        perPoint: width,
        maxPoints: z.number().int().min(1).max(100).nullable(),
      }),
    ).check((context) =>
      report(
        context,
        bandFaults(context.value).map(({ path, error }) => ({ path: path.slice(1), error })),
      ),
    ),
  }),
  after_costs: z.strictObject({ kantonMaximum: width, civil: width, service: width }),
  btag: z.strictObject({
    acts: z.record(z.string().max(4), width).check((context) => {
      for (const article of Object.keys(context.value))
        if (!btagArticles.includes(article)) report(context, [{ path: [article], error: "tariffs.errorArticle" }]);
      if (Object.keys(context.value).length === 0) report(context, [{ path: [], error: "tariffs.errorNoActs" }]);
    }),
  }),
  equated_days: z.strictObject({
    days: z
      .array(z.string().refine((text) => parsePlainDate(text) !== undefined, { error: "tariffs.errorDate" }))
      .max(20)
      .check((context) => {
        if (new Set(context.value).size !== context.value.length)
          report(context, [{ path: [], error: "tariffs.errorTwice" }]);
      })
      .transform((days) => [...days].sort()),
  }),
} satisfies Record<TariffKind, z.ZodType>;

export type NewTariffData = { readonly [K in TariffKind]: z.output<(typeof newTariffData)[K]> };

/** A new row, of any kind. */
export interface NewTariff {
  readonly kind: TariffKind;
  readonly validFrom: PlainDate;
  readonly data: unknown;
}

/** How far ahead a row may be entered. */
const yearsAhead = 5;

/**
 * Why a row may not begin on this day, or undefined. A successor begins after every row that its kind has; a row that is edited
 * keeps between its neighbours (`others` are then the rows besides itself).
 */
export function startFault(
  row: NewTariff,
  others: readonly Pick<Dated, "from">[],
  today: PlainDate,
  editing: boolean,
): string | undefined {
  const year = dateParts(row.validFrom).year;
  if (year > dateParts(today).year + yearsAhead) return "tariffs.errorTooFar";
  if (row.kind === "equated_days") {
    if (!row.validFrom.endsWith("-01-01")) return "tariffs.errorFirstOfYear";
    const { days } = newTariffData.equated_days.parse(row.data);
    if (days.some((day) => !day.startsWith(`${year}-`))) return "tariffs.errorOtherYear";
  }
  if (editing && row.validFrom <= today) return "tariffs.errorPast";
  return others.some(({ from }) => from >= row.validFrom) ? "tariffs.errorLater" : undefined;
}

/** Whether the period of a row has begun, so that any reckoning may rest on it: it can then only be succeeded. */
export const isInUse = (validFrom: PlainDate, today: PlainDate): boolean => validFrom <= today;

/** The last day on which a row holds; null while none succeeds it. Equated days hold for their own year. */
export function lastDay(kind: TariffKind, from: PlainDate, rows: readonly Pick<Dated, "from">[]): PlainDate | null {
  if (kind === "equated_days") return date(`${from.slice(0, 4)}-12-31`);
  const next = rows.map((row) => row.from).find((start) => start > from);
  return next === undefined ? null : addDays(next, -1);
}
