import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { listMessages, readMessage, resendMessage } from "../../../letters/correspondence/correspondence.contract.ts";
import { recallMessages } from "../../../letters/correspondence/correspondence.server.ts";
import { recallLetterCall } from "../../../letters/print-batches/print-batches.contract.ts";
import { person, portfolio } from "../../../letters/processing/processing.factory.ts";
import { bookPaymentCall } from "../../../money/claims/claims.contract.ts";
import { fileAgenda } from "../../agenda/agenda.contract.ts";
import { statementsOf } from "../../files/files.factory.ts";
import { listLogs } from "../../logs/logs.contract.ts";
import { addParty } from "../../parties/parties.contract.ts";
import { liftHoldFromFile, placeHoldOnFile } from "../../states/states.contract.ts";
import { previewFileMessage, recallFileMessage, sendFileMessage, waitingMessages } from "./composer.contract.ts";

const acl = ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_FILE_SEND", "ROLE_PROCESSING", "ROLE_AGENDA"];
const mail = { channel: "email", template: "EM_FIRST" } as const;

describe("a message with a time of its own", () => {
  let world: World;
  let staff: Visitor;
  let id: number;
  let clientId: number;
  let keys = 0;
  const key = (): string => `7a0e6c1e-93f5-4a55-8d5e-${String(++keys).padStart(12, "0")}`;
  // Friday 20 November 2026, 10:00 in Amsterdam; Tuesday 24 November, 09:30, is a time at which debtors may be reached.
  const tuesday = "2026-11-24 09:30";
  const instant = "2026-11-24T08:30:00.000Z";

  const send = (body: object = {}) =>
    staff.call(sendFileMessage, { params: { id }, body: { ...mail, key: key(), at: tuesday, ...body } });
  const turnTo = async (to: string): Promise<void> => {
    world.clock.set(new Date(to));
    staff = await world.login(acl);
    await world.drain();
  };
  const read = (messageId: number) => staff.call(readMessage, { params: { id: messageId } });
  const waiting = async () => (await staff.call(waitingMessages, { params: { id } })).items;
  const subjects = async () => (await staff.call(listLogs, { params: { id } })).items.map(({ subject }) => subject);

  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    world.clock.set(new Date("2026-11-20T09:00:00Z"));
    staff = await world.login(acl);
    const made = await portfolio(world, 1);
    [id = 0] = made.fileIds;
    clientId = made.clientId;
  });

  test("waits for it, is shown as waiting, and is sent then", async () => {
    const preview = await staff.call(previewFileMessage, { params: { id }, query: { ...mail, at: tuesday } });
    expect(preview).toMatchObject({ allowed: true, quiet: [], sendAfter: instant, today: "2026-11-20" });
    expect(preview.lastDay).toBe("2027-02-18");
    const { messageId, sendAfter } = await send();
    expect(sendAfter).toBe(instant);
    expect(await waiting()).toMatchObject([{ id: messageId, state: "scheduled", sendAfter: instant, error: null }]);
    await turnTo("2026-11-24T08:29:00Z");
    expect((await read(messageId)).state).toBe("scheduled");
    await turnTo(instant);
    // No mail server is set, so that it stays readable; it was its turn.
    expect((await read(messageId)).state).toBe("kept");
    expect(await waiting()).toEqual([]);
  });

  test.each([
    ["in the evening: from the next morning", "2026-11-24 21:15", "2026-11-25T06:00:00.000Z"],
    ["on a Sunday: from Monday", "2026-11-22 12:00", "2026-11-23T06:00:00.000Z"],
    ["on a holiday: after it", "2026-12-25 10:00", "2026-12-28T06:00:00.000Z"],
  ])("%s", async (_when, at, sendAfter) => {
    const preview = await staff.call(previewFileMessage, { params: { id }, query: { ...mail, at } });
    expect(preview).toMatchObject({ allowed: true, quiet: [{ rule: "contactHours" }], sendAfter });
    expect((await send({ at })).sendAfter).toBe(sendAfter);
  });

  test.each([
    ["gone by", { at: "2026-11-20 09:59" }],
    ["a day that does not exist", { at: "2026-02-30 10:00" }],
    ["more than ninety days ahead", { at: "2027-02-19 10:00" }],
    ["in the past for a letter", { channel: "post" as const, template: "POST_LAST", at: "2026-11-20 09:59" }],
    ["no time", { at: "2026-11-24 25:00" }],
    ["an SQL injection", { at: "'; drop table message; --" }],
  ])("is refused beside the field where it is %s", async (_what, wrong) => {
    const body = { ...mail, key: key(), ...wrong };
    const { status, body: reply } = await staff.refused(sendFileMessage, { params: { id }, body });
    expect([status, Object.keys(reply.errors ?? {})]).toEqual([400, ["at"]]);
    expect(await waiting()).toEqual([]);
  });

  test("is checked for its own day: a hold that ends earlier does not stop it, one that lasts does", async () => {
    const hold = { kind: "promise", reason: "belooft", version: 1 } as const;
    await staff.call(placeHoldOnFile, { params: { id }, body: { ...hold, until: "2026-11-23" } });
    const on = (at?: string) =>
      staff.call(previewFileMessage, { params: { id }, query: { ...mail, ...(at === undefined ? {} : { at }) } });
    expect((await on()).reasons.map(({ rule }) => rule)).toEqual(["holdPromise"]);
    expect((await on("2026-11-23 10:00")).allowed).toBe(false);
    expect((await on(tuesday)).allowed).toBe(true);
  });

  test("can be recalled until it is sent, and not after that", async () => {
    const { messageId } = await send();
    const { messageId: other } = await send();
    const recall = { params: { id, messageId } };
    expect(await staff.call(recallFileMessage, recall)).toEqual({ messageId });
    expect((await waiting()).map((message) => message.id)).toEqual([other]);
    expect(await subjects()).toContainEqual(expect.stringMatching(/^Withdrawn before it went/));
    expect((await staff.refused(recallFileMessage, recall)).status).toBe(402);
    const audited = world.db.selectFrom("audit_log").select("subject_id").where("action", "=", "message.cancel");
    expect(await audited.execute()).toEqual([{ subject_id: String(messageId) }]);
    await turnTo(instant);
    expect((await read(messageId)).state).toBe("cancelled");
    expect((await read(other)).state).toBe("kept");
  });

  test("many are recalled at once, except those already sent", async () => {
    const [first, second] = [await send(), await send()];
    expect(
      (await staff.refused(sendFileMessage, { params: { id }, body: { ...mail, key: key(), at: tuesday } })).status,
    ).toBe(402);
    // What was called back reached nobody, and counts for nothing.
    await world.work((ctx) => recallMessages(ctx, [first.messageId]));
    const third = await send();
    await world.db
      .updateTable("outbox")
      .set({ state: "sent", sent_at: world.clock.now(), secret: "" })
      .where("key", "=", (eb) => eb.selectFrom("message").select("effect_key").where("id", "=", second.messageId))
      .execute();
    const all = [first, second, third].map(({ messageId }) => messageId);
    expect(await world.work((ctx) => recallMessages(ctx, all))).toEqual([third.messageId]);
    expect(await world.work((ctx) => recallMessages(ctx, all))).toEqual([]);
    expect((await read(second.messageId)).state).toBe("sent");
  });

  describe("the law gate is asked again when a message is sent", () => {
    const stopped = async (messageId: number, rule: string): Promise<string> => {
      const message = await read(messageId);
      expect(message.state).toBe("failed");
      const row = world.db.selectFrom("message").select("refused").where("id", "=", messageId);
      expect(JSON.stringify((await row.executeTakeFirstOrThrow()).refused)).toContain(`"${rule}"`);
      expect(await waiting()).toMatchObject([{ id: messageId, state: "failed", error: message.error }]);
      // Once on the timeline, with why; once in the agenda, for today.
      const { items } = await staff.call(listLogs, { params: { id } });
      const lines = items.filter(({ subject }) => /^(Did not leave|Not sent)/.test(subject));
      expect(lines).toMatchObject([{ subject: expect.stringMatching(/^Did not leave/) }]);
      expect(lines[0]?.content).not.toBe("");
      const agenda = await staff.call(fileAgenda, { params: { id } });
      const planned = agenda.items.filter(({ note }) => note?.startsWith("Een bericht mocht niet weg"));
      expect(planned).toHaveLength(1);
      return message.error ?? "";
    };

    test("a later dispute stops it; once that is over it can be sent again", async () => {
      const { messageId } = await send();
      await staff.call(placeHoldOnFile, {
        params: { id },
        body: { kind: "dispute", reason: "klopt niet", version: 1 },
      });
      await turnTo(instant);
      expect(await stopped(messageId, "holdDispute")).toContain("disputed");
      await turnTo("2026-11-25T09:00:00Z");
      const again = { params: { id: messageId } };
      await staff.call(resendMessage, again);
      await world.drain();
      expect((await read(messageId)).state).toBe("failed");
      const held = await world.db.selectFrom("file_hold").select(["id"]).where("file_id", "=", id).executeTakeFirst();
      const { version } = await world.db
        .selectFrom("case_file")
        .select("version")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      await staff.call(liftHoldFromFile, { params: { id, holdId: held?.id ?? 0 }, body: { version } });
      expect((await staff.call(resendMessage, again)).state).toBe("scheduled");
      await world.drain();
      expect(await read(messageId)).toMatchObject({ state: "kept", error: null });
    });

    test("a payment came in: the message is stopped because its amount would be wrong", async () => {
      const { messageId } = await send();
      const body = { date: "2026-11-20", amount: 25, kind: "agency", reference: "test" } as const;
      await staff.call(bookPaymentCall, { params: { id }, body });
      await turnTo(instant);
      expect(await stopped(messageId, "claimChanged")).toContain("has changed");
    });

    test("an administrator was noted since: the message is stopped", async () => {
      const { messageId } = await send();
      await staff.call(addParty, {
        params: { id },
        body: {
          role: "administrator",
          from: "2026-11-21",
          person: { ...person({ lastName: "Bewaarder" }), language: "nl" },
        },
      });
      await staff.call(placeHoldOnFile, { params: { id }, body: { kind: "administration", version: 1 } });
      await turnTo(instant);
      await stopped(messageId, "contactOnlyVia");
    });

    test("the address is no longer on the file: the message is stopped", async () => {
      const { messageId } = await send();
      await world.db
        .updateTable("debtor")
        .set({ email: "nieuw@example.nl" })
        .where("email", "=", (await read(messageId)).to)
        .execute();
      await turnTo(instant);
      await stopped(messageId, "recipientGone");
    });

    test("a letter that was to go along was recalled: the message is stopped, and again when it is sent again", async () => {
      const letter = { channel: "post", template: "POST_LAST", key: key() } as const;
      const made = await staff.call(sendFileMessage, { params: { id }, body: letter });
      const { messageId } = await send({ documents: [made.documentId] });
      const printer = await world.login([...acl, "ROLE_MERGING"]);
      await printer.call(recallLetterCall, { params: { id: made.messageId }, body: { reason: "Verkeerd bedrag" } });
      await turnTo(instant);
      expect(await stopped(messageId, "enclosureRecalled")).toContain("was recalled");
      await staff.call(resendMessage, { params: { id: messageId } });
      await world.drain();
      expect((await read(messageId)).state).toBe("failed");
    });

    test("an answer is still sent while the claim is disputed", async () => {
      const { messageId } = await send({
        template: "EM_FREE",
        note: "Wij zoeken het uit.",
        subject: "Uw vraag",
        presses: false,
      });
      await staff.call(placeHoldOnFile, {
        params: { id },
        body: { kind: "dispute", reason: "klopt niet", version: 1 },
      });
      await turnTo(instant);
      expect((await read(messageId)).state).toBe("kept");
    });
  });

  test("many messages due together are checked with one read of their files, settings and workflows", async () => {
    // What the judgement looks at; what is noted of each message is its own.
    const judging =
      /from "?(workflow|workflow_step|template|tariff\w*|case_file|claim_event|file_hold|file_party|debtor_address|blacklist)"?\b/;
    const readings = async (count: number): Promise<number> => {
      world.clock.set(new Date("2026-11-20T09:00:00Z"));
      staff = await world.login(acl);
      const { fileIds } = await portfolio(world, count);
      const sent: number[] = [];
      for (const file of fileIds) {
        const body = { ...mail, key: key(), at: tuesday };
        sent.push((await staff.call(sendFileMessage, { params: { id: file }, body })).messageId);
      }
      world.clock.set(new Date(instant));
      const statements = await statementsOf(() => world.drain());
      staff = await world.login(acl);
      for (const messageId of sent) expect((await read(messageId)).state).toBe("kept");
      return statements.filter((statement) => judging.test(statement)).length;
    };
    const [one, many] = [await readings(1), await readings(6)];
    expect(one).toBeGreaterThan(5);
    expect(many).toBe(one);
  });

  test("is for staff only", async () => {
    const { messageId } = await send();
    const contact = await world.login({ acl, kind: "contact", clientIds: [clientId] });
    const other = await portfolio(world, 1);
    const [elsewhere = 0] = other.fileIds;
    expect((await contact.refused(waitingMessages, { params: { id } })).status).toBe(404);
    expect((await contact.refused(recallFileMessage, { params: { id, messageId } })).status).toBe(404);
    expect((await staff.refused(recallFileMessage, { params: { id: elsewhere, messageId } })).status).toBe(404);
    const reader = await world.login(["ROLE_FILE_SEARCH"]);
    expect((await reader.refused(waitingMessages, { params: { id } })).status).toBe(403);
    const { total } = await staff.call(listMessages, { query: { filter: { file: id, state: ["scheduled"] } } });
    expect(total).toBe(1);
  });
});
