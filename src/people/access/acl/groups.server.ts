/** Groups of users: who belongs to one holds its acl as well. A change of it is a gift to every member. */
import { sql } from "kysely";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import type { Actor, Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { brokenConstraint } from "../../../ground/platform/server/postgres/database.ts";
import { refuseIfUsed } from "../../../ground/platform/server/postgres/references.ts";
import { coversAcl, effectiveAcl } from "../access.ts";
import { beginChange, lastChange, requireGrant, requireStarLeft } from "./rights.server.ts";

export interface UserGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly acl: readonly string[];
  /** Users who belong to it and may log in. */
  readonly members: number;
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
  readonly version: number;
}

interface Row {
  id: number;
  name: string;
  description: string;
  acl: string[];
  members: number;
  archived_at: Date | null;
  created_at: Date;
  version: number;
}

const toGroup = (row: Row): UserGroup => ({
  id: row.id,
  name: row.name,
  description: row.description,
  acl: row.acl,
  members: row.members,
  archivedAt: row.archived_at,
  createdAt: row.created_at,
  version: row.version,
});

const columns = sql`g.id, g.name, g.description, g.acl, g.archived_at, g.created_at, g.version,
  (select count(*) from app_user u where u.group_id = g.id and u.active) as members`;

/** Groups by name, without the archived ones unless they are asked for. */
export async function userGroups(db: Db, options: { archived?: boolean | undefined } = {}): Promise<UserGroup[]> {
  const { rows } = await sql<Row>`select ${columns} from user_group g
    where ${options.archived ?? false} or g.archived_at is null order by lower(g.name), g.id`.execute(db);
  return rows.map(toGroup);
}

/** A group by id. */
export async function userGroup(db: Db, id: number): Promise<UserGroup | undefined> {
  const { rows } = await sql<Row>`select ${columns} from user_group g where g.id = ${id}`.execute(db);
  return rows[0] && toGroup(rows[0]);
}

async function requireGroup(db: Db, id: number): Promise<UserGroup> {
  const group = await userGroup(db, id);
  if (!group) throw notFound();
  return group;
}

const audited = ({ name, description, acl, archivedAt }: UserGroup) => ({
  name,
  description,
  acl,
  archived: archivedAt !== null,
});

async function saving<R>(write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    if (brokenConstraint(error) === "user_group_name") throw fieldError("name", "access.errorGroupName");
    throw error;
  }
}

/** Begins a change of groups, which are the office's: the people of a client do not settle what staff holds. */
async function beginGroupChange(ctx: WorkCtx): Promise<Actor> {
  const actor = await beginChange(ctx);
  if (actor.kind !== "staff" && actor.kind !== "system") throw fieldError("common", "access.errorGroupStaff");
  return actor;
}

export interface NewGroup {
  readonly name: string;
  readonly description?: string | undefined;
  readonly acl?: readonly string[] | undefined;
}

/**
 * Makes a group.
 * @throws {VorderError} validation: the name is taken, or a role that the maker does not hold.
 */
