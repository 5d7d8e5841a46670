/** The story of an employee through HTTP: made, invited, changed by those who may, trained, reminded, gone. */
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { mailsOf } from "../../../app/testing/mails.factory.ts";
import { startWorld, type Visitor, type World, wrong } from "../../../app/testing/world.factory.ts";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { systemActor } from "../../../ground/platform/server/http/module.ts";
import { mailPayload } from "../../../ground/platform/server/outbox/outbox.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { completeReset, csrfToken, login } from "../../access/access.contract.ts";
import { createGroup, loadActor } from "../../access/access.server.ts";
import { createTeam } from "../employees.server.ts";
import { requirementsOf, stateOn } from "../employees.ts";
import { endEmployment, remindDaily } from "../training/reminders.server.ts";
import {
  createEmployee,
  getEmployee,
  inviteEmployee,
  listEmployees,
  listReminders,
  setEmployeeActive,
  updateEmployee,
} from "./people.contract.ts";
import { activeStaff } from "./rows.server.ts";

let world: World;
let manager: Visitor;
let admin: Visitor;
beforeAll(async () => {
  world = await startWorld({ env: { BASE_URL: "https://vorder.example" } });
  admin = await world.login({ acl: ["*"], name: "A. Beheer" });
  manager = await world.login({
    acl: ["ROLE_EMPLOYEE", "ROLE_MANAGE_EMPLOYEE", "ROLE_FILE_SEARCH"],
    name: "P. Personeel",
  });
});
afterAll(() => world.close());

let serial = 0;
const bodyOf = (changes: Partial<BodyOf<typeof createEmployee>> = {}): BodyOf<typeof createEmployee> => {
  serial += 1;
  return { username: `collega${serial}`, name: `Collega ${serial}`, email: `collega${serial}@example.com`, ...changes };
};
const make = (changes: Partial<BodyOf<typeof createEmployee>> = {}, by = manager) =>
  by.call(createEmployee, { body: bodyOf(changes) });

const mailsTo = async (address: string) => (await mailsOf(world)).filter(({ to }) => to === address);
const password = "zeven zeer zachte zwanen";
const errorsOf = async (refused: Promise<{ status: number; body: { errors?: unknown } }>) =>
  (await refused).body.errors;

