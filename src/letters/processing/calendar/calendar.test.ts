/** The calendar of outgoing messages: counted by day and channel, moved within the law and the capacity of a day, and withdrawn. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { listParties, updateDebtor } from "../../../cases/parties/parties.contract.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { logoutUser, switchUser } from "../../../people/access/sign-in/sign-in.contract.ts";
import { sampleLetterInput } from "../../correspondence/correspondence.factory.ts";
import { composeEmail, composeSms } from "../../correspondence/correspondence.server.ts";
import { letterModel } from "../../correspondence/letters/letter.ts";
import {
  makeRunCall,
  moveWaiting,
  planRun,
  readRun,
  readSendCalendar,
  sendsOfDay,
  withdrawMessages,
} from "../processing.contract.ts";
import { portfolio } from "../processing.factory.ts";

let world: World;
let sender: Visitor;
let fileIds: readonly number[];
let clientId: number;
const email = "debiteur@voorbeeld.example";

beforeAll(async () => {
  world = await startWorld();
  sender = await world.login(["ROLE_PROCESSING"]);
  ({ fileIds, clientId } = await portfolio(world, 2));
  // To one address on two files, for Monday morning.
  await sql`update debtor set email = ${email} where id in (select debtor_id from case_file where id = any(${fileIds}))`.execute(
    world.db,
  );
  for (const fileId of fileIds)
    await world.work((ctx) =>
      composeEmail(ctx, {
        fileId,
        templateCode: "EM_FIRST",
        effectKey: `calendar:${fileId}`,
        model: letterModel(sampleLetterInput()),
        to: email,
        sendAt: new Date("2026-11-23T09:00:00Z"),
      }),
    );
});
afterAll(() => world.close());

const dayOf = async (on: string, channel: string) =>
  (await sender.call(readSendCalendar, { query: { from: on, days: 1 } })).items.find(
    (item) => item.channel === channel,
  );
const waiting = async () => (await sender.call(sendsOfDay)).items;
const move = async (on: string) => ({
  body: { messages: (await waiting()).map(({ id }) => id), on, reason: "drukte" },
});

test("waiting and due messages are shown on their days, with the provider's hours and limits", async () => {
  const { contactFrom, contactUntil, items } = await sender.call(readSendCalendar, { query: { from: "2026-11-20" } });
  expect([contactFrom, contactUntil]).toEqual(["07:00", "20:00"]);
  expect(items).toHaveLength(21);
  expect(await dayOf("2026-11-23", "email")).toMatchObject({ waiting: 2, most: null, open: true });
  expect(items.reduce((sum, { due, channel }) => sum + (channel === "post" ? due : 0), 0)).toBe(2);
  // Sunday.
  expect(await dayOf("2026-11-22", "email")).toMatchObject({ open: false });
});

test("a day of a year that no clock knows is an error beside its field", async () => {
  for (const day of ["0000-01-01", "0001-01-01", "9999-12-31"]) {
    expect((await sender.refused(readSendCalendar, { query: { from: day } })).body.errors).toHaveProperty("from");
    expect((await sender.refused(sendsOfDay, { query: { filter: { on: day } } })).status).toBe(400);
    expect((await sender.refused(planRun, { body: { dueUntil: day } })).body.errors).toHaveProperty("dueUntil");
    expect((await sender.refused(moveWaiting, await move(day))).body.errors?.on).toEqual(["This is not a date."]);
  }
});

test("messages to one address in seven days are counted over all files", async () => {
  expect((await waiting()).map(({ inWeek }) => inWeek)).toEqual([2, 2]);
});

test("nothing is moved onto a Sunday, into the past, or onto a day that is full", async () => {
  expect((await sender.refused(moveWaiting, await move("2026-11-29"))).body.errors?.on).toHaveLength(1);
  expect((await sender.refused(moveWaiting, await move("2026-11-19"))).body.errors?.on).toEqual(["This day is over."]);
  // As far ahead as a message may be written for: 90 days.
  expect((await sender.refused(moveWaiting, await move("2027-02-19"))).body.errors?.on).toEqual([
    expect.stringContaining("90"),
  ]);
  await world.work((ctx) => changeSettings(ctx, { emailPerDay: 1 }));
  expect((await sender.refused(moveWaiting, await move("2026-11-24"))).body.errors?.on).toEqual([
    "This day cannot take that many: 0 of 1 go already, and you are moving 2.",
  ]);
  await world.work((ctx) => changeSettings(ctx, { emailPerDay: 2 }));
});

test("nor is an e-mail moved to today once the hours of contact are over: it would leave on another day, which was not asked about", async () => {
  const now = world.clock.now();
  // Saturday at eight in the evening.
  world.clock.set(new Date("2026-11-21T20:00:00+01:00"));
  sender = await world.login(["ROLE_PROCESSING"]);
  expect((await sender.refused(moveWaiting, await move("2026-11-21"))).body.errors?.on).toEqual([
    "No e-mail or SMS goes today any more: the hours of contact are over.",
  ]);
  expect(await dayOf("2026-11-23", "email")).toMatchObject({ waiting: 2 });
  world.clock.set(now);
  sender = await world.login(["ROLE_PROCESSING"]);
});

test("it is moved with a reason, and leaves on its new day", async () => {
  expect(await sender.call(moveWaiting, await move("2026-11-24"))).toEqual({ moved: 2 });
  expect(await dayOf("2026-11-23", "email")).toMatchObject({ waiting: 0 });
  expect(await dayOf("2026-11-24", "email")).toMatchObject({ waiting: 2, taken: 2, most: 2 });
  // What a day can take is counted over all clients, and not on the days beside it.
  const { items } = await sender.call(readSendCalendar, { query: { from: "2026-11-23", days: 3, client: 999_999 } });
  const mails = items.filter(({ channel }) => channel === "email");
  expect(mails.map(({ waiting: count, taken }) => [count, taken])).toEqual([
    [0, 0],
    [0, 2],
    [0, 0],
  ]);
});

test("what waits for a full day already can be moved to that day once more", async () => {
  expect(await sender.call(moveWaiting, await move("2026-11-24"))).toEqual({ moved: 2 });
  expect(await dayOf("2026-11-24", "email")).toMatchObject({ waiting: 2, most: 2 });
});

test("what asks for payment is not moved to where one address gets more in seven days than the settings allow", async () => {
  await world.work((ctx) => changeSettings(ctx, { emailPerDay: 0, messagesPerWeek: 1 }));
  const [first = 0, second = 0] = (await waiting()).map(({ id }) => id);
  const moved = (messages: readonly number[], on: string) => ({
    body: { messages: [...messages], on, reason: "drukte" },
  });
  // An answer is not counted against whoever asked.
  expect(await sender.call(moveWaiting, moved([first, second], "2026-11-26"))).toEqual({ moved: 2 });
  await world.db.updateTable("message").set({ purpose: "dunning" }).where("id", "in", [first, second]).execute();
  expect((await sender.refused(moveWaiting, moved([first, second], "2026-11-24"))).body.errors?.on).toEqual([
    "Somebody would get more than 1 e-mail or SMS in seven days.",
  ]);
  expect((await sender.refused(moveWaiting, moved([first], "2026-12-02"))).status).toBe(400);
  expect(await sender.call(moveWaiting, moved([first], "2026-12-03"))).toEqual({ moved: 1 });
  expect((await sender.refused(moveWaiting, moved([second], "2026-11-27"))).status).toBe(400);
  await world.work((ctx) => changeSettings(ctx, { messagesPerWeek: 2 }));
  expect(await sender.call(moveWaiting, moved([first, second], "2026-11-24"))).toEqual({ moved: 2 });
  await world.db.updateTable("message").set({ purpose: null }).where("id", "in", [first, second]).execute();
  await world.work((ctx) => changeSettings(ctx, { emailPerDay: 2 }));
});

test("an e-mail and an SMS to one person are counted together, also where the address was corrected since", async () => {
  await world.work((ctx) => changeSettings(ctx, { messagesPerWeek: 1 }));
  const [fileId = 0] = (await portfolio(world, 1)).fileIds;
  const chief = await world.login(["*"]);
  const params = { id: fileId };
  const { main } = await chief.call(listParties, { params });
  const { fileType, isConsumer, isNaturalPerson, displayName, id, addressSource, wish, addresses, channels, ...is } =
    main;
  const model = letterModel(sampleLetterInput());
  const [mail, sms] = await world.work(async (ctx) => {
    const order = { fileId, model, judged: { purpose: "dunning" as const, claimMark: null } };
    const at = (day: string) => new Date(`${day}T09:00:00Z`);
    const [one, other] = [is.email ?? "", is.mobile ?? ""];
    const first = { ...order, templateCode: "EM_FIRST", effectKey: "together:mail", to: one, sendAt: at("2026-11-24") };
    const later = {
      ...order,
      templateCode: "SMS_LINK",
      effectKey: "together:sms",
      to: other,
      sendAt: at("2026-12-03"),
    };
    return [(await composeEmail(ctx, first)).messageId, (await composeSms(ctx, later)).messageId];
  });
  const moveTo = (message: number, on: string) => ({ body: { messages: [message], on, reason: "drukte" } });
  expect((await sender.refused(moveWaiting, moveTo(sms, "2026-11-25"))).body.errors?.on).toEqual([
    "Somebody would get more than 1 e-mail or SMS in seven days.",
  ]);
  await chief.call(updateDebtor, { params, body: { ...is, email: "nieuw@voorbeeld.example" } });
  expect((await sender.refused(moveWaiting, moveTo(sms, "2026-11-30"))).status).toBe(400);
  expect((await sender.refused(moveWaiting, moveTo(mail, "2026-11-27"))).status).toBe(400);
  expect(await sender.call(moveWaiting, moveTo(sms, "2026-12-01"))).toEqual({ moved: 1 });
  await sender.call(withdrawMessages, { body: { messages: [mail, sms], reason: "x" } });
  await world.work((ctx) => changeSettings(ctx, { messagesPerWeek: 2 }));
});

test("two people filling a day at once do not exceed its limit", async () => {
  await world.work((ctx) => changeSettings(ctx, { emailPerDay: 1 }));
  const other = await world.login(["ROLE_PROCESSING"]);
  const messages = (await waiting()).map(({ id }) => id);
  const replies = await Promise.all(
    [sender, other].map((who, at) =>
      who.send(moveWaiting, { body: { messages: [messages[at] ?? 0], on: "2026-11-25", reason: "drukte" } }),
    ),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(await dayOf("2026-11-25", "email")).toMatchObject({ waiting: 1, most: 1 });
  await world.work((ctx) => changeSettings(ctx, { emailPerDay: 0 }));
});

test("a user who does not see the file finds no message", async () => {
  const [first] = await waiting();
  const nobody = await world.login({ acl: ["ROLE_PROCESSING"], kind: "customer", clientIds: [] });
  const body = { messages: [first?.id ?? 0], reason: "x" };
  expect((await nobody.refused(withdrawMessages, { body })).status).toBe(404);
  expect((await nobody.call(sendsOfDay)).items).toEqual([]);
});

test("a withdrawn message is not sent, and cannot be withdrawn again", async () => {
  const [first] = await waiting();
  const body = { messages: [first?.id ?? 0], reason: "<b>betwist</b>" };
  expect(await sender.call(withdrawMessages, { body })).toEqual({ withdrawn: 1 });
  expect(await sender.call(withdrawMessages, { body })).toEqual({ withdrawn: 0 });
  expect(await waiting()).toHaveLength(1);
});

test("a run waits for its cooling-off period, and is sent by somebody other than its planner", async () => {
  await world.work((ctx) => changeSettings(ctx, { sendFourEyes: true, sendCoolingMinutes: 30 }));
  const { id } = await sender.call(planRun, { body: { clients: [clientId] } });
  await world.drain();
  const { version } = await sender.call(readRun, { params: { id } });
  const order = { params: { id }, body: { version } };
  expect((await sender.refused(makeRunCall, order)).body.errors?.common).toEqual([
    "Four eyes: whoever planned the run does not send it. Ask a colleague.",
  ]);
  const other = await world.login(["ROLE_PROCESSING"]);
  // A chief who plans, or sends, under a colleague's name is one pair of eyes.
  const chief = await world.login(["*"]);
  const actAs = (who: Visitor) => chief.call(switchUser, { params: { id: who.userId } });
  await actAs(sender);
  const acted = await chief.call(planRun, { body: { clients: [(await portfolio(world, 1)).clientId] } });
  await world.drain();
  await chief.call(logoutUser);
  const again = await chief.call(readRun, { params: { id: acted.id } });
  const ofActed = { params: { id: acted.id }, body: { version: again.version } };
  expect((await chief.refused(makeRunCall, ofActed)).body.errors?.common?.[0]).toMatch(/^Four eyes/);
  const own = await chief.call(planRun, { body: { clients: [(await portfolio(world, 1)).clientId] } });
  await world.drain();
  await actAs(other);
  const seen = await chief.call(readRun, { params: { id: own.id } });
  const ofOwn = { params: { id: own.id }, body: { version: seen.version } };
  expect((await chief.refused(makeRunCall, ofOwn)).body.errors?.common?.[0]).toMatch(/^Four eyes/);
  await chief.call(logoutUser);
  expect((await other.refused(makeRunCall, order)).body.errors?.common).toEqual([
    "Cooling-off: this run can be sent from 10:30 on.",
  ]);
  world.clock.set(new Date("2026-11-20T09:31:00Z"));
  expect((await other.call(makeRunCall, order)).state).toBe("making");
});
