/** Employees as they are read: the list, one employee, and the facts that the rules of training and VOG look at. */
import { type RawBuilder, sql } from "kysely";
import { dateInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import { countCap, toPage } from "../../../ground/kernel/query.ts";
import type { Actor, Db, Handler, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { handle } from "../../../ground/platform/server/http/module.ts";
import { legalDate } from "../../../ground/platform/server/postgres/legal-date.ts";
import { contains } from "../../../ground/platform/server/postgres/like-pattern.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { userLists, userRecord } from "../../access/access.server.ts";
import { effectiveAcl, mayManage, maySwitch, sightOf } from "../../access/access.ts";
import { departments, type EmployeeFacts, reminderDays, requirementsOf, stateOn, vogMonths } from "../employees.ts";
import { type Employee, type EmployeeRow, getEmployee, listEmployees } from "./people.contract.ts";

interface Row {
  id: number;
  username: string;
  name: string;
  email: string | null;
  acl: string[];
  group_acl: string[];
  group_id: number | null;
  group_name: string | null;
  teams: { id: number; name: string }[];
  managed_team_ids: number[];
  is_case_manager: boolean;
  is_account_manager: boolean;
  active: boolean;
  has_password: boolean;
  invited: boolean;
  last_login_at: Date | null;
  created_at: Date;
  version: number;
  phone: string;
  job_title: string;
  department: string | null;
  employed_from: PlainDate | null;
  employed_until: PlainDate | null;
  vog_on: PlainDate | null;
  last_course: PlainDate | null;
  last_meeting: PlainDate | null;
}

/** Staff whom somebody may see, with all that is known of them, as tables `u`, `g`, `e` and `t`. */
const staffSeenBy = (actor: Actor): RawBuilder<unknown> => sql`
  app_user u
  left join user_group g on g.id = u.group_id
  left join employee e on e.user_id = u.id
  left join lateral (
    select max(held_on) filter (where kind = 'course') as last_course,
      max(held_on) filter (where kind = 'meeting') as last_meeting
    from employee_training where user_id = u.id) t on true
  where u.kind = 'staff' and ${userLists.visible(actor)}`;

const firstDay = sql`coalesce(e.employed_from, ${legalDate("u.created_at")})`;
const yearAfter = (last: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(coalesce(${last}, ${firstDay}) + interval '1 year')::date`;

/** A due date, unless it lies after the last day. */
const whileEmployed = (due: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when e.employed_until is null or ${due} <= e.employed_until then ${due} end`;

/** The first day by which something must be done: `requirementsOf` in SQL, for filters and order. A test holds the two together. */
const firstDue = sql`case when u.active then least(
  ${whileEmployed(sql`case when e.vog_on is null or (e.vog_on + ${`${vogMonths} months`}::interval)::date < ${firstDay} then ${firstDay} end`)},
  ${whileEmployed(yearAfter(sql`t.last_course`))},
  ${whileEmployed(yearAfter(sql`t.last_meeting`))}) end`;

const columns = (now: Date): RawBuilder<unknown> => sql`
  u.id, u.username, u.name, u.email, u.acl, u.is_case_manager, u.is_account_manager, u.active, u.last_login_at,
  u.created_at, u.version, u.password_hash is not null as has_password, u.group_id, g.name as group_name,
  case when g.archived_at is null then coalesce(g.acl, '{}') else '{}' end as group_acl,
  coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) order by lower(m.name), m.id)
    from user_team b join team m on m.id = b.team_id where b.user_id = u.id), '[]') as teams,
  ${userLists.managedTeams} as managed_team_ids,
  exists (select 1 from password_reset r where r.user_id = u.id and r.kind = 'invite' and r.used_at is null
    and r.expires_at > ${now}) as invited,
  coalesce(e.phone, '') as phone, coalesce(e.job_title, '') as job_title, e.department, e.employed_from, e.employed_until,
  e.vog_on, t.last_course, t.last_meeting`;

const factsOf = (row: Row): EmployeeFacts => ({
  employedFrom: row.employed_from,
  employedUntil: row.employed_until,
  since: dateInAmsterdam(row.created_at),
  vogOn: row.vog_on,
  lastCourse: row.last_course,
  lastMeeting: row.last_meeting,
});

/** `onlyTeams`: whether the settings keep staff to the files of their teams. */
function toRow(row: Row, actor: Actor, today: PlainDate, onlyTeams: boolean): EmployeeRow {
  const requirements = row.active ? requirementsOf(factsOf(row)) : [];
  const held = effectiveAcl(row.acl, row.group_acl);
  const sight = sightOf("staff", held, {
    client_ids: [],
    team_ids: row.teams.map(({ id }) => id),
    managed_team_ids: row.managed_team_ids,
    only_teams: onlyTeams,
  });
  const manageable = actor.previous === undefined && mayManage(actor.acl, held);
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    email: row.email,
    phone: row.phone,
    jobTitle: row.job_title,
    department: departments.find((known) => known === row.department) ?? null,
    group: row.group_id === null ? null : { id: row.group_id, name: row.group_name ?? "" },
    team: row.teams,
    isCaseManager: row.is_case_manager,
    isAccountManager: row.is_account_manager,
    employedFrom: row.employed_from,
    employedUntil: row.employed_until,
    active: row.active,
    access: row.has_password ? "password" : row.invited ? "invited" : "none",
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    state: stateOn(requirements, today),
    requirements: [...requirements],
    switchable: manageable && row.active && row.id !== actor.id && maySwitch(actor, { ...sight, acl: held }),
    manageable,
    version: row.version,
  };
}

type Filter = Parameters<Parameters<typeof handle<typeof listEmployees>>[1]>[1]["query"]["filter"];

function matching(filter: Filter, today: PlainDate): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [contains(["u.name", "u.username", "u.email", "e.job_title"], filter.search)];
  if (filter.group !== undefined) parts.push(sql`u.group_id = ${filter.group}`);
  if (filter.team !== undefined)
    parts.push(sql`exists (select 1 from user_team b where b.user_id = u.id and b.team_id = ${filter.team})`);
  if (filter.department !== undefined) parts.push(sql`e.department = ${filter.department}`);
  if (filter.active !== undefined) parts.push(sql`u.active = ${filter.active}`);
  if (filter.duty === "caseManager") parts.push(sql`u.is_case_manager`);
  if (filter.duty === "accountManager") parts.push(sql`u.is_account_manager`);
  const soon = sql`${today}::date + ${reminderDays[0]}::integer`;
  if (filter.state === "due") parts.push(sql`${firstDue} <= ${today}::date`);
  if (filter.state === "soon") parts.push(sql`${firstDue} > ${today}::date and ${firstDue} <= ${soon}`);
  if (filter.state === "good") parts.push(sql`coalesce(${firstDue} > ${soon}, true)`);
  return sql.join(parts, sql` and `);
}

const orders = {
  name: sql`lower(u.name)`,
  username: sql`lower(u.username)`,
  email: sql`lower(u.email)`,
  jobTitle: sql`lower(e.job_title)`,
  group: sql`lower(g.name)`,
  lastLoginAt: sql`u.last_login_at`,
  due: firstDue,
  employedFrom: sql`e.employed_from`,
} as const;

const page = handle(listEmployees, async ({ db, user, clock }, { query }) => {
  const today = clock.today();
  const { staffSeeOnlyTeams } = await globalSettings(db);
  const { field, direction } = query.order ?? { field: "name", direction: "asc" };
  const way = direction === "asc" ? sql`asc nulls last` : sql`desc nulls last`;
  const where = matching(query.filter, today);
  const { rows } = await sql<Row>`select ${columns(clock.now())} from ${staffSeenBy(user)} and ${where}
    order by ${orders[field]} ${way}, u.id ${way} offset ${query.offset} limit ${query.limit}`.execute(
    userLists.db(db),
  );
  const counted = await sql<{ total: number }>`select count(*) as total from
    (select 1 from ${staffSeenBy(user)} and ${where} limit ${sql.lit(countCap + 1)}) as capped`.execute(db);
  return toPage(
    rows.map((row) => toRow(row, user, today, staffSeeOnlyTeams)),
    counted.rows[0]?.total ?? 0,
    query.limit,
  );
});

/** An employee as the form shows it, as far as `actor` may see it. */
export async function employeeOf(
  ctx: Pick<WorkCtx, "db" | "clock" | "user">,
  id: number,
  actor: Actor = ctx.user,
): Promise<Employee> {
  const { db, clock } = ctx;
  const { rows } = await sql<Row>`
    select ${columns(clock.now())} from ${staffSeenBy(actor)} and u.id = ${id}`.execute(userLists.db(db));
  const [row] = rows;
  const user = await userRecord(db, actor, id, clock.now());
  if (!row || !user) throw notFound();
  return {
    ...toRow(row, actor, clock.today(), (await globalSettings(db)).staffSeeOnlyTeams),
    language: user.lang,
    acl: [...user.acl],
    groupAcl: [...user.groupAcl],
    groupArchived: user.group?.archived ?? false,
    vogOn: row.vog_on,
    invitedUntil: user.invitedUntil?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

/** Staff who may log in, with the facts of their training and VOG. */
export async function activeStaff(
  db: Db,
  actor: Actor,
): Promise<readonly { id: number; name: string; email: string | null; facts: EmployeeFacts }[]> {
  const { rows } = await sql<Row>`
    select ${columns(new Date(0))} from ${staffSeenBy(actor)} and u.active order by lower(u.name), u.id`.execute(
    userLists.db(db),
  );
  return rows.map((row) => ({ id: row.id, name: row.name, email: row.email, facts: factsOf(row) }));
}

export const readAnswers: readonly Handler[] = [
  page,
  handle(getEmployee, (ctx, { params }) => employeeOf(ctx, params.id)),
];
