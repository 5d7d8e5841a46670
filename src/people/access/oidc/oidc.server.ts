/**
 * Signing in by an OpenID provider. An account is known by (issuer, subject), which somebody signed in to it, an invitation, or an address
 * that the provider has verified has connected; nothing here makes accounts or gives rights. For staff only.
 */
import { type Message, VorderError } from "../../../ground/kernel/errors.ts";
import type { OidcFault } from "../../../ground/platform/oidc-faults.ts";
import {
  type Actor,
  type Ctx,
  failure,
  type Handler,
  handle,
  preparedHandler,
} from "../../../ground/platform/server/http/module.ts";
import { type OidcClaims, OidcError, signedInAs, signInAddress } from "../../../ground/platform/server/http/oidc.ts";
import { hashOf } from "../../../ground/platform/server/http/session.ts";
import {
  type GlobalSettings,
  globalSettings,
  oidcLimits,
  oidcLogoutAddress,
  oidcNameOf,
  oidcProviderOf,
} from "../../../ground/settings/settings.server.ts";
import { networkOf } from "../access.ts";
import { provedUntil } from "../second-factor/factors.server.ts";
import { meOf, stepMissing } from "../sign-in/login.server.ts";
import { enterGuess, guessAt } from "../sign-in/password-guessing.server.ts";
import { finishSignIn } from "../sign-in/sign-in.server.ts";
import { loadActor } from "../users/users.server.ts";
import { beginOidc, finishOidc, oidcOffer } from "./oidc.contract.ts";
import {
  type Attempt,
  attemptOf,
  beginAttempt,
  countAttempt,
  leaveWithBrowser,
  mayBegin,
  sealLeaving,
  spendAttempt,
} from "./oidc-attempt.server.ts";
import { connect, knownAs, recognise } from "./oidc-identity.server.ts";
import { provedFactor } from "./oidc-policy.server.ts";

/** No sign-in; `key` is the sentence for the person, and the word for the trail. */
class Refused extends Error {
  readonly key: string;
  constructor(key: string) {
    super(`refused: ${key}`);
    this.key = key;
  }
}

const ofPerson: Partial<Record<OidcFault, string>> = {
  denied: "oidc.denied",
  expired: "oidc.expired",
  untrusted: "oidc.untrusted",
};
/** What is wrong with the provider itself is for those who have set it; who logs in is told what to do now. */
const sentenceOf = (fault: OidcFault): string => ofPerson[fault] ?? "oidc.away";

const errorOf = (key: string, all: GlobalSettings): VorderError => {
  const message: Message = { key, values: { name: oidcNameOf(all) } };
  return new VorderError("login", { fields: { common: [message] } });
};

/** The account that a sign-in is to be connected with; null where the provider says who it is. */
async function ownerOf(ctx: Ctx, purpose: Attempt["purpose"], token: string): Promise<number | null> {
  if (purpose === "login") return null;
  if (purpose === "connect") {
    if (ctx.user.kind === "guest") throw new VorderError("loggedOut", { data: { loggedIn: false } });
    if (ctx.user.previous) throw new Refused("access.errorImpersonating");
    if (ctx.user.kind !== "staff") throw new Refused("oidc.staffOnly");
    // A way in that stays, as a factor is: not for whoever finds a screen that was left open.
    if ((await provedUntil(ctx)) === null) throw new Refused("factor.errorProveAgain");
    return ctx.user.id;
  }
  const invited = await ctx.db
    .selectFrom("password_reset")
    .innerJoin("app_user", "app_user.id", "password_reset.user_id")
    .select(["app_user.id", "app_user.kind"])
    .where("token_hash", "=", hashOf(token))
    .where("password_reset.kind", "=", "invite")
    .where("used_at", "is", null)
    .where("expires_at", ">", ctx.clock.now())
    .where("app_user.active", "=", true)
    .executeTakeFirst();
  if (!invited) throw new Refused("access.errorResetLink");
  if (invited.kind !== "staff") throw new Refused("oidc.staffOnly");
  return invited.id;
}

