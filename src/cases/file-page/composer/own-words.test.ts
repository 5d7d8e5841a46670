import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { mailPayload } from "../../../ground/platform/server/outbox/outbox.ts";
import { listFileDocuments, readMessage } from "../../../letters/correspondence/correspondence.contract.ts";
import { portfolio } from "../../../letters/processing/processing.factory.ts";
import { placeHoldOnFile } from "../../states/states.contract.ts";
import { messageTemplates, previewFileMessage, sampleFileLetter, sendFileMessage } from "./composer.contract.ts";

const acl = ["ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_FILE_SEND", "ROLE_PROCESSING"];
const free = {
  email: { channel: "email", template: "EM_FREE" },
  sms: { channel: "sms", template: "SMS_FREE" },
  post: { channel: "post", template: "POST_FREE" },
} as const;

/** What means something to somebody: to a browser, to the templates, to the typesetter, to a mail server, to a spreadsheet. */
const hostile = [
  "<script>alert(1)</script><img src=x onerror=alert(2)>",
  "{{open}} %fileNumber% [payment] **bold**",
  '#read("/etc/passwd") #panic() $x$ \\ @label `raw` #set page(width: 1pt)',
  "=cmd|' /C calc'!A1",
].join("\n");

describe("a message with a personal text", () => {
  let world: World;
  let staff: Visitor;
  let id: number;
  let keys = 0;
  const sendBody = (body: object) => ({
    ...free.email,
    key: `7a0e6c1e-93f5-4a55-8d5e-${String(++keys).padStart(12, "0")}`,
    ...body,
  });
  const send = (body: object) => staff.call(sendFileMessage, { params: { id }, body: sendBody(body) });
  const refused = async (body: object): Promise<readonly [number, readonly string[]]> => {
    const reply = await staff.refused(sendFileMessage, { params: { id }, body: sendBody(body) });
    return [reply.status, Object.keys(reply.body.errors ?? {})];
  };
  const textOf = async (messageId: number) => staff.call(readMessage, { params: { id: messageId } });

  beforeAll(async () => {
    world = await startWorld();
    staff = await world.login(acl);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    [id = 0] = (await portfolio(world, 1)).fileIds;
  });

  test.each(["email", "sms", "post"] as const)("is the first choice by %s, and has a preview", async (channel) => {
    const { items } = await staff.call(messageTemplates, { params: { id }, query: { channel } });
    expect(items[0]).toMatchObject({ code: free[channel].template, free: true });
    expect(items.filter((item) => item.free)).toHaveLength(1);
    const preview = await staff.call(previewFileMessage, { params: { id }, query: free[channel] });
    expect(preview).toMatchObject({ free: true, allowed: true });
  });

  test("an e-mail has its own subject and text between salutation and signature", async () => {
    const { messageId } = await send({ subject: "Uw vraag van vandaag", note: "U vroeg om uitstel.\n\nDat kan." });
    const { subject, text } = await textOf(messageId);
    expect(subject).toBe("Uw vraag van vandaag");
    expect(text.split("\n\n").slice(1, 3)).toEqual(["U vroeg om uitstel.", "Dat kan."]);
    expect(text).toMatch(/^Geachte mevrouw Van der Proef/);
    // Who sends it, with the registration number (Wki art. 11).
    expect(text).toContain("IN-2025-0042");
  });

  test("without a subject it takes the template's", async () => {
    const { messageId } = await send({ note: "Dag." });
    expect((await textOf(messageId)).subject).toMatch(/^Uw dossier \d\d-\d{6}$/);
  });

  test("an SMS names its sender, and is refused when too long", async () => {
    const { messageId } = await send({ ...free.sms, note: "Bel ons vandaag even terug." });
    expect((await textOf(messageId)).text).toMatch(
      /^Vorder Incasso B\.V\. \(Wki IN-2025-0042\), dossier \d\d-\d{6}:\n\nBel ons vandaag even terug\.\n\nVragen\?/,
    );
    expect(await refused({ ...free.sms, note: "lang ".repeat(120) })).toEqual([400, ["note"]]);
  });

  test("a letter is made and stored; a personal text can also be added to any other template", async () => {
    const own = await send({ ...free.post, subject: "Uw brief van 3 november", note: "Wij hebben uw brief gelezen." });
    const beside = await send({ channel: "post", template: "POST_LAST", note: "Zoals gisteren besproken." });
    expect((await textOf(own.messageId)).text).toContain("Wij hebben uw brief gelezen.");
    const { text } = await textOf(beside.messageId);
    expect(text.split("\n\n")[1]).toBe("Zoals gisteren besproken.");
    // The template stays whole.
    expect(text).toContain("Uw gemeente helpt gratis bij schulden.");
    const { items } = await staff.call(listFileDocuments, { params: { id } });
    expect(items.map(({ templateCode }) => templateCode).toSorted()).toEqual(["POST_FREE", "POST_LAST"]);
    const sample = await staff.send(sampleFileLetter, {
      params: { id },
      body: { template: "POST_FREE", note: "Zomaar. ".repeat(400), subject: "Proef" },
    });
    expect([sample.status, sample.text.slice(0, 5)]).toEqual([200, "%PDF-"]);
  });

  test("a letter prescribed by law takes no personal text", async () => {
    for (const template of ["POST_WIK14", "POST_BIK", "POST_SUBPOENA"]) {
      expect(await refused({ channel: "post", template, note: "Betaal vandaag nog." })).toEqual([402, ["template"]]);
    }
  });

  test.each([
    ["no text at all", { note: " \n " }, ["note"]],
    ["a subject besides a template", { template: "EM_FIRST", subject: "Haast" }, ["subject"]],
    ["a text besides an SMS template", { ...free.sms, template: "SMS_LINK", note: "Haast" }, ["note"]],
    ["a text that is too long", { note: "x".repeat(4001) }, ["note"]],
  ])("is refused beside the field with %s", async (_what, body, fields) => {
    const [status, errors] = await refused(body);
    expect([status >= 400 && status < 500, errors]).toEqual([true, fields]);
  });

  test.each(["email", "sms", "post"] as const)("hostile text is sent as plain text by %s", async (channel) => {
    const words = channel === "sms" ? hostile.slice(0, 52) : hostile;
    const subject = channel === "sms" ? {} : { subject: "%open% {{open}}\r\nBcc: iedereen@example.com <b>" };
    const { messageId, documentId } = await send({ ...free[channel], ...subject, note: words });
    const read = await textOf(messageId);
    for (const line of words.split("\n")) expect(read.text).toContain(line.trim());
    expect(documentId === null).toBe(channel !== "post");
    if (channel !== "sms") expect(read.subject).toBe("%open% {{open}} Bcc: iedereen@example.com <b>");
    if (channel !== "email") return;
    const { payload } = await world.db
      .selectFrom("outbox")
      .select("payload")
      .where("key", "=", (eb) => eb.selectFrom("message").select("effect_key").where("id", "=", messageId))
      .executeTakeFirstOrThrow();
    const { html = "" } = mailPayload.parse(payload);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).not.toMatch(/<script|<img|<b>/);
  });

  test("on a disputed claim an answer may be sent, but not a demand", async () => {
    await staff.call(placeHoldOnFile, { params: { id }, body: { kind: "dispute", reason: "klopt niet", version: 1 } });
    const preview = (query: object) =>
      staff.call(previewFileMessage, { params: { id }, query: { ...free.email, ...query } });
    expect((await preview({})).reasons.map(({ rule }) => rule)).toEqual(["holdDispute"]);
    expect((await preview({ presses: "false" })).allowed).toBe(true);
    expect(await refused({ note: "Betaal." })).toEqual([402, ["common"]]);
    for (const words of [
      { note: "Betaal vandaag nog." },
      { note: "Wij zoeken het uit.", subject: "Laatste waarschuwing" },
    ])
      expect((await refused({ ...words, presses: false }))[0]).toBe(400);
    await send({ note: "Wij zoeken het uit.", presses: false });
    // A template says by itself whether it presses.
    expect(await refused({ template: "EM_FIRST", presses: false })).toEqual([402, ["common"]]);
    const audited = await world.db
      .selectFrom("audit_log")
      .select("after")
      .where("action", "=", "message.send")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(audited.after).toMatchObject({ note: "Wij zoeken het uit.", purpose: "information" });
  });
});
