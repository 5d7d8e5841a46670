/** Visits are checked for their day in every way they are planned, and recorded as they were made (Bki 4.2, house policy). */

import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import {
  agendaSubjectList,
  archiveAgenda,
  assignUnattended,
  createAgendaItem,
  fileAgenda,
  planAgain,
  restoreAgenda,
  updateAgendaItem,
} from "../../../cases/agenda/agenda.contract.ts";
import { createLog, listLogs } from "../../../cases/logs/logs.contract.ts";
import { closeFile, reopenFile } from "../../../cases/states/states.server.ts";
import { type BulkHouse, everything, startBulk } from "../../../exchange/bulk/bulk.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { claimOf, person, registerProvider } from "../processing.factory.ts";

let world: World;
let house: BulkHouse;
let staff: Visitor;
let visit: number;
let other: number;

beforeAll(async () => {
  world = await startWorld();
  house = await startBulk(world);
  staff = await world.login([...everything, "ROLE_FILE_SEARCH"]);
  await registerProvider(world);
  const { items } = await staff.call(agendaSubjectList);
  visit = items.find(({ code }) => code === "visit")?.id ?? 0;
  other = items.find(({ code }) => code === "call_debtor")?.id ?? 0;
}, 60_000);
afterAll(() => world.close());

let people = 0;

/** Files of one person, each of a client of its own, who may spell the name in its own way. */
async function filesOf(count: number, spellings: readonly Parameters<typeof person>[0][] = []): Promise<number[]> {
  people++;
  const debtor = {
    ...person({ street: "Deurlaan", city: "Zwolle", postcode: "8011 AB" }),
    lastName: `Bezocht${people}`,
  };
  const made: number[] = [];
  for (let nth = 0; nth < count; nth++) {
    const client = (await makeClient(world.db, world.clock)).id;
    made.push((await placeOne(world, client, claimOf({ debtor: { ...debtor, ...spellings[nth] } }))).id);
  }
  return made;
}

const sent = (file: number, on: string, subject = visit) =>
  staff.send(createAgendaItem, { params: { id: file }, body: { subject, on } });
const planned = (file: number, on: string, subject = visit) =>
  staff.call(createAgendaItem, { params: { id: file }, body: { subject, on } });
const refused = (reply: { json: () => unknown }) => {
  const refusal = z.object({ rule: z.string(), possibleFrom: z.string().nullable() });
  const body = z.object({ refusals: z.array(refusal).optional() }).parse(reply.json());
  return body.refusals?.map(({ rule, possibleFrom }) => [rule, possibleFrom]);
};
const days = async (file: number): Promise<string[]> =>
  (await staff.call(fileAgenda, { params: { id: file } })).items
    .filter(({ subject }) => subject.code === "visit")
    .map(({ on }) => on);

test("a second visit in seven days is refused beside the day, on any file of that person, before and after the first", async () => {
  const [one = 0, two = 0] = await filesOf(2);
  await planned(one, "2026-11-25");
  for (const file of [one, two]) {
    const reply = await sent(file, "2026-11-30");
    expect(refused(reply)).toEqual([["frequencyVisits", "2026-12-02"]]);
    expect(JSON.stringify(reply.json())).toContain("02-12-2026");
    expect(refused(await sent(file, "2026-11-20"))).toEqual([["frequencyVisits", "2026-12-02"]]);
  }
  await planned(two, "2026-12-02");
  const [stranger = 0] = await filesOf(1);
  await planned(stranger, "2026-11-25");
});

test("a Sunday, a holiday and a past day are refused with the first possible day", async () => {
  const [file = 0] = await filesOf(1);
  expect(refused(await sent(file, "2026-11-22"))).toEqual([["contactHours", "2026-11-23"]]);
  expect(refused(await sent(file, "2026-12-25"))).toEqual([["contactHours", "2026-12-28"]]);
  world.clock.set(new Date("2026-11-20T20:30:00+01:00"));
  const late = await world.login(everything);
  const tonight = { params: { id: file }, body: { subject: visit, on: "2026-11-20" } };
  expect(refused(await late.send(createAgendaItem, tonight))).toEqual([["contactHours", "2026-11-21"]]);
  world.clock.set(new Date("2026-11-20T10:00:00+01:00"));
  await planned(file, "2026-11-20");
});

