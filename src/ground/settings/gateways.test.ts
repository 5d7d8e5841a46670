/** "Send a test": a real conversation with a real mail server, told in plain words. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type Visitor, type World, wrong } from "../../app/testing/world.factory.ts";
import { readGlobalSettings, saveGlobalSettings, testMail, testSms } from "./settings.contract.ts";

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

const received: Received[] = [];
const texts: unknown[] = [];
let mailServer: SMTPServer;
let smsServer: Server;
let mailPort: number;
let smsPort: number;
let world: World;
let keeper: Visitor;

const portOf = (server: { address(): unknown }): number => {
  const address = server.address();
  return typeof address === "object" && address !== null && "port" in address ? Number(address.port) : 0;
};

/** A mail server that wants a login and refuses one recipient. */
async function startMail(): Promise<void> {
  mailServer = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === "vorder" && password === "een-geheim-woord"
        ? done(null, { user: username })
        : done(new Error("Invalid username or password")),
    onRcptTo: ({ address }, _session, done) =>
      address === "weg@example.nl" ? done(new Error("No such mailbox")) : done(),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : "";
        received.push({ from, to: rcptTo.map((one) => one.address), raw: Buffer.concat(chunks).toString("utf8") });
        done();
      });
    },
  });
  const listening = mailServer.listen(0, "127.0.0.1");
  await once(listening, "listening");
  mailPort = portOf(listening);
}

async function startSms(): Promise<void> {
  smsServer = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const right = request.headers.authorization === "Bearer sleutel";
      if (right) texts.push(JSON.parse(Buffer.concat(chunks).toString("utf8")));
      reply.writeHead(right ? 202 : 401).end(right ? "accepted" : "wrong key");
    });
  });
  smsServer.listen(0, "127.0.0.1");
  await once(smsServer, "listening");
  smsPort = portOf(smsServer);
}

beforeAll(async () => {
  await Promise.all([startMail(), startSms()]);
  world = await startWorld();
  keeper = await world.login({ acl: ["ROLE_SETTINGS"], name: "Sanne" });
});
afterAll(async () => {
  await world.close();
  await new Promise<void>((done) => mailServer.close(() => done()));
  await new Promise<void>((done) => smsServer.close(() => done()));
});

async function save(changes: Readonly<Record<string, unknown>>): Promise<void> {
  const { values, version } = await keeper.call(readGlobalSettings);
  await keeper.call(saveGlobalSettings, { body: wrong({ ...values, ...changes, version }) });
}

const gateway = () => ({
  smtpHost: "127.0.0.1",
  smtpPort: mailPort,
  smtpSecurity: "none",
  smtpUser: "vorder",
  smtpPassword: "een-geheim-woord",
  registeredName: "Incasso Voorbeeld B.V.",
  mailFrom: "post@voorbeeld.nl",
  mailReplyTo: "antwoord@voorbeeld.nl",
});

/** A later moment, so that the tests of before no longer count. */
const later = (): void => world.clock.set(new Date(world.clock.now().getTime() + 11 * 60_000));
const mailTo = (to: string) => keeper.call(testMail, { body: { to } });

describe("a test mail", () => {
  it("says that no gateway is set", async () => {
    expect(await mailTo("sanne@example.nl")).toMatchObject({ outcome: "noGateway" });
  });

  it("uses the saved settings and reports the server's answer", async () => {
    await save(gateway());
    const reply = await mailTo("sanne@example.nl");
    expect(reply).toMatchObject({ outcome: "sent", message: "Sent: the server has accepted the message." });
    expect(received.at(-1)).toMatchObject({ from: "post@voorbeeld.nl", to: ["sanne@example.nl"] });
    expect(received.at(-1)?.raw).toContain("Reply-To: antwoord@voorbeeld.nl");
  });

  it.each([
    ["login", { smtpPassword: "verkeerd" }],
    ["connection", { smtpPort: 1 }],
    ["security", { smtpSecurity: "starttls" }],
  ])("reports %s in plain language, without the text of the other side", async (outcome, changes) => {
    later();
    await save({ ...gateway(), ...changes });
    const reply = await mailTo("sanne@example.nl");
    expect(Object.keys(reply).sort()).toEqual(["message", "outcome"]);
    expect(reply.outcome).toBe(outcome);
  });

  it("reports a recipient that the server refuses", async () => {
    later();
    await save(gateway());
    const reply = await mailTo("weg@example.nl");
    expect(reply.outcome).toBe("refused");
    expect(JSON.stringify(reply)).not.toContain("No such");
  });

  it("is limited to five in ten minutes, also when requested simultaneously", async () => {
    later();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => keeper.send(testMail, { body: { to: "sanne@example.nl" } })),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(5);
    expect(statuses).toContain(429);
    later();
    expect((await mailTo("sanne@example.nl")).outcome).toBe("sent");
  });

  it("is recorded in the audit trail, without the secret", async () => {
    const lines = await world.db
      .selectFrom("audit_log")
      .selectAll()
      .where("action", "=", "settings.testMail")
      .execute();
    expect(lines.at(-1)?.after).toEqual({ to: "sanne@example.nl", outcome: "sent" });
    const all = await world.db.selectFrom("audit_log").selectAll().execute();
    expect(JSON.stringify(all)).not.toContain("een-geheim-woord");
  });

  it("needs the settings role and a valid address", async () => {
    const clerk = await world.login(["ROLE_EMPLOYEE"]);
    expect((await clerk.refused(testMail, { body: { to: "a@example.nl" } })).status).toBe(403);
    expect((await keeper.refused(testMail, { body: { to: "nobody" } })).body.errors).toHaveProperty("to");
  });
});

