/** Logging in and changing one's own password. */
import { sql } from "kysely";
import { FieldProblems, fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { type Actor, type Ctx, type Failure, failure } from "../../../ground/platform/server/http/module.ts";
import { networkOf } from "../access.ts";
import { mustUseProvider } from "../oidc/oidc-policy.server.ts";
import { passwordProblem } from "../passwords/passwords.ts";
import { notifyOwner } from "../second-factor/account-mail.server.ts";
import { setPassword } from "../users/users.server.ts";
import { type BotCheck, botCheck, spendBotCheck } from "./captcha.server.ts";
import { hashPassword, type Verdict, verifyPassword } from "./hashing.server.ts";
import type { Me } from "./me.contract.ts";
import { enterGuess, type Guess, guessAt, hasBudget, isTrusted, trustDevice } from "./password-guessing.server.ts";
import { type FactorState, finishSignIn } from "./sign-in.server.ts";

/** The logged-in user as the application sees it. */
export const meOf = (actor: Actor): Me => ({
  id: actor.id,
  username: actor.username,
  name: actor.name,
  // Neither logs in.
  kind: actor.kind === "guest" || actor.kind === "debtor" ? "system" : actor.kind,
  acl: [...actor.acl],
  lang: actor.lang,
  previous: actor.previous ?? null,
});

const refusal = (code: "login" | "tooMany" | "validation", key: string): Failure =>
  failure(new VorderError(code, { fields: { common: [{ key }] } }));

/**
 * Login carries no csrf token (specification, point 7), so it must come from our own page: a foreign one can neither send this
 * header without being asked, nor hide its origin.
 */
function requireOwnPage(ctx: Ctx): void {
  const { headers } = ctx.request;
  const site = headers["sec-fetch-site"];
  const foreignSite = site !== undefined && site !== "same-origin";
  const origin = headers.origin;
  const foreignOrigin = origin !== undefined && !isOwnOrigin(origin, ctx);
  if (headers["x-requested-with"] === undefined || foreignSite || foreignOrigin) throw new VorderError("forbidden");
}

/** Our own origin is the one of BASE_URL, or the host that the request itself was sent to. */
const isOwnOrigin = (origin: string, ctx: Ctx): boolean => {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === ctx.request.headers.host || host === new URL(ctx.environment.baseUrl).host;
};

interface Account {
  readonly id: number;
  readonly username: string;
  readonly active: boolean;
  readonly password_hash: string | null;
}

/** Whether the password is still the one that was looked at; the row is held, so that nobody changes it before we are done. */
async function isUnchanged(ctx: Ctx, account: Account | undefined): Promise<boolean> {
  if (!account) return false;
  const row = await ctx.db
    .selectFrom("app_user")
    .select("password_hash")
    .where("id", "=", account.id)
    .forUpdate()
    .executeTakeFirst();
  return row?.password_hash === account.password_hash;
}

const findAccount = (ctx: Ctx, username: string): Promise<Account | undefined> =>
  ctx.db
    .selectFrom("app_user")
    .select(["id", "username", "active", "password_hash"])
    .where(sql<string>`lower(username)`, "=", username.trim().toLowerCase())
    .executeTakeFirst();

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly captcha?: string | null | undefined;
}

/** A password held against an account's, and not yet entered as a try; no verdict where the budget of guesses is used up. */
interface Try {
  readonly guess: Guess;
  readonly verdict: Verdict | undefined;
}

async function evaluate(ctx: Ctx, guess: Guess, account: Account | undefined, password: string): Promise<Try> {
  if (!(await hasBudget(ctx, guess))) return { guess, verdict: undefined };
  return { guess, verdict: await verifyPassword(password, account?.active ? account.password_hash : null) };
}

/** The verdict of a try, once it is entered; undefined where the budget of guesses is used up, whatever the password. */
export const enter = async (ctx: Ctx, { guess, verdict }: Try): Promise<Verdict | undefined> =>
  verdict && (await enterGuess(ctx, guess, verdict.matches)) ? verdict : undefined;

/** What the slow part of logging in found: the bot check, and the password where that was passed. */
export interface PreparedLogin {
  /** The name as it was typed. */
  readonly typed: string;
  readonly check: BotCheck;
  readonly account: Account | undefined;
  readonly tried: Try | undefined;
  /** The password hashed anew, where it is right and the stored hash was made with other parameters. */
  readonly freshHash: string | undefined;
}

/** The slow part of logging in: runs while no transaction is open, so that a flood of logins takes no connections from others. */
export async function prepareLogin(ctx: Ctx, { username, password, captcha }: Credentials): Promise<PreparedLogin> {
  requireOwnPage(ctx);
  const check = await botCheck(ctx, "app_login", captcha);
  const typed = username.trim().slice(0, longestTyped);
  if (!check.passes) return { typed, check, account: undefined, tried: undefined, freshHash: undefined };
  const account = await findAccount(ctx, username);
  const trusted = account !== undefined && (await isTrusted(ctx, account.id));
  const tried = await evaluate(ctx, guessAt(ctx, username, trusted), account, password);
  const renew = tried.verdict?.matches && tried.verdict.stale;
  return { typed, check, account, tried, freshHash: renew ? await hashPassword(password, ctx.random) : undefined };
}

/** A name that nobody has is noted this far. */
const longestTyped = 100;

