/** What the world knows of the house's domain, asked of a real name server; and mails that are signed so that others can check it. */
import { createHash, createPublicKey, verify } from "node:crypto";
import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { type NameServer, startNameServer } from "./name-server.factory.ts";
import { checkMailDomain, makeDkimKey, readGlobalSettings, testMail } from "./settings.contract.ts";
import { changeSettings } from "./settings.server.ts";

let world: World;
let names: NameServer;
let keeper: Visitor;
let mails: SMTPServer;
let port: number;
const received: string[] = [];

beforeAll(async () => {
  names = await startNameServer();
  mails = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.push(Buffer.concat(chunks).toString("latin1"));
        done();
      });
    },
  });
  const listening = mails.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  port = typeof address === "object" && address ? address.port : 0;
  world = await startWorld({ env: { DNS_SERVERS: names.address } });
  keeper = await world.login(["ROLE_SETTINGS"]);
});
afterAll(async () => {
  await world.close();
  await names.close();
  await new Promise<void>((done) => mails.close(() => done()));
});

const settle = (changes: Parameters<typeof changeSettings>[1]) => world.work((ctx) => changeSettings(ctx, changes));
/** Each look by a person of its own: more than five in ten minutes are refused. */
const look = async () => (await world.login(["ROLE_SETTINGS"])).call(checkMailDomain);
const domain = "incasso.example";

describe("the checks of DNS records", () => {
  test("without a sender's address nothing is looked up", async () => {
    expect(await look()).toMatchObject({ domain: "", spf: { state: "unset" }, dmarc: { state: "unset" } });
  });

  test("no records: each is reported as missing", async () => {
    await settle({ mailFrom: `post@${domain}` });
    expect(await look()).toMatchObject({
      domain,
      spf: { state: "missing", name: domain },
      dkim: { state: "unset" },
      dmarc: { state: "missing", name: `_dmarc.${domain}` },
    });
  });

  test.each([
    [["v=spf1 include:mail.example -all"], "good"],
    [["v=spf1 ip4:192.0.2.1 ~all", "google-site-verification=x"], "good"],
    [["v=spf1 ip4:192.0.2.1"], "weak"],
    [["v=spf1 ?all"], "weak"],
    [["v=spf1 +all"], "wrong"],
    [["v=spf1 -all", "v=spf1 ~all"], "wrong"],
    [["v=spf10 -all"], "missing"],
  ])("SPF %j is %s", async (texts, state) => {
    names.texts.set(domain, texts);
    expect((await look()).spf.state).toBe(state);
  });

  test.each([
    [["v=DMARC1; p=reject"], "good"],
    [["v=DMARC1; p=quarantine; pct=100"], "good"],
    [["v=DMARC1; p=none; rua=mailto:a@b.example"], "weak"],
    [["v=DMARC1"], "wrong"],
    [["v=DMARC1; p=reject", "v=DMARC1; p=none"], "wrong"],
    [["<script>alert(1)</script>"], "missing"],
  ])("DMARC %j is %s", async (texts, state) => {
    names.texts.set(`_dmarc.${domain}`, texts);
    expect((await look()).dmarc.state).toBe(state);
  });

  test("a silent name server is reported as such, within the time limit", async () => {
    names.isDeaf = true;
    expect(await look()).toMatchObject({ spf: { state: "unknown" }, dmarc: { state: "unknown" } });
    names.isDeaf = false;
  }, 30_000);

  test("a person can check five times in ten minutes, with the settings role only", async () => {
    for (let asked = 0; asked < 5; asked++) await keeper.call(checkMailDomain);
    expect((await keeper.refused(checkMailDomain)).status).toBe(429);
    const clerk = await world.login(["ROLE_EMPLOYEE"]);
    expect((await clerk.refused(checkMailDomain)).status).toBe(403);
    expect((await clerk.refused(makeDkimKey, { body: { version: 1 } })).status).toBe(403);
  });
});

