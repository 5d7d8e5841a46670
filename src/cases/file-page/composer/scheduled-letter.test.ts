import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { placeOne } from "../../../exchange/intake/intake.factory.ts";
import {
  cancelMessage,
  listFileDocuments,
  listMessages,
  readMessage,
  resendMessage,
} from "../../../letters/correspondence/correspondence.contract.ts";
import { listWaiting } from "../../../letters/print-batches/print-batches.contract.ts";
import { claimOf, person, portfolio } from "../../../letters/processing/processing.factory.ts";
import { templateCallsOf } from "../../../letters/template-pages/template-pages.contract.ts";
import { bookPaymentCall } from "../../../money/claims/claims.contract.ts";
import { listLogs } from "../../logs/logs.contract.ts";
import { closeFileByHand, liftHoldFromFile, placeHoldOnFile } from "../../states/states.contract.ts";
import {
  previewFileMessage,
  recallFileMessage,
  sampleFileLetter,
  sendFileMessage,
  waitingMessages,
} from "./composer.contract.ts";

const acl = ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_FILE_SEND", "ROLE_PROCESSING"];
const letter = { channel: "post", template: "POST_LAST" } as const;

let world: World;
let staff: Visitor;
let id: number;
let keys = 0;
const key = (): string => `1c0e6c1e-93f5-4a55-8d5e-${String(++keys).padStart(12, "0")}`;
// Friday 20 November 2026, 10:00 in Amsterdam. The hours of Bki 4.2 do not bind letters by post, so a Sunday evening is allowed.
const sunday = "2026-11-22 21:30";
const instant = "2026-11-22T20:30:00.000Z";

const send = (body: object = {}) =>
  staff.call(sendFileMessage, { params: { id }, body: { ...letter, key: key(), at: sunday, ...body } });
const turnTo = async (to: string): Promise<void> => {
  world.clock.set(new Date(to));
  staff = await world.login(acl);
  await world.drain();
};
const read = (messageId: number) => staff.call(readMessage, { params: { id: messageId } });
const waiting = async () => (await staff.call(waitingMessages, { params: { id } })).items;
const documents = async () => (await staff.call(listFileDocuments, { params: { id } })).items;
const lines = async () => (await staff.call(listLogs, { params: { id } })).items.map(({ subject }) => subject);
const pay = () =>
  staff.call(bookPaymentCall, {
    params: { id },
    body: { date: "2026-11-20", amount: 25, kind: "agency", reference: "test" },
  });

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set(new Date("2026-11-20T09:00:00Z"));
  staff = await world.login(acl);
  [id = 0] = (await portfolio(world, 1)).fileIds;
});

test("a scheduled letter is made on its day, with the date and amounts of that day", async () => {
  const preview = await staff.call(previewFileMessage, { params: { id }, query: { ...letter, at: sunday } });
  expect(preview).toMatchObject({ allowed: true, quiet: [], sendAfter: instant });
  const { messageId, documentId, sendAfter } = await send();
  expect([documentId, sendAfter]).toEqual([null, instant]);
  expect(await waiting()).toMatchObject([{ id: messageId, channel: "post", state: "scheduled", sendAfter: instant }]);
  expect(await read(messageId)).toMatchObject({ state: "scheduled", sentAt: null, text: preview.text });
  await pay();
  await turnTo("2026-11-22T20:29:00Z");
  expect(await documents()).toEqual([]);

  await turnTo(instant);
  const made = await read(messageId);
  expect(made).toMatchObject({ state: "made", sentAt: instant, sendAfter: instant, error: null });
  expect(await documents()).toMatchObject([
    { id: made.documentId, kind: "letter", createdAt: instant, templateCode: "POST_LAST" },
  ]);
  expect((await documents())[0]?.name).toMatch(/-post-last-2026-11-22\.pdf$/);
  const now = await staff.call(previewFileMessage, { params: { id }, query: letter });
  expect([made.text, made.text === preview.text]).toEqual([now.text, false]);
  expect(await waiting()).toEqual([]);
  expect((await lines()).slice(0, 1)).toEqual([`Letter made: ${made.subject}`]);
  expect(await lines()).toContain(`Letter put ready for later: ${made.subject}`);
  // It is made: nothing more can be done with it.
  expect((await staff.refused(recallFileMessage, { params: { id, messageId } })).status).toBe(402);
  expect((await staff.refused(cancelMessage, { params: { id: messageId } })).status).toBe(402);
  expect((await staff.refused(resendMessage, { params: { id: messageId } })).status).toBe(402);
  const made2 = await staff.call(listMessages, { query: { filter: { file: id, state: ["made"] } } });
  const sent = await staff.call(listMessages, { query: { filter: { file: id, state: ["sent", "scheduled"] } } });
  expect([made2.total, sent.total]).toEqual([1, 0]);
});

test("it waits to be printed as a letter of the day on which it was made, however long ago it was put ready", async () => {
  const { messageId } = await send({ at: "2027-01-20 10:00" });
  await turnTo("2027-01-20T09:00:00Z");
  const printer = await world.login(["ROLE_FILE_SEARCH", "ROLE_PROCESSING", "ROLE_MERGING"]);
  const { items } = await printer.call(listWaiting);
  expect(items.filter(({ fileId }) => fileId === id)).toMatchObject([
    { id: messageId, madeAt: "2027-01-20T09:00:00.000Z" },
  ]);
});

