/** The rows of the tariff table, read and checked: what stands in the database is as much input as anything else. */
import { z } from "zod";
import { alwaysOpenHouse, type HouseCalendar } from "../kernel/calendar.ts";
import { dayNumber, type PlainDate, parsePlainDate } from "../kernel/dates.ts";
import { rateFromDecimal } from "../kernel/money.ts";
import type { Dated, TariffKind, Tariffs } from "./tariffs.ts";

const cents = z.number().int().min(0);
const plainDate = z.custom<PlainDate>((value) => typeof value === "string" && parsePlainDate(value) !== undefined);

/** A percentage as a decimal string of at most four places, as the rate that the engine reckons with. */
const percentage = z.string().transform((text, context) => {
  const rate = rateFromDecimal(text);
  if (rate === undefined || rate < 0) {
    context.addIssue({ code: "custom", message: "not a percentage" });
    return z.NEVER;
  }
  return rate;
});

const rateData = z.object({ pct: percentage });

/** What the column `data` holds for each kind. */
export const tariffData = {
  interest_statutory: rateData,
  interest_commercial: rateData,
  interest_fair: rateData,
  vat: rateData,
  bik_scale: z.object({
    slices: z.array(z.object({ width: cents.nullable(), pct: percentage })).min(1),
    minimum: cents,
    maximum: cents,
  }),
  court_fee_kanton: z.object({ bands: z.array(courtFeeBand()).min(1) }),
  court_fee_rechtbank: z.object({ bands: z.array(courtFeeBand()).min(1) }),
  salary_kanton: z.object({
    bands: z
      .array(z.object({ upTo: cents.nullable(), perPoint: cents, maxPoints: z.number().int().nullable() }))
      .min(1),
  }),
  after_costs: z.object({ kantonMaximum: cents, civil: cents, service: cents }),
  btag: z.object({ acts: z.record(z.string(), cents) }),
  equated_days: z.object({ days: z.array(plainDate) }),
} satisfies Record<TariffKind, z.ZodType>;

function courtFeeBand() {
  return z.object({ upTo: cents.nullable(), undetermined: z.boolean(), legal: cents, natural: cents, indigent: cents });
}

export interface TariffRow {
  readonly kind: string;
  readonly validFrom: PlainDate;
  readonly data: unknown;
  readonly source: string;
  readonly verified: boolean;
}

/** All tariffs from their rows, each kind by ascending date. @throws ZodError for a row that does not hold what its kind must. */
export function tariffsOf(
  rows: readonly TariffRow[],
  version: string,
  house: HouseCalendar = alwaysOpenHouse,
): Tariffs {
  const read = <D, R>(kind: TariffKind, schema: z.ZodType<D>, make: (data: D) => R): (Dated & R)[] =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => ({
        from: row.validFrom,
        fromDay: dayNumber(row.validFrom),
        source: row.source,
        verified: row.verified,
        ...make(schema.parse(row.data)),
      }))
      .sort((a, b) => a.fromDay - b.fromDay);
  const rates = (kind: "interest_statutory" | "interest_commercial" | "interest_fair" | "vat") =>
    read(kind, tariffData[kind], ({ pct }) => ({ rate: pct }));
  return {
    version,
    house,
    interest_statutory: rates("interest_statutory"),
    interest_fair: rates("interest_fair"),
    interest_commercial: rates("interest_commercial"),
    vat: rates("vat"),
    bik_scale: read("bik_scale", tariffData.bik_scale, ({ slices, ...bounds }) => ({
      ...bounds,
      slices: slices.map(({ width, pct }) => ({ width, rate: pct })),
    })),
    court_fee_kanton: read("court_fee_kanton", tariffData.court_fee_kanton, (data) => data),
    court_fee_rechtbank: read("court_fee_rechtbank", tariffData.court_fee_rechtbank, (data) => data),
    salary_kanton: read("salary_kanton", tariffData.salary_kanton, (data) => data),
    after_costs: read("after_costs", tariffData.after_costs, (data) => data),
    btag: read("btag", tariffData.btag, (data) => data),
    equated_days: read("equated_days", tariffData.equated_days, (data) => data),
  };
}
