import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../app/world.factory.ts";
import { listMessages } from "../correspondence/correspondence.contract.ts";
import { placeHoldOnFile } from "../files/files.contract.ts";
import { portfolio } from "../processing/processing.factory.ts";
import { messageTemplates, previewFileMessage, sampleFileLetter, sendFileMessage } from "./message.contract.ts";

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

  test("offers what can be filled, and leaves letters with an effect to the workflow", async () => {
    const letters = await staff.call(messageTemplates, { params: { id }, query: { channel: "post" } });
    const codes = letters.items.map(({ code }) => code);
    expect(codes).toContain("POST_LAST");
    for (const code of ["POST_WIK14", "POST_BIK", "POST_SUBPOENA", "POST_TERM_LATE"]) expect(codes).not.toContain(code);
    const body = { channel: "post", template: "POST_WIK14", key } as const;
    expect((await staff.refused(sendFileMessage, { params: { id }, body })).status).toBe(402);
  });

  test("reads in the debtor's language, with everything filled in", async () => {
    const preview = await staff.call(previewFileMessage, { params: { id }, query: mail });
    expect(preview).toMatchObject({ language: "nl", allowed: true, reasons: [], quiet: [] });
    expect(preview.to).toMatch(/^proef\d+@example\.nl$/);
    expect(preview.text).toContain("102,55");
    expect(preview.text).not.toContain("{{");
    const reply = await staff.send(sampleFileLetter, { params: { id }, query: { template: "POST_LAST" } });
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

  test("a contact person sends nothing, a stranger finds nothing, without the role it is denied", async () => {
    const contact = await world.login({ acl, kind: "contact", clientIds: [clientId] });
    const stranger = await world.login({ acl, kind: "contact", clientIds: [] });
    const other = await world.login(["ROLE_FILE_SEARCH"]);
    const body = { ...mail, key };
    expect((await contact.refused(sendFileMessage, { params: { id }, body })).status).toBe(404);
    expect((await stranger.refused(previewFileMessage, { params: { id }, query: mail })).status).toBe(404);
    expect((await other.refused(sendFileMessage, { params: { id }, body })).status).toBe(403);
  });

  test("in the evening it says so and waits for the morning; asked twice it is one message", async () => {
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
