/** One action on a whole list of agenda items: carried out in parts by a job, resumed after a kill, and undone. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killAtRow } from "../../../app/operations/held-row.factory.ts";
import { after, isRunning, kill, startWorker } from "../../../app/operations/workers.factory.ts";
import { whileDamaged } from "../../../app/testing/blocked-statement.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { retryJob } from "../../../ground/platform/platform.contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { agendaSubjectList, archiveAgenda, planAgain, restoreAgenda } from "../items/items.contract.ts";
import { listAgendaWorks, startAgendaWork, undoAgendaWork } from "./mass-edit.contract.ts";
import { agendaWorkJob } from "./mass-edit.server.ts";

let world: World;
let staff: Visitor;
let client: number;
let subject: number;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login({ acl: ["ROLE_AGENDA", "ROLE_FILE_SEARCH"], name: "Noor Bakker" });
  client = (await makeClient(world.db, world.clock)).id;
  subject = (await staff.call(agendaSubjectList)).items[0]?.id ?? 0;
});
afterAll(() => world.close());

/** So many open items of a client of their own, that the filter by that client finds. */
async function items(count: number, on = "2026-11-18"): Promise<{ client: number[]; ids: number[] }> {
  const own = (await makeClient(world.db, world.clock)).id;
  const { id } = await placeOne(world, own);
  await sql`update agenda_item set state = 'archived', archived_why = 'settled', archived_at = now()
    where file_id = ${id}`.execute(world.db);
  const { rows } = await sql<{
    id: number;
  }>`insert into agenda_item (file_id, subject_id, on_date, owner_id, created_at)
    select ${id}, ${subject}, ${on}::date, ${staff.userId}, ${world.clock.now()} from generate_series(1, ${count})
    returning id`.execute(world.db);
  return { client: [own], ids: rows.map((row) => row.id) };
}

type Act = BodyOf<typeof startAgendaWork>["act"];
const start = (filter: BodyOf<typeof startAgendaWork>["filter"], act: Act, by = staff) =>
  by.call(startAgendaWork, { body: { filter, act } });
const newest = async () => (await staff.call(listAgendaWorks)).items[0];
const stateOf = async (ids: readonly number[]): Promise<Record<string, number>> => {
  const { rows } = await sql<{ state: string; many: number }>`select state, count(*) as many from agenda_item
    where id = any(${[...ids]}::bigint[]) group by state`.execute(world.db);
  return Object.fromEntries(rows.map(({ state, many }) => [state, many]));
};

test("all items of a filter are completed except one changed before; undo restores all except one changed since", async () => {
  const { client: own, ids } = await items(450);
  const [first = 0, second = 0] = ids;
  const work = await start({ client: own.map(String) }, { kind: "done", outcome: "Besproken, BSN 111222333" });
  expect(work).toMatchObject({ kind: "done", state: "making", items: 450, done: 0 });
  await staff.call(planAgain, { body: { items: [{ id: first, version: 1, on: "2026-11-30" }] } });
  await world.drain();
  expect(await newest()).toMatchObject({ id: work.id, state: "done", done: 449, left: 1 });
  expect(await stateOf(ids)).toEqual({ archived: 449, open: 1 });
  const row = await world.db
    .selectFrom("agenda_item")
    .select(["outcome", "archived_by"])
    .where("id", "=", second)
    .executeTakeFirst();
  expect(row).toMatchObject({ archived_by: staff.userId });
  expect(row?.outcome).toMatch(/^Besproken/);
  expect(row?.outcome).not.toContain("111222333");

  await staff.call(restoreAgenda, { body: { ids: [second] } });
  expect(await staff.call(undoAgendaWork, { params: { id: work.id } })).toMatchObject({ state: "undoing" });
  await world.drain();
  expect(await newest()).toMatchObject({ state: "undone", undone: 448, kept: 1 });
  expect(await stateOf(ids)).toEqual({ open: 450 });
  const again = await staff.refused(undoAgendaWork, { params: { id: work.id } });
  expect(again.body.errors).toEqual({ common: ["This cannot be undone (any more)."] });
});

