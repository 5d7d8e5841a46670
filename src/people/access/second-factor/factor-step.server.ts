/** The second step of signing in, signing in by a passkey, and showing once more who one is. */
import { fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import {
  type Ctx,
  type Failure,
  failure,
  type Handler,
  handle,
  preparedHandler,
} from "../../../ground/platform/server/http/module.ts";
import { networkOf } from "../access.ts";
import { mustUseProvider } from "../oidc/oidc-policy.server.ts";
import { enter, evaluateOwn, meOf, noteFailed } from "../sign-in/login.server.ts";
import { enterGuess, factorGuessAt, judgeGuess } from "../sign-in/password-guessing.server.ts";
import { requireOneself } from "../sign-in/sessions.server.ts";
import { finishSignIn, passStep, requireStep, signingIn } from "../sign-in/sign-in.server.ts";
import { notifyOwner } from "./account-mail.server.ts";
import { spendCode } from "./codes.server.ts";
import {
  confirmIdentity,
  type PasskeyAnswer,
  type PasskeyPurpose,
  passkeyChallenge,
  passkeySignIn,
  proveCode,
  signInStep,
} from "./factors.contract.ts";
import { challengeFor, verifyPasskey } from "./passkeys.server.ts";

const refused = (field: string, key: string): Failure =>
  failure(new VorderError("validation", { fields: { [field]: [{ key }] } }));
const tooMany = (): Failure =>
  failure(new VorderError("tooMany", { fields: { common: [{ key: "factor.errorTooMany" }] } }));

type Kind = "totp" | "recovery" | "passkey";

/** A wrong answer stands in the trail under the account's name; the budget of guesses keeps it from being flooded. */
const noteWrong = (ctx: Ctx, userId: number, kind: Kind, username: string, more: object = {}): Promise<void> =>
  ctx.audit({
    action: "access.factorFailed",
    subject: "app_user",
    subjectId: userId,
    after: { kind, network: networkOf(ctx.request.ip), ...more },
    by: { id: userId, username },
  });

interface Person {
  readonly userId: number;
  readonly username: string;
}

/** Tries a code of a user within the budget; undefined where it counted, else the answer that says why not. */
async function refusalOf(
  ctx: Ctx,
  { userId, username }: Person,
  kind: "totp" | "recovery",
  { code, field }: { readonly code: string; readonly field: string },
): Promise<Failure | undefined> {
  const guess = await factorGuessAt(ctx, userId, "code");
  const verdict = await judgeGuess(ctx, guess, () => spendCode(ctx, userId, kind, code));
  if (verdict === undefined) {
    // Who gets this far has the password: its owner must hear of it, once an hour.
    const hour = Math.floor(ctx.clock.now().getTime() / 3_600_000);
    await notifyOwner(ctx, userId, "guessed", {}, `${userId}:${hour}`);
    return tooMany();
  }
  if (verdict) return undefined;
  await noteWrong(ctx, userId, kind, username);
  return refused(field, kind === "totp" ? "factor.errorCode" : "factor.errorRecovery");
}

/** Whose passkey has answered rightly; else the answer that says why not. */
async function ownerOf(
  ctx: Ctx,
  asked: { readonly purpose: PasskeyPurpose; readonly userId: number | null },
  answered: PasskeyAnswer,
): Promise<number | Failure> {
  const { userId, isRight, isCopy } = await verifyPasskey(ctx, asked, answered);
  if (isRight && userId !== undefined) return userId;
  if (userId !== undefined && (await enterGuess(ctx, await factorGuessAt(ctx, userId, "passkey"), false))) {
    const { username } = await ctx.db
      .selectFrom("app_user")
      .select("username")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    await noteWrong(ctx, userId, "passkey", username, isCopy ? { copied: true } : {});
  }
  return refused("common", isCopy ? "factor.errorCopied" : "factor.errorPasskey");
}

async function signInByPasskey(ctx: Ctx, purpose: "signIn" | "factor", answered: PasskeyAnswer) {
  if (purpose === "factor") {
    const pending = await requireStep(ctx, "factor");
    const owner = await ownerOf(ctx, { purpose, userId: pending.userId }, answered);
    return typeof owner === "number" ? { user: meOf(await passStep(ctx, pending, "passkey")) } : owner;
  }
  const owner = await ownerOf(ctx, { purpose, userId: null }, answered);
  if (typeof owner !== "number") return owner;
  // It stands for the password, which the house may have left to its provider.
  const elsewhere = await mustUseProvider(ctx, owner);
  if (elsewhere) return failure(new VorderError("login", { fields: { common: [elsewhere] } }));
  const end = await finishSignIn(ctx, owner, { factorProved: true, by: "passkey" });
  return end?.step === "done" ? { user: meOf(end.actor) } : refused("common", "factor.errorPasskey");
}

/** Whom a challenge is for: the one at the second step, the one who is logged in, or whoever has a passkey. */
async function challenged(ctx: Ctx, purpose: PasskeyPurpose): Promise<number | null> {
  if (purpose === "signIn") return null;
  if (purpose === "factor") return (await requireStep(ctx, "factor")).userId;
  if (ctx.user.kind === "guest") throw fieldError("common", "factor.errorBeginAgain");
  requireOneself(ctx);
  return ctx.user.id;
}

export const stepHandlers: readonly Handler[] = [
  handle(signInStep, async (ctx) => {
    const found = await signingIn(ctx);
    if (found?.step === undefined) return { step: "none" as const, methods: null };
    const { totp, passkey, recovery } = found.state;
    return { step: found.step, methods: { totp, passkey, recovery } };
  }),
  handle(proveCode, async (ctx, { body }) => {
    const pending = await requireStep(ctx, "factor");
    const refusal = await refusalOf(ctx, pending, body.kind, { code: body.code, field: "code" });
    return refusal ?? { user: meOf(await passStep(ctx, pending, body.kind)) };
  }),
  handle(passkeyChallenge, async (ctx, { body: { purpose } }) => ({
    options: await challengeFor(ctx, { purpose, userId: await challenged(ctx, purpose) }),
  })),
  handle(passkeySignIn, (ctx, { body }) => signInByPasskey(ctx, body.purpose, body.answer)),
  preparedHandler(
    confirmIdentity,
    async (ctx, { body }) => {
      requireOneself(ctx);
      return body.kind === "password" ? evaluateOwn(ctx, body.value) : undefined;
    },
    async (ctx, { body }, tried) => {
      const person = { userId: ctx.user.id, username: ctx.user.username };
      if (body.kind === "password") {
        const verdict = tried && (await enter(ctx, tried));
        if (!verdict) return tooMany();
        if (!verdict.matches) {
          await noteFailed(ctx, { id: person.userId, username: person.username }, person.username);
          return refused("value", "access.errorCurrentPassword");
        }
      } else if (body.kind === "passkey") {
        if (!body.answer) throw fieldError("answer", "factor.errorPasskey");
        const owner = await ownerOf(ctx, { purpose: "confirm", userId: person.userId }, body.answer);
        if (typeof owner !== "number") return owner;
      } else {
        const refusal = await refusalOf(ctx, person, body.kind, { code: body.value, field: "value" });
        if (refusal) return refusal;
      }
      await ctx.session.prove(body.kind !== "password");
      return { done: true as const };
    },
  ),
];