describe("a new employee", () => {
  it("is invited by mail, chooses a password, and has the roles of the group and their own", async () => {
    const team = await createTeam(world.db, "Incasso Oost");
    const group = await world.work((ctx) =>
      createGroup(ctx, { name: "Dossierbehandeling", acl: ["ROLE_EMPLOYEE", "ROLE_FILE_SEARCH"] }),
    );
    const made = await make({
      language: "fr",
      group: group.id,
      team: [team],
      acl: ["ROLE_FILE_SEARCH"],
      jobTitle: "Behandelaar",
      department: "financial",
      isCaseManager: true,
      employedFrom: "2026-11-01",
      vogOn: "2026-10-01",
      invite: true,
    });
    expect(made).toMatchObject({
      language: "fr",
      group: { id: group.id, name: "Dossierbehandeling" },
      team: [{ id: team, name: "Incasso Oost" }],
      acl: ["ROLE_FILE_SEARCH"],
      department: "financial",
      access: "invited",
      state: "good",
      manageable: true,
    });
    const [mail, ...more] = await mailsTo(made.email ?? "");
    expect(more).toEqual([]);
    const token = /reset-password\/([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    const visitor = world.guest();
    await visitor.call(csrfToken);
    await visitor.call(completeReset, { body: { token, password, passwordRepeat: password } });
    const { user } = await world.guest().call(login, { body: { username: made.username, password } });
    expect([...user.acl].sort()).toEqual(["ROLE_EMPLOYEE", "ROLE_FILE_SEARCH"]);
    expect((await manager.call(getEmployee, { params: { id: made.id } })).access).toBe("password");
  });

  it("gets a strong password instead of an invitation, not both", async () => {
    const made = await make({ password });
    expect(made.access).toBe("password");
    await world.guest().call(login, { body: { username: made.username, password } });
    expect(await errorsOf(manager.refused(createEmployee, { body: bodyOf({ password: "kort" }) }))).toHaveProperty(
      "password",
    );
    expect(await errorsOf(manager.refused(createEmployee, { body: bodyOf({ password, invite: true }) }))).toEqual({
      password: ["Choose a password or an invitation, not both."],
    });
  });

  it.each([
    ["username", { username: " " }],
    ["username", { username: "met spatie" }],
    ["name", { name: "" }],
    ["email", { email: "geen adres" }],
    ["email", { email: null, invite: true }],
    ["group", { group: 999_999 }],
    ["team", { team: [999_999] }],
    ["acl.0", { acl: ["ROLE_NO_SUCH"] }],
    ["language", { language: "es" }],
    ["department", { department: "juridisch" }],
    ["employedFrom", { employedFrom: "2026-02-30" }],
    // A year later there are five digits, which no date has.
    ["employedFrom", { employedFrom: "9999-06-01" }],
    ["employedUntil", { employedUntil: "9999-12-31" }],
    ["vogOn", { vogOn: "0001-01-01" }],
    ["employedUntil", { employedFrom: "2026-11-02", employedUntil: "2026-11-01" }],
    ["employedUntil", { employedUntil: "2026-11-19" }],
  ] as const)("is refused beside %s for %j, and nothing is stored", async (field, changes) => {
    const body = bodyOf(wrong(changes));
    const refused = await manager.refused(createEmployee, { body });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors ?? {})).toEqual([field]);
    const rows = await world.db.selectFrom("app_user").select("id").where("username", "=", body.username).execute();
    expect(rows).toEqual([]);
  });

  it("is refused beside all fields at once, and nothing is stored", async () => {
    const taken = await make();
    const wrongs = {
      username: taken.username,
      password: "kort",
      email: null,
      team: [999_999],
      acl: ["ROLE_FINANCE" as const],
      employedFrom: "2026-11-19",
      employedUntil: "2026-11-18",
    };
    const refused = await manager.refused(createEmployee, { body: bodyOf({ ...wrongs, name: "Alles Fout" }) });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors ?? {}).sort()).toEqual([
      "acl",
      "employedUntil",
      "password",
      "team",
      "username",
    ]);
    const unsent = await manager.refused(createEmployee, {
      body: bodyOf({ ...wrongs, password: undefined, invite: true }),
    });
    expect(Object.keys(unsent.body.errors ?? {})).toContain("email");
    const later = { id: (await make()).id, username: taken.username, team: [999_999], email: null, invite: true };
    const changed = await manager.refused(updateEmployee, { body: later });
    expect(Object.keys(changed.body.errors ?? {}).sort()).toEqual(["email", "team", "username"]);
    const weak = { id: later.id, username: taken.username, password: "kort" };
    const both = await manager.refused(updateEmployee, { body: weak });
    expect(Object.keys(both.body.errors ?? {}).sort()).toEqual(["password", "username"]);
    const own = await manager.refused(updateEmployee, { body: { ...weak, id: manager.userId, password } });
    expect(Object.keys(own.body.errors ?? {}).sort()).toEqual(["password", "username"]);
    expect(await world.db.selectFrom("app_user").select("id").where("name", "=", "Alles Fout").execute()).toEqual([]);
  });

  it("who sees files that the changer does not is told of with everything else that is wrong", async () => {
    const taken = await make();
    const { id } = await make({ team: [await createTeam(world.db, "Incasso West")] });
    await world.work((ctx) => changeSettings(ctx, { staffSeeOnlyTeams: true }));
    const body = { id, username: taken.username, password };
    expect(await errorsOf(manager.refused(updateEmployee, { body }))).toEqual({
      password: ["This user sees files that you do not. Only somebody who sees them too may do this."],
      username: expect.any(Array),
    });
    await world.work((ctx) => changeSettings(ctx, { staffSeeOnlyTeams: false }));
  });

  it("is told once that a team does not exist", async () => {
    const made = await manager.refused(createEmployee, { body: bodyOf({ team: [999_999] }) });
    expect(made.body.errors?.team).toHaveLength(1);
    const changed = await manager.refused(updateEmployee, { body: { id: (await make()).id, team: [999_999] } });
    expect(changed.body.errors).toEqual(made.body.errors);
  });

  it("has a unique name", async () => {
    const made = await make();
    const refused = await manager.refused(createEmployee, { body: bodyOf({ username: made.username.toUpperCase() }) });
    expect(Object.keys(refused.body.errors ?? {})).toEqual(["username"]);
  });
});

