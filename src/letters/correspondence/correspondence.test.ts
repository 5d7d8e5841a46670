import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { createFileRecord } from "../../cases/files/record/create.server.ts";
import { listLogs } from "../../cases/logs/logs.contract.ts";
import { date } from "../../ground/kernel/dates.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { findTemplate } from "../templates/templates.server.ts";
import {
  cancelMessage,
  confirmMessage,
  listDocuments,
  listFileDocuments,
  listMessages,
  readDocument,
  readMessage,
  resendMessage,
} from "./correspondence.contract.ts";
import { sampleLetterInput, sampleProvider } from "./correspondence.factory.ts";
import { letterModel } from "./letters/letter.ts";
import { composeEmail, composeLetter, composeSms, prepareLetter } from "./messages/compose.server.ts";
import { callScript, filled } from "./messages/message-text.server.ts";

/** A real SMTP server on loopback that keeps what it is given, or refuses it while `refuse` is set. */
async function startSmtp() {
  const received: { to: string[]; raw: string }[] = [];
  const state = { refuse: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (state.refuse) return done(Object.assign(new Error("mailbox busy"), { responseCode: 450 }));
        received.push({
          to: session.envelope.rcptTo.map((one) => one.address),
          raw: Buffer.concat(chunks).toString("utf8"),
        });
        done();
      });
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  return {
    received,
    state,
    url: `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

const model = letterModel(sampleLetterInput({ date: date("2026-11-20"), closingReason: "U hebt betaald." }));

describe("correspondence", () => {
  let world: World;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  let staff: Visitor;
  let clientId: number;
  let fileId: number;
  let number: string;

  async function newFile(client: number, clientRef: string) {
    return world.work((ctx) =>
      createFileRecord(ctx, {
        clientId: client,
        clientRef,
        merchantId: null,
        claimBasis: "contract",
        claimTitle: "Koop",
        claimDescription: "koop van een stadsfiets",
        contractDate: null,
        caseManagerId: null,
        teamId: null,
        placedOn: date("2026-11-20"),
        importId: null,
        debtor: {
          fileType: "private",
          gender: "male",
          initials: "J.A.",
          firstName: null,
          prefix: "van den",
          lastName: "Berg",
          companyName: null,
          legalForm: null,
          kvk: null,
          birthDate: null,
          street: "Lindelaan",
          houseNumber: "12",
          addition: "B",
          postcode: "3522 AB",
          city: "Utrecht",
          country: "NL",
          phone: null,
          mobile: "+31612345678",
          email: "j.vandenberg@example.nl",
          iban: null,
          language: "nl",
        },
      }),
    );
  }
  const order = (effectKey: string, templateCode: string) => ({ fileId, effectKey, templateCode, model });
  const email = (key: string) =>
    world.work((ctx) => composeEmail(ctx, { ...order(key, "EM_FIRST"), to: "j.vandenberg@example.nl" }));
  const stateOf = async (id: number) => (await staff.call(readMessage, { params: { id } })).state;
  /** Turns the clock, past the end of the old session, and lets the outbox try until nothing is left that is due. */
  async function turnTo(instant: string) {
    world.clock.set(new Date(instant));
    staff = await world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_SEND", "ROLE_PROCESSING"]);
    await world.drain();
  }

  beforeAll(async () => {
    smtp = await startSmtp();
    world = await startWorld({ env: { SMTP_URL: smtp.url } });
    clientId = (await makeClient(world.db, world.clock, { company: "Fietsenhandel De Ketting B.V." })).id;
    const file = await newFile(clientId, "K-20418");
    fileId = file.id;
    number = file.number;
    staff = await world.login(["ROLE_FILE_SEARCH", "ROLE_FILE_SEND", "ROLE_PROCESSING"]);
  });
  afterAll(async () => {
    await world.close();
    await smtp.close();
  });

  test("a letter is made once however often it is requested, stored, shown and put on the timeline", async () => {
    const first = await world.work((ctx) => composeLetter(ctx, order("letter", "POST_WIK14")));
    const again = await world.work((ctx) => composeLetter(ctx, order("letter", "POST_WIK14")));
    expect(first.created).toBe(true);
    expect(again).toEqual({ ...first, created: false });

    const { items } = await staff.call(listFileDocuments, { params: { id: fileId } });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      id: first.documentId,
      fileNumber: number,
      debtorName: "J.A. van den Berg",
      kind: "letter",
      mime: "application/pdf",
      name: "26-000123-post-wik14-2026-11-20.pdf",
      templateCode: "POST_WIK14",
    });
    const reply = await staff.send(readDocument, { params: { id: fileId, documentId: first.documentId ?? 0 } });
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toContain("application/pdf");
    expect(reply.headers.get("content-disposition")).toMatch(/^inline/);
    expect(reply.text.startsWith("%PDF-1.7")).toBe(true);

    const logs = await staff.call(listLogs, { params: { id: fileId } });
    expect(logs.items[0]).toMatchObject({
      type: "letter",
      subject: "Letter made: Betaal binnen 14 dagen en voorkom incassokosten",
      ref: { kind: "document", id: first.documentId },
    });
    const contact = await world.db
      .selectFrom("case_file")
      .select("last_contact_channel")
      .where("id", "=", fileId)
      .executeTakeFirst();
    expect(contact?.last_contact_channel).toBe("post");
  });

  test("two simultaneous requests for the same letter make one", async () => {
    const both = await Promise.all(
      [1, 2].map(() => world.work((ctx) => composeLetter(ctx, order("race", "POST_CLOSED")))),
    );
    expect(both.map((one) => one.created).toSorted()).toEqual([false, true]);
    expect(new Set(both.map((one) => one.documentId)).size).toBe(1);
    const kept = await world.db.selectFrom("document").select("id").where("file_id", "=", fileId).execute();
    expect(kept).toHaveLength(2);
  });

  test("a letter without the registration number, or with an empty variable, is refused and stores nothing", async () => {
    const { wkiNumber: _none, ...rest } = sampleProvider;
    const bare = letterModel(sampleLetterInput({ provider: { ...rest, wkiNumber: "" } }));
    await expect(world.work((ctx) => prepareLetter(ctx, "POST_WIK14", bare))).rejects.toMatchObject({
      code: "refused",
      detail: { fields: { common: [{ key: "correspondence.providerEmpty_wkiNumber" }] } },
    });
    const { bik: _bik, ...withoutBik } = sampleLetterInput();
    await expect(
      world.work((ctx) => composeLetter(ctx, { ...order("empty", "POST_WIK14"), model: letterModel(withoutBik) })),
    ).rejects.toMatchObject({ detail: { fields: { common: [{ values: { code: "POST_WIK14", name: "bikTotal" } }] } } });
    const rows = await world.db.selectFrom("message").select("id").where("effect_key", "=", "empty").execute();
    expect(rows).toEqual([]);
  });

  test("an empty variable in a subject stops the message, unless a person wrote another subject", async () => {
    const found = await findTemplate(world.db, "email", "EM_FIRST", "nl");
    if (!found) throw new Error("no mail");
    const template = { ...found, subject: "Wij sluiten: %closingReason%" };
    const open = letterModel(sampleLetterInput());
    expect(() => filled(template, open, {})).toThrow(
      expect.objectContaining({
        detail: {
          fields: {
            common: [{ key: "correspondence.emptyVariable", values: { code: "EM_FIRST", name: "closingReason" } }],
          },
        },
      }),
    );
    expect(filled(template, open, { subject: "Uw dossier" }).subject).toBe("Uw dossier");
    expect(filled(template, model, {}).subject).toBe("Wij sluiten: U hebt betaald.");
  });

  test("an e-mail is sent over SMTP with both its parts, and marked as sent", async () => {
    await turnTo("2026-11-20T09:00:00Z");
    const { messageId } = await email("mail");
    expect(await stateOf(messageId)).toBe("scheduled");
    await world.drain();
    expect(await stateOf(messageId)).toBe("sent");
    const mail = smtp.received.at(-1);
    expect(mail?.to).toEqual(["j.vandenberg@example.nl"]);
    expect(mail?.raw).toContain("Subject: U hebt post van ons over dossier 26-000123");
    expect(mail?.raw).toContain("text/plain");
    expect(mail?.raw).toContain("text/html");
    expect(mail?.raw).toContain("Reply-To: info@vorder.example");
    expect(mail?.raw).toContain("IN-2025-0042");
    const { text } = await staff.call(readMessage, { params: { id: messageId } });
    expect(text).toContain("Betalingskenmerk: 38 2600 0123");
  });

  test("a message written at night waits until seven in the morning, over Sunday too (Bki art. 4.2)", async () => {
    // Saturday 21 November 2026, 20:05 in Amsterdam: the next moment is Monday 07:00 (domain facts 8.4).
    await turnTo("2026-11-21T19:05:00Z");
    const before = smtp.received.length;
    const { messageId } = await email("night");
    await world.drain();
    expect(smtp.received).toHaveLength(before);
    const waiting = await staff.call(readMessage, { params: { id: messageId } });
    expect(waiting).toMatchObject({ state: "scheduled", sendAfter: "2026-11-23T06:00:00.000Z" });
    await turnTo("2026-11-23T06:00:00Z");
    expect(await stateOf(messageId)).toBe("sent");
  });

  test("a message whose turn comes too late in the evening waits as well", async () => {
    await turnTo("2026-11-23T18:59:00Z");
    const { messageId } = await email("late");
    const before = smtp.received.length;
    // 20:01 in Amsterdam: the worker was busy or stopped for two minutes.
    await turnTo("2026-11-23T19:01:00Z");
    expect(smtp.received).toHaveLength(before);
    const waiting = await staff.call(readMessage, { params: { id: messageId } });
    expect(waiting).toMatchObject({ state: "scheduled", sendAfter: "2026-11-24T06:00:00.000Z", attempts: 0 });
    await turnTo("2026-11-24T06:00:00Z");
    expect(await stateOf(messageId)).toBe("sent");
  });

  test("a failed message is shown with its error, can be resent, and is on the timeline", async () => {
    await turnTo("2026-11-24T09:00:00Z");
    smtp.state.refuse = true;
    const { messageId } = await email("dead");
    await world.drain();
    // Back-off: 1, 2, 4 … 64 minutes after the first attempt; the eighth is the last.
    for (const minutes of ["01", "03", "07", "15", "31"]) await turnTo(`2026-11-24T09:${minutes}:30Z`);
    await turnTo("2026-11-24T10:04:00Z");
    await turnTo("2026-11-24T11:10:00Z");
    const { items } = await staff.call(listMessages, {
      query: { filter: { channel: "email", state: ["failed", "uncertain"] } },
    });
    expect(items.find((item) => item.id === messageId)).toMatchObject({
      attempts: 8,
      error: expect.stringContaining("mailbox busy"),
    });
    const logs = await staff.call(listLogs, { params: { id: fileId } });
    expect(logs.items.map((line) => line.subject)).toContain("Not sent: U hebt post van ons over dossier 26-000123");

    smtp.state.refuse = false;
    await turnTo("2026-11-26T09:00:00Z");
    expect((await staff.call(resendMessage, { params: { id: messageId } })).state).toBe("scheduled");
    await world.drain();
    expect(await stateOf(messageId)).toBe("sent");
    const refused = await staff.refused(resendMessage, { params: { id: messageId } });
    expect([refused.status, refused.body.errors]).toEqual([402, { common: ["This message cannot be sent again."] }]);
  });

  test("a waiting message can be withdrawn, and is then never sent", async () => {
    await turnTo("2026-11-26T20:00:00Z");
    const { messageId } = await email("withdrawn");
    expect((await staff.call(cancelMessage, { params: { id: messageId } })).state).toBe("cancelled");
    const before = smtp.received.length;
    await turnTo("2026-11-27T09:00:00Z");
    expect(smtp.received).toHaveLength(before);
    expect((await staff.refused(cancelMessage, { params: { id: messageId } })).status).toBe(402);
  });

  test("a message that may have been sent says so; a person marks it as sent or resends it", async () => {
    const ids: number[] = [];
    for (const key of ["unsure-gone", "unsure-again"]) {
      const { messageId } = await email(key);
      ids.push(messageId);
      await world.db
        .updateTable("outbox")
        .set({ state: "uncertain", last_error: "platform.outbox.unanswered", handed_at: world.clock.now() })
        .where("key", "=", (eb) => eb.selectFrom("message").select("effect_key").where("id", "=", messageId))
        .execute();
    }
    const [gone = 0, again = 0] = ids;
    const before = smtp.received.length;
    await world.drain();
    expect(smtp.received).toHaveLength(before);
    expect(await staff.call(readMessage, { params: { id: gone } })).toMatchObject({
      state: "uncertain",
      error: "The message was handed over, but the server did not answer. It may have arrived.",
    });
    expect((await staff.call(confirmMessage, { params: { id: gone } })).state).toBe("sent");
    expect((await staff.refused(confirmMessage, { params: { id: gone } })).status).toBe(402);
    expect((await staff.call(resendMessage, { params: { id: again } })).state).toBe("scheduled");
    await world.drain();
    expect(smtp.received).toHaveLength(before + 1);
    const logs = await staff.call(listLogs, { params: { id: fileId } });
    expect(logs.items.map((line) => line.subject)).toContainEqual(
      expect.stringMatching(/^Sent after all, checked by Test User: /),
    );
    const acts = await world.db
      .selectFrom("audit_log")
      .select(["action", "user_id"])
      .where("subject", "=", "message")
      .where("subject_id", "in", ids.map(String))
      .orderBy("id")
      .execute();
    expect(acts).toEqual([
      { action: "message.confirm", user_id: staff.userId },
      { action: "message.resend", user_id: staff.userId },
    ]);
  });

  test("an SMS without a gateway stays readable", async () => {
    const { messageId } = await world.work((ctx) =>
      composeSms(ctx, { ...order("sms", "SMS_LINK"), to: "+31612345678" }),
    );
    await world.drain();
    const kept = await staff.call(readMessage, { params: { id: messageId } });
    expect(kept).toMatchObject({ channel: "sms", state: "kept", to: "+31612345678" });
    expect(kept.text).toBe(
      "Vorder Incasso B.V. (Wki IN-2025-0042): wij stuurden u post over dossier 26-000123. Vragen of hulp nodig? Bel 030 200 10 10.",
    );
  });

  test("a call script is shown with everything filled in", async () => {
    const script = await callScript(world.db, "CALL_1", model);
    expect(script).toContain("Spreek ik met J.A. van den Berg?");
    expect(script).toContain("Meteen betalen: op NL02 ABNA 0123 4567 89, met betalingskenmerk 38 2600 0123.");
    await expect(callScript(world.db, "CALL_9", model)).rejects.toMatchObject({ code: "refused" });
  });

  test("a template of another channel that has the same code lends its name to no letter and no e-mail", async () => {
    const names = { POST_WIK14: "sms", EM_FIRST: "post" } as const;
    for (const [code, channel] of Object.entries(names))
      await world.db
        .insertInto("template")
        .values({ channel, code, language: "en", name: "Other", category: "free", subject: "", body: "{}" })
        .execute();
    const { items: letters } = await staff.call(listDocuments, { query: { filter: { templateCode: "POST_WIK14" } } });
    const { items: mails } = await staff.call(listMessages, { query: { filter: { channel: "email" } } });
    const called = [...letters, ...mails].map(({ template }) => template);
    expect(called.length).toBeGreaterThan(1);
    expect(called).not.toContain("Other");
    await world.db.deleteFrom("template").where("name", "=", "Other").execute();
  });

  test("documents are filtered by kind, file and date", async () => {
    const all = await staff.call(listDocuments, {});
    expect(all.total).toBe(2);
    // People see what a template is called, and never its code.
    const letter = all.items.find(({ templateCode }) => templateCode === "POST_WIK14");
    const named = await world.db
      .selectFrom("template")
      .select("name")
      .where("code", "=", "POST_WIK14")
      .where("language", "=", "en")
      .executeTakeFirstOrThrow();
    expect(letter?.template).toBe(named.name);
    const found = (filter: Record<string, unknown>) =>
      staff.call(listDocuments, { query: { filter } }).then((page) => page.total);
    expect(await found({ templateCode: "POST_WIK14" })).toBe(1);
    expect(await found({ search: "van den berg" })).toBe(2);
    expect(await found({ search: "100%" })).toBe(0);
    expect(await found({ client: clientId + 1 })).toBe(0);
    expect(await found({ dateFrom: "2026-11-20", dateTo: "2026-11-20" })).toBe(2);
    expect(await found({ dateFrom: "2026-11-21" })).toBe(0);
  });

  test("messages of a hidden file are visible neither in lists nor by number", async () => {
    const other = (await makeClient(world.db, world.clock, { company: "Ander B.V." })).id;
    const foreign = await world.login({
      kind: "customer",
      clientIds: [other],
      acl: ["ROLE_FILE_SEARCH", "ROLE_FILE_SEND", "ROLE_PROCESSING"],
    });
    expect((await foreign.call(listDocuments, {})).total).toBe(0);
    expect((await foreign.call(listMessages, {})).total).toBe(0);
    const [document] = (await staff.call(listFileDocuments, { params: { id: fileId } })).items;
    const [message] = (await staff.call(listMessages, { query: { filter: { channel: "email" } } })).items;
    const documentId = document?.id ?? 0;
    const seen = await foreign.send(readDocument, { params: { id: fileId, documentId } });
    const unknown = await foreign.send(readDocument, { params: { id: 999_999, documentId: 1 } });
    expect([seen.status, seen.text]).toEqual([404, unknown.text]);
    for (const call of [readMessage, resendMessage, confirmMessage, cancelMessage]) {
      expect((await foreign.refused(call, { params: { id: message?.id ?? 0 } })).status).toBe(404);
    }
    // A document of another file is not found through this one.
    const own = await newFile(other, "X-1");
    expect((await foreign.send(readDocument, { params: { id: own.id, documentId } })).status).toBe(404);
    const clerk = await world.login(["ROLE_EMPLOYEE"]);
    expect((await clerk.refused(listMessages, {})).status).toBe(403);
  });
});
