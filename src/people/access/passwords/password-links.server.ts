/** Links to choose a password, each used once: asked for by the user, sent with an invitation, shown at the first start. */
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { hashOf } from "../../../ground/platform/server/http/session.ts";
import { firstLinkHours, inviteDays, resetMinutes } from "../access.ts";

const minutesOf = { reset: resetMinutes, invite: inviteDays * 24 * 60, first: firstLinkHours * 60 } as const;
export type LinkKind = keyof typeof minutesOf;

/** Makes a link. The table holds only the hash of its token, so that a copy of it opens no account. */
export async function makeLink(
  ctx: WorkCtx,
  userId: number,
  kind: LinkKind,
): Promise<{ readonly id: number; readonly link: string; readonly token: string; readonly expiresAt: Date }> {
  const token = Buffer.from(ctx.random.bytes(32)).toString("base64url");
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + minutesOf[kind] * 60_000);
  const { id } = await ctx.db
    .insertInto("password_reset")
    .values({ user_id: userId, token_hash: hashOf(token), kind, created_at: now, expires_at: expiresAt })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, link: `${ctx.environment.baseUrl}/reset-password/${token}`, token, expiresAt };
}

/** Makes the open links of a user worthless: all of them, or those of one kind. */
export async function voidLinks(ctx: WorkCtx, userId: number, kind?: LinkKind): Promise<void> {
  const open = ctx.db
    .updateTable("password_reset")
    .set({ used_at: ctx.clock.now() })
    .where("user_id", "=", userId)
    .where("used_at", "is", null);
  await (kind === undefined ? open : open.where("kind", "=", kind)).execute();
}
