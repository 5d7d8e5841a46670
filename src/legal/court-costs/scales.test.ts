/** The scales and the calculator through HTTP: who may, which rows there are, and that a sum names its tariffs. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { readScales, reckonCourtCosts } from "./court-costs.contract.ts";

let world: World;
let lawyer: Visitor;

beforeAll(async () => {
  world = await startWorld();
  lawyer = await world.login(["ROLE_LEGAL"]);
});
afterAll(() => world.close());

describe("the scales", () => {
  it("stand by kind and day, the newest first, each with the last day on which it holds", async () => {
    const { items } = await lawyer.call(readScales);
    const salary = items.filter(({ kind }) => kind === "salary_kanton");
    expect(salary.map(({ origin, until }) => [origin.from, until])).toEqual([
      ["2026-02-01", null],
      ["2024-02-01", "2026-01-31"],
      ["2023-02-01", "2024-01-31"],
    ]);
    expect(salary[0]?.rows[2]).toEqual({
      key: "125000",
      upTo: 125_000,
      undetermined: false,
      values: { perPoint: 14_400, maxPoints: 5 },
    });
  });

  it("are for lawyers", async () => {
    const clerk = await world.login(["ROLE_EMPLOYEE"]);
    expect((await clerk.refused(readScales)).status).toBe(403);
  });
});

describe("the sum of a summons", () => {
  it("850.00, 22.10 and 127.50 of a company: 350.00 + 144.00 + 125.57 = 619.57, each with its tariff", async () => {
    const query = { principal: 85_000, interest: 2210, collectionCosts: 12_750, summonsOn: "2026-03-02" };
    const sum = await lawyer.call(reckonCourtCosts, { query });
    expect(sum).toMatchObject({ value: 99_960, total: 61_957, sector: "kanton", judgmentOn: "2026-03-02" });
    expect(sum.lines.map(({ part, cents, origin }) => [part, cents, origin.from])).toEqual([
      ["courtFee", 35_000, "2026-01-01"],
      ["salary", 14_400, "2026-02-01"],
      ["summons", 12_557, "2026-01-01"],
    ]);
  });

  it("a day without a tariff is told and never reckoned with 0", async () => {
    const error = await lawyer.refused(reckonCourtCosts, { query: { principal: 85_000, summonsOn: "2010-01-04" } });
    expect(error.status).toBe(402);
    expect(error.message).toContain("2010");
  });
});
