/** One's own second factors: having one added, named, removed, and recovery codes made anew. */
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { fieldError, notFound } from "../../../ground/kernel/errors.ts";
import {
  type Actor,
  type Ctx,
  type Db,
  type Handler,
  handle,
  type WorkCtx,
} from "../../../ground/platform/server/http/module.ts";
import { openSecret, type SecretPurpose, sealSecret } from "../../../ground/platform/server/process/secrets.ts";
import { providerSettings } from "../../../ground/settings/settings.server.ts";
import { meOf } from "../sign-in/login.server.ts";
import { requireOneself } from "../sign-in/sessions.server.ts";
import { factorState, hasFactor, passStep, requireStep, type SigningIn } from "../sign-in/sign-in.server.ts";
import { type AccountEvent, notifyOwner } from "./account-mail.server.ts";
import { makeRecoveryCodes, newSecret, recoveryCodesLeft, stepOf, storeTotp, totpOf } from "./codes.server.ts";
import {
  beginPasskey,
  beginTotp,
  confirmPasskey,
  confirmTotp,
  type Factor,
  newRecoveryCodes,
  ownFactors,
  removeFactor,
  renameFactor,
} from "./factors.contract.ts";
import { mostFactors, proofMinutes } from "./factors.ts";
import { enrolmentOptions, relyingParty, storePasskey } from "./passkeys.server.ts";

