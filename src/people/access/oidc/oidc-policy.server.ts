/** What the house has settled about its OpenID provider: whether staff may still use a password, and whether its second factor counts. */
import { type RawBuilder, sql } from "kysely";
import type { Message } from "../../../ground/kernel/errors.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import type { OidcClaims } from "../../../ground/platform/server/http/oidc.ts";
import {
  type GlobalSettings,
  globalSettings,
  oidcNameOf,
  oidcProviderOf,
} from "../../../ground/settings/settings.server.ts";
import { loadActor } from "../users/users.server.ts";

/** Those who run the house keep their password, for the day on which the provider is away. */
export const isAdministrator = (acl: readonly string[]): boolean =>
  ["*", "ROLE_ADMIN", "ROLE_SUPER_ADMIN"].some((role) => acl.includes(role));

/** The provider of now, by its own name; null where none is set. */
export async function presentIssuer(ctx: Ctx): Promise<string | null> {
  const all = await globalSettings(ctx.db);
  return oidcProviderOf(all, ctx.environment)?.issuer ?? null;
}

/** Whether an account of that provider lets `app_user as u` in: staff alone. */
export const connectedTo = (issuer: string | null): RawBuilder<boolean> =>
  issuer === null
    ? sql<boolean>`false`
    : sql<boolean>`(u.kind = 'staff' and exists (select 1 from oidc_identity i
        where i.user_id = u.id and rtrim(i.issuer, '/') = ${issuer.replace(/\/+$/, "")}))`;

/** Why this account does not log in with a password, where the house wants that; said only to who knows the password. */
export async function mustUseProvider(ctx: Ctx, userId: number): Promise<Message | undefined> {
  const actor = await loadActor(ctx.db, userId, null);
  if (actor?.kind !== "staff" || isAdministrator(actor.acl)) return undefined;
  const all = await globalSettings(ctx.db);
  if (all.oidcPasswords || !oidcProviderOf(all, ctx.environment)) return undefined;
  return { key: "oidc.only", values: { name: oidcNameOf(all) } };
}

/** Whether the provider says that it asked for a second factor, and the house believes that. */
export const provedFactor = (
  all: Pick<GlobalSettings, "oidcFactorCounts" | "oidcFactorAcr">,
  { amr, acr }: OidcClaims,
): boolean =>
  all.oidcFactorCounts && (amr?.includes("mfa") === true || (all.oidcFactorAcr !== "" && acr === all.oidcFactorAcr));
