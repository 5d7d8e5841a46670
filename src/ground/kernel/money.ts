/** Money is whole cents; rates are exact decimals. No floats touch an amount (domain facts, E1). */

/** An amount in whole cents of the file's currency. */
export type Cents = number;

/** A percentage times 10,000, so that numeric(7,4) is exact: 10.40 % is 104000. */
export type Rate = number;

const rateScale = 4;

function parseDecimal(text: string, digits: number): number | undefined {
  const match = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = "", fraction = ""] = match;
  if (/[1-9]/.test(fraction.slice(digits))) return undefined;
  const value = Number(whole + fraction.slice(0, digits).padEnd(digits, "0"));
  if (!Number.isSafeInteger(value)) return undefined;
  return sign && value !== 0 ? -value : value;
}

/** "1234.56" → 123456; undefined for anything that is not a plain decimal of at most two places. */
export const centsFromDecimal = (text: string): Cents | undefined => parseDecimal(text, 2);

/** 123456 → "1234.56", the form that calls use. */
export const decimalFromCents = (cents: Cents): string => {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** "10.40" → 104000; undefined for more than four decimals or anything else. */
export const rateFromDecimal = (text: string): Rate | undefined => parseDecimal(text, rateScale);

/** 104000 → "10.4", without needless zeros. */
export const decimalFromRate = (rate: Rate): string => {
  const digits = String(Math.abs(rate)).padStart(rateScale + 1, "0");
  const fraction = digits.slice(-rateScale).replace(/0+$/, "");
  return `${rate < 0 ? "-" : ""}${digits.slice(0, -rateScale)}${fraction ? `.${fraction}` : ""}`;
};

/** numerator / denominator to a whole number, half away from zero (ROUND_HALF_UP of E1); exact at any size. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * n + d) / (2n * d);
  return negative ? -rounded : rounded;
}

/** a × b / denominator to a whole number, half up, for amounts that are not negative; exact at any size. */
export function multiplyDivide(a: number, b: number, denominator: number): number {
  const product = a * b;
  // Below 2^51 the doubled numerator is still exact, so that the fast path never differs from the exact one.
  if (product < 2_251_799_813_685_248) {
    const whole = Math.floor(product / denominator);
    const rest = product - whole * denominator;
    return rest * 2 >= denominator ? whole + 1 : whole;
  }
  return Number(divideHalfUp(BigInt(a) * BigInt(b), BigInt(denominator)));
}

/** amount × rate / 100 to whole cents, half up: `percentOf(10000, 210000)` is 2100. */
export const percentOf = (cents: Cents, rate: Rate): Cents =>
  Number(divideHalfUp(BigInt(cents) * BigInt(rate), 1_000_000n));

export const sumCents = (amounts: Iterable<Cents>): Cents => {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total;
};
