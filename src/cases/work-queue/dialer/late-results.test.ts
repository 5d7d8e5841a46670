/** What a dialer tells of a call whose item somebody has done meanwhile is not lost. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { claimOf, person, portfolio } from "../../../letters/processing/processing.factory.ts";
import { agendaSubjectList, archiveAgenda, createAgendaItem, fileAgenda } from "../../agenda/agenda.contract.ts";
import { showFile } from "../../file-page/file-page.contract.ts";
import { listLogs } from "../../logs/logs.contract.ts";
import { importDialerResults, makeDialerList, returnDialerList } from "../work-queue.contract.ts";

let world: World;
let staff: Visitor;
let clientId: number;
let call: number;

beforeAll(async () => {
  world = await startWorld();
  clientId = (await portfolio(world, 0)).clientId;
  staff = await world.login(["ROLE_AGENDA", "ROLE_FILE_SEARCH", "ROLE_FILE_SEND", "ROLE_FILE_EDIT"]);
  call = (await staff.call(agendaSubjectList)).items.find(({ code }) => code === "call_debtor")?.id ?? 0;
});
afterAll(() => world.close());

describe("what a dialer tells of a call whose item somebody has done meanwhile", () => {
  test.each([
    ["dispute", ["dispute"], ["dispute_received"]],
    ["promise", [], ["review"]],
    ["call_back", [], ["review"]],
    ["refuses", [], []],
  ] as const)("%s: stops the file, or somebody looks at it, and its note is kept", async (said, holds, subjects) => {
    world.clock.set(new Date("2026-11-20T09:00:00Z"));
    const file = (await placeOne(world, clientId, claimOf({ debtor: person() }))).id;
    const planned = { subject: call, on: world.clock.today(), owner: staff.userId };
    const item = (await staff.call(createAgendaItem, { params: { id: file }, body: planned })).id;
    const { id } = await staff.call(makeDialerList, { body: {} });
    await staff.call(returnDialerList, { params: { id } });
    await staff.call(archiveAgenda, { body: { ids: [item], outcome: "Zelf gebeld" } });
    world.clock.set(new Date("2026-11-20T09:25:00Z"));
    const [amount, by] = said === "promise" ? ["25,00", "2026-11-30"] : ["", ""];
    const back = said === "call_back" ? "2026-11-24" : "";
    const content = [
      "reference;time;line;person;amount;by;call_back;note",
      `${id}-1;2026-11-20 10:11;answered;${said};${amount};${by};${back};Het was nooit geleverd`,
    ].join("\n");
    const files = { file: { name: "uitkomsten.csv", mime: "text/csv", content } };
    expect(await staff.call(importDialerResults, { params: { id }, files })).toMatchObject({ taken: 1, late: 1 });
    expect((await staff.call(showFile, { params: { id: file } })).holds.map(({ kind }) => kind)).toEqual(holds);
    const { items } = await staff.call(fileAgenda, { params: { id: file } });
    expect(items.map(({ subject }) => subject.code)).toEqual(subjects);
    const logs = (await staff.call(listLogs, { params: { id: file }, query: {} })).items;
    expect(logs.map((line) => line.content)).toContain("Het was nooit geleverd");
  });
});

test("a file that has gone to another team keeps the call and its dispute, and does not keep out the other results", async () => {
  world.clock.set(new Date("2026-11-23T09:00:00Z"));
  await world.work((ctx) => changeSettings(ctx, { staffSeeOnlyTeams: true }));
  const chief = await world.login(["*"]);
  const teamOf = async (name: string) =>
    (await world.db.insertInto("team").values({ name }).returning("id").executeTakeFirstOrThrow()).id;
  const [north, south] = [await teamOf("Noord"), await teamOf("Zuid")];
  const acl = ["ROLE_AGENDA", "ROLE_FILE_SEARCH", "ROLE_FILE_SEND", "ROLE_FILE_EDIT"];
  const caller = await world.login({ acl, teamIds: [north] });
  const files: number[] = [];
  for (let made = 0; made < 2; made++) {
    const { id } = await placeOne(world, clientId, claimOf({ debtor: person() }));
    await world.db.updateTable("case_file").set({ team_id: north }).where("id", "=", id).execute();
    const body = { subject: call, on: world.clock.today(), owner: caller.userId };
    await caller.call(createAgendaItem, { params: { id }, body });
    files.push(id);
  }
  const { id, rows } = await caller.call(makeDialerList, { body: {} });
  expect(rows).toBe(2);
  const listed = await world.db
    .selectFrom("dialer_row")
    .select(["row_number", "file_id"])
    .where("list_id", "=", id)
    .execute();
  const gone = files[0] ?? 0;
  await world.db
    .updateTable("case_file")
    .set({ team_id: south, case_manager_id: null })
    .where("id", "=", gone)
    .execute();
  world.clock.set(new Date("2026-11-23T09:25:00Z"));
  const content = [
    "reference;time;line;person;note",
    ...listed.map(({ row_number: row, file_id: file }) =>
      file === gone
        ? `${id}-${row};2026-11-23 10:11;answered;dispute;Nooit geleverd`
        : `${id}-${row};2026-11-23 10:12;no_answer;;`,
    ),
  ].join("\n");
  const sent = { file: { name: "uitkomsten.csv", mime: "text/csv", content } };
  expect(await caller.call(importDialerResults, { params: { id }, files: sent })).toMatchObject({ taken: 2, late: 1 });
  expect((await chief.call(showFile, { params: { id: gone } })).holds.map(({ kind }) => kind)).toEqual(["dispute"]);
  const logs = (await chief.call(listLogs, { params: { id: gone }, query: {} })).items;
  expect(logs.map((line) => line.content)).toContain("Nooit geleverd");
  expect((await caller.send(showFile, { params: { id: gone } })).status).toBe(404);
});
