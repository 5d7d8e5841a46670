/** What those who manage users do about second factors: for whom one is required, and taking those that somebody has lost. */
import { sql } from "kysely";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { type Db, type Handler, handle, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { coversAcl } from "../access.ts";
import { beginChange, requireMayManage, requireMaySetWayIn, userRecord } from "../acl/rights.server.ts";
import { factorState } from "../sign-in/sign-in.server.ts";
import { factorRequired, logOutEverywhere } from "../users/users.server.ts";
import { notifyOwner } from "./account-mail.server.ts";
import { recoveryCodesLeft } from "./codes.server.ts";
import { factorsOfUser, getFactorRule, removeFactorsOf, setFactorRule } from "./factors.contract.ts";
import { factorsOf } from "./factors.server.ts";

interface Rule {
  readonly roles: string[];
  readonly groupIds: number[];
  readonly version: number;
}

async function ruleOf(db: Db): Promise<Rule> {
  const { roles, version } = await db.selectFrom("factor_rule").select(["roles", "version"]).executeTakeFirstOrThrow();
  const groups = await db
    .selectFrom("user_group")
    .select("id")
    .where("factor_required", "=", true)
    .orderBy("id")
    .execute();
  return { roles, groupIds: groups.map(({ id }) => id), version };
}

/** The rule with how many it is for. */
async function ruleWithCounts(db: Db) {
  const { rows } = await sql<{ demanded: number; without: number }>`
    select count(*) as demanded, count(*) filter (where not exists (select 1 from second_factor s where s.user_id = u.id)) as without
    from app_user u where u.active and ${factorRequired}`.execute(db);
  return { ...(await ruleOf(db)), demanded: rows[0]?.demanded ?? 0, without: rows[0]?.without ?? 0 };
}

const differing = <T>(a: readonly T[], b: readonly T[]): T[] => [
  ...a.filter((one) => !b.includes(one)),
  ...b.filter((one) => !a.includes(one)),
];

/** As with rights: nobody decides about a role, or a group that gives one, which they do not hold themselves. */
async function requireMayDecide(
  ctx: WorkCtx,
  acl: readonly string[],
  before: Rule,
  after: Omit<Rule, "version">,
): Promise<void> {
  const role = differing(before.roles, after.roles).find((one) => !coversAcl(acl, [one]));
  if (role !== undefined) throw fieldError("roles", "factor.errorRule", { role });
  const touched = differing(before.groupIds, after.groupIds);
  if (touched.length === 0) return;
  const groups = await ctx.db.selectFrom("user_group").select(["name", "acl"]).where("id", "in", touched).execute();
  if (groups.length < touched.length) throw fieldError("groupIds", "access.errorGroup");
  const stronger = groups.find((group) => !coversAcl(acl, group.acl));
  if (stronger) throw fieldError("groupIds", "factor.errorRule", { role: stronger.name });
}

async function changeRule(ctx: WorkCtx, { version, ...wanted }: Rule) {
  const actor = await beginChange(ctx);
  if (actor.kind !== "staff" && actor.kind !== "system") throw fieldError("common", "access.errorGroupStaff");
  const before = await ruleOf(ctx.db);
  if (version !== before.version)
    throw new VorderError("conflict", { data: { current: await ruleWithCounts(ctx.db) } });
  const after = { roles: [...new Set(wanted.roles)], groupIds: [...new Set(wanted.groupIds)] };
  await requireMayDecide(ctx, actor.acl, before, after);
  await ctx.db
    .updateTable("factor_rule")
    .set((eb) => ({ roles: after.roles, version: eb("version", "+", 1) }))
    .execute();
  await sql`update user_group set factor_required = id = any(${after.groupIds}::bigint[])
    where factor_required <> (id = any(${after.groupIds}::bigint[]))`.execute(ctx.db);
  const { version: _, ...was } = before;
  await ctx.audit({ action: "access.factorRule", subject: "factor_rule", subjectId: 1, before: was, after });
  return ruleWithCounts(ctx.db);
}

/**
 * Takes all second factors and recovery codes of a user, and ends their sessions and sign-ins. Asks nobody for the right to: a caller with a
 * person behind it does that first. Returns how many factors there were.
 */
export async function revokeFactors(ctx: WorkCtx, userId: number, reason: string): Promise<number> {
  const before = (await factorsOf(ctx.db, userId)).map(({ kind, name }) => ({ kind, name }));
  await ctx.db.deleteFrom("second_factor").where("user_id", "=", userId).execute();
  await ctx.db.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
  await logOutEverywhere(ctx.db, userId);
  await ctx.audit({
    action: "access.removeFactors",
    subject: "app_user",
    subjectId: userId,
    before: { factors: before },
    after: { reason },
  });
  await notifyOwner(ctx, userId, "removedAll");
  return before.length;
}

export const factorRuleHandlers: readonly Handler[] = [
  handle(getFactorRule, ({ db }) => ruleWithCounts(db)),
  handle(setFactorRule, (ctx, { body }) => changeRule(ctx, body)),
  handle(factorsOfUser, async (ctx, { params: { id } }) => {
    if (!(await userRecord(ctx.db, ctx.user, id))) throw notFound();
    const { required } = await factorState(ctx.db, id);
    return { items: await factorsOf(ctx.db, id), recoveryLeft: await recoveryCodesLeft(ctx.db, id), required };
  }),
  handle(removeFactorsOf, async (ctx, { params: { id }, body: { reason } }) => {
    const { actor, user } = await requireMayManage(ctx, id);
    // One's own are removed on one's own page, where one shows who one is.
    if (id === actor.id) throw fieldError("common", "factor.errorOwnFactors");
    requireMaySetWayIn(actor, user, "common");
    return { removed: await revokeFactors(ctx, id, reason) };
  }),
];
