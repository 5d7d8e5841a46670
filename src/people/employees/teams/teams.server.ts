/** Teams of staff, and doing away with groups that nobody belongs to. */
import { sql } from "kysely";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { type Ctx, type Db, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import { brokenConstraint } from "../../../ground/platform/server/postgres/database.ts";
import { refuseIfUsed } from "../../../ground/platform/server/postgres/references.ts";
import { deleteGroup as dropGroup, updateUser, userRecord } from "../../access/access.server.ts";
import {
  archiveTeam,
  createTeamCall,
  deleteGroup,
  deleteTeam,
  listTeams,
  staffOptions,
  type TeamRow,
  updateTeamCall,
} from "./teams.contract.ts";

/** Teams with their members, by name. */
async function teamRows(db: Db, wanted: { id?: number; archived?: boolean; descending?: boolean }): Promise<TeamRow[]> {
  const way = wanted.descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<TeamRow>`
    select t.id, t.name, t.description, t.email, t.phone, t.active, t.version,
      case when l.id is not null then jsonb_build_object('id', l.id, 'name', l.name) end as leader,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by lower(u.name), u.id)
        from user_team b join app_user u on u.id = b.user_id where b.team_id = t.id and u.active), '[]') as members
    from team t left join app_user l on l.id = t.leader_id
    where (${wanted.id ?? null}::bigint is null or t.id = ${wanted.id ?? null})
      and (${wanted.archived ?? false} or t.active)
    order by lower(t.name) ${way}, t.id`.execute(db);
  return rows;
}

async function requireTeam(db: Db, id: number): Promise<TeamRow> {
  const [team] = await teamRows(db, { id, archived: true });
  if (!team) throw notFound();
  return team;
}

interface Given {
  readonly name: string;
  readonly description: string;
  readonly email: string;
  readonly phone: string;
  readonly leader: number | null;
}

const columnsOf = (body: Given) => ({
  name: body.name,
  description: body.description,
  email: body.email,
  phone: body.phone,
  leader_id: body.leader,
});

/** Whoever leads a team is staff and may log in; a leader who was chosen before may stay. */
async function requireLeader(ctx: Ctx, id: number | null, before: number | null): Promise<void> {
  if (id === null || id === before) return;
  const found = await ctx.db
    .selectFrom("app_user")
    .select("id")
    .where("id", "=", id)
    .where("kind", "=", "staff")
    .where("active", "=", true)
    .executeTakeFirst();
  if (!found) throw fieldError("leader", "employees.errorLeader");
}

async function saving<R>(write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    if (brokenConstraint(error) === "team_name") throw fieldError("name", "employees.errorTeamTaken");
    throw error;
  }
}

/**
 * Belonging to a team is a fact about each user, and may open files: it is changed by the function that asks who may
 * change whom. A team that is archived keeps or loses its members and takes nobody in, as in the form of an employee.
 */
async function setMembers(ctx: Ctx, team: TeamRow, wanted: readonly number[] | undefined): Promise<void> {
  if (wanted === undefined) return;
  const before = team.members.map(({ id }) => id);
  const after = new Set(wanted);
  const changed = [...before.filter((id) => !after.has(id)), ...[...after].filter((id) => !before.includes(id))];
  if (!team.active && changed.some((id) => after.has(id))) throw fieldError("members", "employees.errorTeamArchived");
  for (const id of changed) {
    const user = await userRecord(ctx.db, ctx.user, id);
    if (user?.kind !== "staff") throw fieldError("members", "employees.errorMember");
    const others = user.teamIds.filter((one) => one !== team.id);
    try {
      await updateUser(ctx, id, { teamIds: after.has(id) ? [...others, team.id] : others });
    } catch (error) {
      if (!(error instanceof VorderError) || error.code !== "validation") throw error;
      const [messages = []] = Object.values(error.detail.fields ?? {});
      throw new VorderError("validation", { fields: { members: messages }, cause: error });
    }
  }
}

const create = handle(createTeamCall, async (ctx, { body }) => {
  await requireLeader(ctx, body.leader, null);
  const { id } = await saving(() =>
    ctx.db.insertInto("team").values(columnsOf(body)).returning("id").executeTakeFirstOrThrow(),
  );
  await setMembers(ctx, await requireTeam(ctx.db, id), body.members);
  const team = await requireTeam(ctx.db, id);
  await ctx.audit({ action: "team.create", subject: "team", subjectId: id, after: audited(team) });
  return team;
});

const audited = ({ name, description, email, phone, leader, members, active }: TeamRow) => ({
  name,
  description,
  email,
  phone,
  leader: leader?.name ?? null,
  members: members.map((member) => member.name),
  archived: !active,
});

const update = handle(updateTeamCall, async (ctx, { params, body }) => {
  const before = await requireTeam(ctx.db, params.id);
  await requireLeader(ctx, body.leader, before.leader?.id ?? null);
  const done = await saving(() =>
    ctx.db
      .updateTable("team")
      .set((eb) => ({ ...columnsOf(body), version: eb("version", "+", 1) }))
      .where("id", "=", params.id)
      .where("version", "=", body.version ?? before.version)
      .executeTakeFirst(),
  );
  if (done.numUpdatedRows === 0n)
    throw new VorderError("conflict", { data: { current: await requireTeam(ctx.db, params.id) } });
  await setMembers(ctx, before, body.members);
  const team = await requireTeam(ctx.db, params.id);
  await ctx.audit({
    action: "team.update",
    subject: "team",
    subjectId: params.id,
    before: audited(before),
    after: audited(team),
  });
  return team;
});

const archive = handle(archiveTeam, async (ctx, { params, body }) => {
  const before = await requireTeam(ctx.db, params.id);
  const done = await ctx.db
    .updateTable("team")
    .set((eb) => ({ active: !body.archived, version: eb("version", "+", 1) }))
    .where("id", "=", params.id)
    .where("version", "=", body.version ?? before.version)
    .executeTakeFirst();
  const team = await requireTeam(ctx.db, params.id);
  if (done.numUpdatedRows === 0n) throw new VorderError("conflict", { data: { current: team } });
  await ctx.audit({
    action: body.archived ? "team.archive" : "team.restore",
    subject: "team",
    subjectId: params.id,
    before: audited(before),
    after: audited(team),
  });
  return team;
});

const drop = handle(deleteTeam, async (ctx, { params }) => {
  const before = await requireTeam(ctx.db, params.id);
  await refuseIfUsed(ctx, "team", params.id, { mayArchive: before.active });
  await ctx.db.deleteFrom("team").where("id", "=", params.id).execute();
  await ctx.audit({ action: "team.delete", subject: "team", subjectId: params.id, before: audited(before) });
  return {};
});

export const teamHandlers: readonly Handler[] = [
  handle(listTeams, async ({ db }, { query }) => ({
    items: await teamRows(db, {
      archived: query.filter.archived ?? false,
      descending: query.order?.direction === "desc",
    }),
  })),
  create,
  update,
  archive,
  drop,
  handle(staffOptions, async ({ db }) => ({
    items: await db
      .selectFrom("app_user")
      .select(["id", "name as text"])
      .where("kind", "=", "staff")
      .where("active", "=", true)
      .orderBy("name")
      .orderBy("id")
      .limit(1000)
      .execute(),
  })),
  handle(deleteGroup, async (ctx, { params }) => {
    await dropGroup(ctx, params.id);
    return {};
  }),
];
