/** Test messages through the gateways of the settings: a real conversation, told in plain words. */
import { fieldError, VorderError } from "../kernel/errors.ts";
import { type Ctx, type Handler, preparedHandler } from "../platform/server/http/module.ts";
import {
  type Conversation,
  type GatewayOutcome,
  type MailGateway,
  outcomeOf,
  postMail,
  postSms,
  type SigningKey,
  type SmsGateway,
  type TestOutcome,
} from "../platform/server/outbox/gateways.ts";
import { dkimRecordOf, type MailDomain, type RecordOf, readMailDomain } from "../platform/server/outbox/mail-domain.ts";
import type { Environment } from "../platform/server/process/environment.ts";
import { openSetting } from "./secrets.server.ts";
import { checkMailDomain, testMail, testSms } from "./settings.contract.ts";
import type { GlobalSettings } from "./settings.ts";

/** The domain that mails are sent from. */
const mailDomainOf = ({ mailFrom, email }: GlobalSettings): string =>
  (mailFrom || email).split("@")[1]?.toLowerCase() ?? "";

/** A private key as it was pasted into one line: its head, its body and its end each begin a line. */
export const pemOf = (pasted: string): string =>
  pasted.replace(
    /^\s*(-----BEGIN [A-Z ]+-----)([\s\S]*?)(-----END [A-Z ]+-----)\s*$/,
    (_whole, head: string, body: string, end: string) =>
      [head, ...(body.replaceAll(/\s/g, "").match(/.{1,64}/g) ?? []), end, ""].join("\n"),
  );

/** By what mails are signed, whether or not they are yet; undefined where the house has no key, or one that signs nothing. */
function signingOf(all: GlobalSettings, environment: Environment): SigningKey | undefined {
  const domain = mailDomainOf(all);
  const privateKey = pemOf(openSetting(environment, all, "dkimKey"));
  if (domain === "" || all.dkimSelector === "" || dkimRecordOf(privateKey) === undefined) return undefined;
  return { domain, selector: all.dkimSelector, privateKey };
}

const nobody: RecordOf = { state: "unset", name: "", found: "", wanted: "" };

/** What the name servers say of the house's domain. */
function askMailDomain(ctx: Ctx, all: GlobalSettings): Promise<MailDomain> {
  const domain = mailDomainOf(all);
  if (domain === "") return Promise.resolve({ spf: nobody, dkim: nobody, dmarc: nobody });
  return readMailDomain(domain, signingOf(all, ctx.environment), ctx.environment.dnsServers);
}

/** The mail server: that of the settings where they name one, else that of the environment; undefined where neither does. */
export function mailGatewayOf(all: GlobalSettings, environment: Environment): MailGateway | undefined {
  const signing = signingOf(all, environment);
  const by = all.dkimSign && signing ? { signing } : {};
  if (all.smtpHost !== "")
    return {
      ...by,
      host: all.smtpHost,
      port: all.smtpPort,
      security: all.smtpSecurity,
      user: all.smtpUser,
      password: openSetting(environment, all, "smtpPassword"),
    };
  return environment.smtpUrl === undefined ? undefined : { ...by, url: environment.smtpUrl };
}

/** The SMS gateway of the settings. */
export const smsGatewayOf = (all: GlobalSettings, environment: Environment): SmsGateway | undefined =>
  all.smsUrl === ""
    ? undefined
    : { url: all.smsUrl, key: openSetting(environment, all, "smsKey"), sender: all.smsSender };

/** The sender of every mail that names no other: the house by its name. */
export const mailFromOf = (all: GlobalSettings): string => {
  const name = (all.tradeName || all.registeredName || "Vorder").replace(/["\\\r\n]/g, "");
  return `"${name}" <${all.mailFrom || all.email || "noreply@localhost"}>`;
};

/** What the other side said is not among it: a test must not read out what answers at an address. */
interface Outcome {
  readonly outcome: TestOutcome;
}

const testsAtOnce = 5;
const testMinutes = 10;
/** When each person began a test, by process: one that ends is noted a moment later, and counts in between too. */
const begun = new WeakMap<Environment, Map<number, readonly Date[]>>();

/** Refuses the sixth test of a person within ten minutes beside `field`, and runs this one. */
export async function limited<T>(ctx: Ctx, field: "to" | "common", run: () => Promise<T>): Promise<T> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - testMinutes * 60_000);
  const { count } = await ctx.db
    .selectFrom("audit_log")
    .where("subject", "=", "global_setting")
    .where("action", "in", [
      "settings.testMail",
      "settings.testSms",
      "settings.testOidc",
      "settings.checkMail",
      "settings.checkBounces",
    ])
    .where("user_id", "=", ctx.user.id)
    .where("at", ">", since)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const people = begun.get(ctx.environment) ?? new Map<number, readonly Date[]>();
  begun.set(ctx.environment, people);
  const own = (people.get(ctx.user.id) ?? []).filter((at) => at > since);
  if (Math.max(count, own.length) >= testsAtOnce)
    throw new VorderError("tooMany", { fields: { [field]: [{ key: "settings.errorTooManyTests" }] } });
  people.set(ctx.user.id, [...own, now]);
  return run();
}

