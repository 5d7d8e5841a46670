/** The history of what people change: who, when, what was and what is, and for whom it is to be read. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { callsOf } from "../../ground/lists/engine/list.contract.ts";
import { sampleOf } from "../../ground/lists/lists.factory.ts";
import { historySubjects, readHistory, settingsHistory } from "../../ground/platform/history.contract.ts";
import { changedFields } from "../../ground/platform/history.ts";
import { readGlobalSettings, saveGlobalSettings } from "../../ground/settings/settings.contract.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { startWorld, type Visitor, type World, wrong } from "../testing/world.factory.ts";

describe("the difference of two records", () => {
  it.each([
    ["nothing", { a: 1 }, { a: 1 }, []],
    ["a value", { a: 1, b: 2 }, { a: 1, b: 3 }, [["b", 2, 3]]],
    ["an added field", undefined, { a: 1 }, [["a", null, 1]]],
    ["a removed field", { a: 1 }, null, [["a", 1, null]]],
    ["a nested field", { c: { id: 1, x: "a" } }, { c: { id: 1, x: "b" } }, [["c.x", "a", "b"]]],
    ["a whole list", { a: [1, 2] }, { a: [2] }, [["a", [1, 2], [2]]]],
    ["no version numbers", { a: 1, version: 1 }, { a: 2, version: 2 }, [["a", 1, 2]]],
  ])("reports %s", (_what, before, after, expected) => {
    expect(changedFields(before, after).map((change) => [change.field, change.before, change.after])).toEqual(expected);
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

  const save = async (visitor: Visitor, changes: Readonly<Record<string, unknown>>): Promise<void> => {
    const { values, version } = await visitor.call(readGlobalSettings);
    await visitor.call(saveGlobalSettings, { body: wrong({ ...values, ...changes, version }) });
  };
  const ofSettings = { subject: "global_setting", subjectId: "1" };

  it("shows who changed what, with fields and verbs in the reader's language", async () => {
    await save(keeper, { city: "Utrecht" });
    await save(keeper, { city: "Zwolle", smsKey: "geheim" });
    const { items, total } = await keeper.call(readHistory, { params: ofSettings });
    expect(total).toBe(2);
    expect(items[0]).toMatchObject({
      by: { name: "Sanne" },
      previous: null,
      action: "settings.change",
      actionText: "Changed",
      subjectText: "Global settings",
      changes: [
        { field: "city", label: "City", before: "Utrecht", after: "Zwolle" },
        { field: "smsKey", before: "", after: "***" },
      ],
    });
    const dutch = await keeper.call(readHistory, { params: ofSettings, headers: { "accept-language": "nl" } });
    expect(dutch.items[0]?.changes[0]?.label).toBe("Plaats");
    expect(JSON.stringify(items)).not.toContain("geheim");
  });

  it("pages, newest first", async () => {
    for (const city of ["A", "B", "C"]) await save(keeper, { city });
    const page = await keeper.call(readHistory, { params: ofSettings, query: { limit: 2, offset: 1 } });
    expect(page.items.map((row) => row.changes[0]?.after)).toEqual(["B", "A"]);
    expect(page.total).toBe(5);
  });

  it("names both users where somebody impersonated another", async () => {
    await world.db
      .insertInto("audit_log")
      .values({
        at: world.clock.now(),
        user_id: keeper.userId,
        username: "sanne",
        acting_for: "beheerder",
        action: "settings.change",
        subject: "global_setting",
        subject_id: "1",
        before: JSON.stringify({ phone: "1" }),
        after: JSON.stringify({ phone: "2" }),
      })
      .execute();
    const { items } = await keeper.call(readHistory, { params: ofSettings, query: { limit: 1 } });
    expect(items[0]).toMatchObject({ by: { name: "Sanne" }, previous: { username: "beheerder", name: "beheerder" } });
  });

  it("is 404 for a subject that no module declares and for a user who may not see it", async () => {
    const clerk = await world.login(["ROLE_EMPLOYEE"]);
    expect((await clerk.refused(readHistory, { params: ofSettings })).status).toBe(404);
    const admin = await world.login(["*"]);
    const undeclared = { subject: "demo", subjectId: "1" };
    expect((await admin.refused(readHistory, { params: undeclared })).status).toBe(404);
    expect((await world.guest().refused(readHistory, { params: ofSettings })).status).toBe(401);
    expect((await clerk.refused(settingsHistory)).status).toBe(403);
  });

  it("lists all changes of settings by time, filtered by subject, person and period", async () => {
    const { items: subjects } = await keeper.call(historySubjects);
    expect(subjects).toContainEqual({ subject: "merchant", name: "Merchants" });
    const count = async (filter: Readonly<Record<string, string>>) =>
      (await keeper.call(settingsHistory, { query: { filter } })).total;
    expect(await count({})).toBe(6);
    expect(await count({ subject: "merchant" })).toBe(0);
    expect(await count({ subject: "file" })).toBe(0);
    expect(await count({ who: "sann" })).toBe(6);
    expect(await count({ who: "beheer" })).toBe(1);
    expect(await count({ who: "%" })).toBe(0);
    expect(await count({ dateFrom: "2026-11-20", dateTo: "2026-11-20" })).toBe(6);
    expect(await count({ dateFrom: "2026-11-21" })).toBe(0);
    expect(await count({ dateTo: "2026-11-19" })).toBe(0);
  });

  it("names codes and roles as forms do, and leaves out what was empty and stayed so", async () => {
    const partner = { ...(await sampleOf(keeper, "partner", "history")), kind: "debt_help", note: "" };
    await keeper.call(callsOf("partner").create, { body: partner });
    const [costType] = (await keeper.call(callsOf("cost-type").list, { query: { limit: 1 } })).items;
    const costTypeId = costType?.id;
    const cost = { ...(await sampleOf(keeper, "extra-cost", "history")), costTypeId, roles: ["ROLE_EMPLOYEE"] };
    await keeper.call(callsOf("extra-cost").create, { body: cost });
    const line = { costTypeId, charged: "per_letter", amountCents: 135 };
    const template = { ...(await sampleOf(keeper, "client-cost-template", "history")), lines: [line] };
    await keeper.call(callsOf("client-cost-template").create, { body: template });
    const { items } = await keeper.call(settingsHistory, { query: { limit: 3 }, headers: { "accept-language": "nl" } });
    const changeOf = (subject: string, field: string): unknown =>
      items.find((row) => row.subject === subject)?.changes.find((change) => change.field === field)?.after;
    expect(changeOf("partner", "kind")).toBe("schuldhulpverlening");
    expect(changeOf("partner", "note")).toBeUndefined();
    expect(changeOf("extra_cost", "roles")).toEqual(["Medewerker"]);
    // What is referred to by its id is called by its name, in a line as well.
    const name = String(z.object({ nl: z.string() }).parse(costType?.name).nl);
    expect(changeOf("extra_cost", "costTypeId")).toBe(name);
    expect(changeOf("client_cost_template", "lines")).toEqual([
      expect.objectContaining({ charged: "per brief", costTypeId: name }),
    ]);
    const ofLines = items.flatMap(({ changes }) => changes).find(({ field }) => field === "lines");
    expect(ofLines?.parts).toMatchObject({ costTypeId: "Kostensoort", amountCents: "Bedrag" });
  });

  it("calls people, groups and clients by their names, and what is gone by its number", async () => {
    const { id } = await makeClient(world.db, world.clock);
    const company = "Warmtebedrijf Voorbeeld B.V.";
    await world.db
      .insertInto("audit_log")
      .values({
        at: world.clock.now(),
        user_id: keeper.userId,
        username: "sanne",
        action: "client.update",
        subject: "client",
        subject_id: String(id),
        before: JSON.stringify({ accountManagerId: 999_999, clientIds: [] }),
        after: JSON.stringify({ accountManagerId: keeper.userId, clientIds: [id] }),
      })
      .execute();
    const reader = await world.login(["ROLE_EMPLOYEE"]);
    const { items } = await reader.call(readHistory, { params: { subject: "client", subjectId: String(id) } });
    const changes = Object.fromEntries(
      (items[0]?.changes ?? []).map(({ field, before, after }) => [field, [before, after]]),
    );
    expect(changes).toEqual({ accountManagerId: [999_999, "Sanne"], clientIds: [[], [company]] });
  });

  it("calls what nobody started by the name of the system, in the history and beside the settings", async () => {
    await world.work((ctx) => changeSettings(ctx, { city: "Z" }));
    const { items } = await keeper.call(readHistory, { params: ofSettings, query: { limit: 1 } });
    expect(items[0]).toMatchObject({ by: { username: "system", name: "Vorder" } });
    const found = await keeper.call(settingsHistory, { query: { filter: { who: "vorder" } } });
    expect(found.items.map(({ by }) => by.name)).toEqual(["Vorder"]);
    expect(await keeper.call(readGlobalSettings)).toMatchObject({ updatedBy: "Vorder" });
    await save(keeper, { city: "B" });
    expect(await keeper.call(readGlobalSettings)).toMatchObject({ updatedBy: "Sanne" });
  });

  it("has a readable name for every subject that the modules declare", () => {
    const { modules, texts } = world.vorder;
    const declared = modules.flatMap((module) => module.history);
    expect(declared.filter(({ name }) => !texts.has(name))).toEqual([]);
    expect(new Set(declared.map(({ subject }) => subject)).size).toBe(declared.length);
  });
});
