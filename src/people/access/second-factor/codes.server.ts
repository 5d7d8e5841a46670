/** Codes as a second factor: those of an authenticator app (TOTP, RFC 6238) and recovery codes. Each counts once. */
import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Ctx, Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import type { Environment } from "../../../ground/platform/server/process/environment.ts";
import {
  openSecret,
  resealed,
  type SecretPurpose,
  sealSecret,
} from "../../../ground/platform/server/process/secrets.ts";
import { notifyOwner } from "./account-mail.server.ts";
import { recoveryCode, recoveryCodes, stepSeconds, typedCode, typedRecoveryCode } from "./factors.ts";

/** A secret of an app opens for its user only. */
const purposeOf = (userId: number): SecretPurpose => ["factor.totp", userId];

/** The authenticator of a secret, as it stands in the picture that an app reads. */
export const totpOf = (secret: string, issuer: string, label: string): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: stepSeconds });

export const newSecret = (ctx: WorkCtx): string => new Secret({ buffer: ctx.random.bytes(20).slice().buffer }).base32;

/** The time step of a code that is right now, one step early or late at most; undefined where it is none of these. */
export function stepOf(secret: string, typed: string, now: Date): number | undefined {
  const token = typedCode(typed);
  if (token === undefined || secret === "") return undefined;
  const delta = TOTP.validate({
    token,
    secret: Secret.fromBase32(secret),
    digits: 6,
    period: stepSeconds,
    timestamp: now.getTime(),
    window: 1,
  });
  return delta === null ? undefined : TOTP.counter({ period: stepSeconds, timestamp: now.getTime() }) + delta;
}

/** Whether a code of one of the user's apps is right and has not counted before; from then on it has. */
async function spendTotp(ctx: Ctx, userId: number, typed: string): Promise<boolean> {
  const apps = await ctx.db
    .selectFrom("second_factor")
    .select(["id", "secret"])
    .where("user_id", "=", userId)
    .where("kind", "=", "totp")
    .execute();
  const now = ctx.clock.now();
  for (const { id, secret } of apps) {
    const step = stepOf(openSecret(ctx.environment, purposeOf(userId), secret ?? ""), typed, now);
    if (step === undefined) continue;
    const spent = await ctx.db
      .updateTable("second_factor")
      .set({ last_step: step, last_used_at: now })
      .where("id", "=", id)
      .where((eb) => eb.or([eb("last_step", "is", null), eb("last_step", "<", step)]))
      .returning("id")
      .executeTakeFirst();
    if (spent) return true;
  }
  return false;
}

const hashOfCode = (userId: number, code: string): Buffer =>
  createHash("sha256").update(`recovery:${userId}:${code}`).digest();

/** Whether a recovery code is one of the user's and unused; from then on it is used, and the user is told. */
async function spendRecovery(ctx: Ctx, userId: number, typed: string): Promise<boolean> {
  const spent = await ctx.db
    .updateTable("recovery_code")
    .set({ used_at: ctx.clock.now() })
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashOfCode(userId, typedRecoveryCode(typed)))
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  if (!spent) return false;
  const left = await recoveryCodesLeft(ctx.db, userId);
  await ctx.audit({ action: "access.useRecoveryCode", subject: "app_user", subjectId: userId, after: { left } });
  await notifyOwner(ctx, userId, "recovery", { left });
  return true;
}

/** Spends a code of either kind; false where it is wrong or has counted before. */
export const spendCode = (ctx: Ctx, userId: number, kind: "totp" | "recovery", typed: string): Promise<boolean> =>
  kind === "totp" ? spendTotp(ctx, userId, typed) : spendRecovery(ctx, userId, typed);

export async function recoveryCodesLeft(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom("recovery_code")
    .select((eb) => eb.fn.countAll<number>().as("left"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return left;
}

/** Makes the user's recovery codes anew and returns them: the table holds only their hashes. */
export async function makeRecoveryCodes(ctx: WorkCtx, userId: number): Promise<string[]> {
  await ctx.db.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
  const codes = Array.from({ length: recoveryCodes }, () => recoveryCode(ctx.random.bytes(10)));
  const now = ctx.clock.now();
  await ctx.db
    .insertInto("recovery_code")
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: hashOfCode(userId, typedRecoveryCode(code)),
        created_at: now,
      })),
    )
    .execute();
  return codes;
}

/** Keeps the secret of an app; `step` is that of the code that proved it, which counts no second time. */
export async function storeTotp(
  ctx: WorkCtx,
  userId: number,
  name: string,
  secret: string,
  step: number,
): Promise<void> {
  await ctx.db
    .insertInto("second_factor")
    .values({
      user_id: userId,
      kind: "totp",
      name,
      secret: sealSecret(ctx.environment, purposeOf(userId), secret),
      last_step: step,
      created_at: ctx.clock.now(),
    })
    .execute();
}

/** Seals the secrets of all apps anew, where the key was changed. */
export async function resealFactors(db: Db, environment: Environment): Promise<void> {
  const rows = await db
    .selectFrom("second_factor")
    .select(["id", "user_id", "secret"])
    .where("kind", "=", "totp")
    .execute();
  for (const { id, user_id, secret } of rows) {
    const anew = resealed(environment, purposeOf(user_id), secret ?? "");
    if (anew !== undefined) await db.updateTable("second_factor").set({ secret: anew }).where("id", "=", id).execute();
  }
}
