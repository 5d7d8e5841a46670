/** The grant rule, attacked: through oneself, a friend, a group, a new user, at once, and while acting as somebody else. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type NewTestUser, startWorld, type Visitor, type World, wrong } from "../../../app/testing/world.factory.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { makeClaimFile } from "../../../money/claims/testing/file.factory.ts";
import { makeClient } from "../../customers/customers.factory.ts";
import { makeGroup, putIn } from "../access.factory.ts";
import { inviteUser } from "../passwords/invite.server.ts";
import { removeFactorsOf } from "../second-factor/factors.contract.ts";
import { currentUser, switchUser } from "../sign-in/sign-in.contract.ts";
import { loadActor } from "../users/users.server.ts";
import { archiveGroup, createGroup, getUserRights, updateGroup, updateUserRights } from "./acl.contract.ts";
import { requireMayGrant } from "./rights.server.ts";
import { addUser, choosePasswordFor, setActive, type UserChanges, updateUser } from "./user-changes.server.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const login = (user: NewTestUser | readonly string[]): Promise<Visitor> => world.login(user);

/** What a piece of work is refused for, on behalf of a visitor: field to key; "done" where it is not. */
async function attempt(
  visitor: Visitor,
  work: (ctx: WorkCtx) => Promise<unknown>,
): Promise<Readonly<Record<string, string | undefined>> | string> {
  const actor = await loadActor(world.db, visitor.userId, null);
  if (!actor) throw new Error("no such actor");
  try {
    await world.work(work, actor);
    return "done";
  } catch (error) {
    if (!(error instanceof VorderError)) throw error;
    const fields = Object.entries(error.detail.fields ?? {});
    if (fields.length === 0) return error.code;
    return Object.fromEntries(fields.map(([field, [message]]) => [field, message?.key]));
  }
}

const update = (id: number, changes: UserChanges, version?: number) => (ctx: WorkCtx) =>
  updateUser(ctx, id, changes, version);

const settled = z.object({
  errors: z.record(z.string(), z.array(z.string())).optional(),
  effectiveAcl: z.array(z.string()).optional(),
});

/** Changes rights through the call of the screen; the errors by field, or the version that came of it. */
async function settle(visitor: Visitor, id: number, acl: readonly string[], groupId?: number | null) {
  const { version } = await (await login(["*"])).call(getUserRights, { params: { id } });
  const body = wrong({ acl: [...acl], version, ...(groupId === undefined ? {} : { groupId }) });
  const reply = await visitor.send(updateUserRights, { params: { id }, body });
  return settled.parse(reply.json());
}

const aclOf = async (db: Db, id: number): Promise<readonly string[]> => (await loadActor(db, id, null))?.acl ?? [];

const notHeld = (role: string): string => `You may not grant ${role}, because you do not hold it yourself.`;

