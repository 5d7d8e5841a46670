/**
 * What a summons costs: court fee (Wgbz art. 3, 10 and 15), salary of the agent (liquidatietarief kanton), the bailiff's act (Btag art. 2) and what
 * comes after the judgment (Rv 237(4)), each by the dated tariff of its own day. Pure; amounts in cents.
 */
import type { PlainDate } from "../../ground/kernel/dates.ts";
import { type Cents, multiplyDivide, percentOf, type Rate, sumCents } from "../../ground/kernel/money.ts";
import {
  type CourtFeeBand,
  type Dated,
  type SalaryBand,
  type Tariffs,
  tariffOn,
} from "../../ground/tariffs/tariffs.ts";
import { type Sector, sectorOf } from "../courts/courts.ts";

/** Whose tariff the fee follows: legal persons and partnerships, natural persons, those who have proved that they cannot pay. */
export const claimants = ["legal", "natural", "indigent"] as const;
export type Claimant = (typeof claimants)[number];

export interface CostQuestion {
  readonly principal: Cents;
  readonly interest: Cents;
  /** Extrajudicial collection costs, with VAT where the claimant cannot set it off. */
  readonly collectionCosts: Cents;
  readonly claimant: Claimant;
  /** Points of salary in halves: 2 for one point. */
  readonly halfPoints: number;
  /** Whether VAT on the bailiff's act is charged to the debtor: only if the claimant cannot set it off. */
  readonly withVat: boolean;
  /** Rent, employment, consumer sale or credit up to 40,000: the sub-district court hears it whatever the amount (Rv 93 c). */
  readonly subDistrictMatter: boolean;
  /** The day of the summons, by which fee and act are reckoned. */
  readonly summonsOn: PlainDate;
  /** The day of the judgment, by which salary and after-costs are reckoned. */
  readonly judgmentOn: PlainDate;
}

/** Where a figure comes from. */
export interface Origin {
  readonly from: PlainDate;
  readonly source: string;
  readonly verified: boolean;
}

export interface CostLine {
  readonly part: "courtFee" | "salary" | "summons" | "summonsVat" | "afterCosts" | "service" | "serviceVat";
  readonly cents: Cents;
  /** The upper bound of the band that was used; null where the tariff has no bands, or for the last one. */
  readonly upTo: Cents | null;
  /** What one point is; null for all but the salary and the after-costs. */
  readonly perPoint: Cents | null;
  /** Points in halves, after the most that the band allows. */
  readonly halfPoints: number | null;
  /** The most that the tariff allows, where it was reached. */
  readonly capped: Cents | null;
  readonly rate: Rate | null;
  readonly origin: Origin;
}

/** A claim that is just above a band: asking so much less would save more than it gives up. */
export interface BandEdge {
  readonly limit: Cents;
  readonly over: Cents;
  readonly saves: Cents;
}

export interface CourtCosts {
  readonly value: Cents;
  readonly sector: Sector;
  /** The lines up to the judgment, and their sum. */
  readonly lines: readonly CostLine[];
  readonly total: Cents;
  /** What comes after the judgment: the after-costs, and serving it with its own VAT. */
  readonly after: readonly CostLine[];
  /** Above the sub-district court the salary follows the scale of lawyers, which is not kept here. */
  readonly salaryKnown: boolean;
  readonly cliff: BandEdge | null;
}

const originOf = ({ from, source, verified }: Dated): Origin => ({ from, source, verified });

const line = (part: CostLine["part"], cents: Cents, row: Dated, more: Partial<CostLine> = {}): CostLine => ({
  part,
  cents,
  upTo: null,
  perPoint: null,
  halfPoints: null,
  capped: null,
  rate: null,
  ...more,
  origin: originOf(row),
});

/** The band of a value; a band for undetermined claims alone has no bound and is none of them. */
function bandOf<Band extends CourtFeeBand | SalaryBand>(bands: readonly Band[], value: Cents): Band {
  const band = bands.find((each) =>
    each.upTo === null ? !("undetermined" in each && each.undetermined) : value <= each.upTo,
  );
  if (!band) throw new RangeError("a tariff without a last band");
  return band;
}

const feeKind = (sector: Sector) => (sector === "kanton" ? "court_fee_kanton" : "court_fee_rechtbank");

function feeLine(tariffs: Tariffs, question: CostQuestion, value: Cents, sector: Sector): CostLine {
  const fees = tariffOn(tariffs, feeKind(sector), question.summonsOn);
  const band = bandOf(fees.bands, value);
  return line("courtFee", band[question.claimant], fees, { upTo: band.upTo });
}

