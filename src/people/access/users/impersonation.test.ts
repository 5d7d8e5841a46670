/** The story of acting as somebody else, and of the list of users, told by attacking them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type NewTestUser, startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { searchFiles } from "../../../cases/file-search/file-search.contract.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { makeClaimFile } from "../../../money/claims/testing/file.factory.ts";
import { makeClient } from "../../customers/customers.factory.ts";
import { listEmployees } from "../../employees/record/people.contract.ts";
import { getUserRights, listUsers } from "../acl/acl.contract.ts";
import { changePassword, currentUser, logout, logoutUser, switchUser } from "../sign-in/sign-in.contract.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const userOf = async (user: NewTestUser): Promise<Visitor> => world.login(user);
const switchTo = (visitor: Visitor, target: Visitor) => visitor.call(switchUser, { params: { id: target.userId } });

describe("impersonation", () => {
  it("gives the other's roles and ROLE_PREVIOUS_ADMIN, in the session only, and goes back", async () => {
    const admin = await userOf({ acl: ["ROLE_ADMIN", "ROLE_EMPLOYEE", "ROLE_FINANCE"], name: "Ada" });
    const clerk = await userOf({ acl: ["ROLE_EMPLOYEE"], name: "Karel" });
    const before = admin.cookie("vorder_session");
    const { user } = await switchTo(admin, clerk);
    expect(user).toMatchObject({
      id: clerk.userId,
      acl: ["ROLE_EMPLOYEE", "ROLE_PREVIOUS_ADMIN"],
      previous: { id: admin.userId },
    });
    expect(admin.cookie("vorder_session")).not.toBe(before);
    const stored = await world.db
      .selectFrom("app_user")
      .select("acl")
      .where("id", "=", clerk.userId)
      .executeTakeFirstOrThrow();
    expect(stored.acl).toEqual(["ROLE_EMPLOYEE"]);
    expect((await clerk.call(currentUser)).user?.acl).toEqual(["ROLE_EMPLOYEE"]);
    await admin.call(logoutUser);
    expect((await admin.call(currentUser)).user).toMatchObject({ id: admin.userId, previous: null });
  });

  it("records both names in the audit trail", async () => {
    const admin = await userOf({ acl: ["*"] });
    const clerk = await userOf({ acl: ["ROLE_EMPLOYEE"] });
    const names = await world.db
      .selectFrom("app_user")
      .select(["id", "username"])
      .where("id", "in", [admin.userId, clerk.userId])
      .execute();
    const nameOf = (id: number) => names.find((row) => row.id === id)?.username;
    await switchTo(admin, clerk);
    await admin.call(logoutUser);
    const rows = await world.db
      .selectFrom("audit_log")
      .select(["action", "username", "acting_for"])
      .where("subject_id", "=", String(clerk.userId))
      .where("subject", "=", "app_user")
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { action: "access.switch", username: nameOf(admin.userId), acting_for: null },
      { action: "access.switchBack", username: nameOf(clerk.userId), acting_for: nameOf(admin.userId) },
    ]);
  });

  it("is refused for a user who holds anything that the actor does not", async () => {
    const admin = await userOf({ acl: ["ROLE_ADMIN", "ROLE_EMPLOYEE"] });
    for (const acl of [["*"], ["ROLE_FINANCE"], ["ROLE_EMPLOYEE", "ROLE_SUPER_ADMIN"]]) {
      const stronger = await userOf({ acl });
      const error = await admin.refused(switchUser, { params: { id: stronger.userId } });
      expect(error.body.errors?.common).toEqual(["This user holds roles that you do not hold."]);
      expect((await admin.call(currentUser)).user?.id).toBe(admin.userId);
    }
  });

  it("is refused for a user who sees files that the actor does not see, and ends when that begins", async () => {
    const team = async (name: string): Promise<number> =>
      (await world.db.insertInto("team").values({ name }).returning("id").executeTakeFirstOrThrow()).id;
    const [north, south] = [await team("Noord"), await team("Zuid")];
    const boss = await userOf({ acl: ["ROLE_ADMIN", "ROLE_SETTINGS_ACL"], teamIds: [north] });
    const colleague = await userOf({ acl: [], teamIds: [north], name: "Sicht collega" });
    const elsewhere = await userOf({ acl: [], teamIds: [south], name: "Sicht elders" });
    const both = await userOf({ acl: [], teamIds: [north, south], name: "Sicht beide" });
    const client = await userOf({ acl: [], kind: "contact", name: "Sicht contact" });
    const all = await userOf({ acl: ["*"] });
    const offered = async (visitor: Visitor) => {
      const { items } = await visitor.call(listUsers, { query: { filter: { search: "Sicht" } } });
      const names = items.filter(({ switchable }) => switchable).map(({ name }) => name);
      // A list of these only is cut to a page in the database, and says the same.
      const only = await visitor.call(listUsers, { query: { filter: { search: "Sicht", switchable: "true" } } });
      expect(only.items.map(({ name }) => name)).toEqual(names);
      expect(only.total).toBe(names.length);
      const others = await visitor.call(listUsers, { query: { filter: { search: "Sicht", switchable: "false" } } });
      expect(others.total).toBe(items.length - names.length);
      return names;
    };
    expect(await offered(boss)).toHaveLength(4);
    await switchTo(boss, both);
    await world.work((ctx) => changeSettings(ctx, { staffSeeOnlyTeams: true }));
    expect((await boss.call(currentUser)).user).toBeNull();
    const kept = await userOf({ acl: ["ROLE_ADMIN", "ROLE_SETTINGS_ACL", "ROLE_MANAGE_EMPLOYEE"], teamIds: [north] });
    expect(await offered(kept)).toEqual(["Sicht collega"]);
    const found = await kept.call(listEmployees, { query: { filter: { search: "Sicht" } } });
    expect(found.items.flatMap(({ switchable, name }) => (switchable ? name : []))).toEqual(["Sicht collega"]);
    expect(await offered(all)).toHaveLength(4);
    for (const other of [elsewhere, both, client]) {
      const error = await kept.refused(switchUser, { params: { id: other.userId } });
      expect(error.body.errors?.common).toEqual([
        "This user sees files that you do not. Only somebody who sees them too may do this.",
      ]);
      expect((await kept.call(getUserRights, { params: { id: other.userId } })).switchable).toBe(false);
    }
    expect((await kept.call(getUserRights, { params: { id: colleague.userId } })).switchable).toBe(true);
    await switchTo(kept, colleague);
    expect((await kept.call(currentUser)).user?.id).toBe(colleague.userId);
    await world.db.insertInto("user_team").values({ user_id: colleague.userId, team_id: south }).execute();
    expect((await kept.call(currentUser)).user).toBeNull();
    await world.work((ctx) => changeSettings(ctx, { staffSeeOnlyTeams: false }));
  });

  it("is refused for a teammate who manages a file that the actor does not see, and ends when that begins", async () => {
    const team = async (name: string): Promise<number> =>
      (await world.db.insertInto("team").values({ name }).returning("id").executeTakeFirstOrThrow()).id;
    const [east, west] = [await team("Oost"), await team("West")];
    const acl = ["ROLE_ADMIN", "ROLE_SETTINGS_ACL", "ROLE_MANAGE_EMPLOYEE", "ROLE_FILE_SEARCH"];
    const boss = await userOf({ acl, teamIds: [east] });
    const colleague = await userOf({ acl: ["ROLE_FILE_SEARCH"], teamIds: [east], name: "Beheert" });
    const id = await makeClaimFile(world, (await makeClient(world.db, world.clock, {})).id, []);
    const give = (teamId: number | null) =>
      world.owner.pool.query("update case_file set team_id = $1, case_manager_id = $2 where id = $3", [
        teamId,
        colleague.userId,
        id,
      ]);
    /** Whether acting is offered in both lists, and by the rights of the user. */
    const offered = async () => {
      const query = { filter: { search: "Beheert" } };
      const [row] = (await boss.call(listUsers, { query })).items;
      const only = await boss.call(listUsers, { query: { filter: { ...query.filter, switchable: "true" } } });
      const [employee] = (await boss.call(listEmployees, { query })).items;
      const { switchable } = await boss.call(getUserRights, { params: { id: colleague.userId } });
      return [row?.switchable, only.total === 1, employee?.switchable, switchable];
    };
    await give(west);
    expect(await offered()).toEqual(Array(4).fill(true));
    await world.work((ctx) => changeSettings(ctx, { staffSeeOnlyTeams: true }));
    for (const elsewhere of [west, null]) {
      await give(elsewhere);
      expect(await offered()).toEqual(Array(4).fill(false));
      expect((await boss.refused(switchUser, { params: { id: colleague.userId } })).body.errors?.common).toEqual([
        "This user sees files that you do not. Only somebody who sees them too may do this.",
      ]);
    }
    await give(east);
    expect(await offered()).toEqual(Array(4).fill(true));
    await switchTo(boss, colleague);
    expect((await boss.call(searchFiles)).items.map((file) => file.id)).toEqual([id]);
    await give(west);
    expect((await boss.call(currentUser)).user).toBeNull();
    await world.work((ctx) => changeSettings(ctx, { staffSeeOnlyTeams: false }));
  });

  it("keeps the people of a client to clients of their own", async () => {
    const client = async () => (await makeClient(world.db, world.clock, {})).id;
    const [own, foreign] = [await client(), await client()];
    const customer = await userOf({ acl: ["ROLE_ADMIN"], kind: "customer", clientIds: [own] });
    const wider = await userOf({ acl: [], kind: "contact", clientIds: [own, foreign] });
    const same = await userOf({ acl: [], kind: "contact", clientIds: [own] });
    expect((await customer.refused(switchUser, { params: { id: wider.userId } })).status).toBe(400);
    expect((await switchTo(customer, same)).user.id).toBe(same.userId);
  });

  it("is not for everybody, not nested, and not of oneself", async () => {
    const clerk = await userOf({ acl: ["ROLE_EMPLOYEE"] });
    const other = await userOf({ acl: [] });
    expect((await clerk.refused(switchUser, { params: { id: other.userId } })).status).toBe(403);
    expect((await world.guest().refused(switchUser, { params: { id: other.userId } })).status).toBe(401);
    const admin = await userOf({ acl: ["*"] });
    const second = await userOf({ acl: ["ROLE_ADMIN"] });
    expect((await admin.refused(switchUser, { params: { id: admin.userId } })).status).toBe(400);
    await switchTo(admin, second);
    const nested = await admin.refused(switchUser, { params: { id: other.userId } });
    expect(nested.body.errors?.common).toEqual(["You already act as somebody else. Go back first."]);
  });

  it("gives the same reply for a user who may not log in and an unknown one", async () => {
    const admin = await userOf({ acl: ["*"] });
    const gone = await userOf({ acl: [] });
    await world.db.updateTable("app_user").set({ active: false }).where("id", "=", gone.userId).execute();
    const replies = [gone.userId, 999_999_999].map((id) => admin.send(switchUser, { params: { id } }));
    const [inactive, unknown] = await Promise.all(replies);
    expect([inactive?.status, inactive?.text]).toEqual([404, unknown?.text]);
  });

  it("cannot be started by a link or an image", async () => {
    const admin = await userOf({ acl: ["*"] });
    const clerk = await userOf({ acl: [] });
    const path = `/api/v4/users/switch/${clerk.userId}`;
    for (const headers of [
      { accept: "text/html" },
      { accept: "image/*", "sec-fetch-site": "cross-site" },
      { accept: "text/html", "sec-fetch-site": "same-origin" },
    ]) {
      const reply = await admin.raw("GET", path, { headers });
      expect(reply.status).toBe(403);
    }
    expect((await admin.call(currentUser)).user?.id).toBe(admin.userId);
  });

  it("changes no password", async () => {
    const admin = await userOf({ acl: ["*"] });
    const clerk = await userOf({ acl: ["ROLE_EMPLOYEE"] });
    await switchTo(admin, clerk);
    const password = "acht grote geitebokken";
    const error = await admin.refused(changePassword, {
      body: { currentPassword: "whatever it may be", password, passwordRepeat: password },
    });
    expect(error.body.errors?.common).toEqual(["This is not possible while you act as somebody else."]);
  });

  it("ends at once when the right to it ends, or when the other user gains rights", async () => {
    const admin = await userOf({ acl: ["ROLE_ADMIN"] });
    const first = await userOf({ acl: [] });
    await switchTo(admin, first);
    await world.db
      .updateTable("app_user")
      .set({ acl: ["ROLE_FINANCE"] })
      .where("id", "=", first.userId)
      .execute();
    expect((await admin.call(currentUser)).user).toBeNull();

    const other = await userOf({ acl: ["ROLE_ADMIN"] });
    const second = await userOf({ acl: [] });
    await switchTo(other, second);
    await world.db.updateTable("app_user").set({ active: false }).where("id", "=", other.userId).execute();
    expect((await other.call(currentUser)).user).toBeNull();
  });

  it("does not make a session last longer than twelve hours since its login", async () => {
    const admin = await userOf({ acl: ["*"] });
    const clerk = await userOf({ acl: [] });
    const seen: boolean[] = [];
    for (let halfHour = 0; halfHour < 25; halfHour++) {
      world.clock.set(new Date(world.clock.now().getTime() + 30 * 60_000));
      const { user } = await admin.call(currentUser);
      seen.push(user !== null);
      if (user?.previous) await admin.call(logoutUser);
      else if (user) await switchTo(admin, clerk);
    }
    expect(seen.filter(Boolean)).toHaveLength(23);
  });

  it("without impersonation /logout-user is a plain logout", async () => {
    const admin = await userOf({ acl: ["*"] });
    await admin.call(logoutUser);
    expect((await admin.call(currentUser)).user).toBeNull();
    await world.guest().call(logout);
  });
});

