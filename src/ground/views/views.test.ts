import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { createTeam } from "../../people/employees/employees.server.ts";
import type { BodyOf } from "../kernel/contract.ts";
import { chooseDefaultView, createView, deleteView, listViews, updateView } from "./views.contract.ts";
import { mostViewsOfTable } from "./views.ts";

const table = "/file/search files";
const arranged = { hidden: ["city"], order: ["number", "city"], widths: { number: 120 } };

type NewView = BodyOf<typeof createView>;
const viewOf = (name: string, changes: Partial<NewView> = {}): NewView => ({
  table,
  name,
  query: "phase=amicable&sort=-openCents",
  columns: arranged,
  team: null,
  ...changes,
});

describe("saved views", () => {
  let world: World;
  let team: number;
  let otherTeam: number;
  let anna: Visitor;
  let bram: Visitor;
  let stranger: Visitor;

  beforeAll(async () => {
    world = await startWorld();
    team = await createTeam(world.db, "Incasso Noord");
    otherTeam = await createTeam(world.db, "Incasso Zuid");
    anna = await world.login({ acl: ["ROLE_FILE_SEARCH"], name: "A. Bakker", teamIds: [team] });
    bram = await world.login({ acl: ["ROLE_FILE_SEARCH"], name: "B. Smit", teamIds: [team, otherTeam] });
    stranger = await world.login({ acl: ["ROLE_FILE_SEARCH"], name: "C. Vos", teamIds: [otherTeam] });
  });
  afterAll(() => world.close());

  const namesFor = async (visitor: Visitor): Promise<string[]> =>
    (await visitor.call(listViews, { query: { table } })).items.map((view) => view.name);
  const audited = async (id: number): Promise<string[]> =>
    (
      await world.db
        .selectFrom("audit_log")
        .select("action")
        .where("subject", "=", "view")
        .where("subject_id", "=", String(id))
        .orderBy("id")
        .execute()
    ).map(({ action }) => action);

  test("of a person are stored, changed and removed, and visible to nobody else", async () => {
    const made = await anna.call(createView, { body: viewOf("Hoog openstaand") });
    expect(made).toMatchObject({
      table,
      name: "Hoog openstaand",
      query: "phase=amicable&sort=-openCents",
      columns: arranged,
      team: null,
      owner: { name: "A. Bakker" },
      mine: true,
      isDefault: false,
      version: 1,
    });
    expect(await namesFor(anna)).toContain("Hoog openstaand");
    expect(await namesFor(bram)).not.toContain("Hoog openstaand");
    const { table: _table, ...rest } = viewOf("Hoog");
    for (const attempt of [
      bram.refused(updateView, { params: { id: made.id }, body: { ...rest, version: 1 } }),
      bram.refused(deleteView, { params: { id: made.id } }),
      bram.refused(chooseDefaultView, { params: { id: made.id }, body: { isDefault: true } }),
    ])
      expect((await attempt).status).toBe(404);
    const changed = await anna.call(updateView, { params: { id: made.id }, body: { ...rest, version: 1 } });
    expect(changed).toMatchObject({ name: "Hoog", version: 2 });
    await anna.call(deleteView, { params: { id: made.id } });
    expect(await namesFor(anna)).not.toContain("Hoog");
    // What a person keeps for themselves is no business of the house.
    expect(await audited(made.id)).toEqual([]);
  });

  test("belong to one table", async () => {
    await anna.call(createView, { body: viewOf("Klanten", { table: "/customer/search clients" }) });
    expect(await namesFor(anna)).not.toContain("Klanten");
  });

  test("that are shared are visible to the team, changed only by the owner, and recorded in the audit trail", async () => {
    const made = await anna.call(createView, { body: viewOf("Van het team", { team }) });
    expect(made.team).toEqual({ id: team, name: "Incasso Noord" });
    const seen = (await bram.call(listViews, { query: { table } })).items.find(({ id }) => id === made.id);
    expect(seen).toMatchObject({ name: "Van het team", mine: false, owner: { name: "A. Bakker" } });
    expect(await namesFor(stranger)).not.toContain("Van het team");
    const { table: _table, ...rest } = viewOf("Gekaapt", { team });
    for (const attempt of [
      bram.refused(updateView, { params: { id: made.id }, body: { ...rest, version: 1 } }),
      bram.refused(deleteView, { params: { id: made.id } }),
    ]) {
      const error = await attempt;
      expect(error.status).toBe(402);
      expect(error.body.errors).toEqual({ common: ["Only its owner can change or delete this view."] });
    }
    await anna.call(updateView, {
      params: { id: made.id },
      body: { ...rest, name: "Weer van mij", team: null, version: 1 },
    });
    expect(await namesFor(bram)).not.toContain("Weer van mij");
    expect(await audited(made.id)).toEqual(["view.create", "view.update"]);
    await anna.call(deleteView, { params: { id: made.id } });
    expect(await audited(made.id)).toEqual(["view.create", "view.update"]);
  });

  test("are shared only with one's own team", async () => {
    for (const foreign of [otherTeam, 999_999]) {
      const error = await anna.refused(createView, { body: viewOf("Andermans team", { team: foreign }) });
      expect(error.body.errors).toEqual({ team: ["Choose a team that you belong to."] });
    }
    const { teams } = await anna.call(listViews, { query: { table } });
    expect(teams).toEqual([{ id: team, text: "Incasso Noord" }]);
  });

  test("disappear for a user who leaves the team", async () => {
    await anna.call(createView, { body: viewOf("Alleen voor leden", { team }) });
    expect(await namesFor(bram)).toContain("Alleen voor leden");
    await world.db.deleteFrom("user_team").where("user_id", "=", bram.userId).where("team_id", "=", team).execute();
    expect(await namesFor(bram)).not.toContain("Alleen voor leden");
    await world.db.insertInto("user_team").values({ user_id: bram.userId, team_id: team }).execute();
  });

  test("a stale change is a conflict that shows the newer version", async () => {
    const made = await anna.call(createView, { body: viewOf("Wedloop") });
    const { table: _table, ...mine } = viewOf("Wedloop", { query: "status=paused" });
    await anna.call(updateView, { params: { id: made.id }, body: { ...mine, version: 1 } });
    const error = await anna.refused(updateView, {
      params: { id: made.id },
      body: { ...mine, query: "status=closed", version: 1 },
    });
    expect(error.status).toBe(409);
    expect(error.body.current).toMatchObject({ query: "status=paused", version: 2 });
  });

  test("one of them is the person's default for the table, also one shared by a colleague", async () => {
    const first = await anna.call(createView, { body: viewOf("Eerst", { team }) });
    const second = await anna.call(createView, { body: viewOf("Tweede") });
    const defaults = async (visitor: Visitor): Promise<number[]> =>
      (await visitor.call(listViews, { query: { table } })).items.filter((view) => view.isDefault).map(({ id }) => id);
    await anna.call(chooseDefaultView, { params: { id: first.id }, body: { isDefault: true } });
    await anna.call(chooseDefaultView, { params: { id: second.id }, body: { isDefault: true } });
    expect(await defaults(anna)).toEqual([second.id]);
    expect(await defaults(bram)).toEqual([]);
    await bram.call(chooseDefaultView, { params: { id: first.id }, body: { isDefault: true } });
    expect(await defaults(bram)).toEqual([first.id]);
    await bram.call(chooseDefaultView, { params: { id: first.id }, body: { isDefault: false } });
    expect(await defaults(bram)).toEqual([]);
    await anna.call(deleteView, { params: { id: second.id } });
    expect(await defaults(anna)).toEqual([]);
  });

  test.each<[string, Partial<NewView>, string]>([
    ["name", { name: "  " }, "Give the view a name."],
    ["query", { query: "__proto__[x]=1" }, "The filters cannot be read."],
  ])("refuse a wrong %s beside the field", async (field, changes, message) => {
    const error = await anna.refused(createView, { body: viewOf("Fout", changes) });
    expect(error.status).toBe(400);
    expect(error.body.errors).toEqual({ [field]: [message] });
  });

  test("have unique names and a maximum number", async () => {
    const own = await world.login(["ROLE_FILE_SEARCH"]);
    await own.call(createView, { body: viewOf("Weergave 0") });
    const twice = await own.refused(createView, { body: viewOf("WEERGAVE 0") });
    expect(twice.body.errors).toEqual({ name: ["You already have a view with this name."] });
    for (let at = 1; at < mostViewsOfTable; at++) await own.call(createView, { body: viewOf(`Weergave ${at}`) });
    const more = await own.refused(createView, { body: viewOf("Een te veel") });
    expect(more.body.errors?.common).toEqual([
      `You already have ${mostViewsOfTable} views of this list. Delete one first.`,
    ]);
  });

  test("are for people who are logged in", async () => {
    expect((await world.guest().refused(listViews, { query: { table } })).status).toBe(401);
  });
});
