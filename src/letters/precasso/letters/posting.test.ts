/** Letters of pre-collection that are told to be posted later than they were made: each moves what hangs on it, and nothing else. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { activeHolds, closeFile, reopenFile } from "../../../cases/states/states.server.ts";
import { addDays, date, type PlainDate } from "../../../ground/kernel/dates.ts";
import { getBalance } from "../../../money/claims/bookings/bookings.contract.ts";
import { eventsOf } from "../../../money/claims/claims.server.ts";
import { isKind, standingEvents } from "../../../money/claims/claims.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { doStep } from "../../processing/processing.contract.ts";
import { registerProvider } from "../../processing/processing.factory.ts";
import { makeRecord, recordOf } from "../precasso.factory.ts";
import { readRecord } from "../records/records.contract.ts";
import { convertCall, makePrecasso, planPrecasso, readPrecassoRun } from "../runs/runs.contract.ts";
import { recordLetters } from "./posting.server.ts";

let world: World;
let clerk: Visitor;
let id: number;
beforeAll(async () => {
  world = await startWorld();
  await registerProvider(world);
  await at(date("2026-11-20"));
  id = await withTwoLetters("private");
}, 120_000);
afterAll(() => world.close());

/** A record of a new client of which two letters went: without a mailbox and a mobile number the reminder and the 14-day letter, or the last reminder. */
async function withTwoLetters(fileType: "private" | "company"): Promise<number> {
  const more = { iban: "NL91ABNA0417164300", phone: "+31201234567", email: "klant@warmte.example" };
  const client = (await makeClient(world.db, world.clock, more)).id;
  const company = fileType === "company" && { companyName: "Proef BV", legalForm: "bv" as const };
  const debtor = { ...recordOf(client).debtor, ...company, email: null, mobile: null };
  const made = await makeRecord(clerk, client, { fileType, debtor });
  const record = () => clerk.call(readRecord, { params: { id: made } });
  while ((await record()).messages.length < 2) {
    const { nextDueOn } = await record();
    if (nextDueOn !== null && nextDueOn > world.clock.today()) await at(date(nextDueOn));
    const params = { id: (await clerk.call(planPrecasso, { body: { clients: [client] } })).id };
    await world.drain();
    const { version } = await clerk.call(readPrecassoRun, { params });
    await clerk.call(makePrecasso, { params, body: { version } });
    await world.drain();
  }
  return made;
}

async function at(day: PlainDate): Promise<void> {
  world.clock.set(new Date(`${day}T09:00:00Z`));
  clerk = await world.login([
    "ROLE_PRECASSO_CREATE",
    "ROLE_PRECASSO_SEARCH",
    "ROLE_PRECASSO_ACTIONS",
    "ROLE_PROCESSING",
    "ROLE_FILE_SEARCH",
    "ROLE_FILE_EDIT",
    "ROLE_EMPLOYEE",
  ]);
}
const record = () => clerk.call(readRecord, { params: { id } });
const posted = (messageId: number, on: PlainDate) => world.work((ctx) => recordLetters.notePosted(ctx, messageId, on));

test("the reminder, told of after the 14-day letter was made, moves neither that letter's term nor what follows it", async () => {
  const before = await record();
  const [notice, reminder] = before.messages;
  expect([reminder?.channel, notice?.channel]).toEqual(["post", "post"]);
  await posted(reminder?.id ?? 0, world.clock.today());
  const after = await record();
  expect(after.messages[1]).toMatchObject({ id: reminder?.id, postedOn: world.clock.today() });
  expect([after.notice14, after.nextDueOn]).toEqual([before.notice14, before.nextDueOn]);
});

test("the 14-day letter moves its own term, and the day on which costs are due", async () => {
  const before = await record();
  const on = addDays(world.clock.today(), 2);
  await posted(before.messages[0]?.id ?? 0, on);
  const after = await record();
  expect(before.notice14).toMatchObject({ sentOn: "2026-12-04", lastPayDay: "2026-12-22", bikDueFrom: "2026-12-23" });
  // Posted on Sunday 6 December, with the debtor on the second day of delivery, Wednesday 9 December, and 14 days from the day after.
  expect(after.notice14).toMatchObject({ sentOn: on, lastPayDay: "2026-12-23", bikDueFrom: "2026-12-24" });
});

