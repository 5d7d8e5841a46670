/** Handles the calls about rights: users, groups, who could grant, what changed. */
import { type RawBuilder, sql } from "kysely";
import { any } from "../../../ground/kernel/access.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import {
  type Actor,
  type Ctx,
  type Handler,
  type HistorySubject,
  handle,
} from "../../../ground/platform/server/http/module.ts";
import { cappedCount } from "../../../ground/platform/server/http/paged-list.ts";
import { contains } from "../../../ground/platform/server/postgres/like-pattern.ts";
import {
  coversAcl,
  effectiveAcl,
  mayManage,
  maySwitch,
  type Sight,
  sightOf,
  type UserKind,
  userKinds,
} from "../access.ts";
import { connectedTo, presentIssuer } from "../oidc/oidc-policy.server.ts";
import { groupAcl, managedTeams, type SightRow, sightColumns, withManaged } from "../users/users.server.ts";
import {
  archiveGroup,
  createGroup,
  getGroup,
  getUserRights,
  listGrantors,
  listGroups,
  listUsers,
  updateGroup,
  updateUserRights,
} from "./acl.contract.ts";
import * as groups from "./groups.server.ts";
import { type UserRecord, userRecord, visibleUsers } from "./rights.server.ts";
import { updateUser } from "./user-changes.server.ts";

/** Whether the list offers to act as this user. */
const isSwitchable = (
  actor: Actor,
  user: {
    readonly id: number;
    readonly active: boolean;
    readonly effectiveAcl: readonly string[];
    readonly sight: Sight;
  },
): boolean =>
  user.active && !actor.previous && user.id !== actor.id && maySwitch(actor, { ...user.sight, acl: user.effectiveAcl });

const isManageable = (actor: Actor, acl: readonly string[]): boolean =>
  actor.previous === undefined && mayManage(actor.acl, acl);

/** Whether the reader may act as `app_user as u`: what `isSwitchable` says, for a list that asks for these only. */
function switchableTo(actor: Actor): RawBuilder<boolean> {
  const { id, acl, kind, seesAllFiles, teamIds, clientIds } = actor;
  // Whoever may act as others at all may act as somebody alike.
  if (actor.previous || !maySwitch(actor, { ...actor, managedTeamIds: [] })) return sql<boolean>`false`;
  const covered = acl.includes("*") ? sql`true` : sql`(u.acl || ${groupAcl}) <@ ${[...acl]}::text[]`;
  const onlyOf = (table: "user_team" | "user_client", column: "team_id" | "client_id", own: readonly number[]) =>
    sql`not exists (select from ${sql.table(table)} s where s.user_id = u.id
      and s.${sql.ref(column)} <> all(${[...own]}::bigint[]))`;
  const seen = seesAllFiles
    ? sql`true`
    : kind === "staff"
      ? sql`u.kind = 'staff' and ${onlyOf("user_team", "team_id", teamIds)}
          and ${managedTeams} <@ ${[...teamIds]}::bigint[]`
      : sql`u.kind <> 'staff' and ${onlyOf("user_client", "client_id", clientIds)}`;
  return sql<boolean>`(u.active and u.id <> ${id} and ${covered} and ${seen})`;
}

interface ListFilter {
  readonly search?: string | undefined;
  readonly kind?: UserKind | undefined;
  readonly active?: boolean | undefined;
  readonly role?: string | undefined;
  readonly group?: number | undefined;
  readonly switchable?: boolean | undefined;
}

function matching(actor: Actor, filter: ListFilter): RawBuilder<boolean> {
  const held = filter.role === "*" ? ["*"] : [filter.role ?? "", "*"];
  return sql<boolean>`${visibleUsers(actor)}
    and ${contains(["u.username", "u.name", "u.email"], filter.search)}
    and (${filter.kind ?? null}::text is null or u.kind = ${filter.kind ?? null})
    and (${filter.active ?? null}::boolean is null or u.active = ${filter.active ?? null})
    and (${filter.group ?? null}::bigint is null or u.group_id = ${filter.group ?? null})
    and (${filter.switchable ?? null}::boolean is null or ${switchableTo(actor)} = ${filter.switchable ?? null})
    and (${filter.role ?? null}::text is null or (u.acl || ${groupAcl}) && ${held}::text[])`;
}

const orders = {
  username: sql`lower(u.username)`,
  name: sql`lower(u.name)`,
  kind: sql`u.kind`,
  group: sql`lower(belongs.name)`,
  lastLoginAt: sql`u.last_login_at`,
} as const;