/** Header fields and the body as they are signed, in relaxed form (RFC 6376, 3.4). */
const relaxed = (field: string): string => {
  const [name = "", ...rest] = field.split(":");
  return `${name.toLowerCase().trim()}:${rest
    .join(":")
    .replaceAll(/\r\n/g, "")
    .replaceAll(/[ \t]+/g, " ")
    .trim()}`;
};

/** Whether a mail is as it was signed, by the key that a record publishes. */
function isSigned(raw: string, record: string): boolean {
  const at = raw.indexOf("\r\n\r\n");
  const fields = raw.slice(0, at).split(/\r\n(?![ \t])/);
  const signature = fields.find((field) => /^dkim-signature:/i.test(field)) ?? "";
  const tag = (name: string): string =>
    new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(signature.replace(/^[^:]*:/, ""))?.[1]?.replaceAll(/\s/g, "") ?? "";
  const body = raw
    .slice(at + 4)
    .replaceAll(/[ \t]+/g, " ")
    .replaceAll(/ \r\n/g, "\r\n")
    .replace(/(\r\n)*$/, "\r\n");
  if (createHash("sha256").update(body, "latin1").digest("base64") !== tag("bh")) return false;
  const named = tag("h").split(":");
  const lines = named.map((name) =>
    relaxed(fields.findLast((field) => field.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? ""),
  );
  const own = relaxed(signature.replace(/([;:\s]b=)[^;]*/, "$1"));
  const key = createPublicKey({
    key: Buffer.from(/p=([^;]*)/.exec(record)?.[1] ?? "", "base64"),
    format: "der",
    type: "spki",
  });
  const text = Buffer.from([...lines.filter((line) => line !== ":"), own].join("\r\n"), "latin1");
  return verify("sha256", text, key, Buffer.from(tag("b"), "base64"));
}

describe("signed mails", () => {
  test("a key is made and encrypted, its DNS record is shown, and nothing is signed yet", async () => {
    await settle({ smtpHost: "127.0.0.1", smtpPort: port, smtpSecurity: "none" });
    const { version } = await keeper.call(readGlobalSettings);
    const saved = await keeper.call(makeDkimKey, { body: { version } });
    expect(saved.values).toMatchObject({ dkimKey: "", dkimSign: false });
    expect(saved.filledSecrets).toContain("dkimKey");
    const { rows } = await world.owner.pool.query("select chosen::text as chosen from global_setting");
    expect(JSON.stringify(rows)).not.toContain("PRIVATE KEY");
    expect((await keeper.refused(makeDkimKey, { body: { version } })).status).toBe(409);
    const { dkim } = await look();
    expect(dkim).toMatchObject({ state: "missing", name: `${String(saved.values.dkimSelector)}._domainkey.${domain}` });
    const other = await world.login(["ROLE_SETTINGS"]);
    await other.call(testMail, { body: { to: "iemand@example.nl" } });
    expect(received.at(-1)).not.toMatch(/^dkim-signature:/im);
  });

  test("are signed with the key published in DNS, and any change breaks the signature", async () => {
    const { dkim } = await look();
    names.texts.set(dkim.name, [dkim.wanted]);
    expect((await look()).dkim.state).toBe("good");
    await settle({ dkimSign: true });
    const other = await world.login(["ROLE_SETTINGS"]);
    await other.call(testMail, { body: { to: "iemand@example.nl" } });
    const raw = received.at(-1) ?? "";
    expect(raw).toContain(`d=${domain}`);
    expect(isSigned(raw, dkim.wanted)).toBe(true);
    expect(isSigned(raw.replace(/^Subject: /m, "Subject: x"), dkim.wanted)).toBe(false);
    expect(isSigned(`${raw}nog iets\r\n`, dkim.wanted)).toBe(false);
  });

  test("a foreign key in DNS is reported; a new key switches signing off", async () => {
    const { dkim } = await look();
    names.texts.set(dkim.name, [dkim.wanted.replace(/p=.{20}/, "p=AAAAAAAAAAAAAAAAAAAA")]);
    expect((await look()).dkim.state).toBe("wrong");
    const { version } = await keeper.call(readGlobalSettings);
    expect((await keeper.call(makeDkimKey, { body: { version } })).values.dkimSign).toBe(false);
  });
});
