/** Tariffs are succeeded, never changed: what a new row must hold, what it changes, and what the database itself refuses. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CallError, startWorld, type Visitor, type World, wrong } from "../../../app/testing/world.factory.ts";
import { date } from "../../kernel/dates.ts";
import { keysOf } from "../../kernel/records.ts";
import { readHistory } from "../../platform/history.contract.ts";
import {
  correctTariff,
  deleteTariff,
  listTariffs,
  missingTariffList,
  succeedTariff,
  type TariffRow,
  updateTariff,
} from "../tariffs.contract.ts";
import { seededTariffs } from "../tariffs.factory.ts";
import type { TariffKind } from "../tariffs.ts";
import { compareTariffs } from "./examples.ts";
import { bandFaults, lastDay, newTariffData, startFault } from "./succession.ts";

const today = date("2026-11-20");
const court = (upTo: number | null, undetermined = false) => ({
  upTo,
  undetermined,
  legal: 100,
  natural: 100,
  indigent: 100,
});
const point = (upTo: number | null) => ({ upTo, perPoint: 100, maxPoints: 3 });

describe("bands", () => {
  it.each([
    ["that rise, the last without a limit", [50_000, 150_000, null], []],
    ["with one band without a limit", [null], []],
    ["that fall", [150_000, 50_000, null], [["bands", 1, "upTo"]]],
    ["that are equal", [50_000, 50_000, null], [["bands", 1, "upTo"]]],
    ["with a gap in the middle", [50_000, null, 150_000, null], [["bands", 1, "upTo"]]],
    ["without a last open band", [50_000, 150_000], [["bands", 1, "upTo"]]],
  ])("%s", (_what, limits, faults) => {
    expect(bandFaults(limits.map((upTo) => ({ upTo }))).map(({ path }) => path)).toEqual(faults);
  });

  it("a band for claims of undetermined value has no limit and may be in any place", () => {
    expect(bandFaults([court(null, true), court(10_000_000), court(null)])).toEqual([]);
  });
});

describe("the rules of a new row", () => {
  const wrong: readonly (readonly [TariffKind, unknown, string])[] = [
    ["vat", { pct: "21,00001" }, "pct"],
    ["vat", { pct: "-1" }, "pct"],
    ["vat", { pct: "101" }, "pct"],
    ["vat", { pct: "" }, "pct"],
    ["vat", { pct: 21 }, "pct"],
    ["vat", { pct: "21", more: 1 }, ""],
    ["bik_scale", { slices: [{ width: 1, pct: "15" }], minimum: 4000, maximum: 677_500 }, "slices.0.width"],
    [
      "bik_scale",
      {
        slices: [
          { width: null, pct: "1" },
          { width: null, pct: "1" },
        ],
        minimum: 0,
        maximum: 1,
      },
      "slices.0.width",
    ],
    ["bik_scale", { slices: [{ width: null, pct: "15" }], minimum: 2, maximum: 1 }, "maximum"],
    ["court_fee_kanton", { bands: [court(50_000, true), court(40_000), court(null)] }, "bands.1.upTo"],
    ["court_fee_kanton", { bands: [court(50_000), court(null)] }, "bands"],
    ["court_fee_rechtbank", { bands: [court(1, true), court(2, true), court(null)] }, "bands"],
    ["court_fee_kanton", { bands: [] }, "bands"],
    ["salary_kanton", { bands: [point(1), point(2)] }, "bands.1.upTo"],
    ["salary_kanton", { bands: [{ upTo: null, perPoint: 0, maxPoints: null }] }, "bands.0.perPoint"],
    ["btag", { acts: { "3a": 100 } }, "acts.3a"],
    ["btag", { acts: {} }, "acts"],
    ["btag", { acts: { "2a": 1.5 } }, "acts.2a"],
    ["equated_days", { days: ["2027-02-30"] }, "days.0"],
    ["equated_days", { days: ["2027-05-07", "2027-05-07"] }, "days"],
  ];
  it.each(wrong)("%s refuses %j at %s", (kind, data, path) => {
    const parsed = newTariffData[kind].safeParse(data);
    expect(parsed.success ? ["accepted"] : parsed.error.issues.map((issue) => issue.path.join("."))).toContain(path);
  });

  it("a decimal comma is accepted, and dates are in order", () => {
    expect(newTariffData.vat.parse({ pct: "10,4" })).toEqual({ pct: "10.4" });
    expect(newTariffData.equated_days.parse({ days: ["2027-05-07", "2027-01-02"] }).days).toEqual([
      "2027-01-02",
      "2027-05-07",
    ]);
  });

  it.each(keysOf(newTariffData))("every seeded row of %s could be entered again", (kind) => {
    expect(seededTariffs[kind].length).toBeGreaterThan(0);
    expect(compareTariffs(kind, undefined, undefined)).toEqual([]);
  });
});

describe("the start date of a row", () => {
  const row = (kind: TariffKind, validFrom: string, data: unknown = {}) => ({ kind, validFrom: date(validFrom), data });
  const others = [{ from: date("2026-01-01") }, { from: date("2026-07-01") }];
  it.each([
    ["later than all others", row("vat", "2026-07-02"), false, undefined],
    ["on the day of another", row("vat", "2026-07-01"), false, "tariffs.errorLater"],
    ["between two others", row("vat", "2026-03-01"), false, "tariffs.errorLater"],
    ["in the past, but later than all others", row("vat", "2026-11-01"), false, undefined],
    ["in the past, when edited", row("vat", "2026-11-01"), true, "tariffs.errorPast"],
    ["too far in the future", row("vat", "2032-01-01"), false, "tariffs.errorTooFar"],
    [
      "equated days not from 1 January",
      row("equated_days", "2029-02-01", { days: [] }),
      false,
      "tariffs.errorFirstOfYear",
    ],
    [
      "equated days of another year",
      row("equated_days", "2029-01-01", { days: ["2028-05-05"] }),
      false,
      "tariffs.errorOtherYear",
    ],
    ["equated days with an empty list", row("equated_days", "2029-01-01", { days: [] }), false, undefined],
  ])("%s", (_what, given, editing, fault) => {
    expect(startFault(given, others, today, editing)).toBe(fault);
  });

  it("a row applies until the day before its successor; equated days for their year", () => {
    expect(lastDay("vat", date("2026-01-01"), others)).toBe("2026-06-30");
    expect(lastDay("vat", date("2026-07-01"), others)).toBeNull();
    expect(lastDay("equated_days", date("2026-01-01"), others)).toBe("2026-12-31");
  });
});

describe("what changes", () => {
  const find = (kind: TariffKind, before: unknown, after: unknown, cents: number, part: string) =>
    compareTariffs(kind, before, after)?.find(
      (one) => one.about !== null && "cents" in one.about && one.about.cents === cents && one.part === part,
    );
  it("a year's interest on 1,000.00: 4 % is 40.00, 6 % is 60.00", () => {
    expect(find("interest_statutory", { pct: "4" }, { pct: "6" }, 100_000, "interest")).toMatchObject({
      before: 4000,
      after: 6000,
    });
  });

  it("collection costs on 500.00: 15 % is 75.00; with a minimum of 100.00 it is 100.00", () => {
    const scale = (minimum: number) => ({ slices: [{ width: null, pct: "15" }], minimum, maximum: 677_500 });
    expect(find("bik_scale", scale(4000), scale(10_000), 50_000, "costs")).toMatchObject({
      before: 7500,
      after: 10_000,
    });
  });

  it("the fee for a claim of 1,500.00 lies in the band up to 1,500.00; above the last limit in the open one", () => {
    const fees = (legal: number) => ({
      bands: [{ ...court(50_000, true), legal: 1 }, { ...court(150_000), legal }, court(null)],
    });
    expect(find("court_fee_kanton", fees(35_000), fees(36_000), 150_000, "legal")).toMatchObject({
      before: 35_000,
      after: 36_000,
    });
    expect(find("court_fee_kanton", fees(1), fees(2), 2_500_000, "legal")).toMatchObject({ before: 100, after: 100 });
  });

  it("an added act and a removed one", () => {
    expect(compareTariffs("btag", { acts: { "2a": 100, "2b": 200 } }, { acts: { "2a": 110, "2c": 300 } })).toEqual([
      { about: { article: "2a" }, part: "act", before: 100, after: 110 },
      { about: { article: "2b" }, part: "act", before: 200, after: null },
      { about: { article: "2c" }, part: "act", before: null, after: 300 },
    ]);
  });

  it("no effect is shown for an incomplete tariff", () => {
    expect(compareTariffs("vat", { pct: "21" }, { pct: "2x" })).toBeUndefined();
  });
});

describe("over HTTP", () => {
  let world: World;
  let keeper: Visitor;
  beforeAll(async () => {
    world = await startWorld();
    keeper = await world.login({ acl: ["ROLE_SETTINGS"], name: "Sanne" });
  });
  afterAll(() => world.close());

  const rowsOf = async (kind: TariffKind) => (await keeper.call(listTariffs, { query: { kind } })).items;
  const rate = (validFrom: string, pct: string) => ({
    kind: "interest_statutory" as const,
    validFrom: date(validFrom),
    data: { pct },
    source: "Stb. 2026, 999",
    verified: true,
  });
  const messages = (error: CallError) => [error.status, error.body.errors];

  it("a successor applies from its date, the former until the day before, and the warning disappears", async () => {
    const kinds = async () => (await keeper.call(missingTariffList)).items.map(({ kind }) => kind);
    expect(await kinds()).toContain("interest_statutory");
    const made = await keeper.call(succeedTariff, { body: rate("2027-01-01", "5,5") });
    expect(made).toMatchObject({ state: "future", data: { pct: "5.5" }, source: "Stb. 2026, 999", validUntil: null });
    const [first, second, third] = await rowsOf("interest_statutory");
    expect(first?.id).toBe(made.id);
    expect(second).toMatchObject({
      state: "current",
      validFrom: "2026-01-01",
      validUntil: "2026-12-31",
      createdBy: "",
    });
    expect(third?.state).toBe("past");
    expect(await kinds()).not.toContain("interest_statutory");
  });

  it("a row of the same or an earlier date is refused beside the field, also with many simultaneous requests", async () => {
    expect(messages(await keeper.refused(succeedTariff, { body: rate("2026-05-01", "5") }))).toEqual([
      400,
      { validFrom: ["There is a row that begins then or later; choose a later day."] },
    ]);
    const replies = await Promise.all(
      ["1", "2", "3", "4"].map((pct) => keeper.send(succeedTariff, { body: rate("2027-07-01", pct) })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it("each kind's own fields are checked, and errors are shown beside the field", async () => {
    const body = { ...rate("2028-01-01", "2x") };
    expect((await keeper.refused(succeedTariff, { body })).body.errors).toHaveProperty(["data.pct"]);
    expect(
      (await keeper.refused(succeedTariff, { body: { ...body, source: "", data: { pct: "2" } } })).body.errors,
    ).toEqual({
      source: ["Enter the source."],
    });
    const unknown = wrong({ ...body, kind: "madeUp" });
    expect((await keeper.refused(succeedTariff, { body: unknown })).status).toBe(400);
  });

  it("a row whose period has not started can be edited and removed; a stale version is a conflict", async () => {
    const made = await keeper.call(succeedTariff, { body: { ...rate("2029-01-01", "3") } });
    const edit = (version: number, pct: string, validFrom = "2029-01-01") => ({
      params: { id: made.id },
      body: { ...rate(validFrom, pct), version },
    });
    const edited = await keeper.call(updateTariff, edit(made.version, "3.25", "2029-02-01"));
    expect(edited).toMatchObject({ data: { pct: "3.25" }, validFrom: "2029-02-01" });
    const stale = await keeper.refused(updateTariff, edit(made.version, "9"));
    expect(stale.status).toBe(409);
    expect(stale.body.current).toMatchObject({ data: { pct: "3.25" } });
    expect((await keeper.refused(updateTariff, edit(edited.version, "3", "2026-11-20"))).body.errors).toEqual({
      validFrom: ["This day has begun; choose a later one."],
    });
    await keeper.call(deleteTariff, { params: { id: made.id } });
    expect((await rowsOf("interest_statutory")).map(({ id }) => id)).not.toContain(made.id);
  });

  const inForce = async (kind: TariffKind): Promise<TariffRow> => {
    const row = (await rowsOf(kind)).find(({ state }) => state === "current");
    if (!row) throw new Error("no row is in force");
    return row;
  };

  it("a row in use is neither changed nor removed by a call", async () => {
    const { id, version } = await inForce("interest_statutory");
    const change = { params: { id }, body: { ...rate("2027-03-01", "9"), version } };
    for (const refused of [
      await keeper.refused(updateTariff, change),
      await keeper.refused(deleteTariff, { params: { id } }),
    ]) {
      expect(refused.status).toBe(402);
      expect(refused.body.errors?.common?.[0]).toMatch(/^The row of 01-01-2026 is in use/);
    }
  });

  it("nor in the database itself, by any role", async () => {
    const { id } = await inForce("interest_statutory");
    const { db } = world;
    const data = JSON.stringify({ pct: "9" });
    await expect(db.updateTable("tariff").set({ data }).where("id", "=", id).execute()).rejects.toThrow(/in use/);
    await expect(
      db
        .updateTable("tariff")
        .set({ valid_from: date("2090-01-01") })
        .where("id", "=", id)
        .execute(),
    ).rejects.toThrow(/in use/);
    await expect(db.deleteFrom("tariff").where("id", "=", id).execute()).rejects.toThrow(/in use/);
  });

  it("a wrong row is corrected by another of the same date, with a reason; the wrong one stays readable", async () => {
    const wrong = await inForce("interest_commercial");
    const body = {
      kind: "interest_commercial" as const,
      data: { pct: "10.15" },
      source: "Rijksoverheid",
      verified: true,
    };
    const params = { id: wrong.id };
    expect(
      (await keeper.refused(correctTariff, { params, body: { ...body, reason: "fout" } })).body.errors,
    ).toHaveProperty("reason");
    const reason = "Het ECB-besluit van juni noemt 2,15 %.";
    const right = await keeper.call(correctTariff, { params, body: { ...body, reason } });
    expect(right).toMatchObject({ state: "current", validFrom: wrong.validFrom, supersedes: wrong.id, reason });
    const rows = await rowsOf("interest_commercial");
    expect(rows.find(({ id }) => id === wrong.id)).toMatchObject({ state: "superseded", data: wrong.data });
    const again = await keeper.refused(correctTariff, { params, body: { ...body, reason } });
    expect(again.body.errors).toEqual({ common: ["This row has been superseded already."] });
    await expect(
      world.db.updateTable("tariff").set({ superseded_at: null }).where("id", "=", wrong.id).execute(),
    ).rejects.toThrow(/in use/);
  });

  it("a correction states its kind, and a row that has not started needs none", async () => {
    const [future] = await rowsOf("interest_statutory");
    const body = {
      kind: "interest_statutory" as const,
      data: { pct: "1" },
      source: "s",
      verified: true,
      reason: "een goede reden",
    };
    const refused = await keeper.refused(correctTariff, { params: { id: future?.id ?? 0 }, body });
    expect(refused.body.errors?.common?.[0]).toMatch(/not begun/);
    const other = await inForce("vat");
    expect((await keeper.refused(correctTariff, { params: { id: other.id }, body })).status).toBe(404);
  });

  it("every change is in the history with old and new values", async () => {
    const right = await inForce("interest_commercial");
    const { items } = await keeper.call(readHistory, { params: { subject: "tariff", subjectId: String(right.id) } });
    expect(items[0]).toMatchObject({ actionText: "Corrected", by: { name: "Sanne" } });
    expect(items[0]?.changes).toContainEqual({
      field: "data.pct",
      label: "Percentage",
      before: "10.40",
      after: "10.15",
      parts: {},
    });
  });

  it("users of tariffs may read, only the settings role may change", async () => {
    const clerk = await world.login(["ROLE_EMPLOYEE"]);
    expect((await clerk.call(listTariffs)).items.length).toBeGreaterThan(50);
    const { id } = await inForce("vat");
    expect((await clerk.refused(succeedTariff, { body: rate("2030-01-01", "1") })).status).toBe(403);
    expect((await clerk.refused(deleteTariff, { params: { id } })).status).toBe(403);
    const history = { subject: "tariff", subjectId: String(id) };
    expect((await clerk.refused(readHistory, { params: history })).status).toBe(404);
  });
});
