/** Interest to the cent: worked examples of the domain facts (2.4), each line with its arithmetic. */
import { describe, expect, it } from "vitest";
import { date, dateOfDay } from "../../../ground/kernel/dates.ts";
import { decimalFromCents, decimalFromRate } from "../../../ground/kernel/money.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import { entered, owedFrom, terms } from "../claims.factory.ts";
import { balanceOf } from "../engine/balance.ts";
import type { NewEvent } from "../engine/events.ts";

type Terms = Extract<NewEvent, { kind: "terms" }>["data"]["interest"];
interface Example {
  readonly id: string;
  readonly principal: string;
  readonly from: string;
  readonly to: string;
  readonly terms: Terms;
  /** from, days, rate %, base → interest. */
  readonly lines: readonly (readonly [string, number, string, string, string])[];
  readonly total: string;
}

const statutory: Terms = { kind: "statutory" };
const commercial: Terms = { kind: "commercial" };

const examples: readonly Example[] = [
  // 1,000 × 6 % × 365/365
  {
    id: "I1",
    principal: "1000.00",
    from: "2025-01-01",
    to: "2026-01-01",
    terms: statutory,
    total: "60.00",
    lines: [["2025-01-01", 365, "6", "1000.00", "60.00"]],
  },
  // 1,000 × 7 % × 366/365 = 70.1918
  {
    id: "I2a",
    principal: "1000.00",
    from: "2024-01-01",
    to: "2025-01-01",
    terms: statutory,
    total: "70.19",
    lines: [["2024-01-01", 366, "7", "1000.00", "70.19"]],
  },
  // 1,000 × 7 % × 366/366
  {
    id: "I2b",
    principal: "1000.00",
    from: "2024-01-01",
    to: "2025-01-01",
    terms: { kind: "statutory", dayCount: "ACT/ACT" },
    total: "70.00",
    lines: [["2024-01-01", 366, "7", "1000.00", "70.00"]],
  },
  {
    id: "I3",
    principal: "2500.00",
    from: "2022-03-15",
    to: "2026-11-20",
    terms: statutory,
    total: "633.21",
    lines: [
      ["2022-03-15", 292, "2", "2500.00", "40.00"], // 2,500 × 2 % × 292/365
      ["2023-01-01", 73, "4", "2500.00", "20.00"], // a year has passed: 2,500 + 60.00 = 2,560.00
      ["2023-03-15", 108, "4", "2560.00", "30.30"], // 30.2992
      ["2023-07-01", 184, "6", "2560.00", "77.43"], // 77.4312
      ["2024-01-01", 74, "7", "2560.00", "36.33"], // 36.3309; 2,560 + 144.06 = 2,704.06
      ["2024-03-15", 292, "7", "2704.06", "151.43"], // 151.4274
      ["2025-01-01", 73, "6", "2704.06", "32.45"], // 32.4487; + 183.88 = 2,887.94
      ["2025-03-15", 292, "6", "2887.94", "138.62"], // 138.6211
      ["2026-01-01", 73, "4", "2887.94", "23.10"], // 23.1035; + 161.72 = 3,049.66
      ["2026-03-15", 250, "4", "3049.66", "83.55"], // 83.5523
    ],
  },
  {
    id: "I3s",
    principal: "2500.00",
    from: "2022-03-15",
    to: "2026-11-20",
    terms: { kind: "statutory", compounding: "none" },
    total: "579.18",
    lines: [
      ["2022-03-15", 292, "2", "2500.00", "40.00"],
      ["2023-01-01", 181, "4", "2500.00", "49.59"], // 49.5890; no split on the anniversary
      ["2023-07-01", 184, "6", "2500.00", "75.62"], // 75.6164
      ["2024-01-01", 366, "7", "2500.00", "175.48"], // 175.4795
      ["2025-01-01", 365, "6", "2500.00", "150.00"],
      ["2026-01-01", 323, "4", "2500.00", "88.49"], // 88.4932
    ],
  },
  {
    id: "I4",
    principal: "5000.00",
    from: "2024-03-15",
    to: "2026-06-15",
    terms: statutory,
    total: "695.89",
    lines: [
      ["2024-03-15", 292, "7", "5000.00", "280.00"],
      ["2025-01-01", 73, "6", "5000.00", "60.00"], // 5,000 + 340 = 5,340.00
      ["2025-03-15", 292, "6", "5340.00", "256.32"],
      ["2026-01-01", 73, "4", "5340.00", "42.72"], // + 299.04 = 5,639.04
      ["2026-03-15", 92, "4", "5639.04", "56.85"], // 56.8539
    ],
  },
  {
    id: "I5",
    principal: "10000.00",
    from: "2023-01-01",
    to: "2024-01-01",
    terms: commercial,
    total: "1125.61",
    lines: [
      ["2023-01-01", 181, "10.5", "10000.00", "520.68"], // 520.6849
      ["2023-07-01", 184, "12", "10000.00", "604.93"], // 604.9315
    ],
  },
  {
    id: "I6",
    principal: "4356.00",
    from: "2025-05-10",
    to: "2026-11-20",
    terms: commercial,
    total: "712.19",
    lines: [
      ["2025-05-10", 52, "11.15", "4356.00", "69.19"],
      // 2026-01-01 confirms 10.15 %: no change, so no split.
      ["2025-07-01", 313, "10.15", "4356.00", "379.15"], // 4,356 + 448.34 = 4,804.34
      ["2026-05-10", 52, "10.15", "4804.34", "69.47"],
      ["2026-07-01", 142, "10.4", "4804.34", "194.38"],
    ],
  },
  {
    id: "I7",
    principal: "1234.56",
    from: "2024-02-29",
    to: "2026-03-01",
    terms: statutory,
    total: "159.56",
    lines: [
      ["2024-02-29", 307, "7", "1234.56", "72.69"],
      ["2025-01-01", 58, "6", "1234.56", "11.77"], // 29 February returns on the 28th: 1,319.02
      ["2025-02-28", 307, "6", "1319.02", "66.57"],
      ["2026-01-01", 58, "4", "1319.02", "8.38"],
      ["2026-02-28", 1, "4", "1393.97", "0.15"],
    ],
  },
  {
    id: "I8",
    principal: "750.00",
    from: "2026-09-15",
    to: "2026-11-20",
    terms: statutory,
    total: "5.42",
    lines: [["2026-09-15", 66, "4", "750.00", "5.42"]],
  }, // 5.4247
  {
    id: "I9",
    principal: "89.95",
    from: "2026-10-01",
    to: "2026-11-20",
    terms: statutory,
    total: "0.49",
    lines: [["2026-10-01", 50, "4", "89.95", "0.49"]],
  }, // 0.4929
  {
    id: "I10",
    principal: "2000.00",
    from: "2026-02-01",
    to: "2026-11-20",
    terms: { kind: "contractual", rate: 120_000, compounding: "none" },
    total: "192.00",
    lines: [["2026-02-01", 292, "12", "2000.00", "192.00"]],
  },
  {
    id: "I11",
    principal: "10000.00",
    from: "2023-01-01",
    to: "2024-12-31",
    terms: { kind: "statutory", rate: 20_000 },
    total: "1663.89",
    lines: [
      ["2023-01-01", 181, "6", "10000.00", "297.53"], // 4 + 2
      ["2023-07-01", 184, "8", "10000.00", "403.29"], // 6 + 2; → 10,700.82
      ["2024-01-01", 365, "9", "10700.82", "963.07"], // 7 + 2
    ],
  },
  {
    id: "I12",
    principal: "25000.00",
    from: "2015-11-11",
    to: "2026-01-16",
    terms: commercial,
    total: "35255.24",
    lines: [
      ["2015-11-11", 233, "8.05", "25000.00", "1284.69"],
      ["2016-07-01", 133, "8", "25000.00", "728.77"],
      ["2016-11-11", 365, "8", "27013.46", "2161.08"],
      ["2017-11-11", 365, "8", "29174.54", "2333.96"],
      ["2018-11-11", 365, "8", "31508.50", "2520.68"],
      ["2019-11-11", 366, "8", "34029.18", "2729.79"],
      ["2020-11-11", 365, "8", "36758.97", "2940.72"],
      ["2021-11-11", 365, "8", "39699.69", "3175.98"],
      ["2022-11-11", 51, "8", "42875.67", "479.27"],
      ["2023-01-01", 181, "10.5", "42875.67", "2232.47"],
      ["2023-07-01", 133, "12", "42875.67", "1874.78"],
      ["2023-11-11", 51, "12", "47462.19", "795.80"],
      ["2024-01-01", 182, "12.5", "47462.19", "2958.26"],
      ["2024-07-01", 133, "12.25", "47462.19", "2118.57"],
      ["2024-11-11", 51, "12.25", "53334.82", "912.90"],
      ["2025-01-01", 181, "11.15", "53334.82", "2948.98"],
      ["2025-07-01", 133, "10.15", "53334.82", "1972.58"],
      ["2025-11-11", 66, "10.15", "59169.28", "1085.96"],
    ],
  },
  { id: "I13", principal: "500.00", from: "2026-11-20", to: "2026-11-20", terms: statutory, total: "0.00", lines: [] },
  {
    id: "I14",
    principal: "500.00",
    from: "2026-11-20",
    to: "2026-11-21",
    terms: statutory,
    total: "0.05",
    lines: [["2026-11-20", 1, "4", "500.00", "0.05"]],
  }, // 0.0548
];

