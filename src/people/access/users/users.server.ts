/** Users in the database: the actor behind a session, names, and making users and passwords. */
import { type RawBuilder, sql } from "kysely";
import { fieldError } from "../../../ground/kernel/errors.ts";
import { isLanguage, type Language } from "../../../ground/kernel/texts.ts";
import type { Actor, Db, SystemDb } from "../../../ground/platform/server/http/module.ts";
import { endSessionsOf, liveSession, type SessionTerms } from "../../../ground/platform/server/http/session.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import type { Clock, Random } from "../../../ground/platform/server/process/clock.ts";
import { settingDeclarations } from "../../../ground/settings/settings.ts";
import {
  effectiveAcl,
  type Grant,
  maySwitch,
  sightOf,
  type UserKind,
  userKinds,
  username as usernameShape,
} from "../access.ts";
import { hashPassword } from "../sign-in/hashing.server.ts";

interface ActorRow extends SightRow {
  id: number;
  username: string;
  name: string;
  acl: string[];
  group_acl: string[];
  kind: string;
  lang: string;
  factor_required: boolean;
}

/** What the group of `app_user as u` gives now; an archived one gives nothing. */
export const groupAcl: RawBuilder<string[]> = sql<string[]>`coalesce(
  (select g.acl from user_group g where g.id = u.group_id and g.archived_at is null), '{}')`;

/** Whether `app_user as u` must have a second factor: holds a role that demands one ("*" holds each), or belongs to a group that does. */
export const factorRequired: RawBuilder<boolean> = sql<boolean>`(
  exists (select 1 from factor_rule f where f.roles && (u.acl || ${groupAcl})
    or (f.roles <> '{}' and '*' = any(u.acl || ${groupAcl})))
  or exists (select 1 from user_group g where g.id = u.group_id and g.factor_required and g.archived_at is null))`;

/** What decides what `app_user as u` sees. */
export const sightColumns = sql`
  array(select client_id from user_client where user_id = u.id order by client_id) as client_ids,
  array(select team_id from user_team where user_id = u.id order by team_id) as team_ids,
  coalesce((select (chosen ->> 'staffSeeOnlyTeams')::boolean from global_setting), false) as only_teams`;

/** The teams of the files that `app_user as u` manages, 0 for files of no team. Empty where staff see all files: nothing depends on it then. */
export const managedTeams = sql`case when (select (chosen ->> 'staffSeeOnlyTeams')::boolean from global_setting)
  then array(select distinct coalesce(team_id, 0) from case_file where case_manager_id = u.id) else '{}' end`;

/** For queries with `managedTeams`: which files somebody manages is read for nobody to see. */
export const withManaged = (db: Db): SystemDb =>
  asSystem(db, "who may act as somebody depends on the files that they manage");

export interface SightRow {
  client_ids: number[];
  team_ids: number[];
  managed_team_ids: number[];
  only_teams: boolean;
}

/** `asked`: whether the teams of the files that the user manages are read, which only acting as them depends on. */
const actorColumns = (asked: RawBuilder<unknown>): RawBuilder<unknown> => sql`u.id, u.username, u.name, u.acl,
  ${groupAcl} as group_acl, u.kind, u.lang, ${sightColumns}, ${factorRequired} as factor_required,
  case when ${asked} then ${managedTeams} else '{}' end as managed_team_ids`;

/** Users who may not log in are absent. */
const actorRows = async (db: Db, ids: readonly number[]): Promise<ActorRow[]> => {
  const { rows } = await sql<ActorRow>`${prepared} select ${actorColumns(sql`${ids.length > 1}::boolean`)}
    from app_user u where u.id = ${anyOf(ids)} and u.active`.execute(withManaged(db));
  return rows;
};

