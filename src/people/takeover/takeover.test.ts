import { afterAll, beforeAll, expect, test } from "vitest";
import { untilLockWaits } from "../../app/testing/lock-waits.factory.ts";
import { startWorld, type Visitor, type World, wrong } from "../../app/testing/world.factory.ts";
import { openAgendaOf, planAgenda } from "../../cases/agenda/agenda.server.ts";
import { requireOwner } from "../../cases/agenda/items/actions.server.ts";
import { createAgendaItem } from "../../cases/agenda/items/items.contract.ts";
import { assignManager } from "../../cases/files/files.contract.ts";
import { assignFile } from "../../cases/files/files.server.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import { date } from "../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../ground/platform/server/http/module.ts";
import { mailPayload } from "../../ground/platform/server/outbox/outbox.ts";
import { systemRandom } from "../../ground/platform/server/process/clock.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { createUser, setActive } from "../access/access.server.ts";
import { makeClient } from "../customers/customers.factory.ts";
import {
  getEmployee,
  handOver,
  listCharges,
  setEmployeeActive,
  updateEmployee,
} from "../employees/employees.contract.ts";
import { createTeam } from "../employees/employees.server.ts";
import { endEmployment } from "../employees/training/reminders.server.ts";

let world: World;
let manager: Visitor;
beforeAll(async () => {
  world = await startWorld();
  manager = await world.login(["ROLE_EMPLOYEE", "ROLE_MANAGE_EMPLOYEE"]);
});
afterAll(() => world.close());

let serial = 0;
async function person(duties: { isCaseManager?: boolean; isAccountManager?: boolean; active?: boolean } = {}) {
  serial += 1;
  const name = `Behandelaar ${serial}`;
  const made = { clock: world.clock, random: systemRandom };
  const id = await createUser(world.db, made, { username: `b${serial}x`, name, acl: [], kind: "staff", ...duties });
  return { id, name };
}

/** A client with both managers, and files of it: so many open, so many closed. */
async function work(of: number, count: { open: number; closed: number }) {
  const client = await makeClient(world.db, world.clock, {});
  await world.db
    .updateTable("client")
    .set({ case_manager_id: of, account_manager_id: of })
    .where("id", "=", client.id)
    .execute();
  const files: number[] = [];
  for (let n = 0; n < count.open + count.closed; n++) {
    const { id } = await placeOne(world, client.id);
    const closed = n >= count.open;
    await world.db
      .updateTable("case_file")
      .set({ case_manager_id: of, ...(closed ? { status: "closed", closed_on: date("2026-11-01") } : {}) })
      .where("id", "=", id)
      .execute();
    files.push(id);
  }
  return { client: client.id, open: files.slice(0, count.open), closed: files.slice(count.open) };
}

const managerOf = async (fileId: number) =>
  (await world.db.selectFrom("case_file").select("case_manager_id").where("id", "=", fileId).executeTakeFirstOrThrow())
    .case_manager_id;

