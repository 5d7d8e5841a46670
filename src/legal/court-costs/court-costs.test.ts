/** The costs of a summons to the cent (domain facts 4.5), and what its edges do. */
import { describe, expect, it, test } from "vitest";
import { date } from "../../ground/kernel/dates.ts";
import { seededTariffs } from "../../ground/tariffs/tariffs.factory.ts";
import { type CostQuestion, courtCosts } from "./court-costs.ts";
import { scaleKinds, scalesOf } from "./scales.ts";

const question = (given: Partial<CostQuestion>): CostQuestion => ({
  principal: 0,
  interest: 0,
  collectionCosts: 0,
  claimant: "legal",
  halfPoints: 2,
  withVat: false,
  subDistrictMatter: false,
  summonsOn: date("2026-03-02"),
  judgmentOn: date("2026-04-15"),
  ...given,
});
const costs = (given: Partial<CostQuestion>) => courtCosts(seededTariffs, question(given));
const amounts = (given: Partial<CostQuestion>) =>
  Object.fromEntries(costs(given).lines.map(({ part, cents }) => [part, cents]));
const afterCosts = (given: Partial<CostQuestion>) =>
  costs(given).after.find(({ part }) => part === "afterCosts")?.cents;

describe("worked examples of 2026", () => {
  const k1 = { principal: 85_000, interest: 2210, collectionCosts: 12_750 };
  const k2 = { principal: 12_000, interest: 150, collectionCosts: 4840, claimant: "natural", withVat: true } as const;
  const k3 = { principal: 41_000, interest: 1850, collectionCosts: 6150 };
  const k4 = { principal: 48_000, interest: 1200, collectionCosts: 7200 };
  const k5 = { principal: 420_000, interest: 31_000, collectionCosts: 54_500, halfPoints: 4 };
  const k6 = { principal: 1_800_000, interest: 125_000, collectionCosts: 95_500, halfPoints: 4 };

  test.each([
    // 850.00 + 22.10 + 127.50 = 999.60: fee 350, one point of 144, summons 125.57; half a point is 72.
    ["K1", k1, 99_960, { courtFee: 35_000, salary: 14_400, summons: 12_557 }, 61_957, 7200],
    // 120.00 + 1.50 + 48.40 = 169.90: fee 93, 43, 125.57 and 21 % of it 26.37; 43 / 2 = 21.50.
    ["K2", k2, 16_990, { courtFee: 9300, salary: 4300, summons: 12_557, summonsVat: 2637 }, 28_794, 2150],
    // 490.00: fee 139, 87, 125.57; 43.50.
    ["K3", k3, 49_000, { courtFee: 13_900, salary: 8700, summons: 12_557 }, 35_157, 4350],
    // 564.00: fee 350, 144, 125.57; 72.
    ["K4", k4, 56_400, { courtFee: 35_000, salary: 14_400, summons: 12_557 }, 61_957, 7200],
    // 5,055.00: fee 559, two points of 360 = 720, 125.57; 180 is more than 144.
    ["K5", k5, 505_500, { courtFee: 55_900, salary: 72_000, summons: 12_557 }, 140_457, 14_400],
    // 20,205.00: fee 1,504, two of 577 = 1,154, 125.57; 288.50 is more than 144.
    ["K6", k6, 2_020_500, { courtFee: 150_400, salary: 115_400, summons: 12_557 }, 278_357, 14_400],
  ])("%s", (_name, given, value, lines, total, after) => {
    expect(costs(given).value).toBe(value);
    expect(amounts(given)).toEqual(lines);
    expect(costs(given).total).toBe(total);
    expect(afterCosts(given)).toBe(after);
  });

  it("warns above the band of 500: 64.00 less would save 211.00 of fee and 57.00 of salary", () => {
    expect(costs(k4).cliff).toEqual({ limit: 50_000, over: 6400, saves: 26_800 });
    expect(costs(k3).cliff).toBeNull();
    expect(costs({ principal: 50_000 }).cliff).toBeNull();
    // 1 cent above 500.00.
    expect(costs({ principal: 50_001 }).cliff).toEqual({ limit: 50_000, over: 1, saves: 26_800 });
    // 768.00 above 500.00 is as much as is saved: no warning.
    expect(costs({ principal: 76_800 }).cliff).toBeNull();
  });
});

