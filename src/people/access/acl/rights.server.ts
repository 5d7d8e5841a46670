/** Rights in the database: what each user holds, changing them one after the other, and the last holder of "*". */
import { type RawBuilder, sql } from "kysely";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { isLanguage, type Language } from "../../../ground/kernel/texts.ts";
import type { Actor, Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { coversAcl, effectiveAcl, maySetWayIn, type Sight, sightOf, type UserKind, userKinds } from "../access.ts";
import { groupAcl, loadActor, managedTeams, type SightRow, sightColumns, withManaged } from "../users/users.server.ts";
import { addedTo, unheldGrant } from "./rights.ts";

/** A user as those who manage users see it. */
export interface UserRecord {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly email: string | null;
  readonly kind: UserKind;
  readonly lang: Language;
  readonly active: boolean;
  /** The user's own roles, without the group's. */
  readonly acl: readonly string[];
  readonly groupId: number | null;
  readonly group: { readonly id: number; readonly name: string; readonly archived: boolean } | null;
  /** What the group gives now: nothing where it is archived. */
  readonly groupAcl: readonly string[];
  readonly effectiveAcl: readonly string[];
  readonly sight: Sight;
  readonly clientIds: readonly number[];
  readonly teamIds: readonly number[];
  readonly isCaseManager: boolean;
  readonly isAccountManager: boolean;
  /** False where a link must be used before the first login. */
  readonly hasPassword: boolean;
  /** Until when the last invitation may be used; null where none is open. */
  readonly invitedUntil: Date | null;
  readonly lastLoginAt: Date | null;
  readonly createdAt: Date;
  readonly version: number;
}

interface Row extends SightRow {
  id: number;
  username: string;
  name: string;
  email: string | null;
  kind: string;
  lang: string;
  active: boolean;
  acl: string[];
  group_id: number | null;
  group_name: string | null;
  group_archived: boolean | null;
  group_acl: string[];
  is_case_manager: boolean;
  is_account_manager: boolean;
  has_password: boolean;
  invited_until: Date | null;
  last_login_at: Date | null;
  created_at: Date;
  version: number;
}

function toRecord(row: Row): UserRecord {
  const kind = userKinds.find((known) => known === row.kind) ?? "contact";
  const acl = effectiveAcl(row.acl, row.group_acl);
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    email: row.email,
    kind,
    lang: isLanguage(row.lang) ? row.lang : "nl",
    active: row.active,
    acl: row.acl,
    groupId: row.group_id,
    group:
      row.group_id === null
        ? null
        : { id: row.group_id, name: row.group_name ?? "", archived: row.group_archived ?? false },
    groupAcl: row.group_acl,
    effectiveAcl: acl,
    sight: sightOf(kind, acl, row),
    clientIds: row.client_ids,
    teamIds: row.team_ids,
    isCaseManager: row.is_case_manager,
    isAccountManager: row.is_account_manager,
    hasPassword: row.has_password,
    invitedUntil: row.invited_until,
    lastLoginAt: row.last_login_at,
    createdAt: row.created_at,
    version: row.version,
  };
}

/**
 * The users whom somebody may see, as a condition on `app_user as u`: staff see all; the people of a client see one another, and
 * never staff.
 */
export const visibleUsers = (actor: Actor): RawBuilder<boolean> =>
  actor.kind === "staff" || actor.kind === "system"
    ? sql<boolean>`true`
    : sql<boolean>`(u.id = ${actor.id} or (u.kind <> 'staff' and exists (select 1 from user_client c
        where c.user_id = u.id and c.client_id = any(${[...actor.clientIds]}::bigint[]))))`;

/** For lists of users in other modules: whom the reader sees, and the teams of the files that each manages, with the database to read them from. */
export const userLists = { visible: visibleUsers, managedTeams, db: withManaged };

/** A user by id, as far as `actor` may see it; a foreign one is absent like one that does not exist. */
export async function userRecord(
  db: Db,
  actor: Actor,
  id: number,
  now: Date = new Date(0),
): Promise<UserRecord | undefined> {
  const { rows } = await sql<Row>`
    select u.id, u.username, u.name, u.email, u.kind, u.lang, u.active, u.acl, u.group_id, u.is_case_manager,
      u.is_account_manager, u.last_login_at, u.created_at, u.version, u.password_hash is not null as has_password,
      of.name as group_name, of.archived_at is not null as group_archived, ${groupAcl} as group_acl,
      ${sightColumns}, ${managedTeams} as managed_team_ids,
      (select max(expires_at) from password_reset where user_id = u.id and kind = 'invite' and used_at is null
        and expires_at > ${now}) as invited_until
    from app_user u left join user_group of on of.id = u.group_id
    where u.id = ${id} and ${visibleUsers(actor)}`.execute(withManaged(db));
  const [row] = rows;
  return row && toRecord(row);
}

