/** Employees, teams and groups; the people who look after files: option lists, and names for the modules above. */
import { any } from "../../ground/kernel/access.ts";
import { type Db, defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../ground/platform/server/postgres/batched.ts";
import {
  accountManagerOptions,
  caseManagerOptions,
  editEmployeeScreen,
  employeeScreen,
  groupScreen,
  newEmployeeScreen,
  teamOptions,
  teamScreen,
} from "./employees.contract.ts";
import { employeesTexts } from "./employees.texts.ts";
import { peopleHandlers } from "./record/people.server.ts";
import { readAnswers } from "./record/rows.server.ts";
import { teamHandlers } from "./teams/teams.server.ts";
import { endEmployment, remindDaily, reminderHandlers } from "./training/reminders.server.ts";
import { trainingHandlers } from "./training/trainings.server.ts";

export { activateEmployee, judgeLeaving } from "./record/people.server.ts";
export { employeeOf } from "./record/rows.server.ts";
export { type EmployeeReminder, employeeReminders, employmentEnded } from "./training/reminders.server.ts";

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
}

type Duty = "is_account_manager" | "is_case_manager";

async function withDuty(db: Db, duty: Duty): Promise<{ id: number; text: string }[]> {
  return db
    .selectFrom("app_user")
    .select(["id", "name as text"])
    .where(duty, "=", true)
    .where("active", "=", true)
    .where("kind", "=", "staff")
    .orderBy("name")
    .orderBy("id")
    .execute();
}

/** Active case managers (dossierbehandelaars), by name. */
export const caseManagers = (db: Db) => withDuty(db, "is_case_manager");
/** Active account managers, by name. */
export const accountManagers = (db: Db) => withDuty(db, "is_account_manager");

/**
 * Whether this person may be put in charge now: active staff with that duty. It stays so until the end of the transaction: whoever shuts their login
 * meanwhile waits, and is told what they are in charge of.
 */
export async function hasDuty(db: Db, userId: number, duty: "caseManager" | "accountManager"): Promise<boolean> {
  return (await dutyRows(db, [userId], duty)).length > 0;
}

const dutyRows = batchedRows(
  (db, userIds: readonly number[], duty: "caseManager" | "accountManager") =>
    db
      .selectFrom("app_user")
      .select("id")
      .where("id", "in", [...userIds])
      .where(duty === "caseManager" ? "is_case_manager" : "is_account_manager", "=", true)
      .where("active", "=", true)
      .where("kind", "=", "staff")
      .forShare()
      .execute(),
  ({ id }) => id,
);

/** People by id, whether or not they are still active; ids that nobody has are absent. */
export async function people(db: Db, ids: readonly number[]): Promise<Map<number, Person>> {
  return new Map((await personRows(db, ids, undefined)).map((row) => [row.id, row]));
}

const personRows = batchedRows(
  (db, ids: readonly number[]) =>
    db
      .selectFrom("app_user")
      .select(["id", "name", "email"])
      .where("id", "in", [...new Set(ids)])
      .execute(),
  ({ id }) => id,
);

/** Active teams, by name. */
export async function teams(db: Db): Promise<{ id: number; text: string }[]> {
  return db.selectFrom("team").select(["id", "name as text"]).where("active", "=", true).orderBy("name").execute();
}

/** Makes a team and returns its id. */
export async function createTeam(db: Db, name: string): Promise<number> {
  const { id } = await db.insertInto("team").values({ name }).returning("id").executeTakeFirstOrThrow();
  return id;
}

export const employeesServer = defineModule({
  name: "employees",
  screens: [editEmployeeScreen, employeeScreen, groupScreen, newEmployeeScreen, teamScreen],
  texts: [employeesTexts],
  jobs: [remindDaily, endEmployment],
  history: [
    {
      subject: "team",
      who: any("ROLE_SETTINGS"),
      name: "employees.team",
      field: (field) => `employees.team_${field}`,
    },
  ],
  handlers: [
    handle(accountManagerOptions, async (ctx) => ({ items: await accountManagers(ctx.db) })),
    handle(caseManagerOptions, async (ctx) => ({ items: await caseManagers(ctx.db) })),
    // How we divide the work is not for clients.
    handle(teamOptions, async (ctx) => ({ items: ctx.user.kind === "staff" ? await teams(ctx.db) : [] })),
    ...readAnswers,
    ...peopleHandlers,
    ...trainingHandlers,
    ...reminderHandlers,
    ...teamHandlers,
  ],
});
