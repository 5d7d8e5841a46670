import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agreedCosts, type CommissionAgreement, commissionOn, newCommission, newTerms } from "./agreements.ts";

/** Percent times 10,000. */
const pct = (percent: number): number => Math.round(percent * 10_000);
const eur = (amount: number): number => Math.round(amount * 100);

const plain: CommissionAgreement = {
  bands: [{ from: 0, rate: pct(15) }],
  keepsCosts: false,
  noCureNoPay: true,
  minimumCents: 0,
  fileFeeCents: 0,
};
const bands = [
  { from: 0, rate: pct(15) },
  { from: eur(1000), rate: pct(10) },
  { from: eur(5000), rate: pct(5) },
];

describe("commission", () => {
  test.each<[string, Partial<CommissionAgreement>, number, number, number]>([
    ["15% of 800.00", {}, 800, 0, 120],
    ["15% of 33.33 is 4.9995, half up", {}, 33.33, 0, 5],
    ["the first band only: 15% of 1,000.00", { bands }, 1000, 0, 150],
    ["150.00 + 10% of 500.00", { bands }, 1500, 0, 200],
    ["150.00 + 10% of 4,000.00 + 5% of 2,500.00", { bands }, 7500, 0, 675],
    // Domain facts 3.3: 150.00 of costs are kept, and 5% of the other 750.00 is 37.50.
    ["the costs and 5% of the rest", { bands: [{ from: 0, rate: pct(5) }], keepsCosts: true }, 900, 150, 187.5],
    ["costs that the agency does not keep do not count", { bands: [{ from: 0, rate: pct(5) }] }, 900, 150, 45],
    ["the minimum: 15% of 40.00 is 6.00, raised to 25.00", { minimumCents: eur(25) }, 40, 0, 25],
    ["nothing collected, nothing owed", { minimumCents: eur(25), fileFeeCents: eur(10) }, 0, 0, 0],
    [
      "nothing collected without no cure no pay: the minimum and the fee",
      { noCureNoPay: false, minimumCents: eur(25), fileFeeCents: eur(10) },
      0,
      0,
      35,
    ],
    ["a fee is added: 120.00 + 10.00", { fileFeeCents: eur(10) }, 800, 0, 130],
    ["a reversal that leaves a negative amount", {}, -50, 0, 0],
  ])("%s", (_says, more, collected, costs, expected) => {
    const made = commissionOn({ ...plain, ...more }, eur(collected), eur(costs));
    expect(made.net).toBe(eur(expected));
  });

  test("lists its parts, which add up to the amount due", () => {
    const made = commissionOn({ ...plain, bands, minimumCents: eur(900), fileFeeCents: eur(12.5) }, eur(7500));
    expect(made.parts).toEqual([
      { base: eur(1000), rate: pct(15), cents: eur(150) },
      { base: eur(4000), rate: pct(10), cents: eur(400) },
      { base: eur(2500), rate: pct(5), cents: eur(125) },
    ]);
    // 675.00 was earned, 225.00 is missing to 900.00, and 12.50 comes on top.
    expect(made).toMatchObject({ topUp: eur(225), fee: eur(12.5), net: eur(912.5) });
  });

  test("never decreases when more is collected, covers every cent by its bands, and equals the sum of its parts", () => {
    const agreement = fc.record({
      bands: fc
        .uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 4 })
        .chain((froms) =>
          fc.tuple(
            ...[0, ...froms.sort((a, b) => a - b)].map((from) =>
              fc.record({ from: fc.constant(from), rate: fc.integer({ min: 0, max: 1_000_000 }) }),
            ),
          ),
        ),
      keepsCosts: fc.constant(false),
      noCureNoPay: fc.boolean(),
      minimumCents: fc.integer({ min: 0, max: 10_000 }),
      fileFeeCents: fc.integer({ min: 0, max: 10_000 }),
    });
    const cents = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(
      fc.property(agreement, cents, cents, (agreed, one, other) => {
        const [less, more] = [commissionOn(agreed, Math.min(one, other)), commissionOn(agreed, Math.max(one, other))];
        expect(more.net).toBeGreaterThanOrEqual(less.net);
        const sum = more.parts.reduce((total, part) => total + part.cents, 0);
        expect(sum + more.costs + more.topUp + more.fee).toBe(more.net);
        expect(more.parts.reduce((total, part) => total + part.base, 0)).toBe(Math.max(one, other));
      }),
    );
  });

  test.each([
    [[{ from: 100, rate: "10" }], "customers.errorFirstBand"],
    [
      [
        { from: 0, rate: "10" },
        { from: 0, rate: "5" },
      ],
      "customers.errorBandOrder",
    ],
    [[], "customers.errorBands"],
    [[{ from: 0, rate: "101" }], "customers.errorPercentage"],
    [[{ from: 0, rate: "1,5" }], "customers.errorPercentage"],
  ])("with the bands %j is refused", (wrong, message) => {
    const parsed = newCommission.safeParse({ validFrom: "2026-01-01", bands: wrong });
    expect(parsed.error?.issues.map((issue) => issue.message)).toContain(message);
  });
});

describe("agreed collection costs", () => {
  test.each([
    ["15% of 1,000.00", { costsMethod: "percent", costsPercent: pct(15), costsCents: 0 }, 1000, 150],
    [
      "15% of 100.00 is 15.00, at least 75.00",
      { costsMethod: "percent", costsPercent: pct(15), costsCents: eur(75) },
      100,
      75,
    ],
    [
      "a fixed amount, whatever the principal",
      { costsMethod: "fixed", costsPercent: 0, costsCents: eur(250) },
      10,
      250,
    ],
    ["the scale instead of an agreed amount", { costsMethod: "scale", costsPercent: 0, costsCents: 0 }, 1000, 0],
  ] as const)("%s", (_says, terms, principal, expected) => {
    expect(agreedCosts(terms, eur(principal))).toBe(eur(expected));
  });

  const terms = { fileType: "private", validFrom: "2026-01-01", interestKind: "legal" } as const;
  test.each([
    [{ ...terms, costsMethod: "percent", costsPercent: "15" }, "customers.errorConsumerCosts"],
    [{ ...terms, costsMethod: "fixed", costsCents: 100 }, "customers.errorConsumerCosts"],
    [{ ...terms, interestKind: "contractual" }, "customers.errorRateNeeded"],
    [{ ...terms, fileType: "company", costsMethod: "fixed" }, "customers.errorAmountNeeded"],
    [{ ...terms, fileType: "company", costsMethod: "percent" }, "customers.errorRateNeeded"],
    [{ ...terms, validFrom: "2026-02-30" }, "customers.errorDate"],
  ])("%j is refused", (wrong, message) => {
    expect(newTerms.safeParse(wrong).error?.issues.map((issue) => issue.message)).toContain(message);
  });

  test("may be left out for consumers, and agreed for businesses", () => {
    expect(newTerms.safeParse({ ...terms, costsMethod: "none" }).success).toBe(true);
    expect(
      newTerms.safeParse({ ...terms, fileType: "company", costsMethod: "percent", costsPercent: "15" }).success,
    ).toBe(true);
  });
});
