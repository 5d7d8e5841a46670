/** The first screen: what waits is counted by role, and a new installation ticks its own steps. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { placeHoldOnFile } from "../../cases/states/states.contract.ts";
import { createFile } from "../../exchange/intake/intake.contract.ts";
import { fileOf } from "../../exchange/intake/intake.factory.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { createTeam } from "../../people/employees/employees.server.ts";
import { getSetup, getWork } from "../app.contract.ts";
import { startWorld, type Visitor, type World } from "../testing/world.factory.ts";

let world: World;
let admin: Visitor;

beforeAll(async () => {
  world = await startWorld();
  admin = await world.login({ acl: ["*"] });
});
afterAll(() => world.close());

const undone = async (by = admin): Promise<string[]> =>
  (await by.call(getSetup)).steps.filter(({ done }) => !done).map(({ step }) => step);
const waiting = async (by: Visitor): Promise<Record<string, number>> =>
  Object.fromEntries((await by.call(getWork)).items.map(({ kind, count }) => [kind, count]));

describe("setting up", () => {
  test("each step is done when its data exist, and not before", async () => {
    const before = await undone();
    expect(before).toEqual(expect.arrayContaining(["team", "employee", "client", "contact", "file"]));
    await createTeam(world.db, "Incasso Noord");
    expect(await undone()).not.toContain("team");
    await world.login({ acl: ["ROLE_FILE_SEARCH"] });
    expect(await undone()).not.toContain("employee");
    const client = (await makeClient(world.db, world.clock, { company: "Zonnekracht B.V." })).id;
    expect(await undone()).not.toContain("client");
    expect(await undone()).toContain("contact");
    await world.login({ acl: ["ROLE_CONTACT_PERSON"], kind: "contact", clientIds: [client] });
    expect(await undone()).not.toContain("contact");
    await admin.call(createFile, { body: fileOf(client) });
    expect(await undone()).not.toContain("file");
  });

  test("links only to permitted screens, and is shown to administrators only", async () => {
    const bare = await world.login({ acl: ["ROLE_ADMIN"] });
    const { steps } = await bare.call(getSetup);
    expect(steps.find(({ step }) => step === "client")?.link).toBeNull();
    expect((await admin.call(getSetup)).steps.find(({ step }) => step === "client")?.link).toBe("/customer/create");
    expect((await (await world.login({ acl: ["ROLE_SETTINGS"] })).refused(getSetup)).status).toBe(403);
    expect((await world.guest().refused(getSetup)).status).toBe(401);
  });
});

describe("pending work", () => {
  test("is counted over the files that the user sees, for the user's roles", async () => {
    const own = (await makeClient(world.db, world.clock, { company: "Windhoek B.V." })).id;
    const foreign = (await makeClient(world.db, world.clock, { company: "Vreemd B.V." })).id;
    for (const client of [own, foreign]) {
      const { id } = await admin.call(createFile, { body: fileOf(client) });
      const { version } = await world.db
        .selectFrom("case_file")
        .select("version")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      await admin.call(placeHoldOnFile, { params: { id }, body: { kind: "dispute", version } });
    }
    const acl = ["ROLE_PROCESSING"];
    expect(await waiting(await world.login({ acl }))).toMatchObject({ onHold: 2 });
    expect(await waiting(await world.login({ acl, kind: "contact", clientIds: [own] }))).toMatchObject({ onHold: 1 });
    const people = { acl: ["ROLE_FILE_SEARCH"], kind: "contact", clientIds: [own] } as const;
    await world.db.updateTable("case_file").set({ next_action_on: world.clock.today() }).execute();
    expect(await waiting(await world.login({ acl: ["ROLE_FILE_SEARCH"] }))).toHaveProperty("dueToday");
    expect(await waiting(await world.login(people)), "the office's work is no client's").toEqual({});
    expect(await waiting(await world.login({ acl: ["ROLE_NEWS"] }))).toEqual({});
    expect((await world.guest().refused(getWork)).status).toBe(401);
  });

  test("failed messages are counted by kind, each with a link to where it can be sent again", async () => {
    const now = world.clock.now();
    const dead = (kind: string, count: number, state = "dead") =>
      Array.from({ length: count }, (_, at) => ({
        key: `${kind} ${state} ${at}`,
        kind,
        payload: "{}",
        state,
        next_attempt_at: now,
        created_at: now,
      }));
    await world.db
      .insertInto("outbox")
      .values([...dead("mail", 1), ...dead("sms", 2), ...dead("letter", 3), ...dead("mail", 1, "sent")])
      .execute();
    const clerk = await world.login({ acl: ["ROLE_PROCESSING"] });
    const { items } = await clerk.call(getWork);
    expect(items.filter(({ kind }) => kind.startsWith("undelivered"))).toEqual([
      { kind: "undelivered", count: 1, capped: false, link: "/schedule-send/email" },
      { kind: "undeliveredSms", count: 2, capped: false, link: "/schedule-send/sms" },
      { kind: "undeliveredPost", count: 3, capped: false, link: "/schedule-send/post" },
    ]);
  });

  test("training and certificates of staff are counted only for users who manage employees", async () => {
    const manager = await world.login({ acl: ["ROLE_MANAGE_EMPLOYEE"], name: "M. de Beheerder" });
    expect((await waiting(manager)).staffReminders).toBeGreaterThan(0);
    expect(await waiting(await world.login({ acl: ["ROLE_FINANCE"] }))).not.toHaveProperty("staffReminders");
  });
});
