import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { untilLockWaits } from "../../../app/testing/lock-waits.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import {
  listFileDocuments,
  listMessages,
  readMessage,
} from "../../../letters/correspondence/correspondence.contract.ts";
import { attachDocument } from "../../../letters/correspondence/correspondence.server.ts";
import { moveWaiting } from "../../../letters/processing/processing.contract.ts";
import { person, portfolio } from "../../../letters/processing/processing.factory.ts";
import { listLogs } from "../../logs/logs.contract.ts";
import { addParty } from "../../parties/parties.contract.ts";
import { placeHoldOnFile } from "../../states/states.contract.ts";
import { messageTemplates, previewFileMessage, sampleFileLetter, sendFileMessage } from "./composer.contract.ts";

describe("a message to the debtor of a file", () => {
  let world: World;
  let staff: Visitor;
  let id: number;
  let held: number;
  let clientId: number;
  const acl = ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_FILE_SEND", "ROLE_PROCESSING"];
  const key = "7a0e6c1e-93f5-4a55-8d5e-2f1f3f1f9b11";
  const mail = { channel: "email", template: "EM_FIRST" } as const;

  beforeAll(async () => {
    world = await startWorld();
    staff = await world.login(acl);
    const made = await portfolio(world, 2);
    clientId = made.clientId;
    [id, held] = [made.fileIds[0] ?? 0, made.fileIds[1] ?? 0];
  });
  afterAll(() => world.close());

  test("offers templates whose variables can be filled, and leaves letters with a legal effect to the workflow", async () => {
    const letters = await staff.call(messageTemplates, { params: { id }, query: { channel: "post" } });
    const codes = letters.items.map(({ code }) => code);
    expect(codes).toContain("POST_LAST");
    for (const code of ["POST_WIK14", "POST_BIK", "POST_SUBPOENA", "POST_TERM_LATE"]) expect(codes).not.toContain(code);
    const body = { channel: "post", template: "POST_WIK14", key } as const;
    expect((await staff.refused(sendFileMessage, { params: { id }, body })).status).toBe(402);
  });

  test("is in the debtor's language, with everything filled in", async () => {
    const preview = await staff.call(previewFileMessage, { params: { id }, query: mail });
    expect(preview).toMatchObject({ language: "nl", allowed: true, reasons: [], quiet: [] });
    expect(preview.to).toMatch(/^proef\d+@example\.nl$/);
    expect(preview.text).toContain("102,55");
    expect(preview.text).not.toContain("{{");
    const reply = await staff.send(sampleFileLetter, { params: { id }, body: { template: "POST_LAST" } });
    expect([reply.status, reply.text.slice(0, 5)]).toEqual([200, "%PDF-"]);
  });

  test("a file on hold is told why, by which article, and sends nothing", async () => {
    await staff.call(placeHoldOnFile, {
      params: { id: held },
      body: { kind: "dispute", reason: "klopt niet", version: 1 },
    });
    const preview = await staff.call(previewFileMessage, { params: { id: held }, query: mail });
    expect(preview.allowed).toBe(false);
    expect(preview.reasons.length).toBeGreaterThan(0);
    const refused = await staff.refused(sendFileMessage, { params: { id: held }, body: { ...mail, key } });
    expect(refused.status).toBe(402);
    const { total } = await staff.call(listMessages, { query: { filter: { file: held } } });
    expect(total).toBe(0);
  });

  test("may go to other parties: demands only to those liable, and only to the representative where there is one", async () => {
    const { fileIds } = await portfolio(world, 2);
    const [mine = 0, other = 0] = fileIds;
    const beside = async (file: number, role: "guarantor" | "counsellor" | "administrator", name: string) =>
      (
        await staff.call(addParty, {
          params: { id: file },
          body: { role, from: "2026-11-01", person: { ...person({ lastName: name }), language: "fr" } },
        })
      ).id;
    const guarantor = await beside(mine, "guarantor", "Borg");
    const counsellor = await beside(mine, "counsellor", "Raad");
    const foreign = await beside(other, "guarantor", "Vreemd");
    const preview = (to?: number) =>
      staff.call(previewFileMessage, { params: { id: mine }, query: { ...mail, ...(to === undefined ? {} : { to }) } });
    const rules = async (to?: number) => (await preview(to)).reasons.map(({ rule }) => rule);
    const first = await preview();
    expect([first.recipient, first.recipients.map(({ id: each }) => each)]).toEqual([0, [0, guarantor, counsellor]]);
    expect(await rules(guarantor)).toEqual([]);
    expect((await preview(guarantor)).to).not.toBe(first.to);
    expect(await rules(counsellor)).toEqual(["notLiable"]);
    const unknown = await staff.refused(previewFileMessage, { params: { id: mine }, query: { ...mail, to: foreign } });
    expect(Object.keys(unknown.body.errors ?? {})).toEqual(["to"]);
    const sent = await staff.call(sendFileMessage, {
      params: { id: mine },
      body: { ...mail, to: guarantor, key: "7a0e6c1e-93f5-4a55-8d5e-2f1f3f1f9b33" },
    });
    const { to } = await preview(guarantor);
    const { items } = await staff.call(listMessages, { query: { filter: { file: mine } } });
    expect(items.map((item) => [item.id, item.to])).toEqual([[sent.messageId, to]]);

    const administrator = await beside(mine, "administrator", "Bewaarder");
    await staff.call(placeHoldOnFile, { params: { id: mine }, body: { kind: "administration", version: 1 } });
    expect((await preview()).recipient).toBe(administrator);
    expect(await rules()).toEqual([]);
    expect(await rules(0)).toEqual(["contactOnlyVia"]);
    expect(await rules(guarantor)).toEqual(["contactOnlyVia"]);
    const refused = await staff.refused(sendFileMessage, { params: { id: mine }, body: { ...mail, to: 0, key } });
    expect(refused.status).toBe(402);
  });

  test("the same key is one message: asked again, it says that it had gone before", async () => {
    const fileId = (await portfolio(world, 1)).fileIds[0] ?? 0;
    const params = { id: fileId };
    const body = { channel: "post", template: "POST_LAST", key } as const;
    const first = await staff.call(sendFileMessage, { params, body });
    const second = await staff.call(sendFileMessage, { params, body: { ...body, template: "POST_INFO" } });
    expect([first.again, second]).toEqual([false, { ...first, again: true }]);
    expect((await staff.call(listFileDocuments, { params })).items).toHaveLength(1);
  });

  test("a contact person may not send, another team gets 404, a user without the role is refused", async () => {
    const contact = await world.login({ acl, kind: "contact", clientIds: [clientId] });
    const stranger = await world.login({ acl, kind: "contact", clientIds: [] });
    const other = await world.login(["ROLE_FILE_SEARCH"]);
    const body = { ...mail, key };
    expect((await contact.refused(sendFileMessage, { params: { id }, body })).status).toBe(404);
    expect((await stranger.refused(previewFileMessage, { params: { id }, query: mail })).status).toBe(404);
    expect((await other.refused(sendFileMessage, { params: { id }, body })).status).toBe(403);
  });

  test("documents of the file and a personal text can be added to an e-mail, and to nothing else", async () => {
    const fileId = (await portfolio(world, 1)).fileIds[0] ?? 0;
    const params = { id: fileId };
    await staff.call(sendFileMessage, { params, body: { channel: "post", template: "POST_LAST", key } });
    const letter = (await staff.call(listFileDocuments, { params })).items[0]?.id ?? 0;
    const body = {
      ...mail,
      key: "7a0e6c1e-93f5-4a55-8d5e-2f1f3f1f9b22",
      documents: [letter],
      note: "Zoals besproken.\n\nTot dan.",
    };
    const { messageId } = await staff.call(sendFileMessage, { params, body });
    const { text, attachments } = await staff.call(readMessage, { params: { id: messageId } });
    expect(attachments).toEqual([
      {
        id: letter,
        name: expect.stringMatching(/post-last.*\.pdf$/),
        mime: "application/pdf",
        size: expect.any(Number),
      },
    ]);
    // Below the salutation; the template's own words follow, whole.
    expect(text.split("\n\n").slice(1, 3)).toEqual(["Zoals besproken.", "Tot dan."]);
    const outbox = await world.work((ctx) =>
      ctx.db.selectFrom("outbox").select("payload").where("key", "=", `hand:${fileId}:${body.key}`).executeTakeFirst(),
    );
    expect(outbox?.payload).toMatchObject({
      attachments: [{ name: expect.stringMatching(/post-last.*\.pdf$/), mime: "application/pdf" }],
    });
    const { items } = await staff.call(listLogs, { params });
    expect(items.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/attachments: .*post-last/));
    const audited = await world.work((ctx) =>
      ctx.db
        .selectFrom("audit_log")
        .select("after")
        .where("action", "=", "message.send")
        .where("subject_id", "=", String(messageId))
        .execute(),
    );
    expect(audited).toMatchObject([{ after: { channel: "email", documents: [letter] } }]);
  });

  test("a document of another file, too large a total, or a document with an SMS is refused beside the field", async () => {
    const two = (await portfolio(world, 2)).fileIds;
    const [mine = 0, other = 0] = two;
    const large = new Uint8Array(6_000_000).fill(97);
    const attach = (fileId: number, name: string) =>
      world.work((ctx) => attachDocument(ctx, fileId, { name, bytes: large }));
    const foreign = await attach(other, "ander.txt");
    const own = [await attach(mine, "een.txt"), await attach(mine, "twee.txt")];
    const refused = async (body: object) =>
      (await staff.refused(sendFileMessage, { params: { id: mine }, body: { ...mail, key, ...body } })).body.errors;
    expect(await refused({ documents: [foreign] })).toHaveProperty("documents");
    expect(await refused({ documents: own })).toHaveProperty("documents");
    expect(await refused({ channel: "sms", template: "SMS_FIRST", documents: own.slice(0, 1) })).toHaveProperty(
      "documents",
    );
    expect((await staff.call(listMessages, { query: { filter: { file: mine } } })).total).toBe(0);
  });

  /** Sends a mail about each file while a statement holds them up, and gives the replies in ascending order. */
  async function sentAtOnce(files: readonly number[], holdUp: string): Promise<number[]> {
    const holder = await world.owner.pool.connect();
    await holder.query("begin");
    await holder.query(holdUp);
    const replies = files.map((file) =>
      staff.send(sendFileMessage, { params: { id: file }, body: { ...mail, key: randomUUID() } }),
    );
    await untilLockWaits(world, files.length);
    await holder.query("commit");
    holder.release();
    return (await Promise.all(replies)).map(({ status }) => status).toSorted();
  }

  test("two who write to one person at once count each other's message, about one file and about two", async () => {
    await world.work((ctx) => changeSettings(ctx, { messagesPerWeek: 1 }));
    const [file = 0, one = 0, other = 0] = (await portfolio(world, 3)).fileIds;
    expect(await sentAtOnce([file, file], `select from case_file where id = ${file} for update`)).toEqual([200, 402]);
    await world.owner.pool.query(
      `update debtor set email = 'samen@voorbeeld.example' where id in (select debtor_id from case_file where id in (${one}, ${other}))`,
    );
    expect(await sentAtOnce([one, other], "lock table message in share mode")).toEqual([200, 402]);
    await world.work((ctx) => changeSettings(ctx, { messagesPerWeek: 2 }));
  });

  test("requested again under its key it is the message that was sent, which does not count against itself", async () => {
    await world.work((ctx) => changeSettings(ctx, { messagesPerWeek: 1 }));
    const [file = 0] = (await portfolio(world, 1)).fileIds;
    const body = { ...mail, key: randomUUID() };
    const sent = await staff.call(sendFileMessage, { params: { id: file }, body });
    expect(await staff.call(sendFileMessage, { params: { id: file }, body })).toEqual({ ...sent, again: true });
    const another = { params: { id: file }, body: { ...mail, key: randomUUID() } };
    expect((await staff.refused(sendFileMessage, another)).status).toBe(402);
    await world.work((ctx) => changeSettings(ctx, { messagesPerWeek: 2 }));
  });

  test("whoever moves a message and whoever writes to the same person do not lock each other out", async () => {
    const [file = 0] = (await portfolio(world, 1)).fileIds;
    const later = { ...mail, key: randomUUID(), at: "2026-12-10 09:30" };
    const { messageId } = await staff.call(sendFileMessage, { params: { id: file }, body: later });
    const holder = await world.owner.pool.connect();
    await holder.query("begin");
    await holder.query(`select from case_file where id = ${file} for update`);
    const sent = staff.send(sendFileMessage, { params: { id: file }, body: { ...mail, key: randomUUID() } });
    await untilLockWaits(world, 1);
    const moved = staff.send(moveWaiting, { body: { messages: [messageId], on: "2026-12-11", reason: "drukte" } });
    await untilLockWaits(world, 2);
    await holder.query("commit");
    holder.release();
    expect((await Promise.all([sent, moved])).map(({ status }) => status)).toEqual([200, 200]);
  });

  test("in the evening it says so and waits until the morning; requested twice it is one message", async () => {
    // Friday, 22:30 in Amsterdam.
    world.clock.set(new Date("2026-11-20T21:30:00Z"));
    const late = await world.login(acl);
    const preview = await late.call(previewFileMessage, { params: { id }, query: mail });
    expect(preview).toMatchObject({ allowed: true, quiet: [{ rule: "contactHours" }] });
    expect(new Date(preview.sendAfter).getTime()).toBeGreaterThan(world.clock.now().getTime());
    const sent = await late.call(sendFileMessage, { params: { id }, body: { ...mail, key } });
    expect(sent.sendAfter).toBe(preview.sendAfter);
    const again = await late.call(sendFileMessage, { params: { id }, body: { ...mail, key } });
    expect(again.messageId).toBe(sent.messageId);
    const { items } = await late.call(listMessages, { query: { filter: { file: id } } });
    expect(items).toMatchObject([{ channel: "email", state: "scheduled", sendAfter: sent.sendAfter }]);
  });
});