type StartedAttempt = { readonly attempt: Attempt; readonly url: string } | { readonly error: VorderError };

const tooManyAttempts = (): VorderError =>
  new VorderError("tooMany", { fields: { common: [{ key: "oidc.tooManyAttempts" }] } });

const begin = preparedHandler(
  beginOidc,
  async (ctx, { body: { purpose, token = "", returnTo } }): Promise<StartedAttempt> => {
    if (!(await mayBegin(ctx))) return { error: tooManyAttempts() };
    const all = await globalSettings(ctx.db);
    const provider = oidcProviderOf(all, ctx.environment);
    try {
      if (!provider) throw new Refused("oidc.off");
      const userId = await ownerOf(ctx, purpose, token);
      const invitation = purpose === "invitation" ? hashOf(token).toString("hex") : null;
      const attempt = beginAttempt(ctx, all, { purpose, userId, invitation, returnTo });
      const url = await signInAddress(provider, attempt, oidcLimits(ctx.environment));
      return { attempt, url: url.href };
    } catch (error) {
      if (error instanceof Refused) return { error: errorOf(error.key, all) };
      if (!(error instanceof OidcError)) throw error;
      ctx.log.warn({ err: error }, "the OpenID provider does not answer as one");
      return { error: errorOf(sentenceOf(error.fault), all) };
    }
  },
  async (ctx, _input, begun) => {
    if (!(await countAttempt(ctx))) return failure(tooManyAttempts());
    if ("error" in begun) return failure(begun.error);
    leaveWithBrowser(ctx, begun.attempt);
    return { url: begun.url };
  },
);

interface ProviderReturn {
  readonly all: GlobalSettings;
  readonly attempt: Attempt | undefined;
  /** Who the provider says it is, or the sentence for what is wrong with its answer. */
  readonly claims: OidcClaims | string;
  /** Where this sign-in is ended at the provider; null where it cannot be, or is not to be. */
  readonly leaveBy: string | null;
}

/** Holds the answer against what this browser began, and exchanges it at the provider, while no transaction is open. */
async function readReturn(ctx: Ctx, text: string): Promise<ProviderReturn> {
  const answered = new URLSearchParams(text);
  const all = await globalSettings(ctx.db);
  const attempt = attemptOf(ctx, all, answered);
  const provider = oidcProviderOf(all, ctx.environment);
  if (!attempt || !provider) return { all, attempt: undefined, claims: "oidc.foreign", leaveBy: null };
  try {
    const limits = oidcLimits(ctx.environment);
    const { claims, leaveBy } = await signedInAs(
      provider,
      attempt,
      answered,
      oidcLogoutAddress(ctx.environment),
      limits,
    );
    return { all, attempt, claims, leaveBy: all.oidcSignOut ? leaveBy : null };
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    ctx.log.warn({ err: error }, "a sign-in by the OpenID provider failed");
    return { all, attempt, claims: sentenceOf(error.fault), leaveBy: null };
  }
}

interface Person {
  readonly actor: Actor;
  readonly connectedBy?: "own" | "invitation" | "email";
}

/** Whose account it is. @throws {Refused} */
async function personOf(ctx: Ctx, { all, attempt, claims }: ProviderReturn): Promise<Person> {
  const isFirst = attempt !== undefined && (await spendAttempt(ctx, attempt));
  if (typeof claims === "string") throw new Refused(claims);
  if (!isFirst) throw new Refused("oidc.expired");
  if (attempt.userId === null) return knownPerson(ctx, all, claims);
  // Whoever began it must be the one who ends it: by the session, or by the invitation.
  const isOwn = attempt.purpose === "connect";
  if (isOwn && (ctx.user.id !== attempt.userId || ctx.user.previous)) throw new Refused("oidc.foreign");
  const actor = await loadActor(ctx.db, attempt.userId, null);
  if (actor?.kind !== "staff") throw new Refused("oidc.inactive");
  const connectedBy = isOwn ? "own" : "invitation";
  if (!(await connect(ctx, actor, claims, connectedBy))) throw new Refused("oidc.taken");
  if (!isOwn && !(await spendInvitation(ctx, attempt))) throw new VorderError("conflict");
  return { actor, connectedBy };
}

