/** Which account somebody of a provider is, and ending that. */
import { sql } from "kysely";
import { notFound } from "../../../ground/kernel/errors.ts";
import { type Actor, type Ctx, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import type { OidcClaims } from "../../../ground/platform/server/http/oidc.ts";
import { requireMayManage, userRecord } from "../acl/rights.server.ts";
import { notifyOwner } from "../second-factor/account-mail.server.ts";
import { requireProved } from "../second-factor/factors.server.ts";
import { requireOneself } from "../sign-in/sessions.server.ts";
import { loadActor, logOutEverywhere } from "../users/users.server.ts";
import {
  disconnectOwn,
  disconnectUser,
  listIdentitiesOf,
  listOwnIdentities,
  type OidcIdentity,
} from "./identities.contract.ts";
import { isAdministrator } from "./oidc-policy.server.ts";

/** The account of somebody of a provider, whether or not it may log in; notes that it was used. */
export async function knownAs(ctx: Ctx, { iss, sub }: OidcClaims): Promise<number | undefined> {
  const row = await ctx.db
    .updateTable("oidc_identity")
    .set({ last_used_at: ctx.clock.now() })
    .where("issuer", "=", iss)
    .where("subject", "=", sub)
    .returning("user_id")
    .executeTakeFirst();
  return row?.user_id;
}

/**
 * The one active member of staff with the address that the provider says it has verified. Never an administrator: whoever gets a provider to
 * say so would hold the house.
 */
export async function recognise(ctx: Ctx, { email, email_verified }: OidcClaims): Promise<Actor | undefined> {
  if (email_verified !== true || email === undefined || email === "") return undefined;
  const rows = await ctx.db
    .selectFrom("app_user")
    .select("id")
    .where(sql<string>`lower(email)`, "=", email.toLowerCase())
    .where("kind", "=", "staff")
    .where("active", "=", true)
    .limit(2)
    .execute();
  const [row] = rows;
  const actor = row && rows.length === 1 ? await loadActor(ctx.db, row.id, null) : undefined;
  return actor && !isAdministrator(actor.acl) ? actor : undefined;
}

const hostOf = (issuer: string): string => (URL.canParse(issuer) ? new URL(issuer).host : issuer);

/** Connects an account, and tells its owner; false where that person is another account's, or the account is another person's. */
export async function connect(
  ctx: Ctx,
  actor: Actor,
  { iss, sub, email }: OidcClaims,
  by: "own" | "invitation" | "email",
): Promise<boolean> {
  const now = ctx.clock.now();
  const row = await ctx.db
    .insertInto("oidc_identity")
    .values({
      user_id: actor.id,
      issuer: iss,
      subject: sub,
      email: email ?? null,
      connected_by: by,
      connected_at: now,
      last_used_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) return false;
  await ctx.audit({
    action: "access.connectProvider",
    subject: "app_user",
    subjectId: actor.id,
    after: { provider: iss, subjectAtProvider: sub, email: email ?? null, connectedBy: by },
    by: actor,
  });
  await notifyOwner(ctx, actor.id, "connected", { issuer: hostOf(iss) });
  return true;
}

async function identitiesOf(ctx: Ctx, userId: number): Promise<{ items: OidcIdentity[] }> {
  const rows = await ctx.db
    .selectFrom("oidc_identity")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("connected_at")
    .limit(100)
    .execute();
  const items = rows.map((row) => ({
    id: row.id,
    provider: hostOf(row.issuer),
    email: row.email,
    connectedAt: row.connected_at.toISOString(),
    connectedBy: (["own", "invitation"] as const).find((known) => known === row.connected_by) ?? ("email" as const),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
  return { items };
}

async function disconnect(ctx: Ctx, userId: number, id: number): Promise<{ done: true }> {
  const row = await ctx.db
    .deleteFrom("oidc_identity")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning(["issuer", "subject", "email"])
    .executeTakeFirst();
  if (!row) throw notFound();
  const before = { provider: row.issuer, subjectAtProvider: row.subject, email: row.email };
  await ctx.audit({ action: "access.disconnectProvider", subject: "app_user", subjectId: userId, before });
  await notifyOwner(ctx, userId, "disconnected", { issuer: hostOf(row.issuer) });
  return { done: true };
}

export const identityHandlers: readonly Handler[] = [
  handle(listOwnIdentities, (ctx) => {
    requireOneself(ctx);
    return identitiesOf(ctx, ctx.user.id);
  }),
  handle(disconnectOwn, async (ctx, { params }) => {
    await requireProved(ctx);
    const done = await disconnect(ctx, ctx.user.id, params.id);
    // Whoever came in by it, and is not at this screen, is out.
    await ctx.db.deleteFrom("sign_in").where("user_id", "=", ctx.user.id).execute();
    await ctx.session.endOthersOf(ctx.user.id);
    return done;
  }),
  handle(listIdentitiesOf, async (ctx, { params }) => {
    if (!(await userRecord(ctx.db, ctx.user, params.id))) throw notFound();
    return identitiesOf(ctx, params.id);
  }),
  handle(disconnectUser, async (ctx, { params }) => {
    await requireMayManage(ctx, params.id);
    const done = await disconnect(ctx, params.id, params.identity);
    // Whoever was let in by it is let in no longer, nor at the second step, where the first factor may be chosen.
    await logOutEverywhere(ctx.db, params.id);
    return done;
  }),
];