test("the 14-day letter, come back after its record became a file, stops that file; it and the costs on its ground never counted", async () => {
  await at(date("2026-12-24"));
  const { fileId } = await clerk.call(convertCall, { params: { id }, body: {} });
  // The next step is the letter that charges the costs (W1 step 4).
  await clerk.call(doStep, { params: { id: fileId }, body: { position: 4 } });
  await world.drain();
  const standing = async () => {
    const { costs } = await clerk.call(getBalance, { params: { id: fileId } });
    const letters = standingEvents(await eventsOf(world.db, fileId)).filter(({ kind }) => kind === "notice14");
    return { costs, letters: letters.length };
  };
  // 15 % of € 100.00, but the least is € 40.00, as announced.
  expect(await standing()).toEqual({ costs: "40.00", letters: 1 });
  const [notice] = (await record()).messages;
  const back = date("2026-12-28");
  await at(back);
  const returned = () =>
    world.work((ctx) => recordLetters.noteReturnedLetter(ctx, notice?.id ?? 0, back, "Brief kwam terug: verhuisd"));
  await returned();
  await returned();
  await world.drain();
  expect(await standing()).toEqual({ costs: "0.00", letters: 0 });
  const holds = (await activeHolds(world.db, [fileId], back)).get(fileId);
  expect(holds).toMatchObject([{ kind: "returned_mail", reason: "Brief kwam terug: verhuisd" }]);
  expect((await record()).messages[0]).toMatchObject({ returnedOn: back });
  expect(await world.problems()).toEqual([]);
});

test("the last reminder to a business gives its term from the day of its posting, moved off a holiday once", async () => {
  await at(date("2027-04-19"));
  const business = await withTwoLetters("company");
  const termOf = async () => {
    const row = world.db.selectFrom("precasso_record").select("term_until").where("id", "=", business);
    return (await row.executeTakeFirstOrThrow()).term_until;
  };
  // Made on Monday 3 May: 14 days later is Whit Monday.
  expect([world.clock.today(), await termOf()]).toEqual(["2027-05-03", "2027-05-18"]);
  const { messages } = await clerk.call(readRecord, { params: { id: business } });
  await posted(messages[0]?.id ?? 0, date("2027-05-05"));
  expect(await termOf()).toBe("2027-05-19");
});

test("the 14-day letter, told to be posted later after its record became a file, moves the file's term too, and costs charged before its end are none", async () => {
  await at(date("2027-06-07"));
  const late = await withTwoLetters("private");
  const known = await clerk.call(readRecord, { params: { id: late } });
  const { sentOn, bikDueFrom } = known.notice14 ?? { sentOn: "", bikDueFrom: "" };
  await at(date(bikDueFrom));
  const { fileId } = await clerk.call(convertCall, { params: { id: late }, body: {} });
  await clerk.call(doStep, { params: { id: fileId }, body: { position: 4 } });
  await world.drain();
  const standing = async () => {
    const { costs } = await clerk.call(getBalance, { params: { id: fileId } });
    const letters = standingEvents(await eventsOf(world.db, fileId)).filter((event) => isKind(event, "notice14"));
    return { costs, letters: letters.map(({ on, data }) => ({ on, bikDueFrom: data.bikDueFrom })) };
  };
  expect(await standing()).toEqual({ costs: "40.00", letters: [{ on: sentOn, bikDueFrom }] });
  const on = addDays(date(sentOn), 4);
  await posted(known.messages[0]?.id ?? 0, on);
  const { notice14 } = await clerk.call(readRecord, { params: { id: late } });
  expect(notice14).toMatchObject({ sentOn: on });
  expect(notice14?.bikDueFrom).not.toBe(bikDueFrom);
  expect(await standing()).toEqual({ costs: "0.00", letters: [{ on, bikDueFrom: notice14?.bikDueFrom }] });
  await world.drain();
  expect(await world.problems()).toEqual([]);
});

test("the 14-day letter, come back while the file of its record is closed, does not count when that is opened again", async () => {
  const other = await withTwoLetters("private");
  const { notice14, messages } = await clerk.call(readRecord, { params: { id: other } });
  await at(date(notice14?.bikDueFrom ?? ""));
  const { fileId } = await clerk.call(convertCall, { params: { id: other }, body: {} });
  const letters = async () =>
    standingEvents(await eventsOf(world.db, fileId)).filter((event) => isKind(event, "notice14")).length;
  expect(await letters()).toBe(1);
  await world.work((ctx) => closeFile(ctx, fileId, { reason: "withdrawn" }));
  const letter = messages[0]?.id ?? 0;
  await world.work((ctx) => recordLetters.noteReturnedLetter(ctx, letter, world.clock.today(), "Brief kwam terug"));
  await world.work((ctx) => reopenFile(ctx, fileId));
  expect(await letters()).toBe(0);
});