async function knownPerson(ctx: Ctx, all: GlobalSettings, claims: OidcClaims): Promise<Person> {
  const known = await knownAs(ctx, claims);
  if (known !== undefined) {
    const actor = await loadActor(ctx.db, known, null);
    if (actor?.kind !== "staff") throw new Refused("oidc.inactive");
    return { actor };
  }
  const actor = all.oidcByEmail ? await recognise(ctx, claims) : undefined;
  if (!actor || !(await connect(ctx, actor, claims, "email"))) throw new Refused("oidc.unknown");
  return { actor, connectedBy: "email" };
}

async function spendInvitation(ctx: Ctx, { invitation, userId }: Attempt): Promise<boolean> {
  const spent = await ctx.db
    .updateTable("password_reset")
    .set({ used_at: ctx.clock.now() })
    .where("token_hash", "=", Buffer.from(invitation ?? "", "hex"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .where("expires_at", ">", ctx.clock.now())
    .executeTakeFirst();
  return spent.numUpdatedRows > 0n;
}

/** A sign-in that failed stands in the trail; of those that a network sends, a small number an hour, so that the trail is not flooded. */
async function noteFailed(ctx: Ctx, { all, attempt, claims }: ProviderReturn, why: string): Promise<void> {
  const network = networkOf(ctx.request.ip);
  if (!(await enterGuess(ctx, guessAt(ctx, `oidc ${network}`, false), false))) return;
  const known = typeof claims === "string" ? undefined : await knownAs(ctx, claims);
  const owner = known ?? attempt?.userId ?? 0;
  const row = await ctx.db.selectFrom("app_user").select("username").where("id", "=", owner).executeTakeFirst();
  const detail = typeof claims === "string" ? {} : { subjectAtProvider: claims.sub };
  await ctx.audit({
    action: "access.loginFailed",
    subject: "app_user",
    subjectId: row ? owner : 0,
    after: { network, provider: all.oidcIssuer, why: why.replace(/^\w+\./, ""), ...detail },
    by: { id: row ? owner : 0, username: row?.username ?? oidcNameOf(all).slice(0, 100) },
  });
}

const finish = preparedHandler(
  finishOidc,
  (ctx, { body }) => readReturn(ctx, body.answer),
  async (ctx, _input, back) => {
    try {
      const { actor, connectedBy } = await personOf(ctx, back);
      const returnTo = back.attempt?.returnTo ?? null;
      if (connectedBy === "own") return { user: meOf(ctx.user), connected: true, returnTo };
      const factorProved = typeof back.claims !== "string" && provedFactor(back.all, back.claims);
      const leaveBy = back.leaveBy === null ? null : sealLeaving(ctx, back.leaveBy);
      const end = await finishSignIn(ctx, actor.id, { by: "oidc", factorProved, leaveBy });
      if (!end) throw new Refused("oidc.inactive");
      if (end.step !== "done") return stepMissing(end.step, end.state, { returnTo });
      return { user: meOf(end.actor), connected: false, returnTo };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await noteFailed(ctx, back, error.key);
      return failure(errorOf(error.key, back.all));
    }
  },
);

export const oidcHandlers: readonly Handler[] = [
  handle(oidcOffer, async (ctx) => {
    const all = await globalSettings(ctx.db);
    const isForThem = ctx.user.kind === "guest" || ctx.user.kind === "staff";
    return { name: isForThem && oidcProviderOf(all, ctx.environment) ? oidcNameOf(all) : null };
  }),
  begin,
  finish,
];
