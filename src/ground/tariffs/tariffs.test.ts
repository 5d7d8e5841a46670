/** The dated tariffs: what holds on a day, what is missing, and the calls that show both. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type World } from "../../app/testing/world.factory.ts";
import { date } from "../kernel/dates.ts";
import { decimalFromRate } from "../kernel/money.ts";
import { tariffsOf } from "./rows.ts";
import { listTariffs, missingTariffList } from "./tariffs.contract.ts";
import { seededTariffs } from "./tariffs.factory.ts";
import { loadTariffs } from "./tariffs.server.ts";
import { calendarOf, missingTariffs, tariffOn } from "./tariffs.ts";

describe("a tariff", () => {
  it.each([
    ["interest_statutory", "2025-12-31", "6"],
    ["interest_statutory", "2026-01-01", "4"],
    ["interest_statutory", "2009-07-01", "4"],
    ["interest_commercial", "2013-03-15", "7.75"],
    ["interest_commercial", "2013-03-16", "8.75"],
    ["interest_commercial", "2026-06-30", "10.15"],
    ["interest_commercial", "2026-07-01", "10.4"],
    ["vat", "2026-11-20", "21"],
  ] as const)("%s on %s is %s %%", (kind, on, rate) => {
    expect(decimalFromRate(tariffOn(seededTariffs, kind, date(on)).rate)).toBe(rate);
  });

  it("before the first row is an error, never 0", () => {
    expect(() => tariffOn(seededTariffs, "interest_commercial", date("2002-08-07"))).toThrow(/refused/);
  });

  it("court fees, salary and bailiff acts of 2026 are those of the decrees", () => {
    const on = date("2026-11-20");
    expect(tariffOn(seededTariffs, "court_fee_kanton", on).bands.map(({ legal, natural }) => [legal, natural])).toEqual(
      [
        [13_900, 9300],
        [35_000, 23_300],
        [39_700, 26_500],
        [52_900, 26_500],
        [55_900, 26_500],
        [150_400, 75_300],
      ],
    );
    expect(tariffOn(seededTariffs, "salary_kanton", on).bands.at(2)).toEqual({
      upTo: 125_000,
      perPoint: 14_400,
      maxPoints: 5,
    });
    expect(tariffOn(seededTariffs, "btag", on).acts["2a"]).toBe(12_557);
    expect(tariffOn(seededTariffs, "court_fee_rechtbank", on).bands).toHaveLength(4);
  });

  it("equated days make the calendar", () => {
    expect(calendarOf(seededTariffs).equatedDays.has(date("2026-05-15"))).toBe(true);
  });

  it("a row that does not hold what its kind must is refused", () => {
    const row = { kind: "vat", validFrom: date("2026-01-01"), data: { pct: "21,0" }, source: "", verified: true };
    expect(() => tariffsOf([row], "x")).toThrow();
  });
});

describe("missing tariffs", () => {
  const missing = (today: string) =>
    missingTariffs(seededTariffs, date(today)).map(
      ({ kind, dueOn, overdue }) => `${kind} ${dueOn}${overdue ? " overdue" : ""}`,
    );

  it("nothing is missing in summer, when next year is far away", () => expect(missing("2026-07-20")).toEqual([]));

  it("next year's are missing three months ahead; equated days are known to 2028", () => {
    expect(missing("2026-11-20")).toEqual([
      "interest_statutory 2027-01-01",
      "interest_commercial 2027-01-01",
      "court_fee_kanton 2027-01-01",
      "court_fee_rechtbank 2027-01-01",
      "btag 2027-01-01",
    ]);
  });

  it("are overdue once the date has come; the salary scale changes in even years", () => {
    expect(missing("2028-02-10")).toContain("salary_kanton 2028-02-01 overdue");
    expect(missing("2027-02-10")).toContain("interest_commercial 2027-01-01 overdue");
    expect(missing("2027-02-10").filter((each) => each.startsWith("salary"))).toEqual([]);
  });
});

describe("over HTTP", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  it("the seeded rows are those of the migration", async () => {
    const { version: _, ...loaded } = await loadTariffs(world.db);
    const { version: __, ...seeded } = seededTariffs;
    expect(loaded).toEqual(seeded);
    expect(await loadTariffs(world.db)).toBe(await loadTariffs(world.db));
  });

  it("lists rows with their source, the newest of a kind first", async () => {
    const visitor = await world.login(["ROLE_SETTINGS"]);
    const { items } = await visitor.call(listTariffs, { query: { kind: "interest_commercial" } });
    expect(items[0]).toMatchObject({ validFrom: "2026-07-01", data: { pct: "10.40" }, verified: false });
    expect(items.every(({ source }) => source !== "")).toBe(true);
  });

  it("warns of missing ones until a row is entered, which then applies at once", async () => {
    const visitor = await world.login(["ROLE_EMPLOYEE"]);
    const kinds = async () => (await visitor.call(missingTariffList)).items.map(({ kind }) => kind);
    expect(await kinds()).toContain("interest_statutory");
    await world.db
      .insertInto("tariff")
      .values({
        kind: "interest_statutory",
        valid_from: date("2027-01-01"),
        data: JSON.stringify({ pct: "4" }),
        source: "test",
      })
      .execute();
    expect(await kinds()).not.toContain("interest_statutory");
    expect(tariffOn(await loadTariffs(world.db), "interest_statutory", date("2027-06-01")).source).toBe("test");
  });

  it("is for users who set tariffs or work with them", async () => {
    const visitor = await world.login(["ROLE_CUSTOMER"]);
    expect((await visitor.refused(listTariffs)).status).toBe(403);
    expect((await visitor.refused(missingTariffList)).status).toBe(403);
  });
});
