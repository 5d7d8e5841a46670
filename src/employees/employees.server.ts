/** Employees, teams and groups; the people who look after files: option lists, and names for the rooms above. */
import { any } from "../kernel/access.ts";
import { answer, type Db, room } from "../platform/server/room.ts";
import { accountManagerOptions, caseManagerOptions, teamOptions } from "./employees.contract.ts";
import { employeesTexts } from "./employees.texts.ts";
import { peopleAnswers } from "./people.server.ts";
import { endEmployment, remindDaily, reminderAnswers } from "./reminders.server.ts";
import { readAnswers } from "./rows.server.ts";
import { teamAnswers } from "./teams.server.ts";
import { trainingAnswers } from "./trainings.server.ts";

export { activateEmployee } from "./people.server.ts";
export { type EmployeeReminder, employeeReminders } from "./reminders.server.ts";
export { employeeOf } from "./rows.server.ts";

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

/** Whether this person may be put in charge now: active staff with that duty. */
export async function hasDuty(db: Db, userId: number, duty: "caseManager" | "accountManager"): Promise<boolean> {
  const found = await db
    .selectFrom("app_user")
    .select("id")
    .where("id", "=", userId)
    .where(duty === "caseManager" ? "is_case_manager" : "is_account_manager", "=", true)
    .where("active", "=", true)
    .where("kind", "=", "staff")
    .executeTakeFirst();
  return found !== undefined;
}

/** People by id, whether or not they are still active; ids that nobody has are absent. */
export async function people(db: Db, ids: readonly number[]): Promise<Map<number, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("app_user")
    .select(["id", "name", "email"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Active teams, by name. */
export async function teams(db: Db): Promise<{ id: number; text: string }[]> {
  return db.selectFrom("team").select(["id", "name as text"]).where("active", "=", true).orderBy("name").execute();
}

/** Makes a team and returns its id. */
export async function createTeam(db: Db, name: string): Promise<number> {
  const { id } = await db.insertInto("team").values({ name }).returning("id").executeTakeFirstOrThrow();
  return id;
}

export const employeesServer = room({
  name: "employees",
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
  answers: [
    answer(accountManagerOptions, async (ctx) => ({ items: await accountManagers(ctx.db) })),
    answer(caseManagerOptions, async (ctx) => ({ items: await caseManagers(ctx.db) })),
    answer(teamOptions, async (ctx) => ({ items: await teams(ctx.db) })),
    ...readAnswers,
    ...peopleAnswers,
    ...trainingAnswers,
    ...reminderAnswers,
    ...teamAnswers,
  ],
});