const reckon = (example: Pick<Example, "principal" | "from" | "to" | "terms">) =>
  balanceOf(
    entered([terms(example.terms), owedFrom(example.principal, example.from)]),
    seededTariffs,
    date(example.to),
  );

describe("interest of one invoice", () => {
  it.each(examples)("$id is $total", (example) => {
    const balance = reckon(example);
    const lines = balance.ledger.invoices[0]?.accrual.lines.map((line) => [
      dateOfDay(line.from),
      line.until - line.from,
      decimalFromRate(line.rate),
      decimalFromCents(line.base),
      decimalFromCents(line.interest),
    ]);
    expect(lines).toEqual(example.lines);
    expect(decimalFromCents(balance.interest)).toBe(example.total);
  });
});

describe("contractual interest by the month", () => {
  const onePercent: Terms = { kind: "contractual", rate: 10_000, per: "month", compounding: "monthly" };

  it("I15: 1 % a month compounded, nine months and 19 of 30 days", () => {
    const balance = reckon({ principal: "2000.00", from: "2026-02-01", to: "2026-11-20", terms: onePercent });
    const lines = balance.ledger.invoices[0]?.accrual.lines.map(({ interest }) => decimalFromCents(interest));
    // The base grows unrounded: 2,000 × 1.01 = 2,020.00, 2,040.20, 2,060.602 …; the last line is 2,187.3705 × 1 % × 19/30 = 13.8533.
    expect(lines).toEqual(["20.00", "20.20", "20.40", "20.61", "20.81", "21.02", "21.23", "21.44", "21.66", "13.85"]);
    expect(decimalFromCents(balance.interest)).toBe("201.22");
  });

  it("I16: 2 % a month for twelve full months", () => {
    // 1,000 × 1.02^12 = 1,268.2418; the rounded lines sum to one cent less.
    const balance = reckon({
      principal: "1000.00",
      from: "2025-01-15",
      to: "2026-01-15",
      terms: { ...onePercent, rate: 20_000 },
    });
    expect(decimalFromCents(balance.interest)).toBe("268.23");
  });

  it("months that start on the 31st end on the last day of shorter months", () => {
    const balance = reckon({
      principal: "1000.00",
      from: "2026-01-31",
      to: "2026-04-30",
      terms: { ...onePercent, compounding: "none" },
    });
    const lines = balance.ledger.invoices[0]?.accrual.lines.map(({ until }) => dateOfDay(until));
    expect(lines).toEqual(["2026-02-28", "2026-03-31", "2026-04-30"]);
    expect(decimalFromCents(balance.interest)).toBe("30.00");
  });
});

