/** The way to the debtor's page in what is sent: by a run, by a step, by hand; kept nowhere, and without effect until somebody answers. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { placesOf } from "../../../app/testing/secrets.factory.ts";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { sendFileMessage } from "../../../cases/file-page/composer/composer.contract.ts";
import { addParty } from "../../../cases/parties/parties.contract.ts";
import { placeHold } from "../../../cases/states/states.server.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { type MailPeer, startMailPeer } from "../../../ground/platform/server/outbox/mail-peer.factory.ts";
import { changeSettings } from "../../../ground/settings/settings.server.ts";
import { readMessage, resendMessage } from "../../../letters/correspondence/correspondence.contract.ts";
import { doStep, makeRunCall, planRun, readRun } from "../../../letters/processing/processing.contract.ts";
import { claimOf, person, portfolio, registerProvider } from "../../../letters/processing/processing.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { placeOne } from "../../intake/intake.factory.ts";
import { listDebtorLinks } from "../debtor-page.contract.ts";
import { guestAt, opened, posted, wordsOf } from "../debtor-page.factory.ts";

const rights = ["ROLE_PROCESSING", "ROLE_FILE_EDIT", "ROLE_FILE_SEARCH", "ROLE_FILE_SEND", "ROLE_SCHEDULED"];
const born = { day: "7", month: "3", year: "1985" };

let world: World;
let clerk: Visitor;
let mails: MailPeer;
let smsServer: Server;
const texts: { readonly to: string; readonly text: string }[] = [];
let client: number;

beforeAll(async () => {
  mails = await startMailPeer();
  smsServer = createServer(async (request, reply) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk);
    texts.push(z.object({ to: z.string(), text: z.string() }).parse(JSON.parse(Buffer.concat(chunks).toString())));
    reply.writeHead(202).end();
  });
  smsServer.listen(0, "127.0.0.1");
  await once(smsServer, "listening");
  world = await startWorld({ env: { SMTP_URL: mails.url } });
  await registerProvider(world);
  const address = smsServer.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await world.work((ctx) => changeSettings(ctx, { smsUrl: `http://127.0.0.1:${port}/`, smsKey: "sleutel" }));
  client = (await makeClient(world.db, world.clock)).id;
});
afterAll(async () => {
  await world.close();
  await mails.close();
  smsServer.close();
});

const at = async (day: string): Promise<void> => {
  world.clock.set(new Date(`${day}T10:00:00+01:00`));
  clerk = await world.login(rights);
};

const newFile = async () => {
  const debtor = { ...person(), birthDate: date("1985-03-07") };
  const invoice = {
    number: `L-${debtor.houseNumber}`,
    date: date("2026-03-01"),
    dueDate: date("2026-03-31"),
    description: null,
  };
  const file = await placeOne(world, client, { ...claimOf({ debtor }), invoices: [{ ...invoice, cents: 40_000 }] });
  return { ...file, email: debtor.email ?? "", mobile: debtor.mobile ?? "" };
};

const linksOf = async (id: number) => (await clerk.call(listDebtorLinks, { params: { id } })).items;
const pathIn = (text = ""): string => /\/d\/[\w-]{22}(?![\w-])/.exec(text)?.[0] ?? "";
const mailedTo = (email: string): string => mails.messages.findLast(({ to }) => to === email)?.text ?? "";

/** Comes in by an address and reads the page. */
async function entered(path: string): Promise<string> {
  const { guest, reply } = await guestAt(world, path);
  expect((await posted(guest, path, reply.text, born)).status).toBe(303);
  return wordsOf((await opened(guest, "/debtor-page")).text);
}

describe("what runs and steps send", () => {
  test("each letter of a run has its own link", async () => {
    await at("2026-11-20");
    const { clientId, fileIds } = await portfolio(world, 3);
    const asked = await clerk.call(planRun, { body: { clients: [clientId] } });
    await world.drain();
    const { version } = await clerk.call(readRun, { params: { id: asked.id } });
    await clerk.call(makeRunCall, { params: { id: asked.id }, body: { version } });
    await world.drain();
    expect(await clerk.call(readRun, { params: { id: asked.id } })).toMatchObject({ state: "done", done: 3 });
    const codes: string[] = [];
    for (const id of fileIds) {
      expect((await linksOf(id)).map(({ channel }) => channel)).toEqual(["post"]);
      codes.push(await printedCode(id));
    }
    expect(new Set(codes).size).toBe(3);
    expect(codes).not.toContain("XXXX-XXXX-XXXX");
  });

  test("an e-mail and an SMS each have their own link, which is not stored after sending", async () => {
    const file = await newFile();
    await at("2026-11-20");
    await clerk.call(doStep, { params: { id: file.id }, body: { position: 1 } });
    await at("2026-11-23");
    await clerk.call(doStep, { params: { id: file.id }, body: { position: 2 } });
    await world.drain();
    const byMail = pathIn(mailedTo(file.email));
    expect(byMail).not.toBe("");
    await at("2026-11-27");
    await clerk.call(doStep, { params: { id: file.id }, body: { position: 3 } });
    await world.drain();
    const bySms = pathIn(texts.findLast(({ to }) => to === file.mobile)?.text);
    expect(bySms).not.toBe("");
    expect(bySms).not.toBe(byMail);
    for (const path of [byMail, bySms]) {
      const secret = path.slice(3);
      expect(await placesOf(world, secret)).toEqual([]);
      expect(await entered(path)).toContain(file.number);
    }
    expect((await linksOf(file.id)).map(({ channel, standing, uses }) => [channel, standing, uses])).toEqual([
      ["sms", "open", 1],
      ["email", "open", 1],
      ["post", "open", 0],
    ]);
    const { rows } = await sql<{ channel: string; message: string }>`select l.channel, m.channel as message
      from debtor_link l join message m on m.id = l.message_id and m.file_id = l.file_id where l.file_id = ${file.id}`.execute(
      world.db,
    );
    expect(rows.every(({ channel, message }) => channel === message) && rows.length === 3).toBe(true);
  });

  test("a letter prints its code and a QR code; the stored text has neither", async () => {
    const file = await newFile();
    await at("2026-11-20");
    await clerk.call(doStep, { params: { id: file.id }, body: { position: 1 } });
    const code = await printedCode(file.id);
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const { guest, reply } = await guestAt(world, "/d");
    const came = await posted(guest, "/d", reply.text, { code: code.toLowerCase(), ...born });
    expect(came.headers.get("location")).toBe("/debtor-page");
    const { rows } =
      await sql`select from message where file_id = ${file.id} and body_text like ${`%${code}%`}`.execute(world.db);
    expect(rows).toEqual([]);
  });
});

