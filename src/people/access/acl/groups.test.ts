/** The story of groups: what belonging to one gives, from which moment, and what it does not. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type World, wrong } from "../../../app/testing/world.factory.ts";
import { makeGroup, putIn } from "../access.factory.ts";
import { currentUser, switchUser } from "../sign-in/sign-in.contract.ts";
import { archiveGroup, createGroup, getGroup, listGroups, listUsers, updateGroup } from "./acl.contract.ts";
import { holdersOf } from "./user-changes.server.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Whether a call for ROLE_MANAGE_EMPLOYEE lets this visitor in. */
const letsIn = async (visitor: Awaited<ReturnType<World["login"]>>): Promise<boolean> =>
  (await visitor.send(listUsers)).status === 200;

describe("belonging to a group", () => {
  it("adds its roles to one's own, from the next request, and removes them as fast", async () => {
    const visitor = await world.login(["ROLE_EMPLOYEE"]);
    expect(await letsIn(visitor)).toBe(false);
    const group = await makeGroup(world, ["ROLE_MANAGE_EMPLOYEE", "ROLE_EMPLOYEE"]);
    await putIn(world, group, visitor.userId);
    expect(await letsIn(visitor)).toBe(true);
    const { user } = await visitor.call(currentUser);
    expect(user?.acl).toEqual(["ROLE_EMPLOYEE", "ROLE_MANAGE_EMPLOYEE"]);
    await putIn(world, null, visitor.userId);
    expect(await letsIn(visitor)).toBe(false);
  });

  it("follows a change of the group and its end, request by request", async () => {
    const boss = await world.login(["*"]);
    const visitor = await world.login([]);
    const group = await boss.call(createGroup, { body: { name: "Administratie", acl: ["ROLE_MANAGE_EMPLOYEE"] } });
    await putIn(world, group.id, visitor.userId);
    expect(await letsIn(visitor)).toBe(true);
    const params = { id: group.id };
    const less = await boss.call(updateGroup, { params, body: { acl: ["ROLE_EMPLOYEE"], version: group.version } });
    expect(await letsIn(visitor)).toBe(false);
    const more = await boss.call(updateGroup, {
      params,
      body: { acl: ["ROLE_EMPLOYEE", "ROLE_MANAGE_EMPLOYEE"], version: less.version },
    });
    expect(await letsIn(visitor)).toBe(true);
    const archived = await boss.call(archiveGroup, { params, body: { archived: true, version: more.version } });
    expect(archived.archivedAt).toBe("2026-11-20T09:00:00.000Z");
    expect(await letsIn(visitor)).toBe(false);
    await boss.call(archiveGroup, { params, body: { archived: false } });
    expect(await letsIn(visitor)).toBe(true);
  });

  it("counts wherever rights are checked: impersonation, holders of a role, the list of users", async () => {
    const group = await makeGroup(world, ["ROLE_FINANCE"], { name: "Financiën" });
    const strong = await world.login(["ROLE_EMPLOYEE"]);
    await putIn(world, group, strong.userId);
    const admin = await world.login(["ROLE_ADMIN", "ROLE_EMPLOYEE"]);
    const refused = await admin.refused(switchUser, { params: { id: strong.userId } });
    expect(refused.body.errors).toEqual({ common: ["This user holds roles that you do not hold."] });
    await putIn(world, group, admin.userId);
    await admin.call(switchUser, { params: { id: strong.userId } });

    expect(await world.work((ctx) => holdersOf(ctx, "ROLE_FINANCE"))).toContain(strong.userId);
    const boss = await world.login(["ROLE_MANAGE_EMPLOYEE"]);
    const { items } = await boss.call(listUsers, { query: { limit: 1000, filter: { role: "ROLE_FINANCE", group } } });
    expect(items.map(({ id }) => id).sort()).toEqual([strong.userId, admin.userId].sort());
    expect(items.find(({ id }) => id === strong.userId)).toMatchObject({
      acl: ["ROLE_EMPLOYEE"],
      effectiveAcl: ["ROLE_EMPLOYEE", "ROLE_FINANCE"],
      group: { id: group, name: "Financiën" },
      switchable: false,
      manageable: false,
    });
  });

  it("ends impersonation of a user who gains a right that the actor lacks", async () => {
    const admin = await world.login(["ROLE_ADMIN"]);
    const target = await world.login([]);
    await admin.call(switchUser, { params: { id: target.userId } });
    expect((await admin.call(currentUser)).user?.id).toBe(target.userId);
    await putIn(world, await makeGroup(world, ["ROLE_FINANCE"]), target.userId);
    expect((await admin.call(currentUser)).user).toBeNull();
  });

  it("cannot give ROLE_PREVIOUS_ADMIN: the call refuses it, and so does the database", async () => {
    const boss = await world.login(["*"]);
    const body = wrong({ name: "Acting", acl: ["ROLE_PREVIOUS_ADMIN"] });
    expect((await boss.refused(createGroup, { body })).status).toBe(400);
    await expect(makeGroup(world, ["ROLE_PREVIOUS_ADMIN"])).rejects.toThrow(/check constraint/);
  });
});

