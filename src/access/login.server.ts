/** Logging in and changing one's own password. */
import { sql } from "kysely";
import { fieldError, VorderError } from "../kernel/errors.ts";
import { type Actor, type Ctx, type Failure, failure } from "../platform/server/room.ts";
import type { Me } from "./access.contract.ts";
import { passesCaptcha } from "./captcha.server.ts";
import { enterGuess, type Guess, guessAt, hasBudget, isTrusted, trustDevice } from "./guesses.server.ts";
import { hashPassword, verifyPassword } from "./hashing.server.ts";
import { passwordProblem } from "./passwords.ts";
import { loadActor, setPassword } from "./users.server.ts";

/** The logged-in user as the application sees it. */
export const meOf = (actor: Actor): Me => ({
  id: actor.id,
  username: actor.username,
  name: actor.name,
  kind: actor.kind === "guest" ? "system" : actor.kind,
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
  readonly active: boolean;
  readonly password_hash: string | null;
}

const findAccount = (ctx: Ctx, username: string): Promise<Account | undefined> =>
  ctx.db
    .selectFrom("app_user")
    .select(["id", "active", "password_hash"])
    .where(sql<string>`lower(username)`, "=", username.trim().toLowerCase())
    .executeTakeFirst();

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly captcha?: string | null | undefined;
}

/** Whether the password is right; `refused` where the budget of guesses is used up, whatever the password. */
async function evaluate(ctx: Ctx, guess: Guess, account: Account | undefined, password: string) {
  if (!(await hasBudget(ctx, guess))) return { refused: true } as const;
  const { matches, stale } = await verifyPassword(password, account?.active ? account.password_hash : null);
  if (!(await enterGuess(ctx, guess, matches))) return { refused: true } as const;
  return { refused: false, matches, stale } as const;
}

/** Logs in, or says no in the same words whatever was wrong with name and password. */
export async function logIn(ctx: Ctx, { username, password, captcha }: Credentials): Promise<{ user: Me } | Failure> {
  requireOwnPage(ctx);
  if (!(await passesCaptcha(ctx, "app_login", captcha))) return refusal("validation", "access.errorCaptcha");
  const account = await findAccount(ctx, username);
  const trusted = account !== undefined && (await isTrusted(ctx, account.id));
  const verdict = await evaluate(ctx, guessAt(ctx, username, trusted), account, password);
  if (verdict.refused) return refusal("tooMany", "access.errorTooMany");
  const actor = verdict.matches && account ? await loadActor(ctx.db, account.id, null) : undefined;
  if (!actor) return refusal("login", "access.errorLogin");
  await ctx.db
    .updateTable("app_user")
    .set({
      last_login_at: ctx.clock.now(),
      ...(verdict.stale ? { password_hash: await hashPassword(password, ctx.random) } : {}),
    })
    .where("id", "=", actor.id)
    .execute();
  await ctx.session.start(actor.id);
  await trustDevice(ctx, actor.id);
  await ctx.audit({ action: "access.login", subject: "app_user", subjectId: actor.id });
  return { user: meOf(actor) };
}

/** @throws {VorderError} validation where a new password is not good enough or was typed differently the second time. */
export function requireGoodPassword(password: string, repeat: string, own: readonly string[]): void {
  const problem = passwordProblem(password, own);
  if (problem !== undefined) throw fieldError("password", problem);
  if (password !== repeat) throw fieldError("passwordRepeat", "access.errorRepeat");
}

export interface PasswordChange {
  readonly currentPassword: string;
  readonly password: string;
  readonly passwordRepeat: string;
}

/** Changes one's own password: the present one is asked, other sessions end, this one goes on under a new id. */
export async function changeOwnPassword(ctx: Ctx, change: PasswordChange): Promise<{ done: true } | Failure> {
  const { user } = ctx;
  if (user.previous) throw fieldError("common", "access.errorImpersonating");
  const account = await ctx.db
    .selectFrom("app_user")
    .select(["id", "active", "password_hash", "email"])
    .where("id", "=", user.id)
    .executeTakeFirstOrThrow();
  requireGoodPassword(change.password, change.passwordRepeat, [user.username, user.name, account.email ?? ""]);
  // A browser that is logged in is a trusted one; a thief who found it open still guesses against the small budget.
  const verdict = await evaluate(ctx, guessAt(ctx, user.username, true), account, change.currentPassword);
  if (verdict.refused) return refusal("tooMany", "access.errorTooMany");
  if (!verdict.matches) {
    return failure(
      new VorderError("validation", { fields: { currentPassword: [{ key: "access.errorCurrentPassword" }] } }),
    );
  }
  if (change.password === change.currentPassword) throw fieldError("password", "access.errorSamePassword");
  await setPassword(ctx.db, ctx, user.id, change.password);
  await ctx.session.start(user.id);
  await trustDevice(ctx, user.id);
  await ctx.audit({ action: "access.changePassword", subject: "app_user", subjectId: user.id });
  return { done: true };
}
