/**
 * The bot check: a proof of work of our own (ALTCHA), reCAPTCHA v3 by setting, or none. A challenge is signed, meant for one
 * action, good for some minutes and good once.
 */
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { sendRequest } from "../../../ground/platform/server/outbox/outgoing.ts";
import { globalSettings, openSetting } from "../../../ground/settings/settings.server.ts";

/** How long a challenge may be answered. */
const minutes = 10;

/** Between these two counters lies the one that a browser must find; the work is about the mean of them times the cost. */
const counters = { from: 40, to: 120 } as const;

const secrets = (ctx: Pick<Ctx, "session">) => ({
  hmacSignatureSecret: ctx.session.keyFor("captcha").toString("hex"),
  hmacKeySignatureSecret: ctx.session.keyFor("captcha-key").toString("hex"),
});

/** A number in [from, to) from the process's random source. */
const randomBetween = (bytes: Uint8Array, from: number, to: number): number =>
  from + (Buffer.from(bytes).readUInt32BE(0) % (to - from));

/** What a browser must do before this action. */
export async function captchaFor(ctx: Ctx, action: string) {
  const kind = ctx.environment.captcha;
  if (kind === "off") return { kind } as const;
  const settings = await globalSettings(ctx.db);
  if (kind === "recaptcha") return { kind, siteKey: settings.recaptchaSiteKey } as const;
  const challenge = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: settings.altchaCost,
    counter: randomBetween(ctx.random.bytes(4), counters.from, counters.to),
    deriveKey,
    // The expiry stands in our own data, because the library would measure it by the system's clock and not by ours.
    data: { action, until: Math.floor(ctx.clock.now().getTime() / 1000) + minutes * 60 },
    ...secrets(ctx),
  });
  return { kind, challenge: { ...challenge } } as const;
}

const hex = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[0-9a-f]*$/);

const payload = z.object({
  challenge: z.object({
    parameters: z.strictObject({
      algorithm: z.literal("PBKDF2/SHA-256"),
      nonce: hex(64),
      salt: hex(64),
      cost: z.number().int().min(1).max(1_000_000),
      keyLength: z.number().int().min(1).max(64),
      keyPrefix: hex(128),
      keySignature: hex(256),
      data: z.strictObject({ action: z.string().max(50), until: z.number().int() }),
    }),
    signature: hex(256),
  }),
  solution: z.object({
    counter: z.number().int().min(0).max(0xffffffff),
    derivedKey: hex(256),
    time: z.number().optional(),
  }),
});

function decode(answer: string): z.infer<typeof payload> | undefined {
  try {
    return payload.safeParse(JSON.parse(Buffer.from(answer, "base64").toString("utf8"))).data;
  } catch {
    return undefined;
  }
}

/** What the check found: whether the answer is right, and the challenge that is used up by it. */
export interface BotCheck {
  readonly passes: boolean;
  readonly spends?: { readonly signature: Buffer; readonly expiresAt: Date };
}

async function checkAltcha(ctx: Ctx, action: string, answer: string): Promise<BotCheck> {
  const given = decode(answer);
  if (!given) return { passes: false };
  const { challenge, solution } = given;
  const { data } = challenge.parameters;
  if (data.action !== action || data.until * 1000 < ctx.clock.now().getTime()) return { passes: false };
  const { derivedKey, counter } = solution;
  const { verified } = await verifySolution({
    challenge,
    solution: { derivedKey, counter },
    deriveKey,
    ...secrets(ctx),
  });
  if (!verified) return { passes: false };
  const signature = Buffer.from(challenge.signature, "hex");
  const used = await ctx.db
    .selectFrom("captcha_spent")
    .select("signature")
    .where("signature", "=", signature)
    .executeTakeFirst();
  return { passes: used === undefined, spends: { signature, expiresAt: new Date(data.until * 1000) } };
}

/** Uses the challenge up. False where it did not pass, or somebody else was quicker with the same one. */
export async function spendBotCheck(ctx: Ctx, { passes, spends }: BotCheck): Promise<boolean> {
  if (!passes || !spends) return passes;
  const spent = await ctx.db
    .insertInto("captcha_spent")
    .values({ signature: spends.signature, expires_at: spends.expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (spent.numInsertedOrUpdatedRows ?? 0n) === 1n;
}

const recaptchaAddress = "https://www.google.com/recaptcha/api/siteverify";
const recaptchaReply = z.object({ success: z.boolean(), score: z.number().optional(), action: z.string().optional() });

async function passesRecaptcha(ctx: Ctx, action: string, answer: string): Promise<boolean> {
  const settings = await globalSettings(ctx.db);
  const secret = openSetting(ctx.environment, settings, "recaptchaSecret");
  try {
    const response = await sendRequest(recaptchaAddress, [], {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ secret, response: answer }).toString(),
      millis: 5000,
    });
    const reply = recaptchaReply.parse(await response.json());
    return reply.success && reply.action === action && (reply.score ?? 0) * 100 >= settings.recaptchaScore;
  } catch (error) {
    ctx.log.warn({ err: error }, "the bot check of a third party did not answer");
    return false;
  }
}

/** Whether the answer to the bot check is right, for this action, in time and not used before. Writes nothing. */
export async function botCheck(ctx: Ctx, action: string, answer: string | null | undefined): Promise<BotCheck> {
  const kind = ctx.environment.captcha;
  if (kind === "off") return { passes: true };
  if (!answer) return { passes: false };
  return kind === "altcha" ? checkAltcha(ctx, action, answer) : { passes: await passesRecaptcha(ctx, action, answer) };
}