describe("employees cannot grant roles that they do not have", () => {
  const notHeld = "You may not grant ROLE_FINANCE, because you do not hold it yourself.";

  it("by POST, by PUT or through a group", async () => {
    expect(await errorsOf(manager.refused(createEmployee, { body: bodyOf({ acl: ["ROLE_FINANCE"] }) }))).toEqual({
      acl: [notHeld],
    });
    const made = await make();
    const put = { id: made.id, acl: ["ROLE_FINANCE" as const] };
    expect(await errorsOf(manager.refused(updateEmployee, { body: put }))).toEqual({ acl: [notHeld] });
    const rich = await world.work((ctx) => createGroup(ctx, { name: "Financiën", acl: ["ROLE_FINANCE"] }));
    expect(await errorsOf(manager.refused(createEmployee, { body: bodyOf({ group: rich.id }) }))).toEqual({
      group: [notHeld],
    });
    expect(await errorsOf(manager.refused(updateEmployee, { body: { id: made.id, group: rich.id } }))).toEqual({
      group: [notHeld],
    });
    expect(await errorsOf(manager.refused(createEmployee, { body: bodyOf({ acl: ["*"] }) }))).toHaveProperty("acl");
    expect((await loadActor(world.db, made.id, null))?.acl).toEqual([]);
  });

  it("and cannot change somebody with more roles: not the mail address, the password, the login or an invitation", async () => {
    const { userId: id } = admin;
    const common = { common: [expect.stringContaining("more")] };
    for (const body of [
      { id, email: "mijn@example.com" },
      { id, password },
      { id, name: "X" },
    ]) {
      const refused = await manager.refused(updateEmployee, { body });
      expect(refused.status).toBe(400);
      expect(Object.keys(refused.body.errors ?? {})).toEqual(Object.keys(common));
    }
    expect((await manager.refused(inviteEmployee, { params: { id } })).status).toBe(400);
    const off = await manager.refused(setEmployeeActive, { params: { id }, body: { active: false } });
    expect(Object.keys(off.body.errors ?? {})).toEqual(["common"]);
    expect((await manager.call(getEmployee, { params: { id } })).manageable).toBe(false);
  });

  it("and cannot extend their own roles, nor deactivate their own login", async () => {
    const { userId: id } = manager;
    expect(await errorsOf(manager.refused(updateEmployee, { body: { id, acl: ["ROLE_ADMIN"] } }))).toHaveProperty(
      "acl",
    );
    expect((await manager.refused(setEmployeeActive, { params: { id }, body: { active: false } })).status).toBe(400);
  });

  it("unknown fields are errors", async () => {
    const made = await make();
    for (const extra of [{ kind: "customer" }, { password_hash: "x" }, { seesAllFiles: true }, { clientIds: [1] }]) {
      expect((await manager.refused(createEmployee, { body: wrong({ ...bodyOf(), ...extra }) })).status).toBe(400);
      expect((await manager.refused(updateEmployee, { body: wrong({ id: made.id, ...extra }) })).status).toBe(400);
    }
  });
});

describe("permissions", () => {
  it("staff with the role may see employees; others are refused", async () => {
    const clerk = await world.login(["ROLE_EMPLOYEE", "ROLE_SETTINGS_ACL"]);
    for (const visitor of [world.guest(), clerk]) {
      expect((await visitor.refused(listEmployees)).status).toBe(visitor.userId === 0 ? 401 : 403);
      expect((await visitor.refused(createEmployee, { body: bodyOf() })).status).toBe(visitor.userId === 0 ? 401 : 403);
      expect((await visitor.refused(updateEmployee, { body: { id: manager.userId } })).status).toBe(
        visitor.userId === 0 ? 401 : 403,
      );
      expect((await visitor.refused(listReminders)).status).toBe(visitor.userId === 0 ? 401 : 403);
    }
  });

  it("users of a client see no staff, even with the role, and create none", async () => {
    const foreign = await world.login({ acl: ["ROLE_CUSTOMER", "ROLE_MANAGE_EMPLOYEE"], kind: "customer" });
    expect((await foreign.call(listEmployees)).items).toEqual([]);
    expect((await foreign.call(listReminders)).items).toEqual([]);
    const unknown = await foreign.refused(getEmployee, { params: { id: 999_999 } });
    const hidden = await foreign.refused(getEmployee, { params: { id: manager.userId } });
    expect([hidden.status, hidden.body]).toEqual([unknown.status, unknown.body]);
    expect(hidden.status).toBe(404);
    expect((await foreign.refused(updateEmployee, { body: { id: manager.userId, name: "X" } })).status).toBe(404);
    expect((await foreign.refused(createEmployee, { body: bodyOf() })).status).toBe(400);
  });

  it("users of a client are not employees", async () => {
    const customer = await world.login({ acl: ["ROLE_CUSTOMER"], kind: "customer" });
    expect((await manager.refused(getEmployee, { params: { id: customer.userId } })).status).toBe(404);
    expect((await manager.refused(updateEmployee, { body: { id: customer.userId, name: "X" } })).status).toBe(404);
  });
});

