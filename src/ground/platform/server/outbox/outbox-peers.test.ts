/** What comes of a message whose other side drops, hangs or lies: it never goes twice by itself, and holds up nobody. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../../../../app/testing/world.factory.ts";
import { type MailPeer, type PeerBehaviour, startMailPeer } from "./mail-peer.factory.ts";
import { confirmSent, sendAgain } from "./outbox.ts";

let world: World;
let peer: MailPeer;
/** A world whose conversations may take a second; those in which a test lets go of what hangs may take a minute. */
const open = async (seconds = "1"): Promise<void> => {
  world = await startWorld({ env: { SMTP_URL: peer.url, GATEWAY_SECONDS: seconds, OUTGOING_ALLOW: "127.0.0.1" } });
};
beforeAll(async () => {
  peer = await startMailPeer();
});
afterEach(() => {
  peer.manner = undefined;
  peer.release();
});
afterAll(() => peer.close());

const row = (key: string) => world.db.selectFrom("outbox").selectAll().where("key", "=", key).executeTakeFirstOrThrow();
const put = (key: string) =>
  world.work((ctx) =>
    ctx.send({
      key,
      kind: "mail",
      payload: { to: "debiteur@example.nl", subject: key, text: "Er staat nog € 12,50 open." },
    }),
  );
/** How often a message came whole. */
const came = (key: string): number => peer.bodies.filter((id) => id === `<${key}@vorder>`).length;
const later = (minutes: number): void => world.clock.set(new Date(world.clock.now().getTime() + minutes * 60_000));

describe("a mail", () => {
  beforeAll(() => open());
  afterAll(() => world.close());

  test.each<[name: string, manner: PeerBehaviour, state: string, error: RegExp, times: number]>([
    ["dropped-at-greeting", { stage: "greeting", does: "drop" }, "pending", /outbox\.connection/, 0],
    ["dropped-at-recipient", { stage: "rcpt", does: "drop" }, "pending", /outbox\.connection/, 0],
    ["dropped-at-data", { stage: "data", does: "drop" }, "pending", /outbox\.connection/, 0],
    ["dropped-after-message", { stage: "body", does: "drop" }, "uncertain", /outbox\.unanswered/, 1],
    ["hangs-at-greeting", { stage: "greeting", does: "hang" }, "pending", /outbox\.timeout/, 0],
    ["hangs-at-recipient", { stage: "rcpt", does: "hang" }, "pending", /outbox\.timeout/, 0],
    ["hangs-at-data", { stage: "data", does: "hang" }, "pending", /outbox\.timeout/, 0],
    ["hangs-after-message", { stage: "body", does: "hang" }, "uncertain", /outbox\.unanswered/, 1],
    ["deferred-recipient", { stage: "rcpt", does: "450 later please" }, "pending", /450 later please/, 0],
    ["refused-recipient", { stage: "rcpt", does: "550 nobody here" }, "dead", /550 nobody here/, 0],
    ["refused-sender", { stage: "mail", does: "553 not you" }, "dead", /553 not you/, 0],
    ["deferred-message", { stage: "body", does: "451 later please" }, "pending", /451 later please/, 1],
    ["refused-message", { stage: "body", does: "554 no thanks" }, "dead", /554 no thanks/, 1],
    ["busy-at-greeting", { stage: "greeting", does: "554 no service" }, "pending", /554 no service/, 0],
    ["nonsense-after-message", { stage: "body", does: "hello there" }, "uncertain", /outbox\.unanswered/, 1],
    ["continues-after-message", { stage: "body", does: "354 go on" }, "uncertain", /outbox\.unanswered/, 1],
  ])("%s", async (key, manner, state, error, times) => {
    peer.manner = manner;
    await put(key);
    await world.drain();
    expect(await row(key)).toMatchObject({ state, attempts: 1, last_error: expect.stringMatching(error) });
    expect(came(key)).toBe(times);
    // Whatever comes due in a day: what may have gone never goes again by itself, and neither does what was refused.
    peer.manner = undefined;
    for (let round = 0; round < 3; round++) {
      later(60);
      await world.drain();
    }
    expect((await row(key)).state).toBe(state === "pending" ? "sent" : state);
    expect(came(key)).toBe(state === "pending" ? times + 1 : times);
  });

  test("is retried with growing pauses while the mail server is down", async () => {
    const away = createSocketServer();
    await once(away.listen(0, "127.0.0.1"), "listening");
    const address = away.address();
    await new Promise((done) => away.close(done));
    const gone = await startWorld({
      env: { SMTP_URL: `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}` },
    });
    await gone.work((ctx) =>
      ctx.send({ key: "gone", kind: "mail", payload: { to: "a@example.nl", subject: "x", text: "x" } }),
    );
    await gone.drain();
    expect(await gone.db.selectFrom("outbox").select(["state", "attempts", "last_error"]).executeTakeFirst()).toEqual({
      state: "pending",
      attempts: 1,
      last_error: "platform.outbox.connection",
    });
    await gone.close();
  });

  test("that may have been sent is resent, or marked as sent, by a person only", async () => {
    peer.manner = { stage: "body", does: "drop" };
    await put("asked-again");
    await put("it-did-go");
    await world.drain();
    peer.manner = undefined;
    expect(await sendAgain(world.db, world.clock, "asked-again")).toBe(true);
    expect(await world.work((ctx) => confirmSent(ctx, "it-did-go"))).toBe(true);
    expect(await world.work((ctx) => confirmSent(ctx, "it-did-go"))).toBe(false);
    await world.drain();
    expect(await row("asked-again")).toMatchObject({ state: "sent", last_error: null });
    expect(await row("it-did-go")).toMatchObject({ state: "sent", last_error: null });
    expect([came("asked-again"), came("it-did-go")]).toEqual([2, 1]);
  });
});