// Any number will do, as long as nothing else locks the same one.
const rightsLock = 7_201_011;

/**
 * Begins a change of rights. Such changes go one after the other, and the changer's own rights are those of this moment: two
 * administrators cannot take "*" from each other at once, and who has just lost a role cannot hand it on.
 * @throws {VorderError} validation while acting as somebody else: what is given then would be another's gift.
 */
export async function beginChange(ctx: WorkCtx): Promise<Actor> {
  if (ctx.user.previous) throw fieldError("common", "access.errorActing");
  await sql`select pg_advisory_xact_lock(${rightsLock})`.execute(ctx.db);
  if (ctx.user.kind === "system") return ctx.user;
  const actor = await loadActor(ctx.db, ctx.user.id, null);
  if (!actor) throw new VorderError("loggedOut", { data: { loggedIn: false } });
  return actor;
}

/**
 * Begins a change of somebody: nobody changes a user who holds more than they do, for whoever sets another's mail address or
 * password can log in as them.
 * @throws {VorderError} notFound; validation where the user holds more.
 */
export async function requireMayManage(
  ctx: WorkCtx,
  userId: number,
): Promise<{ readonly actor: Actor; readonly user: UserRecord }> {
  const actor = await beginChange(ctx);
  // Whoever puts them in charge of something at this moment is waited for.
  await ctx.db.selectFrom("app_user").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
  const user = await userRecord(ctx.db, actor, userId, ctx.clock.now());
  if (!user) throw notFound();
  if (!coversAcl(actor.acl, user.effectiveAcl)) throw fieldError("common", "access.errorStrongerUser");
  return { actor, user };
}

/** @throws {VorderError} validation beside `field` where the user sees what the changer does not. */
export function requireMaySetWayIn(actor: Actor, user: UserRecord, field: string): void {
  if (user.id !== actor.id && actor.kind !== "system" && !maySetWayIn(actor, user.sight))
    throw fieldError(field, "access.errorSeesMore");
}

const grantError = (field: string, role: string): VorderError =>
  role === "*" ? fieldError(field, "access.errorGrantAll") : fieldError(field, "access.errorGrant", { role });

/**
 * Holds what would be given against what the giver holds.
 * @throws {VorderError} validation beside `field`, naming the first role that the giver may not give.
 */
export function requireGrant(actor: Actor, before: readonly string[], after: readonly string[], field = "acl"): void {
  const role = unheldGrant(actor.acl, before, after);
  if (role !== undefined) throw grantError(field, role);
}

/** To oneself one gives nothing that one holds only through the group: it would outlast one's belonging to it. */
export function requireGrantToSelf(user: UserRecord, after: readonly string[]): void {
  const role = addedTo(user.acl, after).find((one) => !coversAcl(user.acl, [one]));
  if (role !== undefined) throw fieldError("acl", "access.errorGrantSelf", { role });
}

/** The grant rule for callers that keep rights of their own: begins a change, and holds it against the giver's rights of now. */
export async function requireMayGrant(
  ctx: WorkCtx,
  before: readonly string[],
  after: readonly string[],
  field = "acl",
): Promise<void> {
  requireGrant(await beginChange(ctx), before, after, field);
}

/** @throws {VorderError} validation where a change has left nobody who may log in and holds "*"; the change is then undone. */
export async function requireStarLeft(db: Db, field: string): Promise<void> {
  const { rows } = await sql<{ left: boolean }>`
    select exists (select 1 from app_user u where u.active and '*' = any(u.acl || ${groupAcl})) as left`.execute(db);
  if (!rows[0]?.left) throw fieldError(field, "access.errorLastStar");
}

/** Who changed a record last, and when, from the audit trail: what the loser of two concurrent changes is told. */
export async function lastChange(
  db: Db,
  subject: "app_user" | "user_group" | "debtor" | "file",
  id: number,
): Promise<{ changedBy?: string; changedAt?: string }> {
  const row = await db
    .selectFrom("audit_log")
    .leftJoin("app_user", "app_user.id", "audit_log.user_id")
    .select(["audit_log.username", "app_user.name", "at"])
    .where("subject", "=", subject)
    .where("subject_id", "=", String(id))
    .where("after", "is not", null)
    .orderBy("audit_log.id", "desc")
    .limit(1)
    .executeTakeFirst();
  // A person is known by its name; the login stands in where there is none.
  return row ? { changedBy: row.name || row.username, changedAt: row.at.toISOString() } : {};
}
