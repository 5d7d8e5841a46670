/**
 * A sign-in that was begun: it travels in a sealed cookie of the browser that began it, so that what comes back in another one is refused,
 * and nothing is kept here for those that never come back.
 */
import { createHash, createHmac } from "node:crypto";
import { z } from "zod";
import { ownPath } from "../../../ground/kernel/own-path.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { hashOf } from "../../../ground/platform/server/http/session.ts";
import { openSecret, sealSecret } from "../../../ground/platform/server/process/secrets.ts";
import { type GlobalSettings, oidcReturn } from "../../../ground/settings/settings.server.ts";
import { beginBudget, networkOf } from "../access.ts";

/** So long may somebody take at their provider. */
const minutes = 15;

const shape = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  acr: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  purpose: z.enum(["login", "connect", "invitation"]),
  /** Whose account is to be connected; null where the provider says who it is. */
  userId: z.number().nullable(),
  /** The hash of the invitation's token, in hex. */
  invitation: z.string().nullable(),
  returnTo: z.string().nullable(),
  until: z.number(),
});
export type Attempt = z.output<typeof shape>;

/** Several tabs may be at the provider at once. */
const cookiePrefix = "vorder_oidc_";
/** More at once would be heads that no server takes: the eldest, which a browser sends first, make room. */
const atOnce = 5;
const cookieOf = (state: string): string =>
  `${cookiePrefix}${createHash("sha256").update(state).digest("hex").slice(0, 16)}`;
const purposeOf = (state: string) => ["oidc.attempt", state] as const;

/** The window of now, and the network as it is counted. */
function placeOf(ctx: Ctx): { readonly network_key: Buffer; readonly begins_at: Date } {
  const window = beginBudget.windowMinutes * 60_000;
  return {
    network_key: createHmac("sha256", ctx.session.keyFor("oidc-begun")).update(networkOf(ctx.request.ip)).digest(),
    begins_at: new Date(Math.floor(ctx.clock.now().getTime() / window) * window),
  };
}

/** Whether a guest's network may begin one more, as far as committed ones tell: asked before the provider is. */
export async function mayBegin(ctx: Ctx): Promise<boolean> {
  if (ctx.user.kind !== "guest") return true;
  const { network_key, begins_at } = placeOf(ctx);
  const row = await ctx.db
    .selectFrom("oidc_begun")
    .select("begun")
    .where("network_key", "=", network_key)
    .where("begins_at", "=", begins_at)
    .executeTakeFirst();
  return (row?.begun ?? 0) < beginBudget.network;
}

/** Counts a sign-in that is begun, for all processes together; false where a guest's network has begun too many. */
export async function countAttempt(ctx: Ctx): Promise<boolean> {
  if (ctx.user.kind !== "guest") return true;
  const { begun } = await ctx.db
    .insertInto("oidc_begun")
    .values({ ...placeOf(ctx), begun: 1 })
    .onConflict((conflict) =>
      conflict.columns(["network_key", "begins_at"]).doUpdateSet((eb) => ({ begun: eb("oidc_begun.begun", "+", 1) })),
    )
    .returning("begun")
    .executeTakeFirstOrThrow();
  return begun <= beginBudget.network;
}

const leaving = ["oidc.leave"] as const;
/** The address at which a sign-in is ended names it: whoever has it could end it, and reads who it is. */
export const sealLeaving = (ctx: Ctx, address: string): string => sealSecret(ctx.environment, leaving, address);

/** Where the session of now is ended at the provider as well; undefined where it was not begun by one. */
export async function leavingOf(ctx: Ctx): Promise<string | undefined> {
  const sealed = (await ctx.session.proof())?.leaveBy ?? "";
  // What is not sealed would be taken as it stands.
  return sealed.startsWith("sealed:") ? openSecret(ctx.environment, leaving, sealed) || undefined : undefined;
}

/** Begins a sign-in and leaves it with the browser. */
export function beginAttempt(
  ctx: Ctx,
  all: GlobalSettings,
  wanted: Pick<Attempt, "purpose" | "userId" | "invitation"> & { readonly returnTo: string | undefined },
): Attempt {
  const random = (): string => Buffer.from(ctx.random.bytes(32)).toString("base64url");
  return {
    state: random(),
    nonce: random(),
    verifier: random(),
    redirectUri: oidcReturn(ctx.environment),
    acr: all.oidcFactorCounts ? all.oidcFactorAcr : "",
    issuer: all.oidcIssuer,
    clientId: all.oidcClientId,
    purpose: wanted.purpose,
    userId: wanted.userId,
    invitation: wanted.invitation,
    returnTo: ownPath(wanted.returnTo ?? "") ?? null,
    until: ctx.clock.now().getTime() + minutes * 60_000,
  };
}

export function leaveWithBrowser(ctx: Ctx, attempt: Attempt): void {
  const earlier = Object.keys(ctx.request.cookies).filter((name) => name.startsWith(cookiePrefix));
  for (const name of earlier.slice(0, Math.max(0, earlier.length + 1 - atOnce))) ctx.setCookie(name, null);
  const sealed = sealSecret(ctx.environment, purposeOf(attempt.state), JSON.stringify(attempt));
  ctx.setCookie(cookieOf(attempt.state), sealed, minutes * 60);
}

/** The sign-in of this browser that an answer belongs to; undefined where it began none, or too long ago, or with another provider. */
export function attemptOf(ctx: Ctx, all: GlobalSettings, answer: URLSearchParams): Attempt | undefined {
  const states = answer.getAll("state");
  const [state = ""] = states;
  const sealed = ctx.request.cookies[cookieOf(state)] ?? "";
  // What is not sealed would be taken as it stands.
  if (states.length !== 1 || !sealed.startsWith("sealed:")) return undefined;
  const text = openSecret(ctx.environment, purposeOf(state), sealed);
  if (text === "") return undefined;
  const attempt = shape.parse(JSON.parse(text));
  const isPresent = attempt.issuer === all.oidcIssuer && attempt.clientId === all.oidcClientId;
  return isPresent && attempt.until > ctx.clock.now().getTime() ? attempt : undefined;
}

/** Uses an attempt up, whatever became of it; false where it was already. */
export async function spendAttempt(ctx: Ctx, { state, until }: Attempt): Promise<boolean> {
  ctx.setCookie(cookieOf(state), null);
  const spent = await ctx.db
    .insertInto("oidc_spent")
    .values({ state_hash: hashOf(state), expires_at: new Date(until) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("state_hash")
    .executeTakeFirst();
  return spent !== undefined;
}