test("the responsibilities of an employee are counted, and must be handed over before the login is closed", async () => {
  const leaver = await person({ isCaseManager: true, isAccountManager: true });
  const next = await person({ isCaseManager: true });
  const sales = await person({ isAccountManager: true });
  const { client, open, closed } = await work(leaver.id, { open: 3, closed: 1 });
  const params = { id: leaver.id };
  await world.work((ctx) => planAgenda(ctx, { fileId: open[0] ?? 0, subject: "review" }));
  expect((await manager.call(listCharges, { params })).items).toEqual([
    { kind: "caseFiles", count: 3 },
    { kind: "agendaItems", count: 1 },
    { kind: "caseClients", count: 1 },
    { kind: "accountClients", count: 1 },
  ]);

  const shut = (body: object) =>
    manager.refused(setEmployeeActive, { params, body: wrong({ active: false, ...body }) });
  expect((await shut({})).body.errors).toEqual({
    caseManager: [`${leaver.name} is still in charge of 3 open files. Choose who takes over.`],
  });
  expect((await shut({ caseManager: next.id })).body.errors).toEqual({
    accountManager: [`${leaver.name} is still in charge of 1 client as account manager. Choose who takes over.`],
  });
  // The refusal has undone the half that was possible.
  expect(await managerOf(open[0] ?? 0)).toBe(leaver.id);
  for (const caseManager of [sales.id, leaver.id, 999_999])
    expect(Object.keys((await shut({ caseManager })).body.errors ?? {})).toEqual(["caseManager"]);

  const body = { active: false, caseManager: next.id, accountManager: sales.id };
  expect((await manager.call(setEmployeeActive, { params, body })).active).toBe(false);
  expect(await Promise.all(open.map(managerOf))).toEqual([next.id, next.id, next.id]);
  expect((await openAgendaOf(world.db, open)).get(open[0] ?? 0)).toMatchObject([{ ownerId: next.id }]);
  // Who looked after a closed file stays known.
  expect(await Promise.all(closed.map(managerOf))).toEqual([leaver.id]);
  const now = await world.db
    .selectFrom("client")
    .select(["case_manager_id", "account_manager_id"])
    .where("id", "=", client)
    .executeTakeFirstOrThrow();
  expect(now).toEqual({ case_manager_id: next.id, account_manager_id: sales.id });
  expect((await manager.call(listCharges, { params })).items).toEqual([]);

  const lines = await world.db.selectFrom("file_log").select("subject_key").where("file_id", "in", open).execute();
  expect(lines.filter(({ subject_key }) => subject_key === "logs.managerAssigned")).toHaveLength(3);
  const audit = await world.db
    .selectFrom("audit_log")
    .select(["action", "subject", "before", "after"])
    .where("user_id", "=", manager.userId)
    .orderBy("id")
    .execute();
  expect(audit.filter(({ subject }) => subject === "file")).toHaveLength(3);
  expect(audit.filter(({ subject }) => subject === "client")).toHaveLength(2);
  expect(audit.filter(({ subject }) => subject === "app_user").map(({ action }) => action)).toEqual([
    "agenda.handOver",
    "employee.handOver",
    "access.deactivateUser",
  ]);
});

test("work is handed over before the login of somebody whose last day lies behind is closed", async () => {
  const leaver = await person({ isCaseManager: true });
  const next = await person({ isCaseManager: true });
  await work(leaver.id, { open: 2, closed: 0 });
  const left = { id: leaver.id, employedUntil: date("2026-11-19") };
  const refused = await manager.refused(updateEmployee, { body: left });
  expect(refused.body.errors).toEqual({
    employedUntil: [`${leaver.name} is still in charge of 2 open files. Choose who takes over.`],
  });
  const params = { id: leaver.id };
  expect(await manager.call(getEmployee, { params })).toMatchObject({ active: true, employedUntil: null });
  const sales = await person({ isAccountManager: true });
  await manager.call(handOver, { params, body: { caseManager: next.id, accountManager: sales.id } });
  expect((await manager.call(updateEmployee, { body: left })).active).toBe(false);
});

test("whoever manages employees is told once what somebody whose last day has passed leaves behind", async () => {
  const leaver = await person({ isCaseManager: true });
  const idle = await person({ isCaseManager: true });
  await work(leaver.id, { open: 2, closed: 1 });
  const email = "personeel@vorder.example";
  await world.db.updateTable("app_user").set({ email, lang: "en" }).where("id", "=", manager.userId).execute();
  for (const { id } of [leaver, idle])
    await manager.call(updateEmployee, { body: { id, employedUntil: world.clock.today() } });
  const start = world.clock.now();
  const mails = async () =>
    (await world.db.selectFrom("outbox").selectAll().where("key", "like", "employees.left:%").execute()).map((row) =>
      mailPayload.parse(row.payload),
    );
  for (const days of [1, 2]) {
    world.clock.set(new Date(start.getTime() + days * 86_400_000));
    await world.work((ctx) => ctx.enqueue(endEmployment, {}));
    await world.drain();
    const sent = await mails();
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      [email, `Vorder: the work of ${leaver.name} has not been handed over`],
    ]);
    expect(sent[0]?.text).toContain("- 2 open files\n- 1 client as case manager\n- 1 client as account manager\n");
    expect(sent[0]?.text).toContain(`/employee/${leaver.id}`);
  }
  world.clock.set(start);
});