test("no way of changing an item bypasses the rule", async () => {
  const [one = 0, two = 0] = await filesOf(2);
  await planned(one, "2026-11-25");
  const later = await planned(two, "2026-12-04");
  const call = await planned(two, "2026-11-26", other);
  const put = (id: number, body: object, version: number) =>
    staff.send(updateAgendaItem, { params: { id }, body: { ...body, version } });
  expect(refused(await put(later.id, { on: "2026-11-27" }, later.version))).toEqual([
    ["frequencyVisits", "2026-12-02"],
  ]);
  expect(refused(await put(call.id, { subject: visit }, call.version))).toEqual([["frequencyVisits", "2026-12-11"]]);
  const moving = { items: [{ id: later.id, version: later.version, on: "2026-11-27" }] };
  expect(refused(await staff.send(planAgain, { body: moving }))).toEqual([["frequencyVisits", "2026-12-02"]]);
  const repeat = { every: 1, unit: "day" as const };
  expect((await put(later.id, { repeat }, later.version)).status).toBe(400);
  const body = { files: [one, two], item: { subject: visit, on: "2026-11-27", note: "" } };
  expect(refused(await staff.send(assignUnattended, { body }))).toBeDefined();
  expect([await days(one), await days(two)]).toEqual([["2026-11-25"], ["2026-12-04"]]);
  // Put away, it makes room; another then takes its day, and it does not come back.
  await staff.call(archiveAgenda, { body: { ids: [later.id] } });
  await planned(one, "2026-12-04");
  expect(refused(await staff.send(restoreAgenda, { body: { ids: [later.id] } }))).toEqual([
    ["frequencyVisits", "2026-12-11"],
  ]);
});

test("a bulk action plans one visit for a person, and states why not for the other file", async () => {
  const files = await filesOf(2);
  const action = { kind: "agenda", subject: visit, on: "2026-11-25", note: "" } as const;
  const { counts } = await house.planned(action, { by: "files", files });
  expect(counts).toMatchObject({ do: 1, refuse: 1 });
  const again = await filesOf(2);
  for (const file of again) await house.made(action, [file]).catch(() => undefined);
  expect((await Promise.all(again.map(days))).flat()).toEqual(["2026-11-25"]);
});

test("of two simultaneous plans only one succeeds, however the clients spell the name", async () => {
  const files = await filesOf(4, [{}, { prefix: "v.d." }, {}, { initials: "am" }]);
  const replies = await Promise.all(files.map((file) => sent(file, "2026-11-25")));
  expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
  expect((await Promise.all(files.map(days))).flat()).toEqual(["2026-11-25"]);
});

test("a past visit is recorded; against the rules only after confirmation, and its line says so", async () => {
  const [one = 0, two = 0] = await filesOf(2);
  await planned(one, "2026-11-20");
  const line = { type: "visit" as const, subject: "Niemand thuis" };
  await staff.call(createLog, { body: { file: one, ...line, at: "2026-11-19 15:30" } });
  expect(await days(one)).toEqual(["2026-11-20"]);
  await staff.call(createLog, { body: { file: one, ...line, at: "2026-11-20 09:30", confirmed: true } });
  expect(await days(one)).toEqual([]);
  const night = { file: two, ...line, at: "2026-11-15 21:00" };
  const reply = await staff.send(createLog, { body: night });
  expect(refused(reply)?.map(([rule]) => rule)).toEqual(["contactHours", "frequencyVisits"]);
  expect((await staff.send(createLog, { body: { ...night, at: "2026-11-20 23:00" } })).status).toBe(400);
  expect((await staff.send(createLog, { body: { ...night, type: "note" } })).status).toBe(400);
  await staff.call(createLog, { body: { ...night, confirmed: true } });
  const { items } = await staff.call(listLogs, { params: { id: two }, query: { filter: { type: ["visit"] } } });
  expect(items.map(({ at, against }) => [at, against.map(({ rule, article }) => `${rule} ${article}`)])).toEqual([
    ["2026-11-15T20:00:00.000Z", ["contactHours Bki 4.2", "frequencyVisits house rule"]],
  ]);
  expect(refused(await sent(two, "2026-11-25"))).toEqual([["frequencyVisits", "2026-11-27"]]);
});

test("a visit is planned neither under a state nor by reopening a file", async () => {
  const [file = 0] = await filesOf(1);
  await planned(file, "2026-11-25");
  await world.work((ctx) => closeFile(ctx, file, { reason: "withdrawn" }));
  expect((await sent(file, "2026-12-09")).json()).toMatchObject({
    errors: { common: ["This file is closed; reopen it first."] },
  });
  await world.work((ctx) => reopenFile(ctx, file, { note: "Alsnog" }));
  expect(await days(file)).toEqual([]);
});