const actorOf = (row: ActorRow): Actor => {
  const kind = userKinds.find((known) => known === row.kind) ?? "contact";
  const acl = effectiveAcl(row.acl, row.group_acl);
  const { clientIds, teamIds, seesAllFiles } = sightOf(kind, acl, row);
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    acl,
    clientIds,
    teamIds,
    seesAllFiles,
    kind,
    lang: isLanguage(row.lang) ? row.lang : "nl",
  };
};

/** The user among the rows, acting for the other where there is one: both must be there, and the right to do so is asked each time. */
function actingUser(rows: readonly ActorRow[], userId: number, previousUserId: number | null): Actor | undefined {
  const row = rows.find(({ id }) => id === userId);
  if (!row) return undefined;
  const actor = actorOf(row);
  if (previousUserId === null) return actor;
  const previous = rows.find(({ id }) => id === previousUserId);
  if (!previous || !maySwitch(actorOf(previous), { ...actor, managedTeamIds: row.managed_team_ids })) return undefined;
  return {
    ...actor,
    acl: [...actor.acl, "ROLE_PREVIOUS_ADMIN"],
    previous: { id: previous.id, username: previous.username },
  };
}

/** A user with the rights of this moment, or undefined when they may not log in (any more); while impersonating, that holds for both. */
export async function loadActor(db: Db, userId: number, previousUserId: number | null): Promise<Actor | undefined> {
  const rows = await actorRows(db, previousUserId === null ? [userId] : [userId, previousUserId]);
  return actingUser(rows, userId, previousUserId);
}

const chosenNumber = (key: string, standard: number) =>
  sql<number>`coalesce((select (chosen ->> ${sql.lit(key)})::int from global_setting), ${sql.lit(standard)})`;

/** How long sessions last, by the settings. */
export const sessionTerms: SessionTerms = {
  idleMinutes: chosenNumber("sessionIdleMinutes", settingDeclarations.sessionIdleMinutes.default),
  absoluteHours: chosenNumber("sessionHours", settingDeclarations.sessionHours.default),
};

interface SessionRow extends ActorRow {
  user_id: number;
  previous_user_id: number | null;
  last_seen_at: Date;
  factor_at: Date | null;
}

/**
 * The user of a session; see `loadActor`. Where the user, or whoever acts as them, must have a second factor, a session in which none was
 * passed is none, also one that began before that was demanded. One kept statement for one round trip: it runs before every call of
 * everybody.
 */
export async function loadCaller(
  db: Db,
  cookie: string,
  clock: Clock,
): Promise<{ readonly actor: Actor; readonly lastSeenAt: Date } | undefined> {
  const { rows } = await sql<SessionRow>`
    ${prepared} select s.user_id, s.previous_user_id, s.last_seen_at, s.factor_at,
      ${actorColumns(sql`s.previous_user_id is not null and u.id = s.user_id`)}
    from (${liveSession(cookie, clock, sessionTerms)}) s join app_user u on u.id in (s.user_id, s.previous_user_id)
    where u.active`.execute(withManaged(db));
  const [session] = rows;
  if (session?.factor_at === null && rows.some((row) => row.factor_required)) return undefined;
  const actor = session && actingUser(rows, session.user_id, session.previous_user_id);
  return actor && { actor, lastSeenAt: session.last_seen_at };
}

export interface NewUser {
  readonly username: string;
  readonly name: string;
  readonly email?: string | null;
  /** Absent: a link must be used first. The caller asks `passwordProblem` where a person chose it. */
  readonly password?: string;
  /** The password's hash, where the caller has made it before it took a lock. */
  readonly passwordHash?: string;
  readonly acl: readonly Grant[];
  /** The group whose acl the user holds as well. */
  readonly groupId?: number | null;
  readonly kind: UserKind;
  readonly lang?: Language;
  readonly clientIds?: readonly number[];
  readonly teamIds?: readonly number[];
  readonly isCaseManager?: boolean;
  readonly isAccountManager?: boolean;
  readonly active?: boolean;
}

type Made = { readonly clock: Clock; readonly random: Random };