test("work can also be handed over by an employee who stays", async () => {
  const giver = await person({ isCaseManager: true });
  const taker = await person({ isCaseManager: true });
  const gone = await person({ isCaseManager: true, active: false });
  const { open } = await work(giver.id, { open: 2, closed: 0 });
  const params = { id: giver.id };
  const refused = await manager.refused(handOver, { params, body: { caseManager: gone.id } });
  expect(Object.keys(refused.body.errors ?? {})).toEqual(["caseManager"]);
  const { handedOver } = await manager.call(handOver, { params, body: { caseManager: taker.id } });
  expect(handedOver).toEqual([
    { kind: "caseFiles", count: 2 },
    { kind: "caseClients", count: 1 },
  ]);
  expect(await Promise.all(open.map(managerOf))).toEqual([taker.id, taker.id]);
  expect((await manager.call(getEmployee, { params })).active).toBe(true);
});

test("who sees only the files of their teams hands over no others, not to themselves either", async () => {
  const team = async (name: string) => createTeam(world.db, name);
  const [north, south] = [await team("Overdracht Noord"), await team("Overdracht Zuid")];
  const kept = await world.login({ acl: ["ROLE_EMPLOYEE", "ROLE_MANAGE_EMPLOYEE"], teamIds: [north] });
  await world.db.updateTable("app_user").set({ is_case_manager: true }).where("id", "=", kept.userId).execute();
  const leaver = await person({ isCaseManager: true });
  const { open } = await work(leaver.id, { open: 2, closed: 0 });
  const [seen = 0, unseen = 0] = open;
  for (const [id, team_id] of [
    [seen, north],
    [unseen, south],
  ] as const)
    await world.db.updateTable("case_file").set({ team_id }).where("id", "=", id).execute();
  await world.db
    .updateTable("client")
    .set({ account_manager_id: null })
    .where("account_manager_id", "=", leaver.id)
    .execute();
  for (const fileId of open)
    await world.work((ctx) => planAgenda(ctx, { fileId, subject: "review", ownerId: leaver.id }));
  await world.work((ctx) => changeSettings(ctx, { staffSeeOnlyTeams: true }));

  const params = { id: leaver.id };
  const shut = await kept.refused(setEmployeeActive, { params, body: { active: false, caseManager: kept.userId } });
  expect(shut.body.errors).toEqual({
    caseManager: [
      `${leaver.name} is still in charge of 1 open file that you do not see. Have somebody who sees them hand them over.`,
    ],
  });
  const { handedOver } = await kept.call(handOver, { params, body: { caseManager: kept.userId } });
  expect(handedOver.slice(0, 2)).toEqual([
    { kind: "caseFiles", count: 1 },
    { kind: "agendaItems", count: 1 },
  ]);
  expect(await Promise.all(open.map(managerOf))).toEqual([kept.userId, leaver.id]);
  expect((await openAgendaOf(world.db, open)).get(unseen)).toMatchObject([{ ownerId: leaver.id }]);
  await world.work((ctx) => changeSettings(ctx, { staffSeeOnlyTeams: false }));
  expect(
    (await kept.call(setEmployeeActive, { params, body: { active: false, caseManager: kept.userId } })).active,
  ).toBe(false);
  expect(await managerOf(unseen)).toBe(kept.userId);
});

type Work = (ctx: WorkCtx) => Promise<unknown>;

/** Does a piece of work, and before its rest is done and committed something else from outside, which waits for it; the reply to the latter. */
async function meanwhile<T>(first: Work, second: () => Promise<T>, rest?: Work): Promise<T> {
  let outside: Promise<T> | undefined;
  await world.work(async (ctx) => {
    await first(ctx);
    outside = second();
    await untilLockWaits(world);
    await rest?.(ctx);
  });
  if (!outside) throw new Error("nothing was done from outside");
  return outside;
}

