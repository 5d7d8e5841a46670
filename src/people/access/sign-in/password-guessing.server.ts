/**
 * Holds guessing at passwords to a budget an hour and account, without letting anybody lock the owner out: browsers from which
 * the owner has logged in have a part of their own. Names that nobody has are counted in the same way.
 */
import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Ctx, Db } from "../../../ground/platform/server/http/module.ts";
import { hashOf } from "../../../ground/platform/server/http/session.ts";
import { type GuessCounts, guessBudget, mayGuess, networkOf, trustedDays } from "../access.ts";

export const deviceCookie = "vorder_device";

export interface Guess {
  readonly accountKey: Buffer;
  readonly originKey: Buffer;
  readonly trusted: boolean;
}

const keyed = (ctx: Pick<Ctx, "session">, purpose: string, text: string): Buffer =>
  createHmac("sha256", ctx.session.keyFor(`guess-${purpose}`))
    .update(text)
    .digest();

/** The account and the network of a try, as they are counted. */
export const guessAt = (ctx: Ctx, account: string, trusted: boolean): Guess => ({
  accountKey: keyed(ctx, "account", account.normalize("NFKC").trim().toLowerCase()),
  originKey: keyed(ctx, "origin", networkOf(ctx.request.ip)),
  trusted,
});

async function countsOf(db: Db, guess: Guess, since: Date): Promise<GuessCounts> {
  const row = await db
    .selectFrom("login_attempt")
    .select((eb) => {
      const here = eb("account_key", "=", guess.accountKey);
      const network = eb("origin_key", "=", guess.originKey);
      const stranger = eb("trusted", "=", false);
      const count = () => eb.fn.countAll<number>();
      return [
        count()
          .filterWhere(eb.and([here, stranger]))
          .as("strangers"),
        count()
          .filterWhere(eb.and([here, stranger, network]))
          .as("network"),
        count()
          .filterWhere(eb.and([here, eb("trusted", "=", true)]))
          .as("trusted"),
        count()
          .filterWhere(eb.and([network, stranger]))
          .as("networkAllAccounts"),
      ];
    })
    .where("at", ">", since)
    .where("succeeded", "=", false)
    .where((eb) => eb.or([eb("account_key", "=", guess.accountKey), eb("origin_key", "=", guess.originKey)]))
    .executeTakeFirstOrThrow();
  return row;
}

const windowStart = (ctx: Pick<Ctx, "clock">): Date =>
  new Date(ctx.clock.now().getTime() - guessBudget.windowMinutes * 60_000);

/** Whether there is budget left, as far as committed tries tell. Cheap: asked before the costly hash. */
export const hasBudget = async (ctx: Ctx, guess: Guess): Promise<boolean> =>
  mayGuess(await countsOf(ctx.db, guess, windowStart(ctx)), guess.trusted);

/** The second factor of an account, as tries at it are counted: only who has passed the first step gets here. */
export const factorGuessAt = async (ctx: Ctx, userId: number, kind: "code" | "passkey"): Promise<Guess> => ({
  accountKey: keyed(ctx, `factor-${kind}`, String(userId)),
  originKey: keyed(ctx, "origin", networkOf(ctx.request.ip)),
  trusted: await isTrusted(ctx, userId),
});

/**
 * Evaluates a try where there is budget for it, and enters it; undefined where there is none. Tries at one account queue here, so that a
 * hundred at once do not all find the last place free.
 */
export async function judgeGuess(ctx: Ctx, guess: Guess, judge: () => Promise<boolean>): Promise<boolean | undefined> {
  const lock = guess.accountKey.readBigInt64BE(guess.trusted ? 8 : 0);
  await sql`select pg_advisory_xact_lock(${String(lock)}::bigint)`.execute(ctx.db);
  if (!(await hasBudget(ctx, guess))) return undefined;
  const succeeded = await judge();
  await ctx.db
    .insertInto("login_attempt")
    .values({
      at: ctx.clock.now(),
      account_key: guess.accountKey,
      origin_key: guess.originKey,
      trusted: guess.trusted,
      succeeded,
    })
    .execute();
  return succeeded;
}

/** Enters a try that was evaluated already, and says whether its outcome may be told. */
export const enterGuess = async (ctx: Ctx, guess: Guess, succeeded: boolean): Promise<boolean> =>
  (await judgeGuess(ctx, guess, async () => succeeded)) !== undefined;

/** Whether this browser is one from which this user has logged in before. */
export async function isTrusted(ctx: Ctx, userId: number): Promise<boolean> {
  const token = ctx.request.cookies[deviceCookie];
  if (!token) return false;
  const row = await ctx.db
    .selectFrom("trusted_device")
    .select("id")
    .where("user_id", "=", userId)
    .where("token_hash", "=", hashOf(token))
    .where("expires_at", ">", ctx.clock.now())
    .executeTakeFirst();
  return row !== undefined;
}

/** Remembers this browser as one of the user's. A token that we did not give out is replaced. */
export async function trustDevice(ctx: Ctx, userId: number): Promise<void> {
  const given = ctx.request.cookies[deviceCookie];
  const known =
    given !== undefined &&
    (await ctx.db
      .selectFrom("trusted_device")
      .select("id")
      .where("token_hash", "=", hashOf(given))
      .executeTakeFirst()) !== undefined;
  const token = known ? given : Buffer.from(ctx.random.bytes(32)).toString("base64url");
  const now = ctx.clock.now();
  const lifetime = trustedDays * 86_400;
  const times = { last_used_at: now, expires_at: new Date(now.getTime() + lifetime * 1000) };
  await ctx.db
    .insertInto("trusted_device")
    .values({ user_id: userId, token_hash: hashOf(token), created_at: now, ...times })
    .onConflict((conflict) => conflict.columns(["user_id", "token_hash"]).doUpdateSet(times))
    .execute();
  ctx.setCookie(deviceCookie, token, lifetime);
}

/** Removes what no longer counts. */
export async function sweepGuesses(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("login_attempt")
    .where("at", "<", new Date(now.getTime() - 86_400_000))
    .execute();
  await db.deleteFrom("captcha_spent").where("expires_at", "<", now).execute();
  await db.deleteFrom("passkey_spent").where("expires_at", "<", now).execute();
  await db.deleteFrom("sign_in").where("expires_at", "<", now).execute();
  await db.deleteFrom("oidc_spent").where("expires_at", "<", now).execute();
  await db
    .deleteFrom("oidc_begun")
    .where("begins_at", "<", new Date(now.getTime() - 3_600_000))
    .execute();
  await db.deleteFrom("trusted_device").where("expires_at", "<", now).execute();
  await db
    .deleteFrom("password_reset")
    .where("expires_at", "<", new Date(now.getTime() - 7 * 86_400_000))
    .execute();
}
