/** Who may give what to whom: the rules of handing on rights (specification, point 6), without I/O. */
import { type Access, holds, missingRoles, type Role, roles } from "../../../ground/kernel/access.ts";
import { coversAcl, effectiveAcl, type Grant } from "../access.ts";

/** ROLE_PREVIOUS_ADMIN lives in a session only, so it can be given to nobody. */
export type GrantableRole = Exclude<Role, "ROLE_PREVIOUS_ADMIN">;

/** Everything that can be given: "*" and each role, in order of the alphabet. */
export const grants: readonly Grant[] = ["*", ...roles.filter((role) => role !== "ROLE_PREVIOUS_ADMIN")];

/** What is in `after` and not in `before`. */
export const addedTo = (before: readonly string[], after: readonly string[]): readonly string[] =>
  after.filter((role) => !before.includes(role));

/** The first of the roles that would be given although the giver does not hold it. */
export const unheldGrant = (giver: readonly string[], before: readonly string[], after: readonly string[]) =>
  addedTo(before, after).find((role) => role === "ROLE_PREVIOUS_ADMIN" || !coversAcl(giver, [role]));

/** Whether the giver holds everything that is added; what is taken away needs nothing. */
export const mayGrant = (giver: readonly string[], after: readonly string[], before: readonly string[] = []): boolean =>
  unheldGrant(giver, before, after) === undefined;

/** How a guard is passed, or what keeps out. */
export type Why =
  /** Everybody, or everybody who is logged in. */
  | { readonly may: true; readonly by: "open" | "user" }
  /** Each role that lets in, and whether it is the user's own or the group's; "*" stands for the role it passes as. */
  | {
      readonly may: true;
      readonly by: "roles";
      readonly through: readonly { readonly role: Grant; readonly from: "own" | "group" }[];
    }
  /** The roles that are missing: of `any`, one of them suffices. */
  | { readonly may: false; readonly missing: readonly Role[]; readonly enough: "any" | "all" };

/** Where a role comes from: one's own acl is named before the group's, the role itself before "*". */
function sourceOf(role: Role, own: readonly string[], group: readonly string[]) {
  if (own.includes(role)) return { role, from: "own" } as const;
  if (group.includes(role)) return { role, from: "group" } as const;
  return { role: "*", from: own.includes("*") ? "own" : "group" } as const;
}

/** Why somebody passes a guard, or why not. */
export function whyMay(who: Access, own: readonly string[], group: readonly string[]): Why {
  if (who.kind === "open" || who.kind === "user") return { may: true, by: who.kind };
  const acl = effectiveAcl(own, group);
  const missing = missingRoles(who, acl);
  if (missing.length > 0) return { may: false, missing, enough: who.kind };
  const held = who.roles.filter((role) => holds(acl, role)).map((role) => sourceOf(role, own, group));
  const once = held.filter(
    (one, index) => held.findIndex(({ role, from }) => role === one.role && from === one.from) === index,
  );
  return { may: true, by: "roles", through: once };
}