describe("nobody grants what they do not hold", () => {
  it("to a colleague: a role, everything, or both hidden behind what is held", async () => {
    const clerk = await login(["ROLE_SETTINGS_ACL", "ROLE_LEGAL"]);
    const other = await login([]);
    expect((await settle(clerk, other.userId, ["ROLE_LEGAL", "ROLE_FINANCE"])).errors).toEqual({
      acl: [notHeld("ROLE_FINANCE")],
    });
    expect((await settle(clerk, other.userId, ["*"])).errors).toEqual({
      acl: ["All roles (*) may only be granted by somebody who holds them all."],
    });
    expect(await aclOf(world.db, other.userId)).toEqual([]);
    expect((await settle(clerk, other.userId, ["ROLE_LEGAL"])).effectiveAcl).toEqual(["ROLE_LEGAL"]);
    // What is taken away again needs no more than what was held.
    expect((await settle(clerk, other.userId, [])).effectiveAcl).toEqual([]);
  });

  it("to oneself", async () => {
    const clerk = await login(["ROLE_SETTINGS_ACL"]);
    expect((await settle(clerk, clerk.userId, ["ROLE_SETTINGS_ACL", "ROLE_FINANCE"])).errors).toHaveProperty("acl");
    expect((await settle(clerk, clerk.userId, ["ROLE_SETTINGS_ACL", "*"])).errors).toHaveProperty("acl");
    expect(await aclOf(world.db, clerk.userId)).toEqual(["ROLE_SETTINGS_ACL"]);
  });

  it("to oneself what one holds through the group only, so that it would outlast the group", async () => {
    const clerk = await login(["ROLE_SETTINGS_ACL"]);
    await putIn(world, await makeGroup(world, ["ROLE_FINANCE"]), clerk.userId);
    expect((await settle(clerk, clerk.userId, ["ROLE_SETTINGS_ACL", "ROLE_FINANCE"])).errors).toEqual({
      acl: ["You may not grant yourself ROLE_FINANCE: you hold it only through your group."],
    });
  });

  it("by putting a friend or oneself in a stronger group, one that is archived, or none", async () => {
    const clerk = await login(["ROLE_SETTINGS_ACL"]);
    const friend = await login([]);
    const strong = await makeGroup(world, ["ROLE_FINANCE"]);
    const gone = await makeGroup(world, [], { archived: true });
    const refused = { groupId: [notHeld("ROLE_FINANCE")] };
    expect((await settle(clerk, friend.userId, [], strong)).errors).toEqual(refused);
    expect((await settle(clerk, clerk.userId, ["ROLE_SETTINGS_ACL"], strong)).errors).toEqual(refused);
    const missing = { groupId: ["This group does not exist (any more)."] };
    expect((await settle(clerk, friend.userId, [], gone)).errors).toEqual(missing);
    expect((await settle(clerk, friend.userId, [], 999_999)).errors).toEqual(missing);
    const weak = await makeGroup(world, ["ROLE_SETTINGS_ACL"]);
    expect((await settle(clerk, friend.userId, [], weak)).effectiveAcl).toEqual(["ROLE_SETTINGS_ACL"]);
  });

  it("by making or changing a group", async () => {
    const clerk = await login(["ROLE_SETTINGS_ACL", "ROLE_LEGAL"]);
    const made = await clerk.refused(createGroup, { body: { name: "Sterk", acl: ["ROLE_LEGAL", "ROLE_FINANCE"] } });
    expect(made.body.errors).toEqual({ acl: [notHeld("ROLE_FINANCE")] });
    const id = await makeGroup(world, ["ROLE_LEGAL"]);
    await putIn(world, id, clerk.userId);
    const changed = await clerk.refused(updateGroup, { params: { id }, body: { acl: ["ROLE_LEGAL", "*"] } });
    expect(changed.body.errors).toHaveProperty("acl");
    await clerk.call(updateGroup, { params: { id }, body: { acl: ["ROLE_LEGAL", "ROLE_SETTINGS_ACL"] } });
  });

  it("by bringing an archived group back, whose members would hold it again", async () => {
    const clerk = await login(["ROLE_SETTINGS_ACL"]);
    const id = await makeGroup(world, ["ROLE_FINANCE"], { archived: true });
    await putIn(world, id, clerk.userId);
    const error = await clerk.refused(archiveGroup, { params: { id }, body: { archived: false } });
    expect(error.body.errors).toHaveProperty("common");
    expect(await aclOf(world.db, clerk.userId)).toEqual(["ROLE_SETTINGS_ACL"]);
  });

  it("by making a new user", async () => {
    const clerk = await login(["ROLE_MANAGE_EMPLOYEE"]);
    const user = { name: "Nieuw", kind: "staff" } as const;
    const make = (acl: readonly ("*" | "ROLE_FINANCE" | "ROLE_MANAGE_EMPLOYEE")[], groupId: number | null = null) =>
      attempt(clerk, (ctx) => addUser(ctx, { ...user, username: `nieuw-${crypto.randomUUID()}`, acl, groupId }));
    expect(await make(["*"])).toEqual({ acl: "access.errorGrantAll" });
    expect(await make(["ROLE_FINANCE"])).toEqual({ acl: "access.errorGrant" });
    expect(await make([], await makeGroup(world, ["ROLE_FINANCE"]))).toEqual({ groupId: "access.errorGrant" });
    expect(await make(["ROLE_MANAGE_EMPLOYEE"])).toBe("done");
  });

  it("with an unknown role, one that only a session holds, or undeclared fields", async () => {
    const boss = await login(["*"]);
    const { userId: id } = await login([]);
    for (const role of ["ROLE_PREVIOUS_ADMIN", "ROLE_NONE", "role_admin", "", "* "])
      expect((await settle(boss, id, [role])).errors, role).toBeDefined();
    for (const extra of [{ active: false }, { kind: "staff" }, { username: "root" }, { isCaseManager: true }]) {
      const body = wrong({ acl: [], version: 1, ...extra });
      const error = await boss.refused(updateUserRights, { params: { id }, body });
      expect(error.body.errors, JSON.stringify(extra)).toHaveProperty(Object.keys(extra)[0] ?? "");
    }
    expect(await aclOf(world.db, id)).toEqual([]);
  });

  it("after just losing it: the granter's current rights count, not those at the start of the request", async () => {
    const clerk = await login(["ROLE_SETTINGS_ACL", "ROLE_FINANCE"]);
    const { userId: id } = await login([]);
    const actor = await loadActor(world.db, clerk.userId, null);
    await world.db
      .updateTable("app_user")
      .set({ acl: ["ROLE_SETTINGS_ACL"] })
      .where("id", "=", clerk.userId)
      .execute();
    const late = world.work((ctx) => updateUser(ctx, id, { acl: ["ROLE_FINANCE"] }), actor);
    await expect(late).rejects.toMatchObject({ detail: { fields: { acl: [{ key: "access.errorGrant" }] } } });
    await world.db.updateTable("app_user").set({ active: false }).where("id", "=", clerk.userId).execute();
    const gone = world.work((ctx) => updateUser(ctx, id, { name: "X" }), actor);
    await expect(gone).rejects.toMatchObject({ code: "loggedOut" });
  });

  it("for rights that another module keeps", async () => {
    const clerk = await login(["ROLE_LEGAL"]);
    expect(await attempt(clerk, (ctx) => requireMayGrant(ctx, [], ["ROLE_LEGAL"]))).toBe("done");
    expect(await attempt(clerk, (ctx) => requireMayGrant(ctx, ["ROLE_NEWS"], ["ROLE_NEWS", "*"]))).toEqual({
      acl: "access.errorGrantAll",
    });
  });
});