describe("the list of users", () => {
  it("is for users who manage users, and shows whom one may impersonate", async () => {
    const clerk = await userOf({ acl: ["ROLE_EMPLOYEE"] });
    expect((await clerk.refused(listUsers)).status).toBe(403);
    const admin = await userOf({ acl: ["ROLE_ADMIN", "ROLE_EMPLOYEE"], name: "Zoë_100%" });
    const strong = await userOf({ acl: ["*"], name: "Zeer sterk" });
    const { items, total } = await admin.call(listUsers, { query: { limit: 1000 } });
    expect(total).toBe(items.length);
    const find = (visitor: Visitor) => items.find((item) => item.id === visitor.userId);
    expect(find(clerk)?.switchable).toBe(true);
    expect(find(strong)?.switchable).toBe(false);
    expect(find(admin)?.switchable).toBe(false);
    expect(JSON.stringify(items)).not.toContain("argon2");
  });

  it("searches literally, wildcard characters included, and sorts by declared columns", async () => {
    const admin = await userOf({ acl: ["*"], name: "Onder_streep 50%" });
    const found = await admin.call(listUsers, { query: { filter: { search: "_streep 50%" } } });
    expect(found.items.map((item) => item.id)).toEqual([admin.userId]);
    const sorted = await admin.call(listUsers, { query: { order: { field: "name", direction: "desc" }, limit: 3 } });
    const names = sorted.items.map((item) => item.name.toLowerCase());
    expect(names).toEqual(names.toSorted().reverse());
    const injected = await admin.raw("GET", "/api/v4/users?_order[password_hash]=asc", {
      headers: { accept: "application/json", "x-requested-with": "XMLHttpRequest" },
    });
    expect(injected.status).toBe(400);
  });
});
