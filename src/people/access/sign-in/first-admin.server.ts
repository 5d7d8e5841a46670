/** The first administrator of an installation that nobody has been in yet: let in by a link that only its starter sees. */
import { sql } from "kysely";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { accessTexts } from "../access.texts.ts";
import { beginChange } from "../acl/rights.server.ts";
import { makeLink } from "../passwords/password-links.server.ts";
import { createUser, groupAcl } from "../users/users.server.ts";

/** The name that the first administrator logs in with. */
export const firstAdministrator = "admin";

interface Holder {
  readonly id: number;
  readonly username: string;
  readonly has_password: boolean;
}

/** Those who may log in and hold "*", the eldest first. */
async function holdersOfAll(ctx: WorkCtx): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select u.id, u.username, u.password_hash is not null as has_password from app_user u
    where u.active and '*' = any(u.acl || ${groupAcl}) order by u.id`.execute(ctx.db);
  return rows;
}

async function makeFirst(ctx: WorkCtx): Promise<void> {
  const acl = ["*"] as const;
  const name = accessTexts.texts.nl.firstAdministrator;
  const user = { username: firstAdministrator, name, acl, kind: "staff" } as const;
  const id = await createUser(ctx.db, ctx, user);
  const after = { username: user.username, name, acl };
  await ctx.audit({ action: "access.createUser", subject: "app_user", subjectId: id, after });
}

/**
 * Makes the administrator `admin` with "*" where there is no user at all, and a link to choose a password while no holder of "*"
 * has one. Undefined as soon as somebody can log in. The link is for the console: it is written to no log and mailed to nobody.
 */
export async function createFirstAdmin(
  ctx: WorkCtx,
): Promise<{ readonly username: string; readonly link: string; readonly expiresAt: Date } | undefined> {
  // Several processes may start at once on one database: one makes the user.
  await beginChange(ctx);
  const somebody = await ctx.db.selectFrom("app_user").select("id").limit(1).executeTakeFirst();
  if (!somebody) await makeFirst(ctx);
  const holders = await holdersOfAll(ctx);
  const [eldest] = holders;
  if (!eldest || holders.some((holder) => holder.has_password)) return undefined;
  const { link, expiresAt } = await makeLink(ctx, eldest.id, "first");
  return { username: eldest.username, link, expiresAt };
}