test("all are moved to another day and owner, and undo restores their former day, even a past one", async () => {
  const { userId: owner } = await world.login({ acl: ["ROLE_AGENDA"], name: "Sanne Visser" });
  const { client: own, ids } = await items(3);
  const work = await start({ client: own.map(String) }, { kind: "move", on: "2026-12-01", owner });
  await world.drain();
  const where = async () =>
    world.db.selectFrom("agenda_item").select(["on_date as on", "owner_id as owner"]).where("id", "in", ids).execute();
  expect(await where()).toEqual(ids.map(() => ({ on: "2026-12-01", owner })));
  await staff.call(undoAgendaWork, { params: { id: work.id } });
  await world.drain();
  expect(await where()).toEqual(ids.map(() => ({ on: "2026-11-18", owner: staff.userId })));

  // By hand too: what was overdue may go back to its day, and to no other that is over.
  const [id = 0] = ids;
  const versionOf = async () =>
    (await world.db.selectFrom("agenda_item").select("version").where("id", "=", id).executeTakeFirstOrThrow()).version;
  const to = async (on: string) => ({ body: { items: [{ id, version: await versionOf(), on }] } });
  await staff.call(planAgain, await to("2026-12-02"));
  expect((await staff.refused(planAgain, await to("2026-11-17"))).status).toBe(400);
  await staff.call(planAgain, await to("2026-11-18"));
  expect((await where())[0]?.on).toBe("2026-11-18");
});

test("impossible changes are refused; a job is visible to its owner only, and ends when the owner loses the right", async () => {
  const { client: own, ids } = await items(2);
  const filter = { client: own.map(String) };
  const errorsOf = async (act: Act, chosen = filter) =>
    (await staff.refused(startAgendaWork, { body: { filter: chosen, act } })).body.errors;
  expect(await errorsOf({ kind: "move" })).toHaveProperty("common");
  expect(await errorsOf({ kind: "move", on: "2026-11-01" })).toHaveProperty("on");
  expect(await errorsOf({ kind: "move", owner: 999_999 })).toHaveProperty("owner");
  expect(await errorsOf({ kind: "done" }, { client: [String(client)] })).toEqual({
    common: ["No open agenda item matches these filters."],
  });
  const contact = await world.login({ acl: ["ROLE_AGENDA"], kind: "contact", clientIds: own });
  expect((await contact.refused(startAgendaWork, { body: { filter, act: { kind: "done" } } })).status).toBe(400);

  const leaver = await world.login({ acl: ["ROLE_AGENDA"], name: "L. Eaver" });
  const work = await start(filter, { kind: "done" }, leaver);
  expect((await staff.refused(undoAgendaWork, { params: { id: work.id } })).status).toBe(404);
  expect((await staff.call(listAgendaWorks)).items.map(({ id }) => id)).not.toContain(work.id);
  await world.db
    .updateTable("app_user")
    .set({ acl: ["ROLE_NEWS"] })
    .where("id", "=", leaver.userId)
    .execute();
  await world.drain();
  expect(await stateOf(ids)).toEqual({ open: 2 });
});

test("what a job cannot carry out says why, and is carried out when it is tried again", async () => {
  const { client: own, ids } = await items(3);
  await start({ client: own.map(String) }, { kind: "done" });
  await whileDamaged(world, "agenda_item", `new.id = ${ids[0]}`, () => expect(world.drain()).rejects.toThrow());
  const halted = await newest();
  expect(halted).toMatchObject({ state: "making", done: 0, work: { state: "failed", own: true } });
  expect(halted?.work?.error).toContain("went wrong");
  await staff.call(retryJob, { params: { id: halted?.work?.id ?? "" } });
  await world.drain();
  expect(await newest()).toMatchObject({ state: "done", done: 3, left: 0 });
});

test("a worker killed at any point and started again processes each item once", async () => {
  const { client: own, ids } = await items(600);
  const work = await start({ client: own.map(String) }, { kind: "done" });
  const startOne = () => startWorker(world, agendaWorkJob, { workId: work.id });
  await killAtRow(world, "agenda_work_row", 250, startOne);
  const made = async () => (await newest()) ?? { state: "", done: 0 };
  for (let round = 0; round < 20 && (await made()).state === "making"; round++) {
    const worker = await startOne();
    const goal = (await made()).done + 200;
    while (isRunning(worker) && (await made()).done < goal) await after(3);
    await after(Math.random() * 20);
    await kill(worker);
  }
  expect(await newest()).toMatchObject({ state: "done", done: 600, left: 0 });
  const { rows } = await sql<{ times: number; many: number }>`select times, count(*) as many from (
    select item_id, count(*) as times from agenda_history where act = 'archived'
      and item_id = any(${ids}::bigint[]) group by item_id) as counted group by times`.execute(world.db);
  expect(rows).toEqual([{ times: 1, many: 600 }]);
  expect((await staff.call(archiveAgenda, { body: { ids: ids.slice(0, 3) } })).archived).toEqual([]);
}, 300_000);