/** The factors of a user, the first made first. */
export async function factorsOf(db: Db, userId: number): Promise<Factor[]> {
  const rows = await db
    .selectFrom("second_factor")
    .select(["id", "kind", "name", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind === "totp" ? "totp" : "passkey",
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
}

/** Until when the present session may change factors; null where it must show first who it is. */
export async function provedUntil(ctx: Ctx): Promise<Date | null> {
  const proof = await ctx.session.proof();
  if (!proof?.provedAt) return null;
  const until = new Date(proof.provedAt.getTime() + proofMinutes * 60_000);
  return until > ctx.clock.now() ? until : null;
}

/** @throws {VorderError} validation while one acts as somebody else, or has not shown who one is for a while. */
export async function requireProved(ctx: Ctx): Promise<void> {
  requireOneself(ctx);
  if ((await provedUntil(ctx)) === null) throw fieldError("common", "factor.errorProveAgain");
}

/** Who adds a factor: somebody who is logged in, or who must have one before they are. */
interface Enrollee {
  readonly userId: number;
  readonly username: string;
  readonly name: string;
  readonly pending: SigningIn | undefined;
}

/** @throws {VorderError} validation where it is neither. */
async function enrollee(ctx: Ctx): Promise<Enrollee> {
  if (ctx.user.kind === "guest") {
    const pending = await requireStep(ctx, "enrolment");
    const { userId, username, name } = pending;
    return { userId, username, name, pending };
  }
  await requireProved(ctx);
  const { id: userId, username, name } = ctx.user;
  return { userId, username, name, pending: undefined };
}

/**
 * Begins to add a factor. Those of one user are added one after the other: of two who know the password and have no factor yet, the second
 * must show the first one's.
 */
async function beginAdding(ctx: Ctx): Promise<Enrollee> {
  const { userId } = await enrollee(ctx);
  await ctx.db.selectFrom("app_user").select("id").where("id", "=", userId).forUpdate().execute();
  const person = await enrollee(ctx);
  if ((await factorsOf(ctx.db, userId)).length >= mostFactors)
    throw fieldError("common", "factor.errorMost", { most: mostFactors });
  return person;
}

/** Ends the adding of a factor: audited and told; with the first one come recovery codes, and other sessions end. */
async function added(ctx: Ctx, person: Enrollee, kind: "totp" | "passkey", name: string) {
  const { userId, username, pending } = person;
  const by = { id: userId, username };
  await ctx.audit({ action: "access.addFactor", subject: "app_user", subjectId: userId, after: { kind, name }, by });
  await notifyOwner(ctx, userId, "added", { factor: name });
  const isFirst = (await factorsOf(ctx.db, userId)).length === 1;
  const recoveryCodes = isFirst ? await makeRecoveryCodes(ctx, userId) : null;
  const user: Actor = pending ? await passStep(ctx, pending, `enrolment of ${kind}`) : ctx.user;
  if (!pending) await ctx.session.prove(true);
  // Sessions that began without one are nobody's word any more.
  if (isFirst) await ctx.session.endOthersOf(userId);
  return { user: meOf(user), recoveryCodes };
}

const ticketMinutes = 10;

/** A secret that is not kept yet is bound to its user and browser. */
const ticketOf = (ctx: Ctx, userId: number): SecretPurpose => [
  "factor.ticket",
  userId,
  ctx.session.id().toString("hex"),
];

async function offerTotp(ctx: Ctx) {
  const { userId, username } = await enrollee(ctx);
  const { tradeName } = await providerSettings(ctx.db);
  const secret = newSecret(ctx);
  const uri = totpOf(secret, tradeName || "Vorder", username).toString();
  const until = ctx.clock.now().getTime() + ticketMinutes * 60_000;
  const { default: qrcode } = await import("qrcode");
  const svg = await qrcode.toString(uri, { type: "svg", margin: 2, errorCorrectionLevel: "M" });
  return {
    ticket: sealSecret(ctx.environment, ticketOf(ctx, userId), `${until}:${secret}`),
    secret,
    uri,
    qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`,
  };
}

async function takeTotp(ctx: Ctx, { ticket, code, name }: { ticket: string; code: string; name: string }) {
  const person = await beginAdding(ctx);
  // What is not sealed would be taken as it stands.
  const opened = ticket.startsWith("sealed:") ? openSecret(ctx.environment, ticketOf(ctx, person.userId), ticket) : "";
  const [, until = "0", secret = ""] = /^(\d+):([A-Z2-7]+)$/.exec(opened) ?? [];
  const now = ctx.clock.now();
  if (Number(until) <= now.getTime()) throw fieldError("common", "factor.errorBeginAgain");
  const step = stepOf(secret, code, now);
  if (step === undefined) throw fieldError("code", "factor.errorCode");
  await storeTotp(ctx, person.userId, name, secret, step);
  return added(ctx, person, "totp", name);
}

async function ownFactor(ctx: Ctx, id: number): Promise<Factor> {
  const factor = (await factorsOf(ctx.db, ctx.user.id)).find((one) => one.id === id);
  if (!factor) throw notFound();
  return factor;
}

const noteOwn = (ctx: WorkCtx, action: string, before: object, after?: object): Promise<void> =>
  ctx.audit({ action, subject: "app_user", subjectId: ctx.user.id, before, ...(after ? { after } : {}) });

async function remove(ctx: Ctx, id: number): Promise<ReplyOf<typeof removeFactor>> {
  await requireProved(ctx);
  // One after the other: of two factors, two requests at once must not take both from somebody who needs one.
  await ctx.db.selectFrom("app_user").select("id").where("id", "=", ctx.user.id).forUpdate().execute();
  const { kind, name } = await ownFactor(ctx, id);
  const { credential_id: credential } = await ctx.db
    .deleteFrom("second_factor")
    .where("id", "=", id)
    .returning("credential_id")
    .executeTakeFirstOrThrow();
  const state = await factorState(ctx.db, ctx.user.id);
  if (!hasFactor(state)) {
    if (state.required) throw fieldError("common", "factor.errorNeeded");
    await ctx.db.deleteFrom("recovery_code").where("user_id", "=", ctx.user.id).execute();
  }
  // Whoever came in by it, and is not at this screen, is out: it may have been removed because it was lost.
  await ctx.session.endOthersOf(ctx.user.id);
  await noteOwn(ctx, "access.removeFactor", { kind, name });
  await notifyOwner(ctx, ctx.user.id, "removed" satisfies AccountEvent, { factor: name });
  const passkey = credential && { relyingParty: relyingParty(ctx), credential: credential.toString("base64url") };
  return { passkey };
}

async function rename(ctx: Ctx, id: number, name: string): Promise<{ done: true }> {
  requireOneself(ctx);
  const before = await ownFactor(ctx, id);
  await ctx.db.updateTable("second_factor").set({ name }).where("id", "=", id).execute();
  await noteOwn(ctx, "access.renameFactor", { name: before.name }, { name });
  return { done: true };
}

async function codesAnew(ctx: Ctx) {
  await requireProved(ctx);
  if (!hasFactor(await factorState(ctx.db, ctx.user.id))) throw fieldError("common", "factor.errorNoFactor");
  const recoveryCodes = await makeRecoveryCodes(ctx, ctx.user.id);
  await noteOwn(ctx, "access.newRecoveryCodes", {});
  await notifyOwner(ctx, ctx.user.id, "codes");
  return { recoveryCodes };
}

export const factorHandlers: readonly Handler[] = [
  handle(beginTotp, (ctx) => offerTotp(ctx)),
  handle(confirmTotp, (ctx, { body }) => takeTotp(ctx, body)),
  handle(beginPasskey, async (ctx) => ({ options: await enrolmentOptions(ctx, await enrollee(ctx)) })),
  handle(confirmPasskey, async (ctx, { body: { name, answer: made } }) => {
    const person = await beginAdding(ctx);
    if (!(await storePasskey(ctx, person.userId, name, made))) throw fieldError("common", "factor.errorPasskey");
    return added(ctx, person, "passkey", name);
  }),
  handle(ownFactors, async (ctx) => {
    requireOneself(ctx);
    const { required } = await factorState(ctx.db, ctx.user.id);
    const { password_hash } = await ctx.db
      .selectFrom("app_user")
      .select("password_hash")
      .where("id", "=", ctx.user.id)
      .executeTakeFirstOrThrow();
    return {
      items: await factorsOf(ctx.db, ctx.user.id),
      recoveryLeft: await recoveryCodesLeft(ctx.db, ctx.user.id),
      required,
      hasPassword: password_hash !== null,
      provedUntil: (await provedUntil(ctx))?.toISOString() ?? null,
    };
  }),
  handle(renameFactor, (ctx, { params, body }) => rename(ctx, params.id, body.name)),
  handle(removeFactor, (ctx, { params }) => remove(ctx, params.id)),
  handle(newRecoveryCodes, (ctx) => codesAnew(ctx)),
];