/** Makes a row look as if its worker had been silent for too long. */
const overdue = (key: string) =>
  world.db
    .updateTable("outbox")
    .set({ next_attempt_at: new Date(world.clock.now().getTime() - 1000) })
    .where("key", "=", key)
    .where("state", "=", "sending")
    .executeTakeFirstOrThrow();

describe("a worker that was unresponsive for too long", () => {
  beforeAll(() => open("60"));
  afterAll(() => world.close());

  /** Two workers on one database; the first hangs in its conversation while the second judges its row. */
  async function hangs(
    key: string,
    manner: PeerBehaviour,
  ): Promise<{ second(): Promise<unknown>; first: Promise<unknown> }> {
    peer.manner = manner;
    await put(key);
    const first = world.drain();
    await expect.poll(() => peer.hanging()).toBeGreaterThan(0);
    await overdue(key);
    peer.manner = undefined;
    return { first, second: () => world.drain() };
  }

  test("before its delivery delivers nothing more, because another worker has", async () => {
    const { first, second } = await hangs("silent-before", { stage: "rcpt", does: "hang" });
    await second();
    expect(await row("silent-before")).toMatchObject({ state: "sent", attempts: 2 });
    peer.release();
    await first;
    expect(came("silent-before")).toBe(1);
    expect(await row("silent-before")).toMatchObject({ state: "sent", attempts: 2 });
  });

  test("after its delivery leaves the message uncertain, and requeues nothing", async () => {
    const { first, second } = await hangs("silent-after", { stage: "body", does: "hang" });
    await second();
    expect((await row("silent-after")).state).toBe("uncertain");
    peer.hangUp();
    await first;
    later(60);
    await world.drain();
    expect((await row("silent-after")).state).toBe("uncertain");
    expect(came("silent-after")).toBe(1);
  });

  test("that learns the message was accepted records it, unless a person has decided meanwhile", async () => {
    const { first, second } = await hangs("late-answer", { stage: "body", does: "hang" });
    await second();
    peer.release();
    await first;
    expect(await row("late-answer")).toMatchObject({ state: "sent", last_error: null });
    const decided = await hangs("decided", { stage: "body", does: "hang" });
    await decided.second();
    await world.db.updateTable("outbox").set({ state: "cancelled" }).where("key", "=", "decided").execute();
    peer.release();
    await decided.first;
    expect((await row("decided")).state).toBe("cancelled");
  });
});

describe("an SMS", () => {
  let gateway: Server;
  let answer: number | "drop" | "hang";
  let texts: string[];
  beforeAll(async () => {
    await open();
    texts = [];
    gateway = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        texts.push(String(JSON.parse(Buffer.concat(chunks).toString("utf8")).reference));
        if (answer === "drop") request.socket.destroy();
        else if (answer !== "hang") response.writeHead(answer).end("words of the gateway");
      });
    });
    await once(gateway.listen(0, "127.0.0.1"), "listening");
    const address = gateway.address();
    const smsUrl = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/send`;
    await world.db
      .updateTable("global_setting")
      .set({ chosen: JSON.stringify({ smsUrl, smsKey: "sleutel", smsSender: "Vorder" }) })
      .execute();
  });
  afterAll(async () => {
    await world.close();
    gateway.closeAllConnections();
    gateway.close();
  });
  const putSms = (key: string) =>
    world.work((ctx) => ctx.send({ key, kind: "sms", payload: { to: "+31612345678", text: "Betaal via de link." } }));

  test.each<[name: string, answer: typeof answer, state: string, error: RegExp | null]>([
    ["sms-taken", 202, "sent", null],
    ["sms-dropped", "drop", "uncertain", /outbox\.unanswered/],
    ["sms-hangs", "hang", "uncertain", /outbox\.unanswered/],
    ["sms-no-answer-from-behind", 504, "uncertain", /504/],
    ["sms-busy", 503, "pending", /503/],
    ["sms-broke", 500, "pending", /500/],
    ["sms-wrong-key", 401, "pending", /401/],
    ["sms-sent-elsewhere", 302, "pending", /302/],
    ["sms-no-such-number", 422, "dead", /422/],
  ])("%s", async (key, given, state, error) => {
    answer = given;
    await putSms(key);
    await world.drain();
    expect(await row(key)).toMatchObject({
      state,
      last_error: error === null ? null : expect.stringMatching(error),
    });
    answer = 202;
    later(60);
    await world.drain();
    expect((await row(key)).state).toBe(state === "pending" ? "sent" : state);
    expect(texts.filter((one) => one === key)).toHaveLength(state === "pending" ? 2 : 1);
  });

  test("is sent while all connections to the mail server hang, and so is the next e-mail", async () => {
    answer = 202;
    peer.manner = { stage: "body", does: "hang" };
    for (let count = 0; count < 5; count++) await put(`hanging-${count}`);
    await world.vorder.queue.work(world.vorder.parts);
    await expect.poll(() => peer.hanging()).toBe(5);
    peer.manner = undefined;
    await putSms("meanwhile");
    await put("meanwhile-mail");
    // The conversations that hang are ended by their limit, whatever the mail server does; these two came before that or not long after.
    await expect.poll(async () => (await row("meanwhile")).state).toBe("sent");
    await expect.poll(async () => (await row("meanwhile-mail")).state).toBe("sent");
    for (let count = 0; count < 5; count++)
      await expect.poll(async () => (await row(`hanging-${count}`)).state).toBe("uncertain");
  });
});
