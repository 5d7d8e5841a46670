/** Extrajudicial collection costs by the legal scale (BW 6:96; Besluit vergoeding voor buitengerechtelijke incassokosten, Stb. 2012, 141). */
import { addMonths, dateOfDay, dayNumber, type PlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, percentOf, type Rate } from "../../../ground/kernel/money.ts";
import {
  type BikScale,
  type ScaleResult,
  scaleCosts,
  type Tariffs,
  tariffOn,
} from "../../../ground/tariffs/tariffs.ts";
import type { BikTerms } from "../engine/events.ts";

export { type BikPart, type ScaleResult, scaleCosts } from "../../../ground/tariffs/tariffs.ts";

/** An invoice over which collection costs are calculated, with its open principal. */
export interface BikInvoice {
  readonly number: string;
  readonly dueDay: number;
  readonly principal: Cents;
  readonly instalment: boolean;
}

/** Costs charged before, by invoice, for the anti-stacking rule. */
export interface ChargedBik {
  readonly number: string;
  readonly dueDay: number;
  /** The principal over which they were charged. */
  readonly principal: Cents;
  readonly amount: Cents;
}

/** Collection costs with their calculation and VAT. */
export interface BikResult extends ScaleResult {
  readonly invoices: readonly string[];
  /** The part of the scale's amount that may not be charged: charged before by the client, or reduced by the instalment rule. */
  readonly alreadyCharged: Cents;
  readonly instalmentRelief: Cents;
  /** The chargeable amount, without and with VAT. */
  readonly bik: Cents;
  readonly vat: Cents;
  readonly vatRate: Rate;
  readonly total: Cents;
  readonly source: string;
  readonly article: string;
}

const windowMonths = 6;

/** The instalments of these that fell due in the six months up to a day. */
const upTo = (charged: readonly ChargedBik[], day: number): ChargedBik[] => {
  const after = dayNumber(addMonths(dateOfDay(day), -windowMonths));
  return charged.filter(({ dueDay }) => dueDay > after && dueDay <= day);
};

/**
 * Periodic instalments (Besluit art. 2a, from 1 October 2024): the costs over all instalments that fell due in the six months up to the last one,
 * less what was charged over them; one letter for several skipped ones gives no more than the dearest single one. Where younger instalments were
 * charged first, the six months up to each of them allow no more either: in which order letters were sent makes no difference.
 */
function instalmentCosts(invoices: readonly BikInvoice[], charged: readonly ChargedBik[], scale: BikScale): Cents {
  const last = Math.max(...invoices.map((invoice) => invoice.dueDay));
  const own = invoices.reduce((sum, { principal }) => sum + principal, 0);
  const leftUpTo = (day: number): Cents => {
    const others = upTo(charged, day);
    const window = scaleCosts(own + others.reduce((sum, { principal }) => sum + principal, 0), scale).amount;
    return Math.max(0, window - others.reduce((sum, { amount }) => sum + amount, 0));
  };
  const younger = charged.filter(
    ({ dueDay }) => dueDay > last && dayNumber(addMonths(dateOfDay(dueDay), -windowMonths)) < last,
  );
  const left = Math.min(...[last, ...younger.map(({ dueDay }) => dueDay)].map(leftUpTo));
  const dearest = Math.max(...invoices.map(({ principal }) => scaleCosts(principal, scale).amount));
  return invoices.length > 1 ? Math.min(left, dearest) : left;
}

/**
 * The costs that may be charged over these invoices on a date.
 * @param alreadyCharged what the client charged before and no earlier charge has deducted yet.
 * @throws missingTariff if there is no scale or VAT rate for that date.
 */
export function collectionCosts(
  invoices: readonly BikInvoice[],
  charged: readonly ChargedBik[],
  terms: BikTerms,
  alreadyCharged: Cents,
  tariffs: Tariffs,
  on: PlainDate,
): BikResult {
  const scale = tariffOn(tariffs, "bik_scale", on);
  const owing = invoices.filter(({ principal }) => principal > 0);
  const principal = owing.reduce((sum, invoice) => sum + invoice.principal, 0);
  const agreed = terms.method === "contract" && principal > 0;
  const none = terms.method === "none";
  const result = agreed
    ? { principal, amount: terms.contractAmount, parts: [], bound: "none" as const }
    : scaleCosts(none ? 0 : principal, scale);
  const instalments =
    terms.instalmentRule && !agreed && result.amount > 0 && owing.every(({ instalment }) => instalment);
  const allowed = instalments ? Math.min(result.amount, instalmentCosts(owing, charged, scale)) : result.amount;
  const counted = Math.min(alreadyCharged, allowed);
  const bik = allowed - counted;
  const vatRate = terms.vat && bik > 0 ? tariffOn(tariffs, "vat", on).rate : 0;
  const vat = percentOf(bik, vatRate);
  return {
    ...result,
    invoices: owing.map(({ number }) => number),
    alreadyCharged: counted,
    instalmentRelief: result.amount - allowed,
    bik,
    vat,
    vatRate,
    total: bik + vat,
    source: scale.source,
    article: agreed ? "BW 6:96 lid 5" : "BW 6:96",
  };
}
