/** What a debtor is told of an arrangement goes by mail where it can, whatever the hour is where they are: it waits for the hours of contact there. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { followArrangement, propose } from "../../../money/claims/agreements/arrangements.server.ts";
import { bookPaymentCall } from "../../../money/claims/claims.contract.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { listWaiting } from "../../print-batches/print-batches.contract.ts";
import { claimOf, person, registerProvider } from "../processing.factory.ts";
import { remindersJob } from "./reminders.server.ts";

let world: World;
let staff: Visitor;

beforeAll(async () => {
  world = await startWorld();
  await registerProvider(world);
});
beforeEach(() => world.clock.set(new Date("2026-11-20T10:00:00+01:00")));
afterAll(() => world.close());

/** A file of which payment in three months was agreed, with the first term on a day. */
async function agreed(first: string, debtor: Parameters<typeof person>[0] = {}): Promise<number> {
  const client = await makeClient(world.db, world.clock);
  const { id } = await placeOne(world, client.id, claimOf({ debtor: person(debtor) }));
  const terms = { first: date(first), frequency: "month", interest: "runs", count: 3 } as const;
  await world.work((ctx) => propose(ctx, id, { ...terms, activate: true }));
  await world.drain();
  return id;
}

/** The reminders as they are made in the morning of a day. */
async function remind(day: string): Promise<void> {
  world.clock.set(new Date(`${day}T09:15:00+01:00`));
  await world.work((ctx) => ctx.enqueue(remindersJob, {}));
  await world.drain();
}

const sentTo = async (fileId: number) =>
  (
    await world.db
      .selectFrom("message")
      .select(["template_code", "send_after"])
      .where("file_id", "=", fileId)
      .orderBy("id")
      .execute()
  ).map((message) => [message.template_code, message.send_after.toISOString()]);

test("overseas: the confirmation and the reminders of a term leave at seven there", async () => {
  const overseas = { street: "Kaya", houseNumber: "1", postcode: "0000", city: "Willemstad", country: "CW" };
  const id = await agreed("2026-12-01", overseas);
  await remind("2026-11-28");
  await remind("2026-12-09");
  // Seven o'clock in Curaçao is noon in Amsterdam.
  expect(await sentTo(id)).toEqual([
    ["EM_ARRANGED", "2026-11-20T11:00:00.000Z"],
    ["EM_TERM_SOON", "2026-11-28T11:00:00.000Z"],
    ["EM_TERM_LATE", "2026-12-09T11:00:00.000Z"],
  ]);
});

test("a house that keeps quiet until eleven still reminds: at eleven", async () => {
  await world.work((ctx) => changeSettings(ctx, { contactFrom: "11:00" }));
  const id = await agreed("2026-12-01");
  await remind("2026-11-28");
  await remind("2026-12-09");
  expect(await sentTo(id)).toEqual([
    ["EM_ARRANGED", "2026-11-20T10:00:00.000Z"],
    ["EM_TERM_SOON", "2026-11-28T10:00:00.000Z"],
    ["EM_TERM_LATE", "2026-12-09T10:00:00.000Z"],
  ]);
  await world.work((ctx) => changeSettings(ctx, { contactFrom: "07:00" }));
});

test("at Christmas no mail announces a term that is over when it may leave, on Monday the 28th", async () => {
  const [over, coming] = [await agreed("2026-12-26"), await agreed("2026-12-28")];
  await remind("2026-12-25");
  expect((await sentTo(over)).slice(1)).toEqual([]);
  expect((await sentTo(coming)).slice(1)).toEqual([["EM_TERM_SOON", "2026-12-28T06:00:00.000Z"]]);
});

test("one day before a term on Monday is Sunday, on which nothing leaves: it is announced on Saturday, and with 0 days never", async () => {
  await world.work((ctx) => changeSettings(ctx, { termReminderDays: 1 }));
  const [monday, tuesday] = [await agreed("2026-11-30"), await agreed("2026-12-01")];
  await remind("2026-11-27");
  expect((await sentTo(monday)).slice(1)).toEqual([]);
  await world.work((ctx) => changeSettings(ctx, { termReminderDays: 0 }));
  await remind("2026-11-28");
  expect((await sentTo(monday)).slice(1)).toEqual([]);
  await world.work((ctx) => changeSettings(ctx, { termReminderDays: 1 }));
  await remind("2026-11-28");
  expect((await sentTo(monday)).slice(1)).toEqual([["EM_TERM_SOON", "2026-11-28T08:15:00.000Z"]]);
  expect((await sentTo(tuesday)).slice(1)).toEqual([]);
  await world.work((ctx) => changeSettings(ctx, { termReminderDays: 3 }));
});

