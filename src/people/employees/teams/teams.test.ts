/** Teams, groups and the register of training, through HTTP. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { startWorld, type Visitor, type World, wrong } from "../../../app/testing/world.factory.ts";
import { createGroup, listGroups, updateGroup } from "../../access/access.contract.ts";
import { makeClient } from "../../customers/customers.factory.ts";
import { teamOptions } from "../employees.contract.ts";
import {
  addTraining,
  createEmployee,
  downloadCertificate,
  dropTraining,
  getEmployee,
  listTrainings,
  updateTraining,
} from "../record/people.contract.ts";
import { archiveTeam, createTeamCall, deleteGroup, deleteTeam, listTeams, updateTeamCall } from "./teams.contract.ts";

let world: World;
let settings: Visitor;
let admin: Visitor;
let manager: Visitor;
beforeAll(async () => {
  world = await startWorld();
  settings = await world.login(["ROLE_EMPLOYEE", "ROLE_SETTINGS"]);
  admin = await world.login(["*"]);
  manager = await world.login(["ROLE_EMPLOYEE", "ROLE_MANAGE_EMPLOYEE"]);
});
afterAll(() => world.close());

let serial = 0;
const employee = async (changes: object = {}) => {
  serial += 1;
  const body = { username: `lid${serial}`, name: `Lid ${serial}`, ...changes };
  return manager.call(createEmployee, { body });
};

describe("a team", () => {
  it("takes in nobody while it is archived, and lets those it has stay or leave", async () => {
    const [a, b, c] = [await employee(), await employee(), await employee()];
    const body = { name: "Gearchiveerd", description: "", leader: null, email: "", phone: "" };
    const { id } = await settings.call(createTeamCall, { body: { ...body, members: [a.id, b.id] } });
    const params = { id };
    await settings.call(archiveTeam, { params, body: { archived: true } });
    const { body: problems } = await settings.refused(updateTeamCall, {
      params,
      body: { ...body, members: [a.id, b.id, c.id] },
    });
    expect(problems).toMatchObject({ errors: { members: ["An archived team takes in no members."] } });
    expect((await manager.call(getEmployee, { params: { id: c.id } })).team).toEqual([]);
    expect(await settings.call(updateTeamCall, { params, body: { ...body, members: [a.id] } })).toMatchObject({
      members: [{ id: a.id }],
    });
  });

  it("is created with a leader and members, changed, archived and restored", async () => {
    const [a, b] = [await employee(), await employee()];
    const made = await settings.call(createTeamCall, {
      body: {
        name: "Minnelijk",
        description: "Eerste fase",
        leader: a.id,
        members: [a.id, b.id],
        email: "minnelijk@example.com",
      },
    });
    expect(made).toMatchObject({
      leader: { id: a.id },
      members: [{ id: a.id }, { id: b.id }],
      active: true,
      version: 1,
    });
    expect((await manager.call(getEmployee, { params: { id: b.id } })).team).toEqual([
      { id: made.id, name: "Minnelijk" },
    ]);
    const params = { id: made.id };
    const changed = await settings.call(updateTeamCall, {
      params,
      body: { name: "Minnelijk Noord", members: [b.id], version: 1 },
    });
    expect(changed).toMatchObject({ name: "Minnelijk Noord", leader: null, members: [{ id: b.id }], version: 2 });
    const late = await settings.refused(updateTeamCall, { params, body: { name: "Te laat", version: 1 } });
    expect(late.status).toBe(409);
    expect(late.body.current).toMatchObject({ name: "Minnelijk Noord" });

    await settings.call(archiveTeam, { params, body: { archived: true } });
    expect((await settings.call(teamOptions)).items.map(({ text }) => text)).not.toContain("Minnelijk Noord");
    expect((await settings.call(listTeams)).items.map(({ id }) => id)).not.toContain(made.id);
    const all = await settings.call(listTeams, { query: { filter: { archived: "true" } } });
    expect(all.items.map(({ id }) => id)).toContain(made.id);
    // An archived team takes nobody in.
    const refused = await manager.refused(createEmployee, {
      body: { username: "laat", name: "Laat", team: [made.id] },
    });
    expect(Object.keys(refused.body.errors ?? {})).toEqual(["team"]);
    expect((await settings.call(archiveTeam, { params, body: { archived: false } })).active).toBe(true);

    const lines = await world.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject", "=", "team")
      .where("subject_id", "=", String(made.id))
      .orderBy("id")
      .execute();
    expect(lines.map(({ action }) => action)).toEqual(["team.create", "team.update", "team.archive", "team.restore"]);
  });

  it("that is in use cannot be deleted, and shows where it is used", async () => {
    const member = await employee();
    const { id } = await settings.call(createTeamCall, { body: { name: "In gebruik", members: [member.id] } });
    const client = await makeClient(world.db, world.clock, {});
    await world.db.updateTable("client").set({ team_id: id }).where("id", "=", client.id).execute();
    const refused = await settings.refused(deleteTeam, { params: { id } });
    expect(refused.status).toBe(402);
    expect(refused.body.mayArchive).toBe(true);
    const uses = z.array(z.object({ table: z.string() })).parse(refused.body.uses);
    expect(uses.map(({ table }) => table).sort()).toEqual(["client", "user_team"]);
    const { id: empty } = await settings.call(createTeamCall, { body: { name: "Leeg" } });
    await settings.call(deleteTeam, { params: { id: empty } });
    expect((await settings.refused(deleteTeam, { params: { id: empty } })).status).toBe(404);
  });

  it("has a unique name, and only employees as leader and members", async () => {
    await settings.call(createTeamCall, { body: { name: "Dubbel" } });
    const customer = await world.login({ acl: ["ROLE_CUSTOMER"], kind: "customer" });
    for (const [field, body] of [
      ["name", { name: "DUBBEL" }],
      ["name", { name: " " }],
      ["email", { name: "X", email: "nee" }],
      ["leader", { name: "X", leader: customer.userId }],
      ["members", { name: "X", members: [customer.userId] }],
      // Whoever holds more than the changer is changed by nobody below.
      ["members", { name: "X", members: [admin.userId] }],
    ] as const) {
      const refused = await settings.refused(createTeamCall, { body: wrong(body) });
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, [field]]);
    }
    expect((await settings.call(listTeams)).items.map(({ name }) => name)).not.toContain("X");
  });

  it("can be changed only by users who may change settings", async () => {
    for (const visitor of [world.guest(), manager])
      expect((await visitor.refused(createTeamCall, { body: { name: "Nee" } })).status).toBe(
        visitor.userId === 0 ? 401 : 403,
      );
  });
});

describe("a group", () => {
  it("that has members cannot be deleted, and shows how many; an empty one can", async () => {
    const group = await manager.call(createGroup, { body: { name: "Balie", acl: ["ROLE_EMPLOYEE"] } });
    await employee({ group: group.id });
    const params = { id: group.id };
    const refused = await manager.refused(deleteGroup, { params });
    expect(refused.status).toBe(402);
    expect(refused.body.uses).toMatchObject([{ table: "app_user", count: 1 }]);
    expect((await manager.call(listGroups)).items.find(({ id }) => id === group.id)?.members).toBe(1);
    const empty = await manager.call(createGroup, { body: { name: "Niemand" } });
    await manager.call(deleteGroup, { params: { id: empty.id } });
    expect((await manager.refused(deleteGroup, { params: { id: empty.id } })).status).toBe(404);
  });

  it("grants nothing that its giver does not have, and cannot be removed by somebody with fewer roles", async () => {
    const refused = await manager.refused(createGroup, { body: { name: "Machtig", acl: ["ROLE_FINANCE"] } });
    expect(Object.keys(refused.body.errors ?? {})).toEqual(["acl"]);
    const rich = await admin.call(createGroup, { body: { name: "Machtig", acl: ["ROLE_FINANCE"] } });
    for (const attempt of [
      manager.refused(deleteGroup, { params: { id: rich.id } }),
      manager.refused(updateGroup, { params: { id: rich.id }, body: { acl: ["ROLE_FINANCE", "ROLE_EMPLOYEE"] } }),
    ])
      expect((await attempt).status).toBe(400);
    expect((await settings.refused(deleteGroup, { params: { id: rich.id } })).status).toBe(403);
  });
});

describe("the training register", () => {
  const course = { kind: "course", heldOn: "2026-11-10", title: "Wki in de praktijk" } as const;
  const pdf = {
    name: "diploma.pdf",
    content: "%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF\n",
    mime: "application/pdf",
  };

  it("keeps a course with its certificate, and the next one is due a year later", async () => {
    const { id } = await employee({ employedFrom: "2025-01-01", vogOn: "2024-12-01" });
    const dues = async () => (await manager.call(getEmployee, { params: { id } })).requirements;
    expect(await dues()).toEqual([
      { kind: "course", due: "2026-01-01" },
      { kind: "meeting", due: "2026-01-01" },
    ]);
    // As our own form sends it: one of several that a field may hold.
    const made = await manager.call(addTraining, { params: { id }, body: course, files: { "file[0]": pdf } });
    expect(made).toMatchObject({ title: course.title, file: { name: "diploma.pdf", mime: "application/pdf" } });
    expect(await dues()).toEqual([
      { kind: "meeting", due: "2026-01-01" },
      { kind: "course", due: "2027-11-10" },
    ]);
    const params = { id, trainingId: made.id };
    const file = await manager.raw("GET", `/api/v4/employee/${id}/training/${made.id}/certificate`, {
      headers: { accept: "application/pdf", "x-requested-with": "XMLHttpRequest" },
    });
    expect([file.status, file.text]).toEqual([200, pdf.content]);
    const changed = await manager.call(updateTraining, { params, body: { ...course, kind: "meeting", version: 1 } });
    expect(changed).toMatchObject({ kind: "meeting", version: 2 });
    const late = await manager.refused(updateTraining, { params, body: { ...course, version: 1 } });
    expect(late.status).toBe(409);
    await manager.call(dropTraining, { params });
    expect((await manager.call(listTrainings, { params: { id } })).items).toEqual([]);
    expect((await manager.refused(downloadCertificate, { params })).status).toBe(404);
  });

  it("refuses a certificate whose type differs from its name, and dates in the future", async () => {
    const { id } = await employee();
    const page = { name: "diploma.pdf", content: "<html><script>alert(1)</script></html>", mime: "application/pdf" };
    const refused = await manager.refused(addTraining, { params: { id }, body: course, files: { file: page } });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ["file"]]);
    const future = await manager.refused(addTraining, { params: { id }, body: { ...course, heldOn: "2026-11-21" } });
    expect(Object.keys(future.body.errors ?? {})).toEqual(["heldOn"]);
    const untitled = await manager.refused(addTraining, { params: { id }, body: { ...course, title: "" } });
    expect(Object.keys(untitled.body.errors ?? {})).toEqual(["title"]);
    expect((await manager.call(listTrainings, { params: { id } })).items).toEqual([]);
  });

  it("is not changed for somebody with more roles, nor read by another employee's number", async () => {
    const params = { id: admin.userId };
    expect((await manager.refused(addTraining, { params, body: course })).status).toBe(400);
    const [mine, other] = [await employee(), await employee()];
    const made = await manager.call(addTraining, { params: { id: mine.id }, body: course });
    const wrong = { id: other.id, trainingId: made.id };
    expect((await manager.refused(dropTraining, { params: wrong })).status).toBe(404);
    expect((await manager.refused(downloadCertificate, { params: wrong })).status).toBe(404);
  });
});