interface ListRow extends SightRow {
  id: number;
  username: string;
  name: string;
  email: string | null;
  kind: string;
  acl: string[];
  group_acl: string[];
  group_id: number | null;
  group_name: string | null;
  active: boolean;
  has_password: boolean;
  by_provider: boolean;
  invited: boolean;
  last_login_at: Date | null;
}

const accessOf = (row: ListRow): "password" | "provider" | "invited" | "none" =>
  row.has_password ? "password" : row.by_provider ? "provider" : row.invited ? "invited" : "none";

const userPage = handle(listUsers, async (ctx, { query }) => {
  const { db, user: actor, clock } = ctx;
  const provider = await presentIssuer(ctx);
  const { field, direction } = query.order ?? { field: "name", direction: "asc" };
  const way = direction === "asc" ? sql`asc nulls last` : sql`desc nulls last`;
  const where = matching(actor, query.filter);
  const { rows } = await sql<ListRow>`
    select u.id, u.username, u.name, u.email, u.kind, u.acl, ${groupAcl} as group_acl, u.group_id,
      belongs.name as group_name, u.active, u.last_login_at, u.password_hash is not null as has_password,
      ${sightColumns}, ${managedTeams} as managed_team_ids,
      ${connectedTo(provider)} as by_provider,
      exists (select 1 from password_reset r where r.user_id = u.id and r.kind = 'invite' and r.used_at is null
        and r.expires_at > ${clock.now()}) as invited
    from app_user u left join user_group belongs on belongs.id = u.group_id
    where ${where} order by ${orders[field]} ${way}, u.id ${way}
    offset ${query.offset} limit ${query.limit}`.execute(withManaged(db));
  const total = await cappedCount(withManaged(db), sql`app_user u where ${where}`);
  const items = rows.map((row) => {
    const acl = [...effectiveAcl(row.acl, row.group_acl)];
    const kind = userKinds.find((known) => known === row.kind) ?? ("contact" as const);
    return {
      id: row.id,
      username: row.username,
      name: row.name,
      email: row.email,
      kind,
      acl: row.acl,
      effectiveAcl: acl,
      group: row.group_id === null ? null : { id: row.group_id, name: row.group_name ?? "" },
      active: row.active,
      access: accessOf(row),
      lastLoginAt: row.last_login_at?.toISOString() ?? null,
      switchable: isSwitchable(actor, {
        id: row.id,
        active: row.active,
        effectiveAcl: acl,
        sight: sightOf(kind, acl, row),
      }),
      manageable: isManageable(actor, acl),
    };
  });
  return toPage(items, total, query.limit);
});

const toGroupRow = (actor: Actor, group: groups.UserGroup) => ({
  ...group,
  acl: [...group.acl],
  archivedAt: group.archivedAt?.toISOString() ?? null,
  createdAt: group.createdAt.toISOString(),
  manageable: isManageable(actor, group.acl),
});