describe("each amount uses the tariff of its own date", () => {
  it("a file of 2024 uses the tariffs of 2024: fee 328, a point 135, summons 112.37, after-costs half of 135", () => {
    const of2024 = { principal: 100_000, summonsOn: date("2024-05-01"), judgmentOn: date("2024-06-12") };
    expect(amounts(of2024)).toEqual({ courtFee: 32_800, salary: 13_500, summons: 11_237 });
    expect(afterCosts(of2024)).toBe(6750);
  });

  it("summons in December, judgment in February: the fee of the old year, the salary of the new", () => {
    const over = { principal: 100_000, summonsOn: date("2025-12-30"), judgmentOn: date("2026-02-01") };
    expect(amounts(over)).toEqual({ courtFee: 34_000, salary: 14_400, summons: 11_941 });
    expect(amounts({ ...over, judgmentOn: date("2026-01-31") }).salary).toBe(13_500);
  });

  it("a date before the first row is an error and never 0", () => {
    expect(() => costs({ principal: 100_000, summonsOn: date("2015-01-01") })).toThrow();
  });
});

describe("edges", () => {
  it.each([
    ["at the limit", 150_000, 35_000],
    ["one cent above the limit", 150_001, 39_700],
    ["the highest of the sub-district court", 2_500_000, 150_400],
  ])("fee %s", (_what, principal, fee) => expect(amounts({ principal }).courtFee).toBe(fee));

  it("a person proved indigent pays the same in every band", () => {
    expect(amounts({ principal: 2_000_000, claimant: "indigent" }).courtFee).toBe(9300);
  });

  it("no more points than the band allows: of 4 asked up to 250.00, 3 of 43", () => {
    const salary = costs({ principal: 20_000, halfPoints: 8 }).lines.find(({ part }) => part === "salary");
    expect(salary).toMatchObject({ cents: 12_900, halfPoints: 6, capped: 12_900 });
  });

  it("one and a half points of 43: 64.50", () => {
    expect(amounts({ principal: 20_000, halfPoints: 3 }).salary).toBe(6450);
  });

  it("above 25,000 the civil court: its own fee, no salary of this scale, fixed after-costs, no warning", () => {
    const civil = costs({ principal: 2_500_001 });
    expect(civil).toMatchObject({ sector: "civil", salaryKnown: false, cliff: null });
    expect(amounts({ principal: 2_500_001 })).toEqual({ courtFee: 308_300, summons: 12_557 });
    expect(afterCosts({ principal: 2_500_001 })).toBe(18_900);
  });

  it("rent of 30,000 stays in the sub-district court: 1,504 and a point of 577", () => {
    expect(amounts({ principal: 3_000_000, subDistrictMatter: true })).toMatchObject({
      courtFee: 150_400,
      salary: 57_700,
    });
  });
});