describe("an update", () => {
  it("changes only the fields given, and writes an audit line with before and after", async () => {
    const made = await make({ jobTitle: "Stagiair", phone: "030 1234567" });
    const changed = await manager.call(updateEmployee, {
      body: { id: made.id, jobTitle: "Behandelaar", name: "Nieuwe Naam", version: made.version },
    });
    expect(changed).toMatchObject({
      jobTitle: "Behandelaar",
      name: "Nieuwe Naam",
      phone: "030 1234567",
      username: made.username,
    });
    const lines = await world.db
      .selectFrom("audit_log")
      .select(["action", "user_id", "before", "after"])
      .where("subject", "=", "app_user")
      .where("subject_id", "=", String(made.id))
      .orderBy("id")
      .execute();
    expect(lines.map(({ action }) => action)).toEqual([
      "access.createUser",
      "employee.update",
      "access.updateUser",
      "employee.update",
    ]);
    expect(lines[3]).toMatchObject({
      user_id: manager.userId,
      before: { jobTitle: "Stagiair" },
      after: { jobTitle: "Behandelaar" },
    });
  });

  it("with an outdated version is a conflict that shows the newer one", async () => {
    const made = await make();
    await admin.call(updateEmployee, { body: { id: made.id, name: "Van een ander", version: made.version } });
    const refused = await manager.refused(updateEmployee, {
      body: { id: made.id, jobTitle: "Van mij", version: made.version },
    });
    expect(refused.status).toBe(409);
    expect(refused.body.current).toMatchObject({ name: "Van een ander", team: [], jobTitle: "" });
    expect((await manager.call(getEmployee, { params: { id: made.id } })).jobTitle).toBe("");
  });
});

describe("the end of employment", () => {
  it("blocks the login on the day after, and not before", async () => {
    const made = await make({ password, employedUntil: "2026-11-20" });
    const visitor = world.guest();
    await visitor.call(login, { body: { username: made.username, password } });
    await runJob(endEmployment);
    expect((await manager.call(getEmployee, { params: { id: made.id } })).active).toBe(true);
    const start = world.clock.now();
    world.clock.set(new Date("2026-11-21T00:30:00+01:00"));
    // Everybody has been logged out by now.
    const morning = await world.login(["*"]);
    await runJob(endEmployment);
    expect((await morning.call(getEmployee, { params: { id: made.id } })).active).toBe(false);
    expect((await world.guest().refused(login, { body: { username: made.username, password } })).status).toBe(401);
    const refused = await morning.refused(setEmployeeActive, { params: { id: made.id }, body: { active: true } });
    expect(refused.body.errors).toEqual({
      common: ["The last day of employment lies in the past. Change that date first."],
    });
    await morning.call(updateEmployee, { body: { id: made.id, employedUntil: null } });
    expect((await morning.call(setEmployeeActive, { params: { id: made.id }, body: { active: true } })).active).toBe(
      true,
    );
    world.clock.set(start);
  });

  it("is refused for the last user with all rights", async () => {
    const alone = await startWorld();
    const last = await alone.login(["*"]);
    const gone = await last.call(createEmployee, { body: { username: "vertrekt", name: "Vertrekt" } });
    for (const user_id of [last.userId, gone.id])
      await alone.db
        .insertInto("employee")
        .values({ user_id, employed_until: date("2026-11-19") })
        .execute();
    await runJob(endEmployment, alone);
    const rows = await alone.db.selectFrom("app_user").select(["id", "active"]).orderBy("id").execute();
    expect(rows).toEqual([
      { id: last.userId, active: true },
      { id: gone.id, active: false },
    ]);
    await alone.close();
  });
});