/**
 * A password that did not fit stands in the trail under the account's name, or under the one that was typed. Only tries that were evaluated
 * get here, and of those an account and a network have a small number an hour, so that guessing cannot flood the trail.
 */
export const noteFailed = (
  ctx: Ctx,
  account: Pick<Account, "id" | "username"> | undefined,
  typed: string,
): Promise<void> =>
  ctx.audit({
    action: "access.loginFailed",
    subject: "app_user",
    subjectId: account?.id ?? 0,
    after: { network: networkOf(ctx.request.ip) },
    by: { id: account?.id ?? 0, username: account?.username ?? typed },
  });

/** Logs in, or says no in the same words whatever was wrong with name and password, or which second step is missing (`factor`). */
export async function logIn(ctx: Ctx, { typed, check, account, tried, freshHash }: PreparedLogin) {
  if (!tried || !(await spendBotCheck(ctx, check))) return refusal("validation", "access.errorCaptcha");
  const verdict = await enter(ctx, tried);
  if (!verdict) return refusal("tooMany", "access.errorTooMany");
  const isRight = verdict.matches && account !== undefined && (await isUnchanged(ctx, account));
  const elsewhere = isRight ? await mustUseProvider(ctx, account.id) : undefined;
  if (elsewhere) return failure(new VorderError("login", { fields: { common: [elsewhere] } }));
  const end = isRight ? await finishSignIn(ctx, account.id, { factorProved: false, by: "password" }) : undefined;
  if (!end || !account) {
    await noteFailed(ctx, account, typed);
    return refusal("login", "access.errorLogin");
  }
  if (freshHash !== undefined)
    await ctx.db.updateTable("app_user").set({ password_hash: freshHash }).where("id", "=", account.id).execute();
  return end.step === "done" ? { user: meOf(end.actor) } : stepMissing(end.step, end.state);
}

/** The answer to whoever has passed the first step: nobody is logged in yet, and what is still missing. */
export const stepMissing = (
  step: "factor" | "enrolment",
  { totp, passkey, recovery }: FactorState,
  more: Readonly<Record<string, unknown>> = {},
): Failure => failure(new VorderError("factor", { data: { step, methods: { totp, passkey, recovery }, ...more } }));

/** @throws {VorderError} validation where a new password is not good enough or was typed differently the second time. */
export function requireGoodPassword(password: string, repeat: string, own: readonly string[]): void {
  const problems = new FieldProblems();
  const problem = passwordProblem(password, own);
  if (problem !== undefined) problems.add("password", problem);
  if (password !== repeat) problems.add("passwordRepeat", "access.errorRepeat");
  problems.throwIfAny();
}

export interface PasswordChange {
  readonly currentPassword: string;
  readonly password: string;
  readonly passwordRepeat: string;
}

/** One's own password held against the account of whoever is logged in, to show once more who they are. */
export async function evaluateOwn(ctx: Ctx, password: string): Promise<Try> {
  const { user } = ctx;
  const account = await ctx.db
    .selectFrom("app_user")
    .select(["id", "username", "active", "password_hash"])
    .where("id", "=", user.id)
    .executeTakeFirstOrThrow();
  return evaluate(ctx, guessAt(ctx, user.username, true), account, password);
}

/** The slow part of changing one's own password: the new one is looked at, and the present one held against the account. */
export async function prepareChange(ctx: Ctx, change: PasswordChange): Promise<Try & { readonly account: Account }> {
  const { user } = ctx;
  if (user.previous) throw fieldError("common", "access.errorImpersonating");
  const account = await ctx.db
    .selectFrom("app_user")
    .select(["id", "username", "active", "password_hash", "email"])
    .where("id", "=", user.id)
    .executeTakeFirstOrThrow();
  requireGoodPassword(change.password, change.passwordRepeat, [user.username, user.name, account.email ?? ""]);
  // A browser that is logged in is a trusted one; a thief who found it open still guesses against the small budget.
  return { ...(await evaluate(ctx, guessAt(ctx, user.username, true), account, change.currentPassword)), account };
}

/** Changes one's own password: the present one is asked, other sessions end, this one goes on under a new id. */
export async function changeOwnPassword(
  ctx: Ctx,
  change: PasswordChange,
  tried: Try & { readonly account: Account },
): Promise<{ done: true } | Failure> {
  const { user } = ctx;
  const verdict = await enter(ctx, tried);
  if (!verdict) return refusal("tooMany", "access.errorTooMany");
  if (!verdict.matches || !(await isUnchanged(ctx, tried.account))) {
    await noteFailed(ctx, tried.account, user.username);
    return failure(
      new VorderError("validation", { fields: { currentPassword: [{ key: "access.errorCurrentPassword" }] } }),
    );
  }
  if (change.password === change.currentPassword) throw fieldError("password", "access.errorSamePassword");
  const proof = await ctx.session.proof();
  await setPassword(ctx.db, ctx, user.id, change.password);
  await ctx.session.start(user.id, { ...proof, factorAt: proof?.factorAt ?? null, provedAt: ctx.clock.now() });
  await trustDevice(ctx, user.id);
  await ctx.audit({ action: "access.changePassword", subject: "app_user", subjectId: user.id });
  await notifyOwner(ctx, user.id, "password");
  return { done: true };
}
