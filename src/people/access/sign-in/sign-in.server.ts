/**
 * The end of every way to sign in: a session, or the second factor that is still missing. Until that is passed there is a row of
 * `sign_in` and no session, so that whoever holds its cookie is nobody to every call but those of the second step.
 */
import { type RawBuilder, sql } from "kysely";
import { fieldError } from "../../../ground/kernel/errors.ts";
import type { Actor, Ctx, Db } from "../../../ground/platform/server/http/module.ts";
import { factorRequired, loadActor } from "../users/users.server.ts";
import { trustDevice } from "./password-guessing.server.ts";

/** How long the second step may take after the first, in minutes. */
const stepMinutes = 15;

/** What a user has to prove themselves with beside the password, and whether they must. */
export interface FactorState {
  readonly totp: boolean;
  readonly passkey: boolean;
  /** Whether a recovery code is left. */
  readonly recovery: boolean;
  readonly required: boolean;
}

const stateColumns: RawBuilder<unknown> = sql`
  exists (select 1 from second_factor s where s.user_id = u.id and s.kind = 'totp') as totp,
  exists (select 1 from second_factor s where s.user_id = u.id and s.kind = 'passkey') as passkey,
  exists (select 1 from recovery_code c where c.user_id = u.id and c.used_at is null) as recovery,
  ${factorRequired} as required`;

/** @throws where there is no such user. */
export async function factorState(db: Db, userId: number): Promise<FactorState> {
  const { rows } = await sql<FactorState>`select ${stateColumns} from app_user u where u.id = ${userId}`.execute(db);
  const [state] = rows;
  if (!state) throw new Error(`there is no user ${userId}`);
  return state;
}

export const hasFactor = ({ totp, passkey }: FactorState): boolean => totp || passkey;

/** What is missing before a session begins: showing a factor, or having one at all; undefined where nothing is. */
const missingStep = (state: FactorState): "factor" | "enrolment" | undefined =>
  hasFactor(state) ? "factor" : state.required ? "enrolment" : undefined;

/** What a sign-in came to. */
export type SignInEnd =
  | { readonly step: "done"; readonly actor: Actor }
  /** Nobody is logged in yet; the cookie now belongs to a row of `sign_in`. */
  | { readonly step: "factor" | "enrolment"; readonly state: FactorState };

/** Begins the session of somebody who has proved all that is needed. `by` is told in the audit trail. */
export async function beginSession(
  ctx: Ctx,
  actor: Actor,
  { factor, by, leaveBy = null }: { readonly factor: boolean; readonly by: string; readonly leaveBy?: string | null },
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.deleteFrom("sign_in").where("id", "=", ctx.session.id()).execute();
  await ctx.db.updateTable("app_user").set({ last_login_at: now }).where("id", "=", actor.id).execute();
  await ctx.session.start(actor.id, { factorAt: factor ? now : null, provedAt: now, leaveBy });
  await trustDevice(ctx, actor.id);
  await ctx.audit({ action: "access.login", subject: "app_user", subjectId: actor.id, after: { by }, by: actor });
}

/**
 * Ends a sign-in whose first step was passed, whatever it was: a password, another house's word. With `factorProved` (a passkey, or a
 * provider that asserts a second factor of its own) the session begins; without, only where the user has none and needs none.
 * Undefined where the user may not log in.
 */
export async function finishSignIn(
  ctx: Ctx,
  userId: number,
  {
    factorProved,
    by,
    leaveBy = null,
  }: {
    readonly factorProved: boolean;
    readonly by: string;
    /** Where it is ended at a provider, sealed. */
    readonly leaveBy?: string | null;
  },
): Promise<SignInEnd | undefined> {
  const actor = await loadActor(ctx.db, userId, null);
  if (!actor) return undefined;
  const state = await factorState(ctx.db, userId);
  const step = factorProved ? undefined : missingStep(state);
  if (step === undefined) {
    await beginSession(ctx, actor, { factor: factorProved, by, leaveBy });
    return { step: "done", actor };
  }
  // Whoever was logged in here is so no more, and the cookie is a new one.
  await ctx.db.deleteFrom("sign_in").where("id", "=", ctx.session.id()).execute();
  await ctx.session.end();
  const now = ctx.clock.now();
  const expires = new Date(now.getTime() + stepMinutes * 60_000);
  await ctx.db
    .insertInto("sign_in")
    .values({ id: ctx.session.id(), user_id: userId, created_at: now, expires_at: expires, leave_by: leaveBy })
    .execute();
  return { step, state };
}

export interface SigningIn {
  readonly userId: number;
  readonly username: string;
  readonly name: string;
  readonly state: FactorState;
  /** Undefined where nothing is missing any more: then it is begun again. */
  readonly step: "factor" | "enrolment" | undefined;
}

/** Whose first step was passed in this browser, a while ago at most; undefined where nobody's. */
export async function signingIn(ctx: Ctx): Promise<SigningIn | undefined> {
  const { rows } = await sql<FactorState & { user_id: number; username: string; name: string }>`
    select u.id as user_id, u.username, u.name, ${stateColumns}
    from sign_in i join app_user u on u.id = i.user_id
    where i.id = ${ctx.session.id()} and i.expires_at > ${ctx.clock.now()} and u.active`.execute(ctx.db);
  const [row] = rows;
  if (!row) return undefined;
  const { user_id: userId, username, name, ...state } = row;
  return { userId, username, name, state, step: missingStep(state) };
}

/** @throws {VorderError} validation where nobody is at this step (any more). */
export async function requireStep(ctx: Ctx, step: "factor" | "enrolment"): Promise<SigningIn> {
  const found = await signingIn(ctx);
  if (found?.step !== step) throw fieldError("common", "factor.errorBeginAgain");
  return found;
}

/** Begins the session of whoever is at the second step and has just passed it. */
export async function passStep(ctx: Ctx, { userId }: SigningIn, by: string): Promise<Actor> {
  const actor = await loadActor(ctx.db, userId, null);
  // Taken away by who comes first: of two answers at once one begins a session.
  const taken = await ctx.db
    .deleteFrom("sign_in")
    .where("id", "=", ctx.session.id())
    .returning("leave_by")
    .executeTakeFirst();
  if (!actor || !taken) throw fieldError("common", "factor.errorBeginAgain");
  await beginSession(ctx, actor, { factor: true, by, leaveBy: taken.leave_by });
  return actor;
}
