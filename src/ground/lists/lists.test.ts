import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { languages } from "../kernel/texts.ts";
import { readHistory } from "../platform/history.contract.ts";
import { isNamedUse } from "../platform/uses.texts.ts";
import { type ListName, placeOf } from "./catalogue/routes.ts";
import { callsOf } from "./engine/list.contract.ts";
import { fieldsOf, type SettingList } from "./engine/list.ts";
import { inFour, sampleOf } from "./lists.factory.ts";
import { listTexts } from "./lists.texts.ts";
import { settingLists } from "./lists.ts";

let world: World;
let keeper: Visitor;

beforeAll(async () => {
  world = await startWorld();
  keeper = await world.login(["ROLE_SETTINGS", "ROLE_FINANCE", "ROLE_EMPLOYEE"]);
});
afterAll(() => world.close());

const add = async (name: ListName, tag: string, changes: Record<string, unknown> = {}) =>
  keeper.call(callsOf(name).create, { body: { ...(await sampleOf(keeper, name, tag)), ...changes } });

const refusedToAdd = async (name: ListName, changes: Record<string, unknown>) =>
  (await keeper.refused(callsOf(name).create, { body: { ...(await sampleOf(keeper, name, "wrong")), ...changes } }))
    .body.errors;

const idOf = async (name: ListName, code: string): Promise<number> => {
  const { items } = await keeper.call(callsOf(name).list, { query: { filter: { archived: "all" } } });
  return items.find((item) => item.code === code)?.id ?? 0;
};

const auditOf = (list: SettingList, id: number) =>
  world.db
    .selectFrom("audit_log")
    .select("action")
    .where("subject", "=", list.table)
    .where("subject_id", "=", String(id))
    .orderBy("id")
    .execute();

describe.each(settingLists.map((list) => [list.name, list] as const))("the list %s", (name, list) => {
  const calls = callsOf(name);

  test("adds, changes, archives, restores and deletes, each with a line in the audit trail", async () => {
    const body = await sampleOf(keeper, name, "one");
    const made = await keeper.call(calls.create, { body });
    expect(made).toMatchObject({ ...body, version: 1, fixed: false, archivedAt: null });
    expect(await keeper.call(calls.get, { params: { id: made.id } })).toEqual(made);

    const params = { id: made.id };
    const changed = await keeper.call(calls.update, { params, body: { ...body, version: 1 } });
    expect(changed).toMatchObject({ ...body, version: 2 });

    const rested = await keeper.call(calls.archive, { params });
    expect(rested.archivedAt).toBe("2026-11-20T09:00:00.000Z");
    const ids = async (archived?: "no" | "yes" | "all") =>
      (await keeper.call(calls.list, { query: { filter: archived ? { archived } : {} } })).items.map(({ id }) => id);
    expect(await ids()).not.toContain(made.id);
    expect(await ids("yes")).toEqual([made.id]);
    expect(await ids("all")).toContain(made.id);
    expect((await keeper.call(calls.restore, { params })).archivedAt).toBeNull();
    expect(await ids()).toContain(made.id);

    await keeper.call(calls.remove, { params });
    expect((await keeper.refused(calls.get, { params })).status).toBe(404);
    expect((await auditOf(list, made.id)).map(({ action }) => action)).toEqual(
      ["create", "update", "archive", "restore", "delete"].map((verb) => `${list.table}.${verb}`),
    );
  });

  test("shows a lost update as a conflict with the newer version and who made it", async () => {
    const body = await sampleOf(keeper, name, "race");
    const made = await keeper.call(calls.create, { body });
    const params = { id: made.id };
    await keeper.call(calls.update, { params, body: { ...body, version: 1 } });
    const error = await keeper.refused(calls.update, { params, body: { ...body, version: 1 } });
    expect(error.status).toBe(409);
    expect(error.body).toMatchObject({ current: { id: made.id, version: 2 }, changedAt: "2026-11-20T09:00:00.000Z" });
    expect(error.body.changedBy).toBe(made.updatedBy);
    await keeper.call(calls.remove, { params });
  });

  test("keeps names and codes unique", async () => {
    const body = await sampleOf(keeper, name, "twice");
    const made = await keeper.call(calls.create, { body });
    const error = await keeper.refused(calls.create, { body });
    const [field = ""] = list.unique;
    const key = list.fields[field]?.input === "names" ? `${field}.nl` : field;
    expect(error.body.errors).toEqual({ [key]: ["This is in the list already."] });
    await keeper.call(calls.remove, { params: { id: made.id } });
  });

  test("refuses an unknown and a missing field, beside the field", async () => {
    const body = await sampleOf(keeper, name, "odd");
    expect((await keeper.refused(calls.create, { body: { ...body, admin: true } })).body.errors).toHaveProperty(
      "admin",
    );
    const { [list.title]: _gone, ...rest } = body;
    expect(Object.keys((await keeper.refused(calls.create, { body: rest })).body.errors ?? {})).toEqual([list.title]);
  });

  test("sorts by every column, finds by its words, and pages", async () => {
    const made = await add(name, "found");
    const sortable = ["position", "updatedAt", ...fieldsOf(list).map(([key]) => key)].filter(
      (key) => calls.list.query.safeParse({ order: { field: key, direction: "asc" } }).success,
    );
    expect(sortable).toContain(list.title);
    for (const field of sortable) {
      const { items } = await keeper.call(calls.list, { query: { order: { field, direction: "desc" } } });
      expect(items.map(({ id }) => id)).toContain(made.id);
    }
    const title: unknown = made[list.title];
    const word = typeof title === "string" ? title : "proef FOUND";
    const { items, total } = await keeper.call(calls.list, { query: { filter: { search: word.toUpperCase() } } });
    expect(items.map(({ id }) => id)).toEqual([made.id]);
    expect(total).toBe(1);
    expect(
      (await keeper.call(calls.list, { query: { filter: { search: "%" } } })).items.map(({ id }) => id),
    ).not.toContain(name === "autoreply-label" ? 0 : made.id);
    await keeper.call(calls.remove, { params: { id: made.id } });
  });

  test("is for users with the role: others get 403 and see which role is missing", async () => {
    const { who, mayRead = who, mayEdit } = placeOf(name);
    const missing = (access: typeof who) => ("roles" in access ? access.roles : []);
    const nobody = await world.login(["ROLE_NEWS"]);
    const body = await sampleOf(keeper, name, "denied");
    expect((await nobody.refused(calls.list)).body.missingRoles).toEqual(missing(mayRead));
    expect((await nobody.refused(calls.create, { body })).body.missingRoles).toEqual(missing(mayEdit));
    expect((await world.guest().refused(calls.list)).status).toBe(401);
  });

  test("has words for its fields and choices in every language", () => {
    const needed = [
      "title",
      "one",
      "hint",
      ...fieldsOf(list).flatMap(([key, field]) => [
        key,
        ...(field.plain ? [] : (field.options ?? []).map((option) => `${key}.${option}`)),
        ...Object.entries(field.lines?.fields ?? {}).flatMap(([part, { options = [] }]) => [
          part,
          ...options.map((option) => `${part}.${option}`),
        ]),
      ]),
    ];
    for (const language of languages) {
      const texts: Readonly<Record<string, string>> = listTexts.texts[language];
      expect(needed.filter((key) => !texts[`lists.${name}.${key}`.slice("lists.".length)])).toEqual([]);
    }
  });
});