async function isByProvider(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    select ${connectedTo(await presentIssuer(ctx))} as yes from app_user u where u.id = ${id}`.execute(ctx.db);
  return rows[0]?.yes ?? false;
}

const toRights = async (ctx: Ctx, user: UserRecord) => ({
  id: user.id,
  username: user.username,
  name: user.name,
  email: user.email,
  kind: user.kind,
  lang: user.lang,
  active: user.active,
  acl: [...user.acl],
  group: user.group,
  groupAcl: [...user.groupAcl],
  effectiveAcl: [...user.effectiveAcl],
  hasPassword: user.hasPassword,
  byProvider: await isByProvider(ctx, user.id),
  invitedUntil: user.invitedUntil?.toISOString() ?? null,
  lastLoginAt: user.lastLoginAt?.toISOString() ?? null,
  version: user.version,
  manageable: isManageable(ctx.user, user.effectiveAcl),
  switchable: isSwitchable(ctx.user, user),
});

async function requireRecord(ctx: Ctx, id: number): Promise<UserRecord> {
  const user = await userRecord(ctx.db, ctx.user, id, ctx.clock.now());
  if (!user) throw notFound();
  return user;
}

/** Those who could grant the roles to a user: they may settle rights, hold the roles, and all that the user holds. */
async function grantors(ctx: Ctx, id: number, wanted: readonly string[]) {
  const user = await requireRecord(ctx, id);
  const needed = ["ROLE_SETTINGS_ACL", ...wanted, ...user.effectiveAcl];
  const { rows } = await sql<{ id: number; name: string; username: string; acl: string[]; group_acl: string[] }>`
    select u.id, u.name, u.username, u.acl, ${groupAcl} as group_acl from app_user u
    where u.active and u.id <> ${id} and ${visibleUsers(ctx.user)} order by lower(u.name), u.id`.execute(ctx.db);
  return rows
    .filter((row) => coversAcl(effectiveAcl(row.acl, row.group_acl), needed))
    .slice(0, 50)
    .map(({ id: holder, name, username }) => ({ id: holder, name, username }));
}

export const aclHandlers: readonly Handler[] = [
  userPage,
  handle(listGroups, async ({ db, user }, { query }) => ({
    items: (await groups.userGroups(db, { archived: query.archived })).map((group) => toGroupRow(user, group)),
  })),
  handle(getGroup, async ({ db, user }, { params }) => {
    const group = await groups.userGroup(db, params.id);
    if (!group) throw notFound();
    const people = await sql<{ id: number; name: string; username: string; active: boolean }>`
      select u.id, u.name, u.username, u.active from app_user u
      where u.group_id = ${params.id} and ${visibleUsers(user)} order by lower(u.name), u.id limit 1000`.execute(db);
    return { ...toGroupRow(user, group), people: people.rows };
  }),
  handle(createGroup, async (ctx, { body }) => toGroupRow(ctx.user, await groups.createGroup(ctx, body))),
  handle(updateGroup, async (ctx, { params, body: { version, ...changes } }) =>
    toGroupRow(ctx.user, await groups.updateGroup(ctx, params.id, changes, version)),
  ),
  handle(archiveGroup, async (ctx, { params, body }) =>
    toGroupRow(ctx.user, await groups.setGroupArchived(ctx, params.id, body.archived, body.version)),
  ),
  handle(getUserRights, async (ctx, { params }) => toRights(ctx, await requireRecord(ctx, params.id))),
  handle(updateUserRights, async (ctx, { params, body: { version, ...changes } }) =>
    toRights(ctx, await updateUser(ctx, params.id, changes, version)),
  ),
  handle(listGrantors, async (ctx, { params, query }) => ({
    items: await grantors(ctx, params.id, query.roles.split(",").filter(Boolean)),
  })),
];

/** What logging in and out and acting as somebody leave in the trail: deeds of a user, and no changes of one. */
const deeds = [
  "access.login",
  "access.loginFailed",
  "access.factorFailed",
  "access.askReset",
  "access.logout",
  "access.switch",
  "access.switchBack",
];

/** The text keys of what the trail keeps of users and groups. */
const field = (name: string): string => `acl.field_${name}`;

const keepers = any("ROLE_SETTINGS_ACL", "ROLE_MANAGE_EMPLOYEE");

/** What happened to users and groups may be read by those who manage them, as far as they see them. */
export const rightsHistory: readonly HistorySubject[] = [
  {
    subject: "app_user",
    who: keepers,
    name: "acl.user",
    field,
    without: deeds,
    actions: {
      "access.createUser": "acl.didCreateUser",
      "access.updateUser": "acl.didUpdateUser",
      "access.activateUser": "acl.didActivateUser",
      "access.deactivateUser": "acl.didDeactivateUser",
      "access.inviteUser": "acl.didInviteUser",
      "access.resetPassword": "acl.didResetPassword",
      "access.changePassword": "acl.didChangePassword",
      "access.addFactor": "acl.didAddFactor",
      "access.removeFactor": "acl.didRemoveFactor",
      "access.removeFactors": "acl.didRemoveFactors",
      "access.renameFactor": "acl.didRenameFactor",
      "access.newRecoveryCodes": "acl.didNewRecoveryCodes",
      "access.useRecoveryCode": "acl.didUseRecoveryCode",
      "access.knowBrowser": "acl.didKnowBrowser",
      "access.endSessions": "acl.didEndSessions",
      "access.connectProvider": "oidc.didConnect",
      "access.disconnectProvider": "oidc.didDisconnect",
      "employee.handOver": "acl.didHandOver",
      "employee.training.create": "acl.didAddTraining",
      "employee.training.update": "acl.didUpdateTraining",
      "employee.training.delete": "acl.didDropTraining",
    },
    visible: async (ctx, id) => /^\d{1,15}$/.test(id) && (await userRecord(ctx.db, ctx.user, Number(id))) !== undefined,
  },
  {
    subject: "user_group",
    who: keepers,
    name: "acl.group",
    field,
    actions: {
      "access.createGroup": "acl.didCreateGroup",
      "access.updateGroup": "acl.didUpdateGroup",
      "access.archiveGroup": "acl.didArchiveGroup",
      "access.restoreGroup": "acl.didRestoreGroup",
    },
  },
];