test("who has no e-mail address is reminded of a late term by letter", async () => {
  const id = await agreed("2026-12-01", { email: null });
  await remind("2026-11-28");
  await remind("2026-12-09");
  expect((await sentTo(id)).map(([template]) => template)).toEqual(["POST_ARRANGEMENT", "POST_TERM_LATE"]);
  const { body_text } = await world.db
    .selectFrom("message")
    .select("body_text")
    .where("file_id", "=", id)
    .where("template_code", "=", "POST_TERM_LATE")
    .executeTakeFirstOrThrow();
  // Fourteen days after its last day the arrangement ends.
  expect(body_text).toContain("uiterlijk op 15 december 2026");
});

/** What was paid on a file, by hand. */
const paid = (fileId: number, amount: string): Promise<unknown> =>
  staff.call(bookPaymentCall, {
    params: { id: fileId },
    body: { date: world.clock.today(), amount, kind: "agency", reference: "termijn" },
  });

const stateOf = async (fileId: number) =>
  (
    await world.db
      .selectFrom("message")
      .innerJoin("outbox", "outbox.key", "message.effect_key")
      .select(["template_code", "outbox.state"])
      .where("file_id", "=", fileId)
      .orderBy("message.id")
      .execute()
  ).map((message) => [message.template_code, message.state]);

test("a term that is paid while its reminder waits for its hour is not asked for any more", async () => {
  await world.work((ctx) => changeSettings(ctx, { contactFrom: "11:00" }));
  const [term, part, whole, none] = [
    await agreed("2026-12-01"),
    await agreed("2026-12-01"),
    await agreed("2026-12-01"),
    await agreed("2026-12-01"),
  ];
  await remind("2026-12-09");
  world.clock.set(new Date("2026-12-09T10:00:00+01:00"));
  staff = await world.login(["*"]);
  const { open } = await world.db
    .selectFrom("case_file")
    .select("open_cents as open")
    .where("id", "=", whole)
    .executeTakeFirstOrThrow();
  await paid(term, "40.00");
  await paid(part, "10.00");
  await paid(whole, (open / 100).toFixed(2));
  world.clock.set(new Date("2026-12-09T11:05:00+01:00"));
  await world.drain();
  for (const id of [term, part, whole])
    expect((await stateOf(id)).filter(([template]) => template === "EM_TERM_LATE")).toEqual([["EM_TERM_LATE", "dead"]]);
  expect((await stateOf(none)).at(-1)).toEqual(["EM_TERM_LATE", "kept"]);
  await world.work((ctx) => changeSettings(ctx, { contactFrom: "07:00" }));
});

test("a letter about a term, or about an arrangement that ended, is not printed once that is paid", async () => {
  await world.work((ctx) => changeSettings(ctx, { printHouse: true }));
  const byPost = { email: null };
  const late = [await agreed("2026-12-01", byPost), await agreed("2026-12-01", byPost)];
  const [term = 0, whole = 0] = late;
  await remind("2026-12-09");
  staff = await world.login(["*"]);
  const lettersOf = async (fileId: number) =>
    (await staff.call(listWaiting, { query: { limit: 100 } })).items
      .filter((letter) => letter.fileId === fileId && letter.templateCode !== "POST_ARRANGEMENT")
      .map(({ templateCode, why }) => [templateCode, why]);
  for (const id of late) expect(await lettersOf(id)).toEqual([["POST_TERM_LATE", null]]);
  const told = "The claim has changed since this message was written; it might name a wrong amount.";
  await paid(term, "40.00");
  expect(await lettersOf(term)).toEqual([["POST_TERM_LATE", told]]);
  await world.work((ctx) => followArrangement(ctx, whole));
  world.clock.set(new Date("2026-12-21T10:00:00+01:00"));
  await world.work((ctx) => followArrangement(ctx, whole));
  await world.drain();
  staff = await world.login(["*"]);
  expect(await lettersOf(whole)).toEqual([
    ["POST_TERM_LATE", told],
    ["POST_TERM_ENDED", null],
  ]);
  const { open } = await world.db
    .selectFrom("case_file")
    .select("open_cents as open")
    .where("id", "=", whole)
    .executeTakeFirstOrThrow();
  await paid(whole, ((open + 500) / 100).toFixed(2));
  expect(await lettersOf(whole)).toEqual([
    ["POST_TERM_LATE", told],
    ["POST_TERM_ENDED", told],
  ]);
  await world.work((ctx) => changeSettings(ctx, { printHouse: false }));
});