describe("the explanation of each line", () => {
  const lineOf = (part: string, given: Partial<CostQuestion>) => {
    const { lines, after } = costs(given);
    return [...lines, ...after].find((line) => line.part === part);
  };

  it("the salary names its band and the value of a point, and a cap only where it was reached", () => {
    // 999.60 lies up to 1,250.00, where five points are the most.
    expect(lineOf("salary", { principal: 99_960 })).toMatchObject({
      upTo: 125_000,
      perPoint: 14_400,
      halfPoints: 2,
      capped: null,
    });
    // Five of five: all that was asked.
    expect(lineOf("salary", { principal: 99_960, halfPoints: 10 })).toMatchObject({ cents: 72_000, capped: null });
    // Half a point more than the most.
    expect(lineOf("salary", { principal: 99_960, halfPoints: 11 })).toMatchObject({ cents: 72_000, capped: 72_000 });
  });

  it("rent of 150,000.00: a band without a maximum, 12 points of 1,010.00", () => {
    const rent = { principal: 15_000_000, subDistrictMatter: true, halfPoints: 24 };
    expect(lineOf("salary", rent)).toMatchObject({ cents: 1_212_000, halfPoints: 24, capped: null });
  });

  it("after-costs: half of 288.00 equals the maximum, half of 360.00 exceeds it", () => {
    expect(lineOf("afterCosts", { principal: 450_000 })).toMatchObject({
      cents: 14_400,
      perPoint: 28_800,
      halfPoints: 1,
      capped: null,
    });
    expect(lineOf("afterCosts", { principal: 505_500 })).toMatchObject({ cents: 14_400, capped: 14_400 });
  });

  it("the salary is known for the sub-district court only", () => {
    expect([99_960, 2_500_000, 2_500_001].map((principal) => costs({ principal }).salaryKnown)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("no warning in the civil court, though its fee rises by 3,979.00 above 100,000.00", () => {
    expect(costs({ principal: 10_000_001 }).cliff).toBeNull();
  });

  it("a tariff that ends below the claim is an error", () => {
    const [scale] = seededTariffs.salary_kanton.filter(({ from }) => from === "2026-02-01");
    const short = { ...seededTariffs, salary_kanton: scale ? [{ ...scale, bands: scale.bands.slice(0, 2) }] : [] };
    expect(() => courtCosts(short, question({ principal: 99_960 }))).toThrow("a tariff without a last band");
  });
});

describe("the scales as tables", () => {
  it("the kinds of tariff used for a summons", () => {
    expect(scaleKinds).toEqual(["salary_kanton", "court_fee_kanton", "court_fee_rechtbank", "btag", "after_costs"]);
  });

  it("each with its last day, newest first", () => {
    expect(scalesOf(seededTariffs, "btag").map(({ origin, until }) => [origin.from, until])).toEqual([
      ["2026-01-01", null],
      ["2025-01-01", "2025-12-31"],
      ["2024-01-01", "2024-12-31"],
      ["2023-03-01", "2023-12-31"],
    ]);
  });

  it("a row for each band, one for what has no value, one for the last", () => {
    const [fees] = scalesOf(seededTariffs, "court_fee_rechtbank");
    expect(fees?.rows.map(({ key, upTo, undetermined }) => [key, upTo, undetermined])).toEqual([
      ["undetermined", null, true],
      ["10000000", 10_000_000, false],
      ["100000000", 100_000_000, false],
      ["", null, false],
    ]);
    expect(fees?.rows[0]?.values).toEqual({ legal: 73_500, natural: 34_100, indigent: 9300 });
    const [salary] = scalesOf(seededTariffs, "salary_kanton");
    expect(salary?.rows[0]).toMatchObject({ undetermined: false, values: { perPoint: 4300, maxPoints: 3 } });
  });

  it("acts by article, after-costs by kind", () => {
    const shuffled = {
      ...seededTariffs,
      btag: seededTariffs.btag.map((row) => ({ ...row, acts: { "2b": 2, "2a": 1 } })),
    };
    expect(scalesOf(shuffled, "btag")[0]?.rows.map(({ key, values }) => [key, values.value])).toEqual([
      ["2a", 1],
      ["2b", 2],
    ]);
    expect(scalesOf(seededTariffs, "after_costs")[0]?.rows).toEqual(
      [
        ["kantonMaximum", 14_400],
        ["civil", 18_900],
        ["service", 9800],
      ].map(([key, value]) => ({ key, upTo: null, undetermined: false, values: { value } })),
    );
  });
});