export async function createGroup(ctx: WorkCtx, made: NewGroup): Promise<UserGroup> {
  requireGrant(await beginGroupChange(ctx), [], made.acl ?? []);
  const { id } = await saving(() =>
    ctx.db
      .insertInto("user_group")
      .values({
        name: made.name.trim(),
        description: made.description ?? "",
        acl: [...new Set(made.acl ?? [])],
        created_at: ctx.clock.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  const group = await requireGroup(ctx.db, id);
  await ctx.audit({ action: "access.createGroup", subject: "user_group", subjectId: id, after: audited(group) });
  return group;
}

/** What each member holds beside the group, and that they do. */
async function memberAcls(db: Db, groupId: number): Promise<readonly (readonly string[])[]> {
  const rows = await db.selectFrom("app_user").select("acl").where("group_id", "=", groupId).execute();
  return rows.map(({ acl }) => acl);
}

/** Nobody changes what somebody holds who holds more than they do: neither by themselves nor through their group. */
async function requireMayChangeRights(db: Db, actor: Actor, group: UserGroup): Promise<void> {
  const members = await memberAcls(db, group.id);
  const stronger = members.some((acl) => !coversAcl(actor.acl, effectiveAcl(acl, group.acl)));
  if (stronger) throw fieldError("common", "access.errorStrongerMember");
}

/** Begins a change of a group. Its own acl must be covered even where it has no members: the next one would hold it. */
async function requireMayManageGroup(
  ctx: WorkCtx,
  id: number,
  version: number | undefined,
): Promise<{ readonly actor: Actor; readonly group: UserGroup }> {
  const actor = await beginGroupChange(ctx);
  const group = await requireGroup(ctx.db, id);
  if (version !== undefined && version !== group.version)
    throw new VorderError("conflict", { data: { current: group, ...(await lastChange(ctx.db, "user_group", id)) } });
  if (!coversAcl(actor.acl, group.acl)) throw fieldError("common", "access.errorStrongerGroup");
  return { actor, group };
}

const sameRoles = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((role) => b.includes(role));

export interface GroupChanges {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly acl?: readonly string[] | undefined;
}

/**
 * Changes a group; a change of its acl holds for every member from their next request.
 * @throws {VorderError} notFound; validation beside the field; conflict with `{current, changedBy, changedAt}`.
 */
export async function updateGroup(
  ctx: WorkCtx,
  id: number,
  changes: GroupChanges,
  version?: number,
): Promise<UserGroup> {
  const { actor, group } = await requireMayManageGroup(ctx, id, version);
  const acl = [...new Set(changes.acl ?? group.acl)];
  if (!sameRoles(acl, group.acl)) {
    requireGrant(actor, group.acl, acl);
    await requireMayChangeRights(ctx.db, actor, group);
  }
  await saving(() =>
    ctx.db
      .updateTable("user_group")
      .set((eb) => ({
        name: changes.name?.trim() ?? group.name,
        description: changes.description ?? group.description,
        acl,
        version: eb("version", "+", 1),
      }))
      .where("id", "=", id)
      .execute(),
  );
  if (group.acl.includes("*") && !acl.includes("*") && group.archivedAt === null) await requireStarLeft(ctx.db, "acl");
  const after = await requireGroup(ctx.db, id);
  const [was, is] = [audited(group), audited(after)];
  if (JSON.stringify(was) !== JSON.stringify(is))
    await ctx.audit({ action: "access.updateGroup", subject: "user_group", subjectId: id, before: was, after: is });
  return after;
}

/**
 * Archives a group, which then gives nothing and takes nobody in, or brings it back: a gift to all who still belong to it.
 * @throws {VorderError} notFound; validation; conflict.
 */
export async function setGroupArchived(
  ctx: WorkCtx,
  id: number,
  archived: boolean,
  version?: number,
): Promise<UserGroup> {
  const { actor, group } = await requireMayManageGroup(ctx, id, version);
  if ((group.archivedAt !== null) === archived) return group;
  await requireMayChangeRights(ctx.db, actor, group);
  await ctx.db
    .updateTable("user_group")
    .set((eb) => ({ archived_at: archived ? ctx.clock.now() : null, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  if (archived && group.acl.includes("*")) await requireStarLeft(ctx.db, "common");
  const after = await requireGroup(ctx.db, id);
  await ctx.audit({
    action: archived ? "access.archiveGroup" : "access.restoreGroup",
    subject: "user_group",
    subjectId: id,
    before: audited(group),
    after: audited(after),
  });
  return after;
}

/**
 * Deletes a group that nobody belongs to.
 * @throws {VorderError} notFound; validation: the group gives more than the deleter holds; refused with where it is used.
 */
export async function deleteGroup(ctx: WorkCtx, id: number): Promise<void> {
  const { group } = await requireMayManageGroup(ctx, id, undefined);
  await refuseIfUsed(ctx, "user_group", id, { mayArchive: group.archivedAt === null });
  await ctx.db.deleteFrom("user_group").where("id", "=", id).execute();
  await ctx.audit({ action: "access.deleteGroup", subject: "user_group", subjectId: id, before: audited(group) });
}
