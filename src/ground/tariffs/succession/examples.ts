/** What a tariff comes to, in worked examples: for the preview of a new row, and for the difference of two. */
import { date, type PlainDate } from "../../kernel/dates.ts";
import { type Cents, percentOf } from "../../kernel/money.ts";
import { tariffsOf } from "../rows.ts";
import { scaleCosts } from "../scale.ts";
import type { CourtFees, TariffKind, Tariffs } from "../tariffs.ts";

/** One line of a comparison. What it is about is an amount, an article or a day, or nothing but its part; `part` says which column of the law. */
export interface Example {
  readonly about: { readonly cents: Cents } | { readonly article: string } | { readonly day: PlainDate } | null;
  readonly part:
    | "interest"
    | "costs"
    | "vat"
    | "legal"
    | "natural"
    | "indigent"
    | "point"
    | "kantonMaximum"
    | "civil"
    | "service"
    | "act"
    | "day"
    | "undetermined";
  /** Cents; null where the row says nothing of it. */
  readonly before: Cents | null;
  readonly after: Cents | null;
}

type Value = Omit<Example, "before" | "after"> & { readonly key: string; readonly cents: Cents | null };

const eur = (amount: number): Cents => amount * 100;
const principals = [100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 100_000].map(eur);
const claims: Readonly<Record<"court_fee_kanton" | "court_fee_rechtbank", readonly Cents[]>> = {
  court_fee_kanton: [500, 1500, 2500, 5000, 12_500, 25_000].map(eur),
  court_fee_rechtbank: [50_000, 100_000, 1_000_000, 2_000_000].map(eur),
};

const bandOf = <B extends { upTo: Cents | null; undetermined?: boolean }>(all: readonly B[], amount: Cents) =>
  all.find(({ upTo, undetermined }) => (upTo === null ? undetermined !== true : amount <= upTo));

function feesOf(kind: "court_fee_kanton" | "court_fee_rechtbank", row: CourtFees | undefined): Value[] {
  return claims[kind].flatMap((cents) => {
    const band = row && bandOf(row.bands, cents);
    return (["legal", "natural", "indigent"] as const).map((part) => ({
      key: `${cents} ${part}`,
      about: { cents },
      part,
      cents: band?.[part] ?? null,
    }));
  });
}

const over = (part: Example["part"], amounts: readonly Cents[], of: (amount: Cents) => Cents | null): Value[] =>
  amounts.map((cents) => ({ key: `${cents} ${part}`, about: { cents }, part, cents: of(cents) }));

/** What the last row of a kind comes to; a year's interest is simple, over 365 days. */
function valuesOf(kind: TariffKind, tariffs: Tariffs): Value[] {
  switch (kind) {
    case "interest_statutory":
    case "interest_commercial":
    case "interest_fair": {
      const row = tariffs[kind].at(-1);
      return over("interest", [eur(100), eur(1000), eur(10_000)], (cents) => (row ? percentOf(cents, row.rate) : null));
    }
    case "vat": {
      const row = tariffs.vat.at(-1);
      return over("vat", [eur(40), eur(150), eur(375)], (cents) => (row ? percentOf(cents, row.rate) : null));
    }
    case "bik_scale": {
      const row = tariffs.bik_scale.at(-1);
      return over("costs", principals, (cents) => (row ? scaleCosts(cents, row).amount : null));
    }
    case "court_fee_kanton":
    case "court_fee_rechtbank":
      return feesOf(kind, tariffs[kind].at(-1));
    case "salary_kanton": {
      const row = tariffs.salary_kanton.at(-1);
      return over("point", principals, (cents) => (row ? (bandOf(row.bands, cents)?.perPoint ?? null) : null));
    }
    case "after_costs": {
      const row = tariffs.after_costs.at(-1);
      return (["kantonMaximum", "civil", "service"] as const).map((part) => ({
        key: part,
        about: null,
        part,
        cents: row?.[part] ?? null,
      }));
    }
    case "btag":
      return Object.entries(tariffs.btag.at(-1)?.acts ?? {}).map(([article, cents]) => ({
        key: article,
        about: { article },
        part: "act",
        cents,
      }));
    case "equated_days":
      return (tariffs.equated_days.at(-1)?.days ?? []).map((day) => ({
        key: day,
        about: { day },
        part: "day",
        cents: 0,
      }));
  }
}

/** A row's data as it stands in the table, read as a tariff of its own; nothing where it does not hold what its kind must. */
function readOne(kind: TariffKind, data: unknown): Value[] | undefined {
  if (data === undefined) return [];
  try {
    const validFrom = date("2000-01-01");
    return valuesOf(kind, tariffsOf([{ kind, validFrom, data, source: "", verified: true }], ""));
  } catch {
    return undefined;
  }
}

/** The same examples before and after; undefined while what was typed is not yet a tariff. `before` undefined: the first row. */
export function compareTariffs(kind: TariffKind, before: unknown, after: unknown): readonly Example[] | undefined {
  const [was, is] = [readOne(kind, before), readOne(kind, after)];
  if (was === undefined || is === undefined) return undefined;
  const keys = [...new Set([...was, ...is].map(({ key }) => key))];
  // Articles and days have an order of their own; amounts stand as they were listed.
  if (kind === "btag" || kind === "equated_days") keys.sort();
  return keys.flatMap((key): Example[] => {
    const [old, now] = [was.find((one) => one.key === key), is.find((one) => one.key === key)];
    const { about, part } = now ?? old ?? {};
    return about !== undefined && part ? [{ about, part, before: old?.cents ?? null, after: now?.cents ?? null }] : [];
  });
}
