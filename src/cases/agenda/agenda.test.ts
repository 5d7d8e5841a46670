/** The agenda through HTTP: items planned, found, moved, completed and undone, and what happens automatically. */
import readXlsxFile from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import type { BodyOf, QueryOf } from "../../ground/kernel/contract.ts";
import { date } from "../../ground/kernel/dates.ts";
import { systemRandom } from "../../ground/platform/server/process/clock.ts";
import { createUser } from "../../people/access/access.server.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { assignManager } from "../files/files.contract.ts";
import { createLog, listLogs } from "../logs/logs.contract.ts";
import { closeFile, liftHold, placeHold, reopenFile } from "../states/states.server.ts";
import { handOverAgenda, openAgendaOf, openItemsOf, planAgenda, settleAgenda } from "./agenda.server.ts";
import {
  type AgendaItem,
  agendaFilterStatuses,
  agendaHistories,
  agendaOwners,
  agendaSubjectList,
  agendaSummary,
  archiveAgenda,
  assignUnattended,
  createAgendaItem,
  exportAgenda,
  fileAgenda,
  fileAgendaSubjects,
  listAgenda,
  planAgain,
  restoreAgenda,
  unattendedFiles,
  updateAgendaItem,
} from "./items/items.contract.ts";

let world: World;
let staff: Visitor;
let colleague: Visitor;
let client: number;
let subjects: ReadonlyMap<string, number>;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login({ acl: ["ROLE_AGENDA", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"], name: "Noor Bakker" });
  colleague = await world.login({ acl: ["ROLE_AGENDA"], name: "Sanne Visser" });
  client = (await makeClient(world.db, world.clock, { company: "Zonnekracht" })).id;
  const { items } = await staff.call(agendaSubjectList);
  subjects = new Map(items.map(({ code, id }) => [code, id]));
});
afterAll(() => world.close());

const subjectId = (code: string): number => subjects.get(code) ?? 0;
const place = async (): Promise<number> => (await placeOne(world, client)).id;
const agendaOf = (file: number) => staff.call(fileAgenda, { params: { id: file } });
const openOf = async (file: number) =>
  (await agendaOf(file)).items.map(({ subject, on, owner }) => [subject.code, on, owner?.name ?? null]);

const plan = (file: number, body: Partial<BodyOf<typeof createAgendaItem>> = {}): Promise<AgendaItem> =>
  staff.call(createAgendaItem, {
    params: { id: file },
    body: { subject: subjectId("call_debtor"), on: "2026-11-23", ...body },
  });
const found = async (filter: QueryOf<typeof listAgenda>["filter"], by: Visitor = staff): Promise<number[]> =>
  (await by.call(listAgenda, { query: { filter, limit: 1000 } })).items.map(({ id }) => id);

async function manager(name: string): Promise<number> {
  const made = { clock: world.clock, random: systemRandom };
  const username = name.toLowerCase().replaceAll(" ", ".");
  return createUser(world.db, made, { username, name, acl: [], kind: "staff", isCaseManager: true });
}

describe("what can be chosen", () => {
  test("the seven statuses of the specification, in the reader's words", async () => {
    const { items } = await staff.call(agendaFilterStatuses);
    expect(items.map(({ id }) => id)).toEqual([
      "not_started",
      "paused",
      "in_progress",
      "no_more_steps",
      "term_payment",
      "closed",
      "monitoring_in_progress",
    ]);
    expect(items[2]).toEqual({ id: "in_progress", text: "in progress" });
  });

  test("subjects with the day they are proposed for: ten working days for a balance", async () => {
    const { items } = await staff.call(agendaSubjectList);
    expect(items.find(({ code }) => code === "shv_balance")).toMatchObject({
      text: "Balance for debt counselling",
      on: "2026-12-04",
      exclusion: "none",
    });
    const plain = await staff.call(fileAgendaSubjects);
    expect(plain.items).toEqual(items.map(({ id, text }) => ({ id, text })));
  });

  test("owners are people of the house who can log in", async () => {
    const { items } = await staff.call(agendaOwners);
    expect(items.map(({ text }) => text)).toEqual(expect.arrayContaining(["Noor Bakker", "Sanne Visser"]));
    const customer = await world.login({ acl: ["ROLE_AGENDA"], kind: "customer", clientIds: [client] });
    expect(items.map(({ id }) => id)).not.toContain(customer.userId);
  });
});

describe("an item", () => {
  test("is planned, found, changed and done; its history and the timeline tell so", async () => {
    const file = await place();
    const item = await plan(file, { note: "BSN 111222333, belt terug na 16:00", urgent: true });
    expect(item).toMatchObject({
      fileId: file,
      on: "2026-11-23",
      owner: { id: staff.userId, name: "Noor Bakker" },
      urgent: true,
      state: "open",
      overdue: false,
      createdBy: "Noor Bakker",
      version: 1,
    });
    expect(item.note).not.toContain("111222333");
    expect(await found({ search: item.fileNumber })).toEqual([item.id]);

    const params = { id: item.id };
    const moved = await staff.call(updateAgendaItem, {
      params,
      body: { on: "2026-11-25", owner: colleague.userId, version: 1 },
    });
    expect(moved).toMatchObject({ on: "2026-11-25", owner: { name: "Sanne Visser" }, urgent: true, version: 2 });
    const stale = await staff.refused(updateAgendaItem, { params, body: { note: "te laat", version: 1 } });
    expect(stale.status).toBe(409);
    expect(stale.body.current).toMatchObject({ on: "2026-11-25", version: 2 });

    const done = await staff.call(archiveAgenda, { body: { ids: [item.id], outcome: "Betaalt vrijdag" } });
    expect(done).toEqual({ archived: [item.id], planned: [] });
    expect((await agendaOf(file)).archived[0]).toMatchObject({
      archivedWhy: "done",
      outcome: "Betaalt vrijdag",
      archivedBy: "Noor Bakker",
    });
    const late = await staff.refused(updateAgendaItem, { params, body: { note: "x", version: 3 } });
    expect(late.body.errors).toEqual({ common: ["This agenda item has been archived already."] });

    const { items } = await staff.call(agendaHistories, { params: { id: file }, query: {} });
    expect(items.map(({ act, changes }) => [act, changes])).toEqual([
      ["archived", [{ field: "outcome", from: null, to: "Betaalt vrijdag" }]],
      [
        "changed",
        [
          { field: "on", from: "2026-11-23", to: "2026-11-25" },
          { field: "owner", from: "Noor Bakker", to: "Sanne Visser" },
        ],
      ],
      ["planned", [{ field: "on", from: null, to: "2026-11-23" }]],
    ]);
    const log = await staff.call(listLogs, { params: { id: file }, query: {} });
    expect(log.items[0]).toMatchObject({
      subject: "Agenda done: Debiteur bellen",
      content: "Betaalt vrijdag",
      category: "internal",
    });
  });

  test("is not planned in the past, for nobody, about nothing", async () => {
    const file = await place();
    const refused = async (body: Partial<BodyOf<typeof createAgendaItem>>) =>
      (
        await staff.refused(createAgendaItem, {
          params: { id: file },
          body: { subject: subjectId("review"), on: "2026-11-20", ...body },
        })
      ).body.errors;
    expect(await refused({ on: "2026-11-19" })).toEqual({ on: ["Choose today or a later day."] });
    expect(await refused({ on: "2026-02-30" })).toHaveProperty("on");
    expect(await refused({ subject: 999_999 })).toEqual({ subject: ["This subject is not in the list."] });
    expect(await refused({ owner: 999_999 })).toEqual({ owner: ["This is nobody of the staff who can log in."] });
    const repeat = { every: 1, unit: "week" as const, until: "2026-11-19" };
    expect(await refused({ repeat })).toEqual({ "repeat.until": ["The last day is before the first."] });
  });

  test("that recurs is planned again when completed, and the new one is removed when that is undone", async () => {
    const file = await place();
    const item = await plan(file, { on: "2026-11-20", repeat: { every: 1, unit: "week" } });
    const { planned } = await staff.call(archiveAgenda, { body: { ids: [item.id] } });
    expect(planned).toHaveLength(1);
    expect(await openOf(file)).toEqual([["call_debtor", "2026-11-27", "Noor Bakker"]]);
    // A second click does nothing more.
    expect(await staff.call(archiveAgenda, { body: { ids: [item.id] } })).toEqual({ archived: [], planned: [] });
    await staff.call(restoreAgenda, { body: { ids: [item.id] } });
    expect(await openOf(file)).toEqual([["call_debtor", "2026-11-20", "Noor Bakker"]]);
  });

  test("is moved together with others; an item changed meanwhile is left as it is and named", async () => {
    const file = await place();
    const [first, second] = [await plan(file), await plan(file, { subject: subjectId("review") })];
    await staff.call(updateAgendaItem, { params: { id: second.id }, body: { urgent: true, version: 1 } });
    const reply = await staff.call(planAgain, {
      body: {
        items: [
          { id: first.id, version: 1, on: "2026-11-26" },
          { id: second.id, version: 1, on: "2026-11-26" },
        ],
      },
    });
    expect(reply.stale).toEqual([second.id]);
    expect(reply.moved).toEqual([
      {
        before: { id: first.id, on: "2026-11-23", owner: staff.userId, version: 1 },
        after: { id: first.id, on: "2026-11-26", owner: staff.userId, version: 2 },
      },
    ]);
    // Undone by sending back what was before, with the version that is now.
    await staff.call(planAgain, { body: { items: [{ id: first.id, version: 2, on: "2026-11-23" }] } });
    expect((await agendaOf(file)).items.map(({ on }) => on)).toEqual(["2026-11-23", "2026-11-23"]);
    const past = await staff.refused(planAgain, { body: { items: [{ id: first.id, version: 3, on: "2026-11-19" }] } });
    expect(past.body.errors).toEqual({ on: ["Choose today or a later day."] });
  });
});

describe("the list", () => {
  test("shows own, team and due items, and leaves out what is excluded", async () => {
    const [a, b, c] = [await place(), await place(), await place()];
    const team = (await world.db.insertInto("team").values({ name: "Noord" }).returning("id").executeTakeFirstOrThrow())
      .id;
    const member = await world.login({ acl: ["ROLE_AGENDA"], teamIds: [team], name: "Lid van Noord" });
    await world.db.updateTable("case_file").set({ team_id: team }).where("id", "=", a).execute();
    const mine = await plan(a, { on: "2026-11-20", owner: member.userId });
    const theirs = await plan(a, { on: "2026-11-24", subject: subjectId("bailiff_status") });
    const byMember = await plan(b, { on: "2026-11-30", owner: member.userId, subject: subjectId("advance_received") });
    const other = await plan(c);
    expect(await found({ scope: "mine" }, member)).toEqual([mine.id, byMember.id]);
    expect(await found({ scope: "team" }, member)).toEqual([mine.id, theirs.id, byMember.id]);
    expect(await found({ scope: "team", excluded: ["state_of_affairs", "received_advance"] }, member)).toEqual([
      mine.id,
    ]);
    expect(await found({ scope: "mine", period: "week" }, member)).toEqual([mine.id]);
    expect(await found({ scope: "mine", period: "later" }, member)).toEqual([byMember.id]);
    expect(await found({ onFrom: "2026-11-24", onTo: "2026-11-24", client: [client] })).toEqual([theirs.id]);
    expect(await found({ subject: [subjectId("bailiff_status")], status: ["closed"] })).toEqual([]);
    expect(await found({ scope: "all" }, member)).toContain(other.id);
    expect(await member.call(agendaSummary)).toEqual({
      day: "2026-11-20",
      overdue: 0,
      today: 1,
      week: 1,
      teamDue: 1,
      capped: false,
    });
    await world.db
      .updateTable("agenda_item")
      .set({ on_date: date("2026-11-19") })
      .where("id", "=", mine.id)
      .execute();
    expect(await found({ scope: "mine", period: "overdue" }, member)).toEqual([mine.id]);
    expect(await member.call(agendaSummary)).toMatchObject({ overdue: 1, today: 0 });
  });

  test("is exported as XLSX and CSV; text that looks like a formula is not run", async () => {
    const file = await place();
    const item = await plan(file, { note: '=HYPERLINK("http://x.example";"betaal")', on: "2026-11-27" });
    const csv = await staff.send(exportAgenda, { body: { format: "csv", ids: [item.id] } });
    expect(csv.headers.get("content-type")).toContain("text/csv");
    expect(csv.text).toContain(`2026-11-27,Call debtor,${item.fileNumber}`);
    expect(csv.text).toContain(`"'=HYPERLINK(`);
    const xlsx = await staff.send(exportAgenda, { body: { filter: { search: item.fileNumber } } });
    expect(xlsx.headers.get("content-disposition")).toContain("agenda-2026-11-20.xlsx");
    const [sheet] = await readXlsxFile(Buffer.from(xlsx.bytes));
    expect(sheet?.data[0]?.[1]).toBe("Subject");
    expect(sheet?.data[1]?.[9]).toBe('=HYPERLINK("http://x.example";"betaal")');
  });
});

describe("visibility", () => {
  test("neither a client's people nor users who may not see the file can read an item", async () => {
    const file = await place();
    const item = await plan(file);
    const outsiders = [
      await world.login({ acl: ["ROLE_AGENDA"], kind: "customer", clientIds: [client] }),
      await world.login({ acl: ["ROLE_AGENDA"], kind: "contact", clientIds: [client] }),
    ];
    for (const outsider of outsiders) {
      expect(await found({}, outsider)).toEqual([]);
      expect((await outsider.refused(fileAgenda, { params: { id: file } })).status).toBe(404);
      expect((await outsider.refused(agendaHistories, { params: { id: file }, query: {} })).status).toBe(404);
      expect((await outsider.refused(archiveAgenda, { body: { ids: [item.id] } })).status).toBe(404);
      expect((await outsider.refused(restoreAgenda, { body: { ids: [item.id] } })).status).toBe(404);
      expect((await outsider.refused(assignUnattended, { body: { files: [file], caseManager: 1 } })).status).toBe(404);
      const moving = { items: [{ id: item.id, version: 1, on: "2026-12-01" }] };
      expect((await outsider.refused(planAgain, { body: moving })).status).toBe(404);
      const changing = { params: { id: item.id }, body: { urgent: true, version: 1 } };
      expect((await outsider.refused(updateAgendaItem, changing)).status).toBe(404);
      const planning = { subject: subjectId("review"), on: "2026-11-23" };
      expect((await outsider.refused(createAgendaItem, { params: { id: file }, body: planning })).status).toBe(404);
      expect((await outsider.call(agendaOwners)).items).toEqual([]);
      expect((await outsider.call(unattendedFiles, { query: {} })).total).toBe(0);
      const csv = await outsider.send(exportAgenda, { body: { format: "csv", ids: [item.id] } });
      expect(csv.text.trim().split("\n")).toHaveLength(1);
    }
    const unskilled = await world.login(["ROLE_FILE_SEARCH"]);
    const refused = await unskilled.refused(listAgenda, { query: {} });
    expect([refused.status, refused.body.missingRoles]).toEqual([403, ["ROLE_AGENDA"]]);
    expect((await agendaOf(file)).items[0]).toMatchObject({ id: item.id, version: 1 });
  });
});

describe("the agenda follows its file", () => {
  test("a hold plans the work it requires, and that is settled when the hold ends", async () => {
    const file = await place();
    const { hold } = await world.work((ctx) => placeHold(ctx, file, { kind: "shv", reason: "Kredietbank" }));
    expect((await openOf(file)).map(([code, on]) => [code, on])).toEqual([
      ["shv_balance", "2026-12-04"],
      ["shv_review", "2027-03-22"],
    ]);
    expect((await agendaOf(file)).items[0]).toMatchObject({ note: "Kredietbank", createdBy: null });
    await plan(file);
    await world.work((ctx) => liftHold(ctx, file, hold.id));
    expect((await openOf(file)).map(([code]) => code)).toEqual(["call_debtor"]);
    expect((await agendaOf(file)).archived.map(({ archivedWhy }) => archivedWhy)).toEqual(["settled", "settled"]);
    // The same again is planned again.
    await world.work((ctx) => placeHold(ctx, file, { kind: "dispute" }));
    expect((await openOf(file)).map(([code]) => code)).toEqual(["call_debtor", "dispute_received"]);
  });

  test("closing a file archives its open items, reopening restores them", async () => {
    const file = await place();
    const done = await plan(file);
    await staff.call(archiveAgenda, { body: { ids: [done.id] } });
    const item = await plan(file, { subject: subjectId("review") });
    await world.work((ctx) => closeFile(ctx, file, { reason: "withdrawn" }));
    expect(await openOf(file)).toEqual([]);
    const refused = await staff.refused(restoreAgenda, { body: { ids: [item.id] } });
    expect(refused.body.errors).toEqual({ common: ["The file is closed. Reopen it to bring its agenda back."] });
    await world.work((ctx) => reopenFile(ctx, file));
    expect((await openOf(file)).map(([code]) => code)).toEqual(["review"]);
  });

  test("what was dealt with while the file was closed does not come back when it is opened again", async () => {
    const file = await place();
    const { hold } = await world.work((ctx) => placeHold(ctx, file, { kind: "shv" }));
    await world.work((ctx) => placeHold(ctx, file, { kind: "complaint" }));
    await plan(file);
    const before = (await openOf(file)).map(([code]) => code);
    expect(before).toContain("shv_review");
    await world.work((ctx) => closeFile(ctx, file, { reason: "withdrawn" }));
    await world.work((ctx) => liftHold(ctx, file, hold.id));
    await world.work((ctx) => reopenFile(ctx, file));
    const after = (await openOf(file)).map(([code]) => code);
    expect(after.toSorted()).toEqual(before.filter((code) => !/^shv|^balance/.test(code ?? "")).toSorted());
    expect(after).toContain("call_debtor");
    expect(after).toContain("complaint");
    const { archived } = await agendaOf(file);
    expect(new Set(archived.map(({ archivedWhy }) => archivedWhy))).toEqual(new Set(["settled"]));
  });

  test("nothing is planned on a closed file, and no completed item is reopened on it", async () => {
    const file = await place();
    const done = await plan(file);
    await staff.call(archiveAgenda, { body: { ids: [done.id] } });
    await world.work((ctx) => closeFile(ctx, file, { reason: "withdrawn" }));
    const planned = { subject: subjectId("review"), on: "2026-11-23" };
    const refused = await staff.refused(createAgendaItem, { params: { id: file }, body: planned });
    expect(refused.body.errors).toEqual({ common: ["This file is closed; reopen it first."] });
    expect((await staff.refused(restoreAgenda, { body: { ids: [done.id] } })).body.errors).toEqual({
      common: ["The file is closed. Reopen it to bring its agenda back."],
    });
    await staff.refused(assignUnattended, { body: { files: [file], item: planned } });
    expect(await openOf(file)).toEqual([]);
  });

  test("a new case manager takes over the items of the previous one, and no others", async () => {
    const file = await place();
    const [first, second] = [await manager("Eerste Behandelaar"), await manager("Tweede Behandelaar")];
    const assign = async (caseManagerId: number, version: number) =>
      staff.call(assignManager, { params: { id: file }, body: { caseManagerId, version } });
    const { version } = await assign(first, 1);
    await plan(file);
    await plan(file, { subject: subjectId("review"), owner: colleague.userId });
    await assign(second, version);
    expect(await openOf(file)).toEqual([
      ["call_debtor", "2026-11-23", "Tweede Behandelaar"],
      ["review", "2026-11-23", "Sanne Visser"],
    ]);
    expect(await openItemsOf(world.db, second)).toBe(1);
    expect(await world.work((ctx) => handOverAgenda(ctx, second, first))).toBe(1);
    expect((await openOf(file))[0]).toEqual(["call_debtor", "2026-11-23", "Eerste Behandelaar"]);
    const { items } = await staff.call(agendaHistories, { params: { id: file }, query: { limit: 1 } });
    expect(items[0]).toMatchObject({
      act: "handed_over",
      changes: [{ field: "owner", from: "Tweede Behandelaar", to: "Eerste Behandelaar" }],
    });
  });

  test("an item with a key is planned only once, even after it was settled, and can be settled by its key", async () => {
    const file = await place();
    const wanted = { fileId: file, subject: "limitation_warning", key: "limitation:2027-01-01" } as const;
    expect(await world.work((ctx) => planAgenda(ctx, wanted))).toBe(true);
    expect(await world.work((ctx) => planAgenda(ctx, wanted))).toBe(false);
    expect(await world.work((ctx) => settleAgenda(ctx, { fileId: file, key: wanted.key }))).toBe(1);
    expect(await world.work((ctx) => planAgenda(ctx, wanted))).toBe(false);
    // A Saturday is moved to the Monday after it.
    await world.work((ctx) => planAgenda(ctx, { fileId: file, subject: "review", on: date("2026-11-28") }));
    expect((await openAgendaOf(world.db, [file])).get(file)).toMatchObject([{ subject: "review", on: "2026-11-30" }]);
    expect(await world.work((ctx) => settleAgenda(ctx, { fileId: file, subject: "review" }))).toBe(1);
  });
});

test("open files without an owner or a date are listed, and can be corrected together", async () => {
  const [bare, held] = [await place(), await place()];
  await world.db.updateTable("case_file").set({ next_action_on: null }).where("id", "in", [bare, held]).execute();
  await plan(held);
  const somebody = await manager("Derde Behandelaar");
  const lacksOf = async (id: number) =>
    (await staff.call(unattendedFiles, { query: { limit: 1000 } })).items.find((file) => file.id === id)?.lacks;
  expect(await lacksOf(bare)).toEqual(["owner", "date"]);
  expect(await lacksOf(held)).toEqual(["owner"]);
  const nothing = await staff.refused(assignUnattended, { body: { files: [bare] } });
  expect(nothing.body.errors).toEqual({ common: ["Choose a case manager, an agenda item, or both."] });
  const unfit = await staff.refused(assignUnattended, { body: { files: [bare], caseManager: colleague.userId } });
  expect(unfit.body.errors).toHaveProperty("caseManagerId");
  const item = { subject: subjectId("review"), on: "2026-11-24" };
  const reply = await staff.call(assignUnattended, { body: { files: [bare, held], caseManager: somebody, item } });
  expect(reply).toEqual({ assigned: 2, planned: 2 });
  expect(await lacksOf(bare)).toBeUndefined();
  expect(await openOf(bare)).toEqual([["review", "2026-11-24", "Derde Behandelaar"]]);
});

test("neglected files are listed once each, in every sort order and over all pages", async () => {
  const own = (await makeClient(world.db, world.clock, { company: "Vergeten B.V." })).id;
  const files: number[] = [];
  for (let at = 0; at < 5; at += 1) files.push((await placeOne(world, own)).id);
  await world.db.updateTable("case_file").set({ next_action_on: null }).where("client_id", "=", own).execute();
  const manager = { case_manager_id: staff.userId };
  await world.db.updateTable("case_file").set(manager).where("id", "in", files.slice(0, 3)).execute();
  await plan(files[0] ?? 0);
  await plan(files[3] ?? 0);
  const at = async (filter: object, order?: Parameters<typeof listed>[1]) =>
    (await listed(filter, order)).map((id) => files.indexOf(id));
  const listed = async (filter: object, order?: { field: "number" | "openCents"; direction: "asc" | "desc" }) => {
    const query = { filter: { client: [own], ...filter }, ...(order && { order }) };
    const whole = (await staff.call(unattendedFiles, { query })).items.map(({ id }) => id);
    const paged: number[] = [];
    for (let offset = 0; offset < whole.length; offset += 3) {
      const page = await staff.call(unattendedFiles, { query: { ...query, offset, limit: 3 } });
      expect(page.total).toBe(whole.length);
      paged.push(...page.items.map(({ id }) => id));
    }
    expect(paged).toEqual(whole);
    return whole;
  };
  expect(await at({})).toEqual([1, 2, 3, 4]);
  expect(await at({}, { field: "number", direction: "desc" })).toEqual([4, 3, 2, 1]);
  expect(await at({}, { field: "openCents", direction: "desc" })).toEqual([4, 3, 2, 1]);
  expect(await at({ lacks: "owner" })).toEqual([3, 4]);
  expect(await at({ lacks: "date" })).toEqual([1, 2, 4]);
  expect(await at({ status: ["paused"] })).toEqual([]);
});

test("a message from a client's person is planned once in the agenda of the case manager", async () => {
  const file = await place();
  const contact = await world.login({
    acl: ["ROLE_CONTACT_PERSON", "ROLE_FILE_SEARCH"],
    kind: "contact",
    clientIds: [client],
  });
  await contact.call(createLog, { body: { file, type: "client_message", subject: "Klant heeft betaald" } });
  await world.drain();
  expect((await openAgendaOf(world.db, [file])).get(file)).toMatchObject([{ subject: "client_question" }]);
  await staff.call(createLog, { body: { file, type: "client_message", subject: "Dank u wel" } });
  await world.drain();
  expect((await openAgendaOf(world.db, [file])).get(file)).toHaveLength(1);
});
