/** Changing users on behalf of somebody who may: every function here asks the grant rule, and leaves a line in the audit trail. */
import { sql } from "kysely";
import { allChecked, fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import type { Language } from "../../../ground/kernel/texts.ts";
import type { Actor, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { brokenConstraint } from "../../../ground/platform/server/postgres/database.ts";
import { coversAcl, effectiveAcl, username as usernameShape } from "../access.ts";
import { voidLinks } from "../passwords/password-links.server.ts";
import { passwordProblem } from "../passwords/passwords.ts";
import { notifyOwner } from "../second-factor/account-mail.server.ts";
import { hashPassword } from "../sign-in/hashing.server.ts";
import {
  assignClients,
  assignTeams,
  createUser,
  freeUsername,
  logOutEverywhere,
  type NewUser,
  setPasswordHash,
} from "../users/users.server.ts";
import {
  beginChange,
  lastChange,
  requireGrant,
  requireGrantToSelf,
  requireMayManage,
  requireMaySetWayIn,
  requireStarLeft,
  type UserRecord,
  userRecord,
} from "./rights.server.ts";

/** What may change of a user; what is absent stays. */
export interface UserChanges {
  readonly username?: string | undefined;
  readonly name?: string | undefined;
  readonly email?: string | null | undefined;
  readonly lang?: Language | undefined;
  readonly acl?: readonly string[] | undefined;
  readonly groupId?: number | null | undefined;
  readonly clientIds?: readonly number[] | undefined;
  readonly teamIds?: readonly number[] | undefined;
  readonly isCaseManager?: boolean | undefined;
  readonly isAccountManager?: boolean | undefined;
}

/** What the audit trail keeps of a user: all that can be changed, and nothing secret. */
const audited = (user: UserRecord) => ({
  username: user.username,
  name: user.name,
  email: user.email,
  kind: user.kind,
  lang: user.lang,
  active: user.active,
  acl: user.acl,
  group: user.group?.name ?? null,
  clientIds: user.clientIds,
  teamIds: user.teamIds,
  isCaseManager: user.isCaseManager,
  isAccountManager: user.isAccountManager,
});

async function requireUser(ctx: WorkCtx, actor: Actor, id: number): Promise<UserRecord> {
  const user = await userRecord(ctx.db, actor, id, ctx.clock.now());
  if (!user) throw notFound();
  return user;
}

/** The acl of a group that a user may be put in; none for no group. An archived one takes nobody in. */
async function aclOfGroup(ctx: WorkCtx, id: number | null): Promise<readonly string[]> {
  if (id === null) return [];
  const group = await ctx.db
    .selectFrom("user_group")
    .select("acl")
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .executeTakeFirst();
  if (!group) throw fieldError("groupId", "access.errorGroup");
  return group.acl;
}

/** The people of a client may make and change only people of the clients that they see themselves; staff is made by staff. */
function requireScope(
  actor: Actor,
  wanted: { readonly kind?: string; readonly clientIds?: readonly number[] | undefined },
): void {
  if (actor.kind === "staff" || actor.kind === "system") return;
  if (wanted.kind === "staff") throw fieldError("kind", "access.errorKind");
  const foreign = (wanted.clientIds ?? []).some((id) => !actor.clientIds.includes(id));
  if (foreign) throw fieldError("clientIds", "access.errorClients");
}

/** Who sees only the files of their teams puts nobody in another, themselves or whoever they have given a password. */
function requireOwnTeams(actor: Actor, before: readonly number[], after: readonly number[] | undefined): void {
  if (actor.seesAllFiles || actor.kind !== "staff") return;
  const foreign = (after ?? []).some((id) => !before.includes(id) && !actor.teamIds.includes(id));
  if (foreign) throw fieldError("teamIds", "access.errorOwnTeams");
}

/**
 * Makes a user and returns the id; without a password, `inviteUser` sends a link to choose one.
 * @throws {VorderError} validation beside the field: a role or group that the maker may not give, a name that is taken.
 */
export async function addUser(ctx: WorkCtx, user: NewUser): Promise<number> {
  // Hashing takes a tenth of a second, for which no other change of rights should wait.
  const hash = user.password === undefined ? {} : { passwordHash: await hashPassword(user.password, ctx.random) };
  const actor = await beginChange(ctx);
  await allChecked(
    () => requireGrant(actor, [], user.acl),
    async () => requireGrant(actor, [], await aclOfGroup(ctx, user.groupId ?? null), "groupId"),
    () => requireScope(actor, { kind: user.kind, clientIds: user.clientIds }),
    () => requireOwnTeams(actor, [], user.teamIds),
    () => requireStrong(user.password, [user.username, user.name, user.email ?? ""]),
    () => freeUsername(ctx.db, user.username),
  );
  const id = await saving(() => createUser(ctx.db, ctx, { ...user, ...hash }));
  const after = audited(await requireUser(ctx, { ...actor, kind: "system" }, id));
  await ctx.audit({ action: "access.createUser", subject: "app_user", subjectId: id, after });
  return id;
}

function requireStrong(password: string | undefined, own: readonly string[]): void {
  if (password === undefined) return;
  const problem = passwordProblem(password, own);
  if (problem !== undefined) throw fieldError("password", problem);
}

/** Runs a write and turns what the database refuses into an error beside the field. */
async function saving<R>(write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    const broken = brokenConstraint(error) ?? "";
    if (broken === "app_user_username") throw fieldError("username", "access.errorUsernameTaken");
    if (broken.startsWith("user_team")) throw fieldError("teamIds", "access.errorTeam");
    if (broken.startsWith("user_client")) throw fieldError("clientIds", "access.errorClients");
    throw error;
  }
}

/** Whether the giver may give what the user would hold after the change. */
async function requireRights(ctx: WorkCtx, actor: Actor, user: UserRecord, changes: UserChanges): Promise<void> {
  const acl = changes.acl ?? user.acl;
  requireGrant(actor, user.acl, acl);
  if (user.id === actor.id) requireGrantToSelf(user, acl);
  if (changes.groupId === undefined || changes.groupId === user.groupId) return;
  requireGrant(actor, user.effectiveAcl, await aclOfGroup(ctx, changes.groupId), "groupId");
}

const ordered = (ids: readonly number[]): string => [...new Set(ids)].sort((a, b) => a - b).join();
const sameIds = (a: readonly number[], b: readonly number[]): boolean => ordered(a) === ordered(b);

async function write(ctx: WorkCtx, user: UserRecord, changes: UserChanges): Promise<void> {
  const name = changes.username === undefined ? undefined : usernameShape.safeParse(changes.username);
  if (name && !name.success) throw fieldError("username", "access.errorUsername");
  const { db } = ctx;
  await saving(async () => {
    await db
      .updateTable("app_user")
      .set((eb) => ({
        username: name?.data ?? user.username,
        name: changes.name ?? user.name,
        email: changes.email === undefined ? user.email : changes.email,
        lang: changes.lang ?? user.lang,
        acl: [...new Set(changes.acl ?? user.acl)],
        group_id: changes.groupId === undefined ? user.groupId : changes.groupId,
        is_case_manager: changes.isCaseManager ?? user.isCaseManager,
        is_account_manager: changes.isAccountManager ?? user.isAccountManager,
        version: eb("version", "+", 1),
      }))
      .where("id", "=", user.id)
      .execute();
    if (changes.clientIds && !sameIds(changes.clientIds, user.clientIds))
      await assignClients(db, user.id, changes.clientIds);
    if (changes.teamIds && !sameIds(changes.teamIds, user.teamIds)) await assignTeams(db, user.id, changes.teamIds);
  });
  if (changes.email === undefined || changes.email === user.email) return;
  // A link that lies in the former mailbox must not let its reader in.
  await voidLinks(ctx, user.id);
  // Whoever reads the new one may be somebody else: the former owner is told.
  await notifyOwner(ctx, user.id, "address", {}, undefined, user.email);
}

async function requireVersion(ctx: WorkCtx, user: UserRecord, version: number | undefined): Promise<void> {
  if (version === undefined || version === user.version) return;
  throw new VorderError("conflict", { data: { current: user, ...(await lastChange(ctx.db, "app_user", user.id)) } });
}

/**
 * Changes a user. Without a version the last change wins; with one that is not the newest it is a conflict, which shows the newer.
 * @throws {VorderError} notFound; validation beside the field; conflict with `{current, changedBy, changedAt}`.
 */
export async function updateUser(
  ctx: WorkCtx,
  id: number,
  changes: UserChanges,
  version?: number,
): Promise<UserRecord> {
  const { actor, user } = await requireMayManage(ctx, id);
  await requireVersion(ctx, user, version);
  const { username = user.username, email = user.email } = changes;
  await allChecked(
    () => requireRights(ctx, actor, user, changes),
    () => requireScope(actor, { clientIds: changes.clientIds }),
    () => requireOwnTeams(actor, user.teamIds, changes.teamIds),
    () => email !== user.email && requireMaySetWayIn(actor, user, "email"),
    () => username.toLowerCase() !== user.username.toLowerCase() && freeUsername(ctx.db, username),
  );
  await write(ctx, user, changes);
  const after = await requireUser(ctx, { ...actor, kind: "system" }, id);
  if (user.effectiveAcl.includes("*") && !after.effectiveAcl.includes("*")) await requireStarLeft(ctx.db, "acl");
  const [was, is] = [audited(user), audited(after)];
  if (JSON.stringify(was) !== JSON.stringify(is))
    await ctx.audit({ action: "access.updateUser", subject: "app_user", subjectId: id, before: was, after: is });
  return after;
}

/**
 * Lets a user log in, or no more: their sessions end with it.
 * @throws {VorderError} notFound; validation: oneself, somebody who holds more, the last holder of "*"; conflict.
 */
export async function setActive(ctx: WorkCtx, id: number, active: boolean, version?: number): Promise<UserRecord> {
  const { actor, user } = await requireMayManage(ctx, id);
  await requireVersion(ctx, user, version);
  if (user.active === active) return user;
  if (id === actor.id) throw fieldError("common", "access.errorDeactivateSelf");
  await ctx.db
    .updateTable("app_user")
    .set((eb) => ({ active, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  if (!active) {
    if (user.effectiveAcl.includes("*")) await requireStarLeft(ctx.db, "common");
    await voidLinks(ctx, id);
    await logOutEverywhere(ctx.db, id);
  }
  await ctx.audit({
    action: active ? "access.activateUser" : "access.deactivateUser",
    subject: "app_user",
    subjectId: id,
    before: { active: user.active },
    after: { active },
  });
  return requireUser(ctx, actor, id);
}

/**
 * Sets somebody else's password, which ends their sessions. One's own is changed with the present one, by `changePassword`.
 * @throws {VorderError} notFound; validation.
 */
export async function choosePasswordFor(ctx: WorkCtx, id: number, password: string): Promise<void> {
  const hash = await hashPassword(password, ctx.random);
  const { actor, user } = await requireMayManage(ctx, id);
  if (id === actor.id) throw fieldError("password", "access.errorOwnPassword");
  requireMaySetWayIn(actor, user, "password");
  requireStrong(password, [user.username, user.name, user.email ?? ""]);
  await setPasswordHash(ctx.db, ctx, id, hash);
  await ctx.audit({ action: "access.resetPassword", subject: "app_user", subjectId: id });
  await notifyOwner(ctx, id, "password");
}

/** The ids of those who hold a role or "*", of their own or by their group, and may log in. */
export async function holdersOf(ctx: WorkCtx, role: string): Promise<number[]> {
  const { rows } = await sql<{ id: number; acl: string[]; group_acl: string[] }>`
    select u.id, u.acl, coalesce(g.acl, '{}') as group_acl
    from app_user u left join user_group g on g.id = u.group_id and g.archived_at is null
    where u.active order by u.id`.execute(ctx.db);
  return rows.filter((row) => coversAcl(effectiveAcl(row.acl, row.group_acl), [role])).map(({ id }) => id);
}