async function mailTest(ctx: Ctx, all: GlobalSettings, to: string): Promise<Outcome> {
  const gateway = mailGatewayOf(all, ctx.environment);
  if (!gateway) return { outcome: "noGateway" };
  const values = { name: all.tradeName || all.registeredName || "Vorder" };
  const message = {
    from: mailFromOf(all),
    to,
    subject: ctx.translate({ key: "settings.testSubject", values }),
    text: ctx.translate({ key: "settings.testText", values }),
    ...(all.mailReplyTo === "" ? {} : { replyTo: all.mailReplyTo }),
  };
  return testOutcome(await postMail(gateway, message, testConversation(ctx)));
}

/** A person waits for it. */
const testConversation = ({ environment }: Ctx): Conversation => ({
  seconds: Math.min(20, environment.gatewaySeconds),
  allowed: environment.outgoingAllow,
});

function testOutcome({ outcome, status, error }: GatewayOutcome): Outcome {
  if (outcome === "taken") return { outcome: "sent" };
  if (status !== undefined) return { outcome: status === 401 || status === 403 ? "login" : "refused" };
  return { outcome: outcomeOf(error) };
}

async function smsTest(ctx: Ctx, all: GlobalSettings, to: string): Promise<Outcome> {
  const gateway = smsGatewayOf(all, ctx.environment);
  if (!gateway) return { outcome: "noGateway" };
  const values = { name: all.tradeName || all.registeredName || "Vorder" };
  const text = ctx.translate({ key: "settings.testText", values });
  const message = { to, from: gateway.sender, text, reference: `test:${ctx.ids.uuid()}` };
  return testOutcome(await postSms(gateway, message, testConversation(ctx)));
}

/** Who tested what, to whom, and what came of it; no message and no secret stands there. */
async function auditTest(ctx: Ctx, action: "settings.testMail" | "settings.testSms", to: string, result: Outcome) {
  await ctx.audit({ action, subject: "global_setting", subjectId: 1, after: { to, outcome: result.outcome } });
  return { ...result, message: ctx.translate({ key: `settings.test_${result.outcome}` }) };
}

/** `settingsOf` reads the settings of now. */
export const gatewayHandlers = (settingsOf: (db: Ctx["db"]) => Promise<GlobalSettings>): readonly Handler[] => [
  preparedHandler(
    testMail,
    async (ctx, { body }) => limited(ctx, "to", async () => mailTest(ctx, await settingsOf(ctx.db), body.to)),
    (ctx, { body }, result) => auditTest(ctx, "settings.testMail", body.to, result),
  ),
  preparedHandler(
    checkMailDomain,
    async (ctx) => limited(ctx, "common", async () => askMailDomain(ctx, await settingsOf(ctx.db))),
    async (ctx, _input, found) => {
      const domain = mailDomainOf(await settingsOf(ctx.db));
      const recordState = (kind: "spf" | "dkim" | "dmarc") => ({
        ...found[kind],
        text: ctx.translate({ key: `settings.${kind}_${found[kind].state}` }),
      });
      const after = { domain, spf: found.spf.state, dkim: found.dkim.state, dmarc: found.dmarc.state };
      await ctx.audit({ action: "settings.checkMail", subject: "global_setting", subjectId: 1, after });
      return { domain, spf: recordState("spf"), dkim: recordState("dkim"), dmarc: recordState("dmarc") };
    },
  ),
  preparedHandler(
    testSms,
    async (ctx, { body }) => {
      if (!/^\+[1-9]\d{6,14}$/.test(body.to)) throw fieldError("to", "settings.errorPhone");
      return limited(ctx, "to", async () => smsTest(ctx, await settingsOf(ctx.db), body.to));
    },
    (ctx, { body }, result) => auditTest(ctx, "settings.testSms", body.to, result),
  ),
];
