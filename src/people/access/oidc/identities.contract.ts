/** Calls about the provider's people that accounts are connected with. Apart from signing in, which the login page fetches. */
import { z } from "zod";
import { any, user } from "../../../ground/kernel/access.ts";
import { call } from "../../../ground/kernel/contract.ts";
import { itemsOf } from "../../../ground/kernel/query.ts";

const identity = z.object({
  id: z.number().int(),
  /** The host of the provider. */
  provider: z.string(),
  /** What the provider called the person when they were connected. */
  email: z.string().nullable(),
  connectedAt: z.iso.datetime(),
  connectedBy: z.enum(["own", "invitation", "email"]),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type OidcIdentity = z.infer<typeof identity>;

export const listOwnIdentities = call({
  method: "GET",
  path: "/api/v4/oidc/identities",
  who: user,
  summary: "The provider's people that one's own account is connected with.",
  reply: itemsOf(identity),
});

const gone = z.object({ done: z.literal(true) });

export const disconnectOwn = call({
  method: "DELETE",
  path: "/api/v4/oidc/identities/{id}",
  who: user,
  summary:
    "Disconnects one's own account from somebody of a provider, after a recent confirmation of identity, and ends its other sessions.",
  params: z.object({ id: z.coerce.number().int().positive() }),
  reply: gone,
});

const managers = any("ROLE_MANAGE_EMPLOYEE", "ROLE_SETTINGS_ACL");
const ofUser = z.object({ id: z.coerce.number().int().positive() });

export const listIdentitiesOf = call({
  method: "GET",
  path: "/api/v4/users/{id}/identities",
  who: managers,
  summary: "The provider's people that an account is connected with.",
  params: ofUser,
  reply: itemsOf(identity),
});

export const disconnectUser = call({
  method: "DELETE",
  path: "/api/v4/users/{id}/identities/{identity}",
  who: managers,
  summary: "Disconnects an account that one may manage from somebody of a provider, and ends its sessions.",
  params: ofUser.extend({ identity: z.coerce.number().int().positive() }),
  reply: gone,
});
