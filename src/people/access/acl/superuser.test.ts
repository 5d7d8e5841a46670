/** The last holder of "*": cannot lose it by any road, nor by two at once. */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { makeGroup, putIn } from "../access.factory.ts";
import { loadActor } from "../users/users.server.ts";
import { archiveGroup, getUserRights, updateGroup, updateUserRights } from "./acl.contract.ts";
import { holdersOf, setActive, updateUser } from "./user-changes.server.ts";

let world: World;
let boss: Visitor;

beforeEach(async () => {
  world = await startWorld();
  boss = await world.login(["*"]);
});
afterEach(() => world.close());

const last = "This is the last user with all roles (*). Grant them to somebody else first.";
const holders = (): Promise<number[]> => world.work((ctx) => holdersOf(ctx, "*"));

async function take(visitor: Visitor, id: number) {
  const version = (await visitor.call(getUserRights, { params: { id } })).version;
  return visitor.send(updateUserRights, { params: { id }, body: { acl: ["ROLE_SETTINGS_ACL"], version } });
}

const errorsOf = (reply: { json(): unknown }) =>
  z.object({ errors: z.record(z.string(), z.array(z.string())).optional() }).parse(reply.json()).errors;

describe("the last user with all rights", () => {
  it("cannot give them up, until somebody else has them", async () => {
    expect(errorsOf(await take(boss, boss.userId))).toEqual({ acl: [last] });
    const second = await world.login(["*"]);
    expect((await take(second, boss.userId)).status).toBe(200);
    expect(await holders()).toEqual([second.userId]);
  });

  it("is not replaced by a user who may not log in", async () => {
    const gone = await world.login(["*"]);
    await world.db.updateTable("app_user").set({ active: false }).where("id", "=", gone.userId).execute();
    expect(errorsOf(await take(boss, boss.userId))).toEqual({ acl: [last] });
  });

  it("cannot be denied access", async () => {
    const deactivate = world.work((ctx) => setActive(ctx, boss.userId, false));
    await expect(deactivate).rejects.toMatchObject({
      detail: { fields: { common: [{ key: "access.errorLastStar" }] } },
    });
    expect(await holders()).toEqual([boss.userId]);
  });

  it("cannot lose them through the group: emptied, archived, left or exchanged", async () => {
    const group = await makeGroup(world, ["*", "ROLE_NEWS"]);
    const other = await makeGroup(world, ["ROLE_NEWS"]);
    await putIn(world, group, boss.userId);
    await world.db.updateTable("app_user").set({ acl: [] }).where("id", "=", boss.userId).execute();
    const params = { id: group };
    expect((await boss.refused(updateGroup, { params, body: { acl: ["ROLE_NEWS"] } })).body.errors).toEqual({
      acl: [last],
    });
    expect((await boss.refused(archiveGroup, { params, body: { archived: true } })).body.errors).toEqual({
      common: [last],
    });
    const leave = (groupId: number | null) => world.work((ctx) => updateUser(ctx, boss.userId, { groupId }));
    for (const groupId of [null, other])
      await expect(leave(groupId)).rejects.toMatchObject({
        detail: { fields: { acl: [{ key: "access.errorLastStar" }] } },
      });
    expect(await holders()).toEqual([boss.userId]);
    // Its name may change, and roles beside "*" may go.
    await boss.call(updateGroup, { params, body: { name: "Directie", acl: ["*"] } });
  });

  it("remains when two users take them from each other simultaneously, however often it is tried", async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = [await world.login(["*"]), await world.login(["*"])];
      await world.db
        .updateTable("app_user")
        .set({ active: false })
        .where("id", "not in", [one.userId, two.userId])
        .execute();
      const replies = await Promise.all([take(one, two.userId), take(two, one.userId)]);
      expect(replies.map(({ status }) => status).sort(), `round ${round}`).toEqual([200, 400]);
      expect(await holders()).toHaveLength(1);
    }
  });

  it("remains when each gives them up, and when one is denied access meanwhile", async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = [await world.login(["*"]), await world.login(["*"])];
      await world.db
        .updateTable("app_user")
        .set({ active: false })
        .where("id", "not in", [one.userId, two.userId])
        .execute();
      const actor = await loadActor(world.db, one.userId, null);
      const deny = world
        .work((ctx) => setActive(ctx, two.userId, false), actor)
        .then(
          () => 200,
          () => 400,
        );
      const statuses = await Promise.all([take(one, one.userId).then(({ status }) => status), deny]);
      expect(statuses.sort(), `round ${round}`).toEqual([200, 400]);
      expect(await holders()).toHaveLength(1);
    }
  });

  it("remains when a group is archived while its only other holder gives them up", async () => {
    const group = await makeGroup(world, ["*"]);
    const member = await world.login([]);
    await putIn(world, group, member.userId);
    const [archived, stepped] = await Promise.all([
      boss.send(archiveGroup, { params: { id: group }, body: { archived: true } }),
      take(boss, boss.userId),
    ]);
    expect([archived.status, stepped.status].sort()).toEqual([200, 400]);
    expect(await holders()).toHaveLength(1);
  });
});