describe("an agreed rate below the legal one (BW 6:119(3))", () => {
  it("is replaced by the legal rate, and applies again when that falls below it", () => {
    // 5 % agreed; statutory 6 % in 2025, 4 % in 2026.
    const balance = reckon({
      principal: "1000.00",
      from: "2025-07-01",
      to: "2026-04-01",
      terms: { kind: "contractual", rate: 50_000, compounding: "none" },
    });
    const lines = balance.ledger.invoices[0]?.accrual.lines.map((line) => [
      dateOfDay(line.from),
      decimalFromRate(line.rate),
      line.article,
      decimalFromCents(line.interest),
    ]);
    expect(lines).toEqual([
      ["2025-07-01", "6", "BW 6:119", "30.25"], // 1,000 × 6 % × 184/365
      ["2026-01-01", "5", "BW 6:119 lid 3", "12.33"], // 1,000 × 5 % × 90/365
    ]);
  });

  it("applies as agreed where businesses chose so", () => {
    const balance = reckon({
      principal: "1000.00",
      from: "2025-01-01",
      to: "2026-01-01",
      terms: { kind: "contractual", rate: 20_000, compounding: "none", floor: "none" },
    });
    expect(decimalFromCents(balance.interest)).toBe("20.00");
  });
});

describe("a rate that was not entered", () => {
  it("is an error and never 0", () => {
    const before = { principal: "100.00", from: "1990-01-01", to: "1990-06-01", terms: statutory };
    expect(() => reckon(before)).toThrow(/refused/);
    expect(() => reckon({ ...before, from: "2002-01-01", to: "2002-06-01", terms: commercial })).toThrow(/refused/);
  });
});