test("it is in the language of the template that it was put ready with, though another was added since", async () => {
  const { post } = templateCallsOf;
  const writer = await world.login(["ROLE_POST_MAIL_TEMPLATE_VIEW", "ROLE_POST_MAIL_TEMPLATE_EDIT"]);
  const wordsOf = (text: string) => ({
    name: "Brief",
    subject: text,
    body: {
      type: "doc" as const,
      content: [
        {
          type: "paragraph" as const,
          content: ["today", "providerPhone"].flatMap((name) => [
            { type: "text" as const, text: `${text} ` },
            { type: "variable" as const, attrs: { name } },
          ]),
        },
        { type: "paymentBlock" as const },
      ],
    },
    aligned: false,
    reviewed: false,
  });
  const none = { en: null, fr: null, de: null };
  const words = { category: "demand" as const, texts: { ...none, nl: wordsOf("Brief van") } };
  const made = await writer.call(post.create, { body: { code: "POST_HOUSE", ...words } });
  const { clientId } = await portfolio(world, 1);
  id = (await placeOne(world, clientId, claimOf({ debtor: person({ language: "fr" }) }))).id;
  const { messageId } = await send({ template: "POST_HOUSE" });
  const french = { ...words, texts: { ...words.texts, fr: wordsOf("Lettre du") }, versions: { ...none, nl: 1 } };
  await writer.call(post.update, { params: { id: made.id }, body: french });
  await turnTo(instant);
  const { text, subject } = await read(messageId);
  expect([subject, text.split("\n")[0]]).toEqual(["Brief van", expect.stringContaining("Brief van 22 november 2026")]);
});

test("it can be recalled while it waits, and is then never made", async () => {
  const { messageId } = await send();
  expect(await staff.call(recallFileMessage, { params: { id, messageId } })).toEqual({ messageId });
  await turnTo(instant);
  expect((await read(messageId)).state).toBe("cancelled");
  expect(await documents()).toEqual([]);
});

test("the law gate is asked again: a dispute stops it, and it is made once that is over and a person releases it", async () => {
  const { messageId } = await send();
  const hold = { kind: "dispute", reason: "klopt niet", version: 1 } as const;
  const { hold: placed } = await staff.call(placeHoldOnFile, { params: { id }, body: hold });
  await turnTo(instant);
  expect(await waiting()).toMatchObject([
    { id: messageId, state: "failed", error: expect.stringContaining("disputed") },
  ]);
  expect(await documents()).toEqual([]);
  expect(await lines()).toContainEqual(expect.stringMatching(/^Did not leave/));
  const { version } = await world.db
    .selectFrom("case_file")
    .select("version")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await staff.call(liftHoldFromFile, { params: { id, holdId: placed.id }, body: { version } });
  await turnTo("2026-11-25T09:00:00Z");
  await staff.call(resendMessage, { params: { id: messageId } });
  await world.drain();
  expect(await read(messageId)).toMatchObject({ state: "made", sentAt: "2026-11-25T09:00:00.000Z" });
});

test("a personal text that asks for payment is not sent once the claim has changed, because its amounts may be wrong", async () => {
  const own = { template: "POST_FREE", note: "U moet nog € 125 betalen.", subject: "Uw schuld" };
  const { messageId } = await send(own);
  const { messageId: answer } = await send({ ...own, note: "Dank voor uw brief.", presses: false });
  await pay();
  await turnTo(instant);
  expect(await read(messageId)).toMatchObject({ state: "failed", error: expect.stringContaining("has changed") });
  const made = await read(answer);
  expect([made.state, made.text.includes("Dank voor uw brief."), made.subject]).toEqual(["made", true, "Uw schuld"]);
});

test("a file closed before its first letter sends neither that letter nor a notice of closing", async () => {
  const { messageId } = await send();
  const admin = await world.login({ acl: ["*"] });
  const { version } = await world.db
    .selectFrom("case_file")
    .select("version")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await admin.call(closeFileByHand, { params: { id }, body: { reason: "withdrawn", version } });
  await turnTo(instant);
  expect((await read(messageId)).state).toBe("failed");
  expect(await documents()).toEqual([]);
});

test("a letter whose process was killed while it was typeset is retried, and made once", async () => {
  const { messageId } = await send();
  world.clock.set(new Date(instant));
  const gone = new Date(world.clock.now().getTime() - 1000);
  await world.db
    .updateTable("outbox")
    .set({ state: "sending", attempts: 1, next_attempt_at: gone })
    .where("key", "=", (eb) => eb.selectFrom("message").select("effect_key").where("id", "=", messageId))
    .execute();
  await turnTo(instant);
  await turnTo("2026-11-22T20:40:00Z");
  expect((await read(messageId)).state).toBe("made");
  expect(await documents()).toHaveLength(1);
});

test("it can be previewed as of its day, which must be a valid date", async () => {
  const sample = (at: string) => ({ params: { id }, body: { template: "POST_LAST", at } });
  const { status, body } = await staff.refused(sampleFileLetter, sample("2026-11-20 09:00"));
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ["at"]]);
  expect((await staff.refused(sampleFileLetter, sample("2026-02-30 10:00"))).status).toBe(400);
});
