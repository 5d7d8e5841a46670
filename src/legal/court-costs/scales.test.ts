/** The scales and the calculator through HTTP: who may, which rows there are, and that a sum names its tariffs. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { calculateCourtCosts, readScales } from "./court-costs.contract.ts";

let world: World;
let lawyer: Visitor;

beforeAll(async () => {
  world = await startWorld();
  lawyer = await world.login(["ROLE_LEGAL"]);
});
afterAll(() => world.close());

describe("the scales", () => {
  it("are listed by kind and date, newest first, each with its last day", async () => {
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

  it("name the source of each row", async () => {
    const { items } = await lawyer.call(readScales);
    expect(items.length).toBeGreaterThan(10);
    expect(items.filter(({ origin, rows }) => origin.source.trim().length < 4 || rows.length === 0)).toEqual([]);
  });

  it("are reported missing when the new year starts without new ones", async () => {
    const missingOf = async (day: string) => {
      world.clock.set(new Date(`${day}T09:00:00Z`));
      const { missing } = await (await world.login(["ROLE_LEGAL"])).call(readScales);
      return missing.filter(({ kind }) => kind === "btag" || kind === "court_fee_kanton");
    };
    const lacking = (overdue: boolean) =>
      ["btag", "court_fee_kanton"].map((kind) => ({ kind, dueOn: "2027-01-01", overdue }));
    const inOrder = (found: Awaited<ReturnType<typeof missingOf>>) =>
      found.toSorted((a, b) => a.kind.localeCompare(b.kind));
    // 92 days before the turn they are asked for, and after it they are overdue.
    expect(await missingOf("2026-09-30")).toEqual([]);
    expect(inOrder(await missingOf("2026-10-01"))).toEqual(lacking(false));
    expect(inOrder(await missingOf("2027-01-04"))).toEqual(lacking(true));
    world.clock.set(new Date("2026-11-20T09:00:00Z"));
  });

  it("are for lawyers", async () => {
    const clerk = await world.login(["ROLE_EMPLOYEE"]);
    expect((await clerk.refused(readScales)).status).toBe(403);
  });
});

describe("the sum of a summons", () => {
  it("850.00, 22.10 and 127.50 of a company: 350.00 + 144.00 + 125.57 = 619.57, each with its tariff", async () => {
    const query = { principal: 85_000, interest: 2210, collectionCosts: 12_750, summonsOn: "2026-03-02" };
    const sum = await lawyer.call(calculateCourtCosts, { query });
    expect(sum).toMatchObject({ value: 99_960, total: 61_957, sector: "kanton", judgmentOn: "2026-03-02" });
    expect(sum.lines.map(({ part, cents, origin }) => [part, cents, origin.from])).toEqual([
      ["courtFee", 35_000, "2026-01-01"],
      ["salary", 14_400, "2026-02-01"],
      ["summons", 12_557, "2026-01-01"],
    ]);
  });

  it("a date without a tariff is reported and never calculated as 0", async () => {
    const error = await lawyer.refused(calculateCourtCosts, { query: { principal: 85_000, summonsOn: "2010-01-04" } });
    expect(error.status).toBe(402);
    expect(error.message).toContain("2010");
  });
});
