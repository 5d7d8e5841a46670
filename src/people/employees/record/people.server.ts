/** Making and changing employees: the login through the public interface of access, which ask the grant rule; the facts of employment here. */

import { date, type PlainDate } from "../../../ground/kernel/dates.ts";
import { allChecked, FieldProblems, fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { type Handler, handle, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import {
  addUser,
  choosePasswordFor,
  inviteUser,
  passwordProblem,
  setActive,
  type UserChanges,
  updateUser,
  userRecord,
} from "../../access/access.server.ts";
import { maySetWayIn } from "../../access/access.ts";
import { hasLeft } from "../employees.ts";
import { createEmployee, type Employee, inviteEmployee, updateEmployee } from "./people.contract.ts";
import { employeeOf } from "./rows.server.ts";

/** What access calls its fields, and what our form calls them. */
const ours: Readonly<Record<string, string>> = {
  groupId: "group",
  teamIds: "team",
  lang: "language",
  kind: "common",
  clientIds: "common",
};

/** Runs a function of access; what it refuses stands beside the field of our own form, and a conflict shows the employee as it is now. */
async function byAccess<R>(run: () => Promise<R>, current?: () => Promise<Employee>): Promise<R> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof VorderError)) throw error;
    if (error.code === "conflict" && current)
      throw new VorderError("conflict", { data: { ...error.detail.data, current: await current() } });
    if (error.code !== "validation" || error.detail.fields === undefined) throw error;
    const { fields } = new FieldProblems(
      Object.entries(error.detail.fields).flatMap(([name, messages]) =>
        messages.map((message) => ({ field: ours[name] ?? name, message })),
      ),
    );
    throw new VorderError("validation", { fields, cause: error });
  }
}

/** The facts of employment, kept beside the login. */
interface Facts {
  readonly phone: string;
  readonly jobTitle: string;
  readonly department: string | null;
  readonly employedFrom: PlainDate | null;
  readonly employedUntil: PlainDate | null;
  readonly vogOn: PlainDate | null;
}
const noFacts: Facts = {
  phone: "",
  jobTitle: "",
  department: null,
  employedFrom: null,
  employedUntil: null,
  vogOn: null,
};

type Given = { readonly [Name in keyof Facts]?: string | null | undefined };

/** A date of a body, which its shape has checked; absent ones stay as they were. */
const dayAfter = (before: PlainDate | null, given: string | null | undefined): PlainDate | null =>
  given === undefined ? before : given === null ? null : date(given);

const factsAfter = (before: Facts, given: Given): Facts => ({
  phone: given.phone ?? before.phone,
  jobTitle: given.jobTitle ?? before.jobTitle,
  department: given.department === undefined ? before.department : given.department,
  employedFrom: dayAfter(before.employedFrom, given.employedFrom),
  employedUntil: dayAfter(before.employedUntil, given.employedUntil),
  vogOn: dayAfter(before.vogOn, given.vogOn),
});

/** The facts of an employee as it is shown. */
const factsOf = (employee: Employee): Facts => factsAfter(noFacts, employee);

function requireStillEmployed(ctx: WorkCtx, { employedUntil }: Facts): void {
  if (hasLeft(employedUntil, ctx.clock.today())) throw fieldError("employedUntil", "employees.errorLeft");
}

function requireOrder({ employedFrom, employedUntil }: Facts): void {
  if (employedFrom !== null && employedUntil !== null && employedUntil < employedFrom)
    throw fieldError("employedUntil", "employees.errorUntil");
}

async function writeFacts(ctx: WorkCtx, id: number, before: Facts, after: Facts): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const values = {
    phone: after.phone,
    job_title: after.jobTitle,
    department: after.department,
    employed_from: after.employedFrom,
    employed_until: after.employedUntil,
    vog_on: after.vogOn,
  };
  await ctx.db
    .insertInto("employee")
    .values({ user_id: id, ...values })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
    .execute();
  await ctx.audit({ action: "employee.update", subject: "app_user", subjectId: id, before, after });
}

/** Those of these teams that take somebody in: one that is archived takes nobody. */
async function openTeams(ctx: WorkCtx, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const open = await ctx.db
    .selectFrom("team")
    .select("id")
    .where("id", "in", [...ids])
    .where("active", "=", true)
    .execute();
  return open.map(({ id }) => id);
}

function requireOpenTeams(added: readonly number[], open: readonly number[]): void {
  if (added.some((id) => !open.includes(id))) throw fieldError("team", "employees.errorTeam");
}

/** A password or an invitation, and an address for the latter. */
function requireOneWayIn(
  body: { readonly password?: string | undefined; readonly invite: boolean },
  email: string | null,
): void {
  if (body.invite && body.password !== undefined) throw fieldError("password", "employees.errorPasswordOrInvitation");
  if (body.invite && email === null) throw fieldError("email", "access.errorNoEmail");
}

/** Access asks it again where the password is written; here it is told with whatever else is wrong. */
function requireStrong(password: string | undefined, own: readonly string[]): void {
  const problem = password === undefined ? undefined : passwordProblem(password, own);
  if (problem !== undefined) throw fieldError("password", problem);
}