describe("a group", () => {
  it("is created, listed with its members, renamed, archived and restored", async () => {
    const boss = await world.login(["*"]);
    const made = await boss.call(createGroup, { body: { name: "Binnendienst", acl: ["ROLE_EMPLOYEE"] } });
    expect(made).toMatchObject({ name: "Binnendienst", description: "", members: 0, version: 1, manageable: true });
    const member = await world.login({ acl: [], name: "A. Bakker" });
    await putIn(world, made.id, member.userId);
    const read = await boss.call(getGroup, { params: { id: made.id } });
    expect(read).toMatchObject({ members: 1, people: [{ id: member.userId, name: "A. Bakker", active: true }] });
    const renamed = await boss.call(updateGroup, {
      params: { id: made.id },
      body: { name: "Binnendienst Noord", description: "Bellen en schrijven", version: 1 },
    });
    expect(renamed).toMatchObject({ name: "Binnendienst Noord", acl: ["ROLE_EMPLOYEE"], version: 2 });
    await boss.call(archiveGroup, { params: { id: made.id }, body: { archived: true, version: 2 } });
    const names = async (archived?: boolean) =>
      (await boss.call(listGroups, archived ? { query: { archived: "true" } } : {})).items.map(({ name }) => name);
    expect(await names()).not.toContain("Binnendienst Noord");
    expect(await names(true)).toContain("Binnendienst Noord");
  });

  it("has a unique name, ignoring case", async () => {
    const boss = await world.login(["*"]);
    await boss.call(createGroup, { body: { name: "Juristen" } });
    const error = await boss.refused(createGroup, { body: { name: " juristen " } });
    expect(error.body.errors).toEqual({ name: ["There is a group with this name already."] });
  });

  it("changed from a stale version is a conflict that shows the newer one, and who made it", async () => {
    const boss = await world.login({ acl: ["*"], name: "Boss" });
    const made = await boss.call(createGroup, { body: { name: "Race" } });
    const params = { id: made.id };
    await boss.call(updateGroup, { params, body: { description: "theirs", version: 1 } });
    const error = await boss.refused(updateGroup, { params, body: { description: "mine", version: 1 } });
    expect(error.status).toBe(409);
    expect(error.body.current).toMatchObject({ description: "theirs", version: 2 });
    expect(error.body.changedAt).toBe("2026-11-20T09:00:00.000Z");
    const stale = await boss.refused(archiveGroup, { params, body: { archived: true, version: 1 } });
    expect(stale.status).toBe(409);
  });

  it("leaves a line in the audit trail for each change, with what was and what is", async () => {
    const boss = await world.login(["*"]);
    const { id } = await boss.call(createGroup, { body: { name: "Spoor", acl: ["ROLE_NEWS"] } });
    await boss.call(updateGroup, { params: { id }, body: { acl: ["ROLE_NEWS", "ROLE_LEGAL"] } });
    // Nothing changes, so nothing is told.
    await boss.call(updateGroup, { params: { id }, body: { acl: ["ROLE_NEWS", "ROLE_LEGAL"] } });
    await boss.call(archiveGroup, { params: { id }, body: { archived: true } });
    const lines = await world.db
      .selectFrom("audit_log")
      .select(["action", "user_id", "before", "after"])
      .where("subject", "=", "user_group")
      .where("subject_id", "=", String(id))
      .orderBy("id")
      .execute();
    const state = { name: "Spoor", description: "", archived: false };
    expect(lines).toEqual([
      { action: "access.createGroup", user_id: boss.userId, before: null, after: { ...state, acl: ["ROLE_NEWS"] } },
      {
        action: "access.updateGroup",
        user_id: boss.userId,
        before: { ...state, acl: ["ROLE_NEWS"] },
        after: { ...state, acl: ["ROLE_NEWS", "ROLE_LEGAL"] },
      },
      {
        action: "access.archiveGroup",
        user_id: boss.userId,
        before: { ...state, acl: ["ROLE_NEWS", "ROLE_LEGAL"] },
        after: { ...state, acl: ["ROLE_NEWS", "ROLE_LEGAL"], archived: true },
      },
    ]);
  });

  it("is for users who manage people or rights, and nobody else", async () => {
    const employee = await world.login(["ROLE_EMPLOYEE"]);
    for (const visitor of [employee, world.guest()]) {
      expect((await visitor.refused(listGroups)).status).toBe(visitor.userId === 0 ? 401 : 403);
      expect((await visitor.refused(createGroup, { body: { name: "X" } })).status).toBe(
        visitor.userId === 0 ? 401 : 403,
      );
    }
    const customer = await world.login({ acl: ["ROLE_SETTINGS_ACL"], kind: "customer" });
    const id = await makeGroup(world, []);
    const staffOnly = { common: ["Groups are the office’s: only staff may change them."] };
    expect((await customer.refused(createGroup, { body: { name: "X" } })).body.errors).toEqual(staffOnly);
    expect((await customer.refused(updateGroup, { params: { id }, body: { name: "X" } })).body.errors).toEqual(
      staffOnly,
    );
    const boss = await world.login(["*"]);
    const error = await boss.refused(createGroup, { body: wrong({ name: "X", members: 3 }) });
    expect(error.body.errors).toHaveProperty("members");
  });
});