test("the list can be filtered, searched and sorted, and its state of training follows the rules", async () => {
  const team = await createTeam(world.db, "Team Filter");
  const today = world.clock.today();
  const cases = [
    { name: "Fa Vers", employedFrom: "2026-11-01", vogOn: "2026-10-01" },
    { name: "Fb Oude VOG", employedFrom: "2026-11-01", vogOn: "2026-07-31" },
    { name: "Fc Grens", employedFrom: "2026-10-31", vogOn: "2026-07-31" },
    { name: "Fd Bijna", employedFrom: "2026-01-10", vogOn: "2026-01-02" },
    { name: "Fe Net niet", employedFrom: "2026-01-20", vogOn: "2026-01-02" },
    { name: "Ff Schrikkel", employedFrom: "2024-02-29", vogOn: "2024-01-31" },
    { name: "Fg Vertrekt", employedFrom: "2026-01-10", vogOn: "2026-01-02", employedUntil: "2026-12-31" },
  ];
  for (const each of cases) await make({ ...each, team: [team], isAccountManager: true });
  const shown = async (state: "due" | "soon" | "good") =>
    (await manager.call(listEmployees, { query: { filter: { team, state } } })).items.map(({ name }) => name);
  const expected = {
    due: ["Fb Oude VOG", "Ff Schrikkel"],
    soon: ["Fd Bijna"],
    good: ["Fa Vers", "Fc Grens", "Fe Net niet", "Fg Vertrekt"],
  };
  for (const state of ["due", "soon", "good"] as const) expect(await shown(state)).toEqual(expected[state]);
  const facts = await activeStaff(world.db, systemActor);
  for (const state of ["due", "soon", "good"] as const) {
    const byRule = facts
      .filter(({ name }) => /^F[a-g] /.test(name))
      .filter((one) => stateOn(requirementsOf(one.facts), today) === state);
    expect(byRule.map(({ name }) => name)).toEqual(expected[state]);
  }
  const found = await manager.call(listEmployees, {
    query: { filter: { search: "fb oud", duty: "accountManager", active: "true" } },
  });
  expect(found.items.map(({ name }) => name)).toEqual(["Fb Oude VOG"]);
  expect(found.total).toBe(1);
  const byDue = await manager.call(listEmployees, {
    query: { filter: { team }, order: { field: "due", direction: "asc" } },
  });
  expect(byDue.items[0]?.name).toBe("Ff Schrikkel");
});

describe("reminders", () => {
  it("are mailed once at each threshold, to the employee and to those who manage employees", async () => {
    const apart = await startWorld({ env: { BASE_URL: "https://vorder.example" } });
    const boss = await apart.login(["*"]);
    await boss.call(updateEmployee, {
      body: { id: boss.userId, email: "baas@example.com", employedFrom: "2026-11-01", vogOn: "2026-10-31" },
    });
    // A course and a meeting are due a year after 10 January.
    await boss.call(createEmployee, {
      body: {
        username: "cursist",
        name: "C. Cursist",
        email: "cursist@example.com",
        language: "en",
        employedFrom: "2026-01-10",
        vogOn: "2026-01-02",
      },
    });
    const mails = async () => {
      const rows = await apart.db
        .selectFrom("outbox")
        .select("payload")
        .where("kind", "=", "mail")
        .orderBy("id")
        .execute();
      return rows.map(({ payload }) => mailPayload.parse(payload));
    };
    const reminders = await boss.call(listReminders);
    expect(reminders.items.map(({ kind, due, daysLeft }) => [kind, due, daysLeft])).toEqual([
      ["ethics", "2026-12-31", 41],
      ["course", "2027-01-10", 51],
      ["meeting", "2027-01-10", 51],
    ]);
    expect(reminders.ethics).toEqual({ held: 0, needed: 2 });
    await runJob(remindDaily, apart);
    const first = await mails();
    expect(first.map(({ to }) => to).sort()).toEqual(["baas@example.com", "cursist@example.com"]);
    const own = first.find(({ to }) => to === "cursist@example.com");
    expect(own?.text).toContain("yearly course, by 10-01-2027");
    expect(own?.text).not.toContain("ethics");
    const all = first.find(({ to }) => to === "baas@example.com");
    expect(all?.text).toContain("C. Cursist: jaarlijkse cursus, uiterlijk 10-01-2027");
    expect(all?.text).toContain("ethiekbijeenkomsten");
    expect(`${own?.subject}${own?.text}${all?.subject}${all?.text}`).not.toMatch(/%\w+%/);
    await runJob(remindDaily, apart);
    expect(await mails()).toHaveLength(2);
    // 11 December: 30 days before 10 January; the meetings of the house passed 30 days on 1 December.
    apart.clock.set(new Date("2026-12-11T07:00:00+01:00"));
    await runJob(remindDaily, apart);
    expect(await mails()).toHaveLength(4);
    apart.clock.set(new Date("2027-01-12T07:00:00+01:00"));
    await runJob(remindDaily, apart);
    const late = (await mails()).filter(({ to }) => to === "cursist@example.com").at(-1);
    expect(late?.text).toContain("was due on 10-01-2027");
    await apart.close();
  });
});

/** Runs a job as the queue would. */
async function runJob(job: typeof remindDaily, of: World = world): Promise<void> {
  const { parts, database } = of.vorder;
  await job.run(
    {
      ...parts,
      db: database.db,
      signal: new AbortController().signal,
      isTurnOver: async () => false,
      tx: (run) => of.work(run),
      translate: (message, language = "nl") => parts.texts.translate(language, message),
      progress: async () => {},
      result: async () => {},
      copy: async () => 0,
      copyText: async () => 0,
    },
    {},
  );
}