describe("the seeded records", () => {
  test.each<readonly [ListName, number]>([
    ["legal-type", 12],
    ["file-status", 9],
    ["closing-reason", 17],
    ["agenda-subject", 24],
    ["cost-type", 16],
    ["payment-description", 11],
    ["mime-type", 18],
  ])("%s: %d records", async (name, count) => {
    const { total } = await keeper.call(callsOf(name).list, { query: {} });
    expect(total).toBe(count);
  });

  test("every seeded record is accepted by the form", async () => {
    for (const list of settingLists) {
      const { items } = await keeper.call(callsOf(list.name).list, { query: {} });
      for (const { id, version, ...row } of items) {
        const sent = Object.fromEntries(fieldsOf(list).flatMap(([key, { given }]) => (given ? [] : [[key, row[key]]])));
        const after = await keeper.call(callsOf(list.name).update, { params: { id }, body: { ...sent, version } });
        expect(after).toMatchObject(sent);
      }
    }
  });
});

describe("fixed records", () => {
  test("can be renamed, but not deleted: the refusal says why", async () => {
    const calls = callsOf("file-status");
    const params = { id: await idOf("file-status", "paused") };
    const { code, parentId, explanation, colour, shownToClients, version } = await keeper.call(calls.get, { params });
    const body = { name: inFour("Even stil"), code, parentId, explanation, colour, shownToClients };
    const after = await keeper.call(calls.update, { params, body: { ...body, version } });
    expect(after).toMatchObject({ name: inFour("Even stil"), code: "paused", fixed: true });
    const stays = {
      common: ["This is a fixed value that the program itself reckons with. It can be renamed, not deleted."],
    };
    const refused = await keeper.refused(calls.remove, { params });
    expect([refused.status, refused.body.errors]).toEqual([402, stays]);
    expect((await keeper.refused(calls.archive, { params })).body.errors).toEqual(stays);
    const recoded = await keeper.refused(calls.update, {
      params,
      body: { ...body, code: "still", version: after.version },
    });
    expect(recoded.body.errors).toEqual({ code: ["This never changes: other data refer to it."] });
  });

  test("are listed at the top, with the provider's records one level below them", async () => {
    const own = await add("closing-reason", "below");
    expect(await refusedToAdd("closing-reason", { parentId: null })).toEqual({
      parentId: ["Choose the fixed value that this belongs to."],
    });
    expect(await refusedToAdd("closing-reason", { parentId: own.id })).toEqual({
      parentId: ["Only below a fixed value can something of your own stand."],
    });
    expect(await refusedToAdd("closing-reason", { parentId: 999_999 })).toEqual({
      parentId: ["This choice does not exist."],
    });
  });

  test("of closing may be archived: a provider that sells no claims need not offer it", async () => {
    const params = { id: await idOf("closing-reason", "sold") };
    expect((await keeper.call(callsOf("closing-reason").archive, { params })).archivedAt).not.toBeNull();
    await keeper.call(callsOf("closing-reason").restore, { params });
  });
});

