/** Calls and screens of rights: users and groups against the roles, what each role opens, why somebody may, and what changed. */
import { z } from "zod";
import { any, roles } from "../../../ground/kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../../ground/kernel/contract.ts";
import { itemsOf, pageOf, tableQuery } from "../../../ground/kernel/query.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import { userKinds } from "../access.ts";

const whoSettles = any("ROLE_SETTINGS_ACL");
const whoManages = any("ROLE_MANAGE_EMPLOYEE", "ROLE_SETTINGS_ACL");

/** What can be given: "*" or a role; ROLE_PREVIOUS_ADMIN lives in a session only. */
export const grant = z.union([z.literal("*"), z.enum(roles).exclude(["ROLE_PREVIOUS_ADMIN"])]);
/** An acl as it is given. */
export const aclShape = z.array(grant).max(roles.length);

export const listUsers = call({
  method: "GET",
  path: "/api/v4/users",
  who: any("ROLE_MANAGE_EMPLOYEE", "ROLE_SETTINGS_ACL", "ROLE_ADMIN", "ROLE_SUPER_ADMIN"),
  summary: "Users: name, kind, group, roles, whether they may log in and when they last did.",
  query: tableQuery({
    order: ["username", "name", "kind", "group", "lastLoginAt"],
    filter: {
      search: z.string().trim().max(200),
      kind: z.enum(userKinds),
      active: z.stringbool(),
      /** Whoever holds it: of their own, by their group, or by "*". */
      role: z.union([z.literal("*"), z.enum(roles)]),
      group: z.coerce.number().int().positive(),
      /** Whether the asker may act as them. */
      switchable: z.stringbool(),
    },
  }),
  reply: pageOf(
    z.object({
      id: z.number().int(),
      username: z.string(),
      name: z.string(),
      email: z.string().nullable(),
      kind: z.enum(userKinds),
      /** The user's own roles. */
      acl: z.array(z.string()),
      /** The own roles and the group's. */
      effectiveAcl: z.array(z.string()),
      group: z.object({ id: z.number().int(), name: z.string() }).nullable(),
      active: z.boolean(),
      /** Whether a password was chosen; else whether the provider lets them in; else whether an invitation may still be used. */
      access: z.enum(["password", "provider", "invited", "none"]),
      lastLoginAt: z.iso.datetime().nullable(),
      /** Whether the asker may act as this user. */
      switchable: z.boolean(),
      /** Whether the asker may change this user: holds all that the user holds. */
      manageable: z.boolean(),
    }),
  ),
});

export const groupRow = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  acl: z.array(z.string()),
  /** Users who belong to it and may log in. */
  members: z.number().int(),
  archivedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  version: z.number().int(),
  /** Whether the asker may change it: holds all that it gives. */
  manageable: z.boolean(),
});
export type GroupRow = z.infer<typeof groupRow>;

export const listGroups = call({
  method: "GET",
  path: "/api/v4/user-groups",
  who: whoManages,
  summary: "Groups of users, by name; archived ones only where they are asked for.",
  query: z.object({ archived: z.stringbool().optional() }),
  reply: itemsOf(groupRow),
});

export const getGroup = call({
  method: "GET",
  path: "/api/v4/user-groups/{id}",
  who: whoManages,
  summary: "One group with its members.",
  params: idParam,
  reply: groupRow.extend({
    people: z.array(z.object({ id: z.number().int(), name: z.string(), username: z.string(), active: z.boolean() })),
  }),
});

const groupName = z.string().trim().min(1).max(100);
const groupDescription = z.string().trim().max(500);

export const createGroup = call({
  method: "POST",
  path: "/api/v4/user-groups",
  who: whoManages,
  summary: "Makes a group; its acl must be held by whoever makes it.",
  body: z.strictObject({ name: groupName, description: groupDescription.default(""), acl: aclShape.default([]) }),
  reply: groupRow,
});

export const updateGroup = call({
  method: "PUT",
  path: "/api/v4/user-groups/{id}",
  who: whoManages,
  summary: "Changes a group; a change of its acl holds for each member from their next request.",
  params: idParam,
  body: z.strictObject({
    name: groupName.optional(),
    description: groupDescription.optional(),
    acl: aclShape.optional(),
    version: rowVersion.optional(),
  }),
  reply: groupRow,
});

export const archiveGroup = call({
  method: "PUT",
  path: "/api/v4/user-groups/{id}/archived",
  who: whoManages,
  summary: "Archives a group, which then gives nothing and takes nobody in, or brings it back.",
  params: idParam,
  body: z.strictObject({ archived: z.boolean(), version: rowVersion.optional() }),
  reply: groupRow,
});

/** A user with what they hold and where it comes from. */
export const userRights = z.object({
  id: z.number().int(),
  username: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  kind: z.enum(userKinds),
  lang: z.enum(languages),
  active: z.boolean(),
  acl: z.array(z.string()),
  group: z.object({ id: z.number().int(), name: z.string(), archived: z.boolean() }).nullable(),
  groupAcl: z.array(z.string()),
  effectiveAcl: z.array(z.string()),
  hasPassword: z.boolean(),
  /** Whether an account of the sign-in provider of now is connected. */
  byProvider: z.boolean(),
  invitedUntil: z.iso.datetime().nullable(),
  lastLoginAt: z.iso.datetime().nullable(),
  version: z.number().int(),
  manageable: z.boolean(),
  switchable: z.boolean(),
});
export type UserRights = z.infer<typeof userRights>;

export const getUserRights = call({
  method: "GET",
  path: "/api/v4/acl/users/{id}",
  who: whoSettles,
  summary: "What a user holds, of their own and by their group.",
  params: idParam,
  reply: userRights,
});

export const updateUserRights = call({
  method: "PUT",
  path: "/api/v4/acl/users/{id}",
  who: whoSettles,
  summary: 'Changes a user\'s own roles and group. Nobody grants what they do not hold; the last holder of "*" stays.',
  params: idParam,
  body: z.strictObject({
    acl: aclShape,
    groupId: z.number().int().positive().nullable().optional(),
    version: rowVersion,
  }),
  reply: userRights,
});

const roleName = z.enum(roles);
/** A guard as it is declared. */
const guard = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("open") }),
  z.object({ kind: z.literal("user") }),
  z.object({ kind: z.literal("any"), roles: z.tuple([roleName], roleName) }),
  z.object({ kind: z.literal("all"), roles: z.tuple([roleName], roleName) }),
]);

export const listDeclarations = call({
  method: "GET",
  path: "/api/v4/acl/declarations",
  who: whoSettles,
  summary: "Every screen and call with who may use it, from the declarations themselves.",
  reply: z.object({
    screens: z.array(z.object({ path: z.string(), title: z.string(), who: guard })),
    calls: z.array(z.object({ method: z.string(), path: z.string(), summary: z.string(), who: guard })),
  }),
});

export const listGrantors = call({
  method: "GET",
  path: "/api/v4/acl/users/{id}/grantors",
  who: whoSettles,
  summary: "Who could grant a user these roles: holds them and ROLE_SETTINGS_ACL, and all that the user holds.",
  params: idParam,
  query: z.object({ roles: z.string().max(2000) }),
  reply: itemsOf(z.object({ id: z.number().int(), name: z.string(), username: z.string() })),
});

export const aclScreen = screen({ path: "/settings/acl", who: whoSettles, title: "acl.title" });
export const aclEditScreen = screen({ path: "/settings/acl/edit/{id}", who: whoSettles, title: "acl.editTitle" });
export const aclGroupScreen = screen({
  path: "/settings/acl/group/{id}",
  who: whoSettles,
  title: "acl.groupTitle",
});