describe("nobody changes somebody who holds more", () => {
  it("not their roles, group, name, mail address, password or access, nor invites them", async () => {
    const clerk = await login(["ROLE_MANAGE_EMPLOYEE", "ROLE_SETTINGS_ACL"]);
    const boss = await login(["ROLE_FINANCE"]);
    const id = boss.userId;
    const stronger = { common: "access.errorStrongerUser" };
    const tries: ((ctx: WorkCtx) => Promise<unknown>)[] = [
      update(id, { acl: [] }),
      update(id, { groupId: null }),
      update(id, { name: "Ander" }),
      update(id, { email: "mine@example.com" }),
      update(id, { username: "ander" }),
      (ctx) => setActive(ctx, id, false),
      (ctx) => choosePasswordFor(ctx, id, "vier vergeten fietsen"),
      (ctx) => inviteUser(ctx, id),
    ];
    for (const work of tries) expect(await attempt(clerk, work), work.toString()).toEqual(stronger);
    expect((await settle(clerk, id, [])).errors).toEqual({
      common: ["This user holds roles that you do not. Only somebody who holds them may change anything here."],
    });
    // What makes them stronger may be their group's.
    const friend = await login([]);
    await putIn(world, await makeGroup(world, ["ROLE_FINANCE"]), friend.userId);
    expect(await attempt(clerk, update(friend.userId, { email: "mine@example.com" }))).toEqual(stronger);
  });

  it("not through the group that they belong to", async () => {
    const clerk = await login(["ROLE_SETTINGS_ACL", "ROLE_LEGAL"]);
    const boss = await login(["*"]);
    const id = await makeGroup(world, ["ROLE_LEGAL"]);
    await putIn(world, id, boss.userId);
    const less = await clerk.refused(updateGroup, { params: { id }, body: { acl: [] } });
    expect(less.body.errors).toHaveProperty("common");
    expect((await clerk.refused(archiveGroup, { params: { id }, body: { archived: true } })).status).toBe(400);
    // Its name takes nothing from anybody.
    await clerk.call(updateGroup, { params: { id }, body: { description: "Juristen" } });
  });

  it("and staff is created and seen by staff only: a client's people manage only their own", async () => {
    const clients = [await makeClient(world.db, world.clock), await makeClient(world.db, world.clock)];
    const [mine, theirs] = clients.map(({ id }) => id);
    if (mine === undefined || theirs === undefined) throw new Error("two clients were made");
    const lead = await login({ acl: ["ROLE_SETTINGS_ACL", "ROLE_ADMIN"], kind: "customer", clientIds: [mine] });
    const peer = await login({ kind: "contact", clientIds: [mine] });
    const stranger = await login({ kind: "contact", clientIds: [theirs] });
    const staff = await login([]);
    const read = (id: number) => lead.send(getUserRights, { params: { id } });
    expect((await read(peer.userId)).status).toBe(200);
    const [foreign, unknown] = [await read(stranger.userId), await read(999_999)];
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect((await read(staff.userId)).status).toBe(404);
    expect((await lead.refused(switchUser, { params: { id: staff.userId } })).status).toBe(404);
    expect((await lead.refused(switchUser, { params: { id: stranger.userId } })).status).toBe(404);
    const make = (kind: "staff" | "contact", clientIds: readonly number[]) => (ctx: WorkCtx) =>
      addUser(ctx, { username: `u-${crypto.randomUUID()}`, name: "N", acl: [], kind, clientIds });
    expect(await attempt(lead, make("staff", []))).toEqual({ kind: "access.errorKind" });
    expect(await attempt(lead, make("contact", [theirs]))).toEqual({ clientIds: "access.errorClients" });
    expect(await attempt(lead, make("contact", [mine]))).toBe("done");
    expect(await attempt(lead, update(peer.userId, { clientIds: [mine, theirs] }))).toEqual({
      clientIds: "access.errorClients",
    });
  });
});