test("a file that is given to somebody in the moment their login is shut is told of, or is not given", async () => {
  const leaver = await person({ isCaseManager: true });
  const { open } = await work((await person({ isCaseManager: true })).id, { open: 1, closed: 0 });
  const fileId = open[0] ?? 0;
  const shut = () => manager.refused(setEmployeeActive, { params: { id: leaver.id }, body: { active: false } });
  const refused = await meanwhile((ctx) => assignFile(ctx, fileId, leaver.id), shut);
  expect(refused.body.errors).toEqual({
    caseManager: [`${leaver.name} is still in charge of 1 open file. Choose who takes over.`],
  });
  expect(await managerOf(fileId)).toBe(leaver.id);

  const other = await person({ isCaseManager: true });
  const clerk = await world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_FILE_ASSIGN"]);
  const give = () =>
    clerk.refused(assignManager, { params: { id: fileId }, body: { caseManagerId: other.id, version: 2 } });
  const late = await meanwhile((ctx) => setActive(ctx, other.id, false), give);
  expect(Object.keys(late.body.errors ?? {})).toEqual(["caseManagerId"]);
  expect(await managerOf(fileId)).toBe(leaver.id);
});

test("an agenda item that is given to somebody in the moment their login is shut is told of, or is not given", async () => {
  const leaver = await person();
  const { open } = await work((await person({ isCaseManager: true })).id, { open: 1, closed: 0 });
  const fileId = open[0] ?? 0;
  const shut = () => manager.refused(setEmployeeActive, { params: { id: leaver.id }, body: { active: false } });
  const refused = await meanwhile(async (ctx) => {
    await requireOwner(ctx.db, leaver.id);
    await planAgenda(ctx, { fileId, subject: "review", ownerId: leaver.id });
  }, shut);
  expect(refused.body.errors).toEqual({
    caseManager: [`${leaver.name} is still in charge of 1 agenda item. Choose who takes over.`],
  });

  const other = await person({ isCaseManager: true });
  const clerk = await world.login(["ROLE_FILE_SEARCH", "ROLE_AGENDA"]);
  const { id: subject } = await world.db
    .selectFrom("agenda_subject")
    .select("id")
    .where("code", "=", "review")
    .executeTakeFirstOrThrow();
  const body = { subject, on: "2026-12-01", owner: other.id };
  const give = () => clerk.refused(createAgendaItem, { params: { id: fileId }, body });
  await world.work((ctx) => assignFile(ctx, fileId, other.id));
  // Whoever takes over the file locks it after the login; the two do not lock each other out.
  const late = await meanwhile(
    (ctx) => setActive(ctx, other.id, false),
    give,
    (ctx) => assignFile(ctx, fileId, null),
  );
  expect(Object.keys(late.body.errors ?? {})).toEqual(["owner"]);
  expect((await openAgendaOf(world.db, open)).get(fileId)).toMatchObject([{ ownerId: leaver.id }]);
});

test("only for staff whom the manager may change", async () => {
  const admin = await world.login(["*"]);
  const customer = await world.login({ acl: ["ROLE_CUSTOMER"], kind: "customer" });
  const taker = await person({ isCaseManager: true });
  const body = { caseManager: taker.id };
  expect((await manager.refused(handOver, { params: { id: admin.userId }, body })).status).toBe(400);
  expect((await manager.refused(handOver, { params: { id: customer.userId }, body })).status).toBe(404);
  expect((await manager.refused(listCharges, { params: { id: customer.userId } })).status).toBe(404);
  const clerk = await world.login(["ROLE_EMPLOYEE"]);
  expect((await clerk.refused(handOver, { params: { id: taker.id }, body })).status).toBe(403);
});

test("of two people who change the same employee, the second gets a conflict", async () => {
  const leaver = await person();
  const params = { id: leaver.id };
  const { version } = await manager.call(getEmployee, { params });
  await manager.call(setEmployeeActive, { params, body: { active: false, version } });
  const late = await manager.refused(setEmployeeActive, { params, body: { active: true, version } });
  expect(late.status).toBe(409);
  expect(late.body.current).toMatchObject({ active: false, id: leaver.id });
});