describe("the settings' mail server", () => {
  it("sends the outbox, and replaces the environment's server", async () => {
    await save(gateway());
    const payload = { to: "debiteur@example.nl", subject: "Herinnering", text: "Beste" };
    await world.work((ctx) => ctx.send({ key: "by-settings", kind: "mail", payload }));
    await world.drain();
    expect(received.at(-1)).toMatchObject({ from: "post@voorbeeld.nl", to: ["debiteur@example.nl"] });
    await save({ smtpHost: "" });
    await world.work((ctx) => ctx.send({ key: "kept-again", kind: "mail", payload }));
    await world.drain();
    const { state } = await world.db
      .selectFrom("outbox")
      .select("state")
      .where("key", "=", "kept-again")
      .executeTakeFirstOrThrow();
    expect(state).toBe("kept");
  });
});

describe("a test SMS", () => {
  it("reports what the gateway answered", async () => {
    later();
    const text = (to: string) => keeper.call(testSms, { body: { to } });
    expect((await text("+31612345678")).outcome).toBe("noGateway");
    await save({ smsUrl: `http://127.0.0.1:${smsPort}/sms`, smsKey: "fout", smsSender: "Vorder" });
    expect(await text("+31612345678")).toMatchObject({ outcome: "login" });
    await save({ smsKey: "sleutel" });
    expect(await text("+31612345678")).toMatchObject({ outcome: "sent" });
    expect(texts.at(-1)).toMatchObject({ to: "+31612345678", from: "Vorder" });
    expect((await keeper.refused(testSms, { body: { to: "0612345678" } })).body.errors).toHaveProperty("to");
  });
});

describe("an installation that allows only public addresses", () => {
  let strict: World;
  let chief: Visitor;
  beforeAll(async () => {
    strict = await startWorld({ env: { OUTGOING_ALLOW: "" } });
    chief = await strict.login({ acl: ["ROLE_SETTINGS"] });
  });
  afterAll(() => strict.close());

  const set = async (changes: Readonly<Record<string, unknown>>): Promise<void> => {
    const { values, version } = await chief.call(readGlobalSettings);
    await chief.call(saveGlobalSettings, { body: wrong({ ...values, ...changes, version }) });
  };

  it.each(["127.0.0.1", "localhost", "10.0.0.7", "169.254.169.254", "100.64.0.1"])(
    "sends neither mail nor SMS to %s, and reports only that",
    async (host) => {
      strict.clock.set(new Date(strict.clock.now().getTime() + 11 * 60_000));
      await set({ ...gateway(), smtpHost: host, smsUrl: `http://${host}:${smsPort}/sms`, smsSender: "Vorder" });
      expect(await chief.call(testMail, { body: { to: "a@example.nl" } })).toEqual({
        outcome: "notAllowed",
        message: "This installation may not connect to this address or port.",
      });
      expect((await chief.call(testSms, { body: { to: "+31612345678" } })).outcome).toBe("notAllowed");
    },
  );

  it("sends nothing of the outbox to a private address either", async () => {
    const before = received.length;
    await set(gateway());
    const payload = { to: "debiteur@example.nl", subject: "Herinnering", text: "Beste" };
    await strict.work((ctx) => ctx.send({ key: "not-allowed", kind: "mail", payload }));
    await strict.drain();
    expect(received.length).toBe(before);
    const row = await strict.db
      .selectFrom("outbox")
      .select("state")
      .where("key", "=", "not-allowed")
      .executeTakeFirstOrThrow();
    expect(row.state).not.toBe("sent");
  });
});
