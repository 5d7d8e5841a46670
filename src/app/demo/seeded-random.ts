/** Chance that can be repeated: the same seed gives the same portfolio, whatever the machine. Pure. */

export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  /** True in this share of the cases. */
  hit(share: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** A number of `digits` digits, as text with its leading zeros. */
  digits(count: number): string;
}

/** Mulberry32: small, fast, and good enough to scatter demo data. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    whole,
    hit: (share) => next() < share,
    pick: (from) => from[whole(0, from.length - 1)] ?? from[0],
    digits: (count) => Array.from({ length: count }, () => whole(0, 9)).join(""),
  };
}