describe("while acting as somebody else", () => {
  it("nothing is granted, changed or invited, not even what both hold", async () => {
    const admin = await login(["*"]);
    const target = await login(["ROLE_SETTINGS_ACL", "ROLE_MANAGE_EMPLOYEE"]);
    const other = await login([]);
    await admin.call(switchUser, { params: { id: target.userId } });
    expect((await admin.call(currentUser)).user?.acl).toContain("ROLE_PREVIOUS_ADMIN");
    const error = { common: ["Not possible while you act as somebody else. Go back to yourself first."] };
    expect((await settle(admin, other.userId, ["ROLE_SETTINGS_ACL"])).errors).toEqual(error);
    expect((await admin.refused(createGroup, { body: { name: "Acting" } })).body.errors).toEqual(error);
    const id = await makeGroup(world, []);
    expect((await admin.refused(archiveGroup, { params: { id }, body: { archived: true } })).body.errors).toEqual(
      error,
    );
  });
});

describe("a change of a user", () => {
  it("from a stale version is a conflict that shows the newer one, and who made it", async () => {
    const boss = await login(["*"]);
    const { userId: id } = await login([]);
    await boss.call(updateUserRights, { params: { id }, body: { acl: ["ROLE_NEWS"], version: 1 } });
    const error = await boss.refused(updateUserRights, { params: { id }, body: { acl: [], version: 1 } });
    expect(error.status).toBe(409);
    expect(error.body.current).toMatchObject({ acl: ["ROLE_NEWS"], version: 2 });
    expect(error.body).toMatchObject({ changedAt: "2026-11-20T09:00:00.000Z" });
    expect(error.body.changedBy).toBe("Test User");
    expect(JSON.stringify(error.body)).not.toContain("password_hash");
  });

  it("keeps names unique and typable, and invalidates links sent to a former mailbox", async () => {
    const boss = await login(["*"]);
    const one = await login([]);
    const two = await login([]);
    expect(await attempt(boss, update(one.userId, { username: "e.visser" }))).toBe("done");
    expect(await attempt(boss, update(two.userId, { username: "E.Visser" }))).toEqual({
      username: "access.errorUsernameTaken",
    });
    expect(await attempt(boss, update(two.userId, { username: "-x" }))).toEqual({ username: "access.errorUsername" });
    expect(await attempt(boss, update(two.userId, { teamIds: [999_999] }))).toEqual({ teamIds: "access.errorTeam" });
    await world.work((ctx) => updateUser(ctx, one.userId, { email: "oud@example.com" }));
    await world.work((ctx) => inviteUser(ctx, one.userId));
    const open = () =>
      world.db
        .selectFrom("password_reset")
        .select("id")
        .where("user_id", "=", one.userId)
        .where("used_at", "is", null)
        .execute();
    expect(await open()).toHaveLength(1);
    await world.work((ctx) => updateUser(ctx, one.userId, { email: "nieuw@example.com" }));
    expect(await open()).toEqual([]);
  });

  it("ends the sessions of whoever is denied access, which nobody denies themselves", async () => {
    const boss = await login(["*"]);
    const other = await login(["ROLE_EMPLOYEE"]);
    expect((await other.call(currentUser)).user).not.toBeNull();
    expect(await attempt(boss, (ctx) => setActive(ctx, other.userId, false))).toBe("done");
    expect((await other.call(currentUser)).user).toBeNull();
    const sessions = await world.db.selectFrom("session").select("id").where("user_id", "=", other.userId).execute();
    expect(sessions).toEqual([]);
    expect(await attempt(boss, (ctx) => setActive(ctx, boss.userId, false))).toEqual({
      common: "access.errorDeactivateSelf",
    });
    expect(await attempt(boss, (ctx) => choosePasswordFor(ctx, boss.userId, "vier vergeten fietsen"))).toEqual({
      password: "access.errorOwnPassword",
    });
  });

  describe("of users limited to their teams", () => {
    const teamNamed = async (name: string): Promise<number> =>
      (await world.db.insertInto("team").values({ name }).returning("id").executeTakeFirstOrThrow()).id;
    const inTeams = async (visitor: Visitor, teamIds: readonly number[]): Promise<Visitor> => {
      await world.work((ctx) => updateUser(ctx, visitor.userId, { teamIds }));
      return visitor;
    };
    const wayIn = (own: Visitor, target: Visitor, email = "ander@example.com") => [
      attempt(own, (ctx) => choosePasswordFor(ctx, target.userId, "vier vergeten fietsen")),
      attempt(own, update(target.userId, { email })),
      factorsTaken(own, target),
    ];
    const factorsTaken = async (own: Visitor, target: Visitor) => {
      const call = { params: { id: target.userId }, body: { reason: "Telefoon kwijt" } };
      const reply = await own.send(removeFactorsOf, call);
      return reply.status === 200 ? "done" : settled.parse(reply.json()).errors;
    };
    const seesMore = "This user sees files that you do not. Only somebody who sees them too may do this.";
    let clerk: Visitor;
    let mine: number;
    let foreign: number;
    beforeAll(async () => {
      const chosen = JSON.stringify({ staffSeeOnlyTeams: true });
      await world.db.updateTable("global_setting").set({ chosen }).execute();
      [mine, foreign] = [await teamNamed("Team Noord"), await teamNamed("Team Zuid")];
      clerk = await inTeams(await login(["ROLE_MANAGE_EMPLOYEE", "ROLE_SETTINGS_ACL"]), [mine]);
    });

    it("lets them put nobody into another team", async () => {
      const other = await login([]);
      const refused = { teamIds: "access.errorOwnTeams" };
      for (const { userId } of [clerk, other])
        expect(await attempt(clerk, update(userId, { teamIds: [mine, foreign] }))).toEqual(refused);
      const user = { username: "nieuwe-zuiderling", name: "N", kind: "staff", acl: [], teamIds: [foreign] } as const;
      expect(await attempt(clerk, (ctx) => addUser(ctx, user))).toEqual(refused);
      expect(await attempt(clerk, update(other.userId, { teamIds: [mine] }))).toBe("done");
    });

    it("lets them set a way in only of somebody who sees nothing that they do not", async () => {
      const away = await inTeams(await login([]), [mine, foreign]);
      expect(await Promise.all(wayIn(clerk, away))).toEqual([
        { password: "access.errorSeesMore" },
        { email: "access.errorSeesMore" },
        { common: [seesMore] },
      ]);
      expect(await attempt(clerk, update(away.userId, { name: "Z. Uiderling" }))).toBe("done");
      // A teammate sees the files that they manage in another team too.
      const managing = await inTeams(await login([]), [mine]);
      const file = await makeClaimFile(world, (await makeClient(world.db, world.clock)).id, []);
      await world.owner.pool.query("update case_file set team_id = $1, case_manager_id = $2 where id = $3", [
        foreign,
        managing.userId,
        file,
      ]);
      expect(await Promise.all(wayIn(clerk, managing))).toEqual([
        { password: "access.errorSeesMore" },
        { email: "access.errorSeesMore" },
        { common: [seesMore] },
      ]);
      const near = await inTeams(await login([]), [mine]);
      expect(await Promise.all(wayIn(clerk, near, "buur@example.com"))).toEqual(["done", "done", "done"]);
    });

    it("does not let the people of a client set the way in of somebody who is there for another client too", async () => {
      const [own, other] = [await makeClient(world.db, world.clock), await makeClient(world.db, world.clock)];
      const roles = ["ROLE_SETTINGS_ACL"];
      const at = (clientIds: readonly number[]) => world.login({ acl: roles, kind: "customer", clientIds });
      const [manager, both, same] = [await at([own.id]), await at([own.id, other.id]), await at([own.id])];
      expect(await Promise.all(wayIn(manager, both))).toEqual([
        { password: "access.errorSeesMore" },
        { email: "access.errorSeesMore" },
        { common: [seesMore] },
      ]);
      expect(await attempt(manager, update(same.userId, { email: "collega@example.com" }))).toBe("done");
    });
  });
});