/** The code that stands in the last letter of a file. */
async function printedCode(fileId: number): Promise<string> {
  const row = await world.db
    .selectFrom("document")
    .select("storage_key")
    .where("file_id", "=", fileId)
    .where("kind", "=", "letter")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const pdf = await world.vorder.parts.storage.get(row.storage_key ?? "");
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const file = await getDocument({ data: new Uint8Array(pdf) }).promise;
  const words: string[] = [];
  for (let page = 1; page <= file.numPages; page++)
    for (const item of (await (await file.getPage(page)).getTextContent()).items)
      if ("str" in item) words.push(item.str);
  return /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(words.join(" "))?.[0] ?? "";
}

describe("what a person sends by hand", () => {
  test("has a link too; the link in a preview does not work", async () => {
    const file = await newFile();
    await at("2026-11-20");
    const body = { channel: "email" as const, template: "EM_TERM", key: randomUUID() };
    await clerk.call(sendFileMessage, { params: { id: file.id }, body });
    await world.drain();
    expect(await entered(pathIn(mailedTo(file.email)))).toContain(file.number);
  });

  test("a failed e-mail is sent again with another link, and the first text was never stored in full", async () => {
    const file = await newFile();
    await at("2026-11-20");
    mails.manner = { stage: "body", does: "554 no" };
    const body = { channel: "email" as const, template: "EM_TERM", key: randomUUID() };
    const { messageId } = await clerk.call(sendFileMessage, { params: { id: file.id }, body });
    await world.drain();
    mails.manner = undefined;
    const lost = pathIn(mailedTo(file.email));
    expect(await clerk.call(readMessage, { params: { id: messageId } })).toMatchObject({ state: "failed" });
    await clerk.call(resendMessage, { params: { id: messageId } });
    await world.drain();
    const again = pathIn(mailedTo(file.email));
    expect(again).not.toBe(lost);
    expect(await placesOf(world, again.slice(3))).toEqual([]);
    expect(await entered(again)).toContain(file.number);
  });

  test("the debtor's representative gets their own link, and the debtor none", async () => {
    const file = await newFile();
    await at("2026-11-20");
    await world.work((ctx) => placeHold(ctx, file.id, { kind: "administration", since: world.clock.today() }));
    const administrator = { ...person({ lastName: "Bewind" }), language: "nl" as const };
    await clerk.call(addParty, {
      params: { id: file.id },
      body: { role: "administrator", from: world.clock.today(), person: administrator },
    });
    await clerk.call(doStep, { params: { id: file.id }, body: { position: 1 } });
    const links = await linksOf(file.id);
    expect(links.map(({ channel }) => channel)).toEqual(["post"]);
    expect(links[0]?.name).toContain("Bewind");
  });
});

test("a link scanner that opens and submits the form without an answer changes nothing, by any HTTP method", async () => {
  const file = await newFile();
  await at("2026-11-20");
  await clerk.call(sendFileMessage, {
    params: { id: file.id },
    body: { channel: "email", template: "EM_TERM", key: randomUUID() },
  });
  await world.drain();
  const path = pathIn(mailedTo(file.email));
  const before = await linksOf(file.id);
  const lines = await world.db.selectFrom("file_log").select("id").where("file_id", "=", file.id).execute();
  const { guest, reply } = await guestAt(world, path);
  await guest.raw("HEAD", path, { headers: { accept: "text/html" } });
  await posted(guest, path, reply.text, { day: "", month: "", year: "" });
  await guest.raw("POST", path, { headers: { accept: "*/*" }, body: "" });
  expect(await linksOf(file.id)).toEqual(before);
  expect(await world.db.selectFrom("file_log").select("id").where("file_id", "=", file.id).execute()).toEqual(lines);
});