/** A name as it is kept. @throws {VorderError} validation: it is taken, or none that can be typed. */
export async function freeUsername(db: Db, wanted: string): Promise<string> {
  const name = usernameShape.safeParse(wanted);
  if (!name.success) throw fieldError("username", "access.errorUsername");
  const taken = await db
    .selectFrom("app_user")
    .select("id")
    .where(sql<string>`lower(username)`, "=", name.data.toLowerCase())
    .executeTakeFirst();
  if (taken) throw fieldError("username", "access.errorUsernameTaken");
  return name.data;
}

/**
 * Makes a user and returns the id. Asks nobody for the right to grant: a caller with a person behind it does that first.
 * @throws {VorderError} validation: the name is taken or none that can be typed.
 */
export async function createUser(db: Db, { clock, random }: Made, user: NewUser): Promise<number> {
  const username = await freeUsername(db, user.username);
  const hash = user.passwordHash ?? (user.password === undefined ? null : await hashPassword(user.password, random));
  const { id } = await db
    .insertInto("app_user")
    .values({
      username,
      name: user.name,
      email: user.email ?? null,
      password_hash: hash,
      password_changed_at: hash === null ? null : clock.now(),
      acl: [...new Set(user.acl)],
      group_id: user.groupId ?? null,
      kind: user.kind,
      lang: user.lang ?? "nl",
      active: user.active ?? true,
      is_case_manager: user.isCaseManager ?? false,
      is_account_manager: user.isAccountManager ?? false,
      created_at: clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await assignClients(db, id, user.clientIds ?? []);
  await assignTeams(db, id, user.teamIds ?? []);
  return id;
}

/** Lets a customer or contact person see exactly these clients. */
export async function assignClients(db: Db, userId: number, clientIds: readonly number[]): Promise<void> {
  await db.deleteFrom("user_client").where("user_id", "=", userId).execute();
  const rows = [...new Set(clientIds)].map((id) => ({ user_id: userId, client_id: id }));
  if (rows.length > 0) await db.insertInto("user_client").values(rows).execute();
}

/** Makes a member of staff belong to exactly these teams. */
export async function assignTeams(db: Db, userId: number, teamIds: readonly number[]): Promise<void> {
  await db.deleteFrom("user_team").where("user_id", "=", userId).execute();
  const rows = [...new Set(teamIds)].map((id) => ({ user_id: userId, team_id: id }));
  if (rows.length > 0) await db.insertInto("user_team").values(rows).execute();
}

/** Sets a password, ends all sessions of the user and makes their browsers and reset links strangers again. */
export async function setPassword(db: Db, made: Made, userId: number, password: string): Promise<void> {
  await setPasswordHash(db, made, userId, await hashPassword(password, made.random));
}

/** The same, with a hash that the caller has made before it took a lock. */
export async function setPasswordHash(db: Db, { clock }: Made, userId: number, hash: string): Promise<void> {
  await db
    .updateTable("app_user")
    .set((eb) => ({ password_hash: hash, password_changed_at: clock.now(), version: eb("version", "+", 1) }))
    .where("id", "=", userId)
    .execute();
  await db.deleteFrom("trusted_device").where("user_id", "=", userId).execute();
  await db
    .updateTable("password_reset")
    .set({ used_at: clock.now() })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
  await logOutEverywhere(db, userId);
}

/** Ends all sessions of a user, and every sign-in whose second step is still to come. */
export async function logOutEverywhere(db: Db, userId: number): Promise<void> {
  await db.deleteFrom("sign_in").where("user_id", "=", userId).execute();
  await endSessionsOf(db, userId);
}

/** The id of a user by the name they log in with. */
export async function userIdByName(db: Db, username: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("app_user")
    .select("id")
    .where(sql<string>`lower(username)`, "=", username.trim().toLowerCase())
    .executeTakeFirst();
  return row?.id;
}

/** Names of users by id, whether or not they may still log in. */
export async function userNames(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { username: string; name: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("app_user")
    .select(["id", "username", "name"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
}