describe("what is in use", () => {
  test("is not deleted: the refusal says where and how often it is used, and archiving works", async () => {
    const costs = await add("cost-type", "used");
    const template = await add("client-cost-template", "user", {
      lines: [
        { costTypeId: costs.id, charged: "per_file", amountCents: 100 },
        { costTypeId: costs.id, charged: "per_call", amountCents: 200 },
      ],
    });
    await add("extra-cost", "user", { costTypeId: costs.id });
    const calls = callsOf("cost-type");
    const params = { id: costs.id };
    const error = await keeper.refused(calls.remove, { params });
    expect(error.status).toBe(402);
    expect(error.body.errors?.common).toEqual([
      "In use by 2 lines of cost templates and 1 extra cost definition, so it cannot be deleted. It can be archived instead.",
    ]);
    expect(error.body).toMatchObject({
      mayArchive: true,
      uses: [
        { table: "client_cost_line", count: 2 },
        { table: "extra_cost", count: 1 },
      ],
    });
    await keeper.call(calls.archive, { params });

    // Who chose it before keeps it; nobody chooses it anew.
    expect(await refusedToAdd("extra-cost", { costTypeId: costs.id })).toEqual({
      costTypeId: ["This choice has been archived."],
    });
    const { name, lines, note } = template;
    const body = { name, lines, note, version: template.version };
    await keeper.call(callsOf("client-cost-template").update, { params: { id: template.id }, body });
  });

  test("has a readable name for every table that can refer to a list", async () => {
    const { rows } = await world.vorder.database.pool.query<{ child: string; parent: string }>(
      `select distinct conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
       where contype = 'f' and confdeltype in ('a', 'r')`,
    );
    const tables = new Set(settingLists.map(({ table }) => table));
    const nameless = rows.filter(({ child, parent }) => tables.has(parent) && !isNamedUse(child));
    expect(nameless).toEqual([]);
  });
});

describe("order", () => {
  test("is changed one place at a time, among the records shown", async () => {
    const calls = callsOf("payment-description");
    const codes = async () => (await keeper.call(calls.list, { query: {} })).items.slice(0, 4).map(({ code }) => code);
    expect(await codes()).toEqual(["payment", "direct", "term", "bailiff"]);
    await keeper.call(calls.archive, { params: { id: await idOf("payment-description", "direct") } });
    const term = { id: await idOf("payment-description", "term") };
    await keeper.call(calls.move, { params: term, body: { direction: "up" } });
    expect(await codes()).toEqual(["term", "payment", "bailiff", "refund"]);
    await keeper.call(calls.move, { params: term, body: { direction: "up" } });
    await keeper.call(calls.move, { params: term, body: { direction: "down" } });
    expect((await codes()).slice(0, 2)).toEqual(["payment", "term"]);
    await keeper.call(calls.restore, { params: { id: await idOf("payment-description", "direct") } });
  });

  test("cannot be changed for a list without an order", async () => {
    const reply = await keeper.send(callsOf("partner").move, { params: { id: 1 }, body: { direction: "up" } });
    expect(reply.status).toBe(404);
  });
});

test("a user who may only read cost types cannot change them", async () => {
  const employee = await world.login(["ROLE_EMPLOYEE"]);
  const calls = callsOf("cost-type");
  const { items } = await employee.call(calls.list, { query: {} });
  const params = { id: items[0]?.id ?? 0 };
  for (const call of [calls.archive, calls.remove, calls.restore]) {
    expect((await employee.refused(call, { params })).body.missingRoles).toEqual(["ROLE_SETTINGS"]);
  }
});

test("the history of a record shows old and new values, by the names of its fields", async () => {
  const body = await sampleOf(keeper, "legal-type", "told");
  const made = await keeper.call(callsOf("legal-type").create, { body });
  const changed = { ...body, name: inFour("Proef anders"), limitationMonths: 24, version: 1 };
  await keeper.call(callsOf("legal-type").update, { params: { id: made.id }, body: changed });
  const params = { subject: "legal_type", subjectId: String(made.id) };
  const { items } = await keeper.call(readHistory, { params, query: {} });
  expect(items[0]).toMatchObject({ subjectText: "Legal types", actionText: "Changed" });
  expect(items[0]?.changes.map(({ label, before, after }) => [label, before, after])).toEqual([
    ["Name", "Trial told", ""],
    ["Name", "Proef told", "Proef anders"],
    ["Limitation (months)", 60, 24],
  ]);
  const stranger = await world.login(["ROLE_NEWS"]);
  expect((await stranger.refused(readHistory, { params, query: {} })).status).toBe(404);
});
