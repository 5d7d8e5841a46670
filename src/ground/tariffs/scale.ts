/** The legal scale of collection costs over a principal (Besluit vergoeding voor buitengerechtelijke incassokosten art. 2). */
import { type Cents, divideHalfUp, percentOf, type Rate } from "../kernel/money.ts";

/** A slice of the scale: so much of the principal at this rate; the last slice has no width. */
export interface BikSlice {
  readonly width: Cents | null;
  readonly rate: Rate;
}

export interface ScaleAmounts {
  readonly slices: readonly BikSlice[];
  readonly minimum: Cents;
  readonly maximum: Cents;
}

/** What one slice of the scale gives. The amounts are shown; only their sum is rounded. */
export interface BikPart {
  readonly principal: Cents;
  readonly rate: Rate;
  readonly amount: Cents;
}

export interface ScaleResult {
  readonly principal: Cents;
  readonly amount: Cents;
  readonly parts: readonly BikPart[];
  /** Whether the minimum or the maximum of the scale stands in for the sum of its slices. */
  readonly bound: "minimum" | "maximum" | "none";
}

/** The scale over a principal: the sum of its slices, at least the minimum, at most the maximum; 0 over nothing. */
export function scaleCosts(principal: Cents, scale: ScaleAmounts): ScaleResult {
  if (principal <= 0) return { principal: 0, amount: 0, parts: [], bound: "none" };
  const parts: BikPart[] = [];
  let rest = principal;
  let exact = 0n;
  for (const { width, rate } of scale.slices) {
    const slice = width === null ? rest : Math.min(rest, width);
    if (slice <= 0) break;
    exact += BigInt(slice) * BigInt(rate);
    parts.push({ principal: slice, rate, amount: percentOf(slice, rate) });
    rest -= slice;
  }
  const sum = Number(divideHalfUp(exact, 1_000_000n));
  const amount = Math.min(scale.maximum, Math.max(scale.minimum, sum));
  return { principal, amount, parts, bound: amount > sum ? "minimum" : amount < sum ? "maximum" : "none" };
}
