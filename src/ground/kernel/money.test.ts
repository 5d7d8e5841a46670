/** Money and rates: exact, to the cent, half up. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  centsFromDecimal,
  decimalFromCents,
  decimalFromRate,
  divideHalfUp,
  multiplyDivide,
  percentOf,
  rateFromDecimal,
  sumCents,
} from "./money.ts";

describe("amounts", () => {
  it.each([
    ["1234.56", 123_456],
    ["0.01", 1],
    ["-5", -500],
    ["1.5", 150],
    ["1.500", 150],
    ["0.00", 0],
    ["-0.00", 0],
  ])("%s is %i cents", (text, cents) => {
    expect(centsFromDecimal(text)).toBe(cents);
  });

  it.each(["1.005", "1,50", "1.234,56", "", " 1", "1e3", "abc", "99999999999999999", "1.", ".5", "--1"])(
    "%s is not an amount",
    (text) => {
      expect(centsFromDecimal(text)).toBeUndefined();
    },
  );

  it("are written with two decimals, and read back unchanged", () => {
    expect([0, 5, 50, 123_456, -1].map(decimalFromCents)).toEqual(["0.00", "0.05", "0.50", "1234.56", "-0.01"]);
    fc.assert(
      fc.property(fc.maxSafeInteger(), (cents) => {
        fc.pre(Math.abs(cents) < 1e15);
        expect(centsFromDecimal(decimalFromCents(cents))).toBe(cents);
      }),
    );
  });

  it("sum up", () => expect(sumCents([1, 2, -4])).toBe(-1));
});

describe("rates", () => {
  it.each([
    ["10.40", 104_000, "10.4"],
    ["4", 40_000, "4"],
    ["0.5", 5000, "0.5"],
    ["12.3456", 123_456, "12.3456"],
  ])("%s %% is exact", (text, rate, shown) => {
    expect(rateFromDecimal(text)).toBe(rate);
    expect(decimalFromRate(rate)).toBe(shown);
  });
  it("have no more than four decimals", () => expect(rateFromDecimal("1.23456")).toBeUndefined());
});

describe("rounding", () => {
  it.each([
    [26_670, 150_000, 4001], // 15 % of 266.70 = 40.005
    [26_669, 150_000, 4000], // 40.0035
    [8250, 210_000, 1733], // 21 % of 82.50 = 17.325
    [-26_670, 150_000, -4001],
  ])("%i at rate %i is %i, half up", (cents, rate, result) => {
    expect(percentOf(cents, rate)).toBe(result);
  });

  it("a product is the same by fast and by exact arithmetic, at any size", () => {
    const side = fc.integer({ min: 0, max: 200_000_000_000 });
    fc.assert(
      fc.property(
        side,
        fc.integer({ min: 0, max: 20_000_000 }),
        fc.integer({ min: 1, max: 400_000_000 }),
        (a, b, c) => {
          expect(multiplyDivide(a, b, c)).toBe(Number(divideHalfUp(BigInt(a) * BigInt(b), BigInt(c))));
        },
      ),
    );
  });
});
