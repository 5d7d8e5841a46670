/** Who may be put in charge of files and clients. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type World } from "../../app/testing/world.factory.ts";
import { systemRandom } from "../../ground/platform/server/process/clock.ts";
import { createUser, loadActor } from "../access/access.server.ts";
import { assignTeams } from "../access/users/users.server.ts";
import { accountManagerOptions, caseManagerOptions, teamOptions } from "./employees.contract.ts";
import { createTeam, hasDuty, people } from "./employees.server.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const person = (username: string, more: Partial<Parameters<typeof createUser>[2]>) =>
  createUser(
    world.db,
    { clock: world.clock, random: systemRandom },
    { username, name: username, acl: ["ROLE_EMPLOYEE"], kind: "staff", ...more },
  );

describe("the option lists", () => {
  it("contain active staff with the duty, ordered by name, and nobody else", async () => {
    const zoe = await person("Zoe", { isCaseManager: true });
    const bas = await person("Bas", { isCaseManager: true, isAccountManager: true });
    await person("Gone", { isCaseManager: true, isAccountManager: true, active: false });
    await person("Client", { isCaseManager: true, kind: "customer" });
    await person("Clerk", {});
    const staff = await world.login(["ROLE_EMPLOYEE"]);
    expect((await staff.call(caseManagerOptions)).items).toEqual([
      { id: bas, text: "Bas" },
      { id: zoe, text: "Zoe" },
    ]);
    expect((await staff.call(accountManagerOptions)).items).toEqual([{ id: bas, text: "Bas" }]);
    expect(await hasDuty(world.db, zoe, "accountManager")).toBe(false);
    expect((await people(world.db, [zoe, 999_999])).get(zoe)?.name).toBe("Zoe");
  });

  it("are refused to guests and to users without a role", async () => {
    for (const visitor of [world.guest(), await world.login([])]) {
      for (const call of [caseManagerOptions, accountManagerOptions, teamOptions]) {
        expect((await visitor.refused(call)).status).toBe(visitor.userId === 0 ? 401 : 403);
      }
    }
    const customer = await world.login({ acl: ["ROLE_CUSTOMER"], kind: "customer" });
    expect((await customer.refused(teamOptions)).status).toBe(403);
  });
});

describe("teams", () => {
  it("are part of the actor from the next request", async () => {
    const north = await createTeam(world.db, "Noord");
    const south = await createTeam(world.db, "Zuid");
    const staff = await world.login({ acl: ["ROLE_EMPLOYEE"], teamIds: [north] });
    expect((await loadActor(world.db, staff.userId, null))?.teamIds).toEqual([north]);
    await assignTeams(world.db, staff.userId, [south, north, south]);
    expect((await loadActor(world.db, staff.userId, null))?.teamIds).toEqual([north, south]);
    expect((await staff.call(teamOptions)).items.map((item) => item.text)).toEqual(["Noord", "Zuid"]);
  });
});
