import { once } from "node:events";
import { createServer } from "node:http";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../../../../app/testing/world.factory.ts";
import { cancelOutbox, sendAgain } from "./outbox.ts";
import { backOffMinutes, maxAttempts } from "./outbox-delivery.ts";

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

/** A real SMTP server on loopback that keeps what it is given, or refuses it while `refuse` is set. */
async function startSmtp() {
  const received: Received[] = [];
  const state = { refuse: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (state.refuse) return done(Object.assign(new Error("mailbox busy"), { responseCode: 450 }));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map((one) => one.address),
          raw: Buffer.concat(chunks).toString("utf8"),
        });
        done();
      });
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    received,
    state,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

describe("the outbox", () => {
  let world: World;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  beforeAll(async () => {
    smtp = await startSmtp();
    world = await startWorld({ env: { SMTP_URL: smtp.url } });
  });
  afterAll(async () => {
    await world.close();
    await smtp.close();
  });
  const mail = (key: string, subject = "Betalingsherinnering") =>
    ({
      key,
      kind: "mail",
      payload: { to: "debiteur@example.nl", subject, text: "Beste mevrouw Yıldız, er staat nog € 12,50 open." },
    }) as const;
  const row = (key: string) =>
    world.db.selectFrom("outbox").selectAll().where("key", "=", key).executeTakeFirstOrThrow();

  test("sends an e-mail once, however often it was queued", async () => {
    await world.work((ctx) => ctx.send(mail("once")));
    await world.work((ctx) => ctx.send(mail("once", "a twin")));
    await world.drain();
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]).toMatchObject({ to: ["debiteur@example.nl"] });
    expect(smtp.received[0]?.raw).toContain("Message-ID: <once@vorder>");
    expect(await row("once")).toMatchObject({ state: "sent", attempts: 1 });
  });

  test("sends nothing of a rolled-back transaction", async () => {
    const before = smtp.received.length;
    await expect(
      world.work(async (ctx) => {
        await ctx.send(mail("undone"));
        throw new Error("undo");
      }),
    ).rejects.toThrow("undo");
    await world.drain();
    expect(smtp.received).toHaveLength(before);
  });

  test("a line break in a subject adds no header", async () => {
    await world.work((ctx) => ctx.send(mail("header", "Dossier\r\nBcc: iedereen@example.com")));
    await world.drain();
    const sent = smtp.received.at(-1);
    expect(sent?.to).toEqual(["debiteur@example.nl"]);
    expect(sent?.raw).not.toMatch(/^Bcc:/m);
  });

  test.each([
    ["a list", "debiteur@example.nl, iedereen@example.com"],
    ["a line break", "debiteur@example.nl\r\nBcc: iedereen@example.com"],
    ["a command of the mail server", "debiteur@example.nl>\r\nRCPT TO:<iedereen@example.com"],
    ["a name with a second address", '"x" <iedereen@example.com>, debiteur@example.nl'],
    ["a group", "allen: iedereen@example.com;"],
  ])("nothing is sent to an address with %s", async (name, to) => {
    const before = smtp.received.length;
    const { payload } = mail(name);
    await world.work((ctx) => ctx.send({ key: name, kind: "mail", payload: { ...payload, to } }));
    await world.drain();
    expect(smtp.received).toHaveLength(before);
    expect(await row(name)).toMatchObject({ state: "dead", last_error: "platform.outbox.badAddress" });
  });

  test("names, addresses of reply and of attachments add no header and no recipient", async () => {
    const hostile = 'A"\r\nBcc: iedereen@example.com\r\n\r\n<script>';
    const { payload } = mail("hostile-names");
    const key = "template-test:1:x";
    const { key: storageKey } = await world.vorder.parts.storage.put(Buffer.from("x"), { name: "x" });
    await world.work((ctx) =>
      ctx.send({
        key,
        kind: "mail",
        payload: {
          ...payload,
          from: '"A\r\nBcc: iedereen@example.com" <post@huis.example>',
          replyTo: `${hostile} <terug@huis.example>`,
          headers: { "X-Vorder-Kind": hostile },
          attachments: [{ name: hostile, mime: "text/plain", storageKey }],
        },
      }),
    );
    await world.drain();
    const sent = smtp.received.at(-1);
    expect([sent?.to, (await row(key)).state]).toEqual([["debiteur@example.nl"], "sent"]);
    const head = sent?.raw.slice(0, sent.raw.indexOf("\r\n\r\n")) ?? "";
    expect(head).not.toMatch(/^(?:Bcc|<script)/im);
    expect(head.split(/\r\n(?![ \t])/).filter((line) => !/^[\w-]+: /.test(line))).toEqual([]);
  });

  test("waits for its time", async () => {
    const later = new Date(world.clock.now().getTime() + 3_600_000);
    await world.work((ctx) => ctx.send({ ...mail("later"), notBefore: later }));
    await world.drain();
    expect((await row("later")).state).toBe("pending");
    world.clock.set(later);
    await world.drain();
    expect((await row("later")).state).toBe("sent");
  });

  test("tries again with growing pauses, then is dead until a person sends it again", async () => {
    expect([1, 2, 3, 8].map(backOffMinutes)).toEqual([1, 2, 4, 128]);
    smtp.state.refuse = true;
    await world.work((ctx) => ctx.send(mail("refused")));
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      await world.drain();
      expect((await row("refused")).attempts).toBe(attempt);
      world.clock.set(new Date(world.clock.now().getTime() + backOffMinutes(attempt) * 60_000));
    }
    expect(await row("refused")).toMatchObject({ state: "dead", last_error: expect.stringContaining("mailbox busy") });
    smtp.state.refuse = false;
    await world.drain();
    expect((await row("refused")).state).toBe("dead");
    expect(await sendAgain(world.db, world.clock, "refused")).toBe(true);
    await world.drain();
    expect((await row("refused")).state).toBe("sent");
    expect(await sendAgain(world.db, world.clock, "refused")).toBe(false);
  });

  test("marks a message whose worker died as uncertain, and never resends it by itself", async () => {
    await world.work((ctx) => ctx.send(mail("died")));
    await world.db
      .updateTable("outbox")
      .set({ state: "sending", handed_at: world.clock.now(), next_attempt_at: world.clock.now() })
      .where("key", "=", "died")
      .execute();
    const before = smtp.received.length;
    world.clock.set(new Date(world.clock.now().getTime() + 1000));
    await world.drain();
    expect((await row("died")).state).toBe("uncertain");
    expect(smtp.received).toHaveLength(before);
  });

  test("allows cancelling until a message is sent", async () => {
    await world.work((ctx) => ctx.send({ ...mail("cancel"), notBefore: new Date(world.clock.now().getTime() + 1000) }));
    expect(await cancelOutbox(world.db, "cancel")).toBe(true);
    expect(await cancelOutbox(world.db, "once")).toBe(false);
  });

  test("keeps an SMS readable while no gateway is set, and hands it to the gateway once there is one", async () => {
    const texts: unknown[] = [];
    const gateway = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        texts.push({
          authorization: request.headers.authorization,
          body: JSON.parse(Buffer.concat(chunks).toString("utf8")),
        });
        response.writeHead(202).end();
      });
    });
    await once(gateway.listen(0, "127.0.0.1"), "listening");
    const address = gateway.address();
    const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/send`;
    await world.work((ctx) =>
      ctx.send({ key: "sms", kind: "sms", payload: { to: "+31612345678", text: "Betaal via de link." } }),
    );
    await world.drain();
    expect((await row("sms")).state).toBe("kept");
    await world.db
      .updateTable("global_setting")
      .set({ chosen: JSON.stringify({ smsUrl: url, smsKey: "sleutel", smsSender: "Vorder" }) })
      .execute();
    await sendAgain(world.db, world.clock, "sms");
    await world.drain();
    expect((await row("sms")).state).toBe("sent");
    expect(texts).toEqual([
      {
        authorization: "Bearer sleutel",
        body: { to: "+31612345678", from: "Vorder", text: "Betaal via de link.", reference: "sms" },
      },
    ]);
    gateway.close();
  });
});