function salaryLine(tariffs: Tariffs, question: CostQuestion, value: Cents): CostLine {
  const scale = tariffOn(tariffs, "salary_kanton", question.judgmentOn);
  const { upTo, perPoint, maxPoints } = bandOf(scale.bands, value);
  const most = maxPoints === null ? Number.POSITIVE_INFINITY : maxPoints * 2;
  const halfPoints = Math.min(question.halfPoints, most);
  const cents = multiplyDivide(perPoint, halfPoints, 2);
  const capped = halfPoints < question.halfPoints ? cents : null;
  return line("salary", cents, scale, { upTo, perPoint, halfPoints, capped });
}

/** An act of the bailiff, and its VAT where the debtor bears it. */
function actLines(
  tariffs: Tariffs,
  parts: readonly [act: "summons" | "service", vat: "summonsVat" | "serviceVat"],
  article: "2a" | "2b",
  on: PlainDate,
  withVat: boolean,
): CostLine[] {
  const acts = tariffOn(tariffs, "btag", on);
  const cents = acts.acts[article] ?? 0;
  const vat = tariffOn(tariffs, "vat", on);
  return [
    line(parts[0], cents, acts),
    ...(withVat ? [line(parts[1], percentOf(cents, vat.rate), vat, { rate: vat.rate })] : []),
  ];
}

/** Half a point in the sub-district court, up to its highest amount; a fixed amount in civil cases. */
function afterCostsLine(tariffs: Tariffs, question: CostQuestion, value: Cents, sector: Sector): CostLine {
  const row = tariffOn(tariffs, "after_costs", question.judgmentOn);
  if (sector === "civil") return line("afterCosts", row.civil, row);
  const { perPoint, upTo } = bandOf(tariffOn(tariffs, "salary_kanton", question.judgmentOn).bands, value);
  const half = multiplyDivide(perPoint, 1, 2);
  const capped = half > row.kantonMaximum ? row.kantonMaximum : null;
  return line("afterCosts", capped ?? half, row, { upTo, perPoint, halfPoints: 1, capped });
}

const sectorFor = (question: CostQuestion, value: Cents): Sector =>
  question.subDistrictMatter ? "kanton" : sectorOf(value);

function linesOf(tariffs: Tariffs, question: CostQuestion, value: Cents): CostLine[] {
  const sector = sectorFor(question, value);
  return [
    feeLine(tariffs, question, value, sector),
    ...(sector === "kanton" ? [salaryLine(tariffs, question, value)] : []),
    ...actLines(tariffs, ["summons", "summonsVat"], "2a", question.summonsOn, question.withVat),
  ];
}

const totalOf = (lines: readonly CostLine[]): Cents => sumCents(lines.map(({ cents }) => cents));

/** The bounds at which the fee or the salary rises, below a value. */
function boundsBelow(tariffs: Tariffs, question: CostQuestion, value: Cents): Cents[] {
  const bands: readonly (CourtFeeBand | SalaryBand)[] = [
    ...tariffOn(tariffs, "court_fee_kanton", question.summonsOn).bands,
    ...tariffOn(tariffs, "salary_kanton", question.judgmentOn).bands,
  ];
  return bands.flatMap(({ upTo }) => (upTo !== null && upTo < value ? [upTo] : []));
}

/** Only where the sub-district court hears both claims, since above it the salary is not known. */
function cliffOf(tariffs: Tariffs, question: CostQuestion, value: Cents): BandEdge | null {
  if (sectorFor(question, value) === "civil") return null;
  const limit = Math.max(0, ...boundsBelow(tariffs, question, value));
  if (limit === 0) return null;
  const over = value - limit;
  const saves = totalOf(linesOf(tariffs, question, value)) - totalOf(linesOf(tariffs, question, limit));
  return saves > over ? { limit, over, saves } : null;
}

/**
 * The costs of a summons and of what follows it, each line with what it was reckoned from.
 * @throws {VorderError} where a tariff has no row for its day.
 */
export function courtCosts(tariffs: Tariffs, question: CostQuestion): CourtCosts {
  const value = question.principal + question.interest + question.collectionCosts;
  const sector = sectorFor(question, value);
  const lines = linesOf(tariffs, question, value);
  return {
    value,
    sector,
    lines,
    total: totalOf(lines),
    after: [
      afterCostsLine(tariffs, question, value, sector),
      ...actLines(tariffs, ["service", "serviceVat"], "2b", question.judgmentOn, question.withVat),
    ],
    salaryKnown: sector === "kanton",
    cliff: cliffOf(tariffs, question, value),
  };
}
