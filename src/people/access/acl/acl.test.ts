/** The story of the screens of rights: who holds what, what a role opens, who could grant it, what was changed, and for whom it is. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World, wrong } from "../../../app/testing/world.factory.ts";
import { allows, type Role, roles } from "../../../ground/kernel/access.ts";
import { readHistory } from "../../../ground/platform/history.contract.ts";
import { makeClient } from "../../customers/customers.factory.ts";
import { createEmployee, updateEmployee } from "../../employees/employees.contract.ts";
import { makeGroup, putIn } from "../access.factory.ts";
import { inviteUser } from "../passwords/invite.server.ts";
import { changePassword, switchUser } from "../sign-in/sign-in.contract.ts";
import { getUserRights, listDeclarations, listGrantors, listUsers, updateUserRights } from "./acl.contract.ts";
import { opensOf } from "./role-access.ts";
import { updateUser } from "./user-changes.server.ts";

let world: World;
let boss: Visitor;
beforeAll(async () => {
  world = await startWorld();
  boss = await world.login({ acl: ["*"], name: "B. Oss" });
});
afterAll(() => world.close());

describe("the calls that roles allow", () => {
  it("are every call of every module, as declared, and the server enforces that for each role", async () => {
    const { calls, screens } = await boss.call(listDeclarations);
    const declared = world.vorder.modules.flatMap((module) => module.handlers.map((handler) => handler.call));
    expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      declared.map(({ method, path }) => `${method} ${path}`).sort(),
    );
    expect(screens.map(({ path }) => path)).toContain("/settings/acl/edit/{id}");
    for (const role of roles) {
      const opened = opensOf({ calls, screens }, role).calls.filter(({ together }) => together.length === 0);
      const wanted = declared.filter(({ who }) => "roles" in who && allows(who, [role], true));
      expect(opened.map(({ method, path }) => `${method} ${path}`).sort(), role).toEqual(
        wanted.map(({ method, path }) => `${method} ${path}`).sort(),
      );
    }
  });

  it("are shown to users who manage rights", async () => {
    for (const visitor of [await world.login(["ROLE_MANAGE_EMPLOYEE"]), world.guest()]) {
      expect((await visitor.refused(listDeclarations)).status).toBe(visitor.userId === 0 ? 401 : 403);
      expect((await visitor.refused(getUserRights, { params: { id: boss.userId } })).status).toBe(
        visitor.userId === 0 ? 401 : 403,
      );
    }
  });
});

describe("the list of users", () => {
  it("finds by what somebody holds, of their own, by group or by everything; by group, kind, access and name", async () => {
    const group = await makeGroup(world, ["ROLE_LEGAL"]);
    const own = await world.login({ acl: ["ROLE_LEGAL"], name: "Eigen" });
    const byGroup = await world.login({ name: "Groepslid" });
    await putIn(world, group, byGroup.userId);
    const gone = await world.login({ acl: ["ROLE_LEGAL"], kind: "customer", name: "Vertrokken" });
    await world.db.updateTable("app_user").set({ active: false }).where("id", "=", gone.userId).execute();
    const find = async (filter: Record<string, string | number>): Promise<number[]> => {
      const { items } = await boss.call(listUsers, { query: { limit: 1000, filter: wrong(filter) } });
      return items.map(({ id }) => id);
    };
    const legal = await find({ role: "ROLE_LEGAL" });
    expect(legal).toEqual(expect.arrayContaining([own.userId, byGroup.userId, gone.userId, boss.userId]));
    expect(await find({ role: "*" })).toEqual([boss.userId]);
    expect(await find({ group })).toEqual([byGroup.userId]);
    expect(await find({ role: "ROLE_LEGAL", active: "false" })).toEqual([gone.userId]);
    expect(await find({ kind: "customer" })).toEqual([gone.userId]);
    expect(await find({ search: "groepsl" })).toEqual([byGroup.userId]);
    expect(await find({ search: "%" })).toEqual([]);
    // An archived group gives nothing, so its members hold nothing by it.
    await world.db.updateTable("user_group").set({ archived_at: world.clock.now() }).where("id", "=", group).execute();
    expect(await find({ role: "ROLE_LEGAL" })).not.toContain(byGroup.userId);
  });

  it("shows whether somebody has a password, an invitation, or neither", async () => {
    const { userId: id } = await world.login({ name: "Onderweg" });
    const access = async () =>
      (await boss.call(listUsers, { query: { filter: { search: "Onderweg" } } })).items[0]?.access;
    expect(await access()).toBe("none");
    await world.work(async (ctx) => {
      await updateUser(ctx, id, { email: "onderweg@example.com" });
      await inviteUser(ctx, id);
    });
    expect(await access()).toBe("invited");
    await world.db.updateTable("app_user").set({ password_hash: "x" }).where("id", "=", id).execute();
    expect(await access()).toBe("password");
  });

  it("shows the people of a client one another, and neither staff nor strangers", async () => {
    const [mine, theirs] = [await makeClient(world.db, world.clock), await makeClient(world.db, world.clock)];
    const lead = await world.login({ acl: ["ROLE_ADMIN"], kind: "customer", clientIds: [mine.id] });
    const peer = await world.login({ kind: "contact", clientIds: [mine.id, theirs.id] });
    await world.login({ kind: "contact", clientIds: [theirs.id] });
    const { items, total } = await lead.call(listUsers);
    expect(items.map(({ id }) => id).sort()).toEqual([lead.userId, peer.userId].sort());
    expect(total).toBe(2);
  });

  it("sorts by last login, those who never logged in last", async () => {
    await world.db
      .updateTable("app_user")
      .set({ last_login_at: world.clock.now() })
      .where("id", "=", boss.userId)
      .execute();
    for (const direction of ["asc", "desc"] as const) {
      const { items } = await boss.call(listUsers, { query: { order: { field: "lastLoginAt", direction } } });
      expect(items[0]?.id).toBe(boss.userId);
      expect(items[0]?.lastLoginAt).toBe("2026-11-20T09:00:00.000Z");
    }
  });
});

describe("who could grant", () => {
  it("is a rights manager who holds the roles and everything the user holds, directly or by a group", async () => {
    const target = await world.login(["ROLE_EMPLOYEE"]);
    const acl: Role[] = ["ROLE_SETTINGS_ACL", "ROLE_EMPLOYEE", "ROLE_LEGAL"];
    const able = await world.login({ acl, name: "Kan het" });
    const byGroup = await world.login({ acl: ["ROLE_SETTINGS_ACL"], name: "Kan het ook" });
    await putIn(world, await makeGroup(world, ["ROLE_EMPLOYEE", "ROLE_LEGAL"]), byGroup.userId);
    const weaker = await world.login(["ROLE_SETTINGS_ACL", "ROLE_LEGAL"]);
    const noSettler = await world.login(["ROLE_EMPLOYEE", "ROLE_LEGAL"]);
    const gone = await world.login(acl);
    await world.db.updateTable("app_user").set({ active: false }).where("id", "=", gone.userId).execute();
    const { items } = await boss.call(listGrantors, {
      params: { id: target.userId },
      query: { roles: "ROLE_LEGAL" },
    });
    const ids = items.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([boss.userId, able.userId, byGroup.userId]));
    for (const visitor of [weaker, noSettler, gone, target]) expect(ids).not.toContain(visitor.userId);
    expect((await boss.refused(listGrantors, { params: { id: 999_999 }, query: { roles: "" } })).status).toBe(404);
  });
});

describe("the history of a user", () => {
  const read = (visitor: Visitor, id: number | string, subject = "app_user") =>
    visitor.send(readHistory, { params: { subject, subjectId: String(id) } });

  it("shows what was changed by whom, without logins and logouts", async () => {
    const target = await world.login({ acl: ["ROLE_EMPLOYEE"], name: "Doel" });
    await boss.call(updateUserRights, {
      params: { id: target.userId },
      body: { acl: ["ROLE_EMPLOYEE", "ROLE_NEWS"], version: 1 },
    });
    const admin = await world.login(["*"]);
    await admin.call(switchUser, { params: { id: target.userId } });
    const { items } = readHistory.reply.parse((await read(boss, target.userId)).json());
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      by: { name: "B. Oss" },
      action: "access.updateUser",
      actionText: "Changed",
      changes: [{ field: "acl", label: "Roles", before: ["Employee"], after: ["Employee", "Write news"] }],
    });
  });

  it("is refused to users who manage nobody, and hidden for invisible users", async () => {
    const employee = await world.login(["ROLE_EMPLOYEE"]);
    expect((await read(employee, boss.userId)).status).toBe(404);
    const { id: client } = await makeClient(world.db, world.clock);
    const lead = await world.login({ acl: ["ROLE_SETTINGS_ACL"], kind: "customer", clientIds: [client] });
    const [foreign, unknown] = [await read(lead, boss.userId), await read(lead, 999_999)];
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect((await read(boss, "1 or 1=1")).status).toBe(404);
  });
});

describe("the grant rule in the modules above", () => {
  it("holds for making and changing employees: roles, groups, mail address, password, invitation", async () => {
    const clerk = await world.login(["ROLE_MANAGE_EMPLOYEE"]);
    const body = { username: "aanval", name: "A. Anval" };
    const strong = await makeGroup(world, ["ROLE_FINANCE"]);
    for (const more of [{ acl: ["*"] }, { acl: ["ROLE_FINANCE"] }, { group: strong }]) {
      const error = await clerk.refused(createEmployee, { body: wrong({ ...body, ...more }) });
      expect(error.status, JSON.stringify(more)).toBe(400);
    }
    const made = await clerk.call(createEmployee, { body: { ...body, acl: ["ROLE_MANAGE_EMPLOYEE"] } });
    const change = (id: number, more: object) =>
      clerk.refused(updateEmployee, { body: wrong({ id, ...more }) }).then(({ status }) => status);
    for (const more of [{ acl: ["*"] }, { group: strong }, { kind: "staff" }, { active: true }, { clientIds: [1] }])
      expect(await change(made.id, more), JSON.stringify(more)).toBe(400);
    for (const more of [
      { email: "mine@example.com" },
      { password: "vier vergeten fietsen" },
      { invite: true },
      { acl: [] },
    ])
      expect(await change(boss.userId, more), JSON.stringify(more)).toBe(400);
    expect(await change(clerk.userId, { password: "vier vergeten fietsen" })).toBe(400);
    const untouched = await world.db
      .selectFrom("app_user")
      .select(["acl", "email", "password_hash", "group_id"])
      .where("id", "in", [boss.userId, made.id])
      .orderBy("id")
      .execute();
    expect(untouched).toEqual([
      { acl: ["*"], email: null, password_hash: null, group_id: null },
      { acl: ["ROLE_MANAGE_EMPLOYEE"], email: null, password_hash: null, group_id: null },
    ]);
  });

  it("holds while acting as an employee's manager: nothing is made, and one's own password is not changed", async () => {
    const admin = await world.login(["*"]);
    const manager = await world.login(["ROLE_MANAGE_EMPLOYEE", "ROLE_EMPLOYEE"]);
    await admin.call(switchUser, { params: { id: manager.userId } });
    const error = await admin.refused(createEmployee, { body: { username: "achteraf", name: "A. Chteraf" } });
    expect(error.body.errors).toHaveProperty("common");
    const change = { currentPassword: "x", password: "vier vergeten fietsen", passwordRepeat: "vier vergeten fietsen" };
    expect((await admin.refused(changePassword, { body: change })).status).toBe(400);
  });
});