/** Access refuses this as well; asked for here it is told with what else is wrong. */
function requireOthersPassword(ctx: WorkCtx, id: number, password: string | undefined): void {
  if (password !== undefined && id === ctx.user.id) throw fieldError("password", "access.errorOwnPassword");
}

/** Likewise that they see files which the changer does not. */
async function requireSeenPassword(ctx: WorkCtx, id: number, password: string | undefined): Promise<void> {
  if (password === undefined || id === ctx.user.id) return;
  const user = await userRecord(ctx.db, ctx.user, id);
  if (user && !maySetWayIn(ctx.user, user.sight)) throw fieldError("password", "access.errorSeesMore");
}

type LeavingJudge = (ctx: WorkCtx, employee: Employee, field: string) => Promise<void>;
const leavingJudges: LeavingJudge[] = [];

/** Lets a module above refuse that a login is shut at once; each throws beside the field where it does. */
export const judgeLeaving = (judge: LeavingJudge): void => {
  leavingJudges.push(judge);
};

/** Shuts the login of somebody whose last day lies behind: what they are in charge of is handed over first, as where it is shut by hand. */
async function shutLeft(ctx: WorkCtx, employee: Employee): Promise<void> {
  for (const judge of leavingJudges) await judge(ctx, employee, "employedUntil");
  await byAccess(() => setActive(ctx, employee.id, false));
}

const textOrNull = (text: string | null): string | null => (text === "" ? null : text);

const create = handle(createEmployee, async (ctx, { body }) => {
  const facts = factsAfter(noFacts, body);
  const teamIds = await openTeams(ctx, body.team);
  const user = {
    username: body.username,
    name: body.name,
    email: textOrNull(body.email),
    lang: body.language,
    acl: body.acl,
    groupId: body.group,
    teamIds,
    isCaseManager: body.isCaseManager,
    isAccountManager: body.isAccountManager,
    kind: "staff" as const,
    ...(body.password === undefined ? {} : { password: body.password }),
  };
  let id = 0;
  await allChecked(
    () => requireOneWayIn(body, user.email),
    () => requireOrder(facts),
    () => requireStillEmployed(ctx, facts),
    () => requireOpenTeams(body.team, teamIds),
    // Last, so that its refusals are told with the others; what it wrote is rolled back by any of them.
    async () => {
      id = await byAccess(() => addUser(ctx, user));
    },
  );
  await writeFacts(ctx, id, noFacts, facts);
  if (body.invite) await byAccess(() => inviteUser(ctx, id));
  return employeeOf(ctx, id);
});

const update = handle(updateEmployee, async (ctx, { body }) => {
  const before = await employeeOf(ctx, body.id);
  const factsBefore = factsOf(before);
  const facts = factsAfter(factsBefore, body);
  const teamsBefore = before.team.map(({ id }) => id);
  const teamsAdded = (body.team ?? []).filter((id) => !teamsBefore.includes(id));
  const open = await openTeams(ctx, teamsAdded);
  const changes: UserChanges = {
    username: body.username,
    name: body.name,
    email: body.email === undefined ? undefined : textOrNull(body.email),
    lang: body.language,
    acl: body.acl,
    groupId: body.group,
    // What is refused here is not told by access in other words as well.
    teamIds: body.team?.filter((id) => teamsBefore.includes(id) || open.includes(id)),
    isCaseManager: body.isCaseManager,
    isAccountManager: body.isAccountManager,
  };
  const { username = before.username, name = before.name, email = before.email } = changes;
  await allChecked(
    () => requireOneWayIn(body, email),
    () => requireOthersPassword(ctx, before.id, body.password),
    () => requireStrong(body.password, [username, name, email ?? ""]),
    () => requireSeenPassword(ctx, before.id, body.password),
    () => requireOrder(facts),
    () => requireOpenTeams(teamsAdded, open),
    () =>
      byAccess(
        () => updateUser(ctx, before.id, changes, body.version),
        () => employeeOf(ctx, before.id),
      ),
  );
  await writeFacts(ctx, before.id, factsBefore, facts);
  const { password } = body;
  if (password !== undefined) await byAccess(() => choosePasswordFor(ctx, before.id, password));
  if (body.invite) await byAccess(() => inviteUser(ctx, before.id));
  if (before.active && hasLeft(facts.employedUntil, ctx.clock.today())) await shutLeft(ctx, before);
  return employeeOf(ctx, before.id);
});

/** Lets an employee log in, or no more. Whose last day lies behind is not let in: the day is changed first. */
export async function activateEmployee(
  ctx: WorkCtx,
  id: number,
  active: boolean,
  version: number | undefined,
): Promise<Employee> {
  const before = await employeeOf(ctx, id);
  if (active && hasLeft(factsOf(before).employedUntil, ctx.clock.today()))
    throw fieldError("common", "employees.errorLeftActivate");
  await byAccess(
    () => setActive(ctx, id, active, version),
    () => employeeOf(ctx, id),
  );
  return employeeOf(ctx, id);
}

export const peopleHandlers: readonly Handler[] = [
  create,
  update,
  handle(inviteEmployee, async (ctx, { params }) => {
    const { id } = await employeeOf(ctx, params.id);
    const { expiresAt } = await byAccess(() => inviteUser(ctx, id));
    return { until: expiresAt.toISOString() };
  }),
];
