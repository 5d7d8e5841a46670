/** Training and VOG that fall due: what is due now, and the daily mail about it, once for each threshold. */
import { sql } from "kysely";
import { z } from "zod";
import { date, dateParts, daysBetween, type PlainDate, shownDate } from "../../../ground/kernel/dates.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { fillText, isLanguage } from "../../../ground/kernel/texts.ts";
import {
  type Actor,
  type Db,
  event,
  type Handler,
  handle,
  job,
  systemActor,
  type WorkCtx,
} from "../../../ground/platform/server/http/module.ts";
import { providerSettings } from "../../../ground/settings/settings.server.ts";
import { holdersOf, setActive } from "../../access/access.server.ts";
import { employeesTexts } from "../employees.texts.ts";
import {
  ethicsDue,
  ethicsMeetingsAYear,
  type ReminderDays,
  type RequirementKind,
  requirementsOf,
  thresholdOn,
} from "../employees.ts";
import { listReminders } from "../record/people.contract.ts";
import { activeStaff } from "../record/rows.server.ts";

export interface EmployeeReminder {
  /** Null: of the house itself. */
  readonly employee: { readonly id: number; readonly name: string } | null;
  readonly kind: RequirementKind | "ethics";
  readonly due: PlainDate;
  /** Below zero: overdue. */
  readonly daysLeft: number;
}

/** Meetings on ethics in the calendar year of a day: however many took part, a day with a title is one meeting. */
async function ethicsHeld(db: Db, today: PlainDate): Promise<number> {
  const { year } = dateParts(today);
  const { rows } = await sql<{ held: number }>`
    select count(*) as held from (select distinct held_on, lower(title) from employee_training
      where kind = 'ethics' and held_on between make_date(${year}, 1, 1) and ${today}::date) as meetings`.execute(db);
  return rows[0]?.held ?? 0;
}

interface Due extends EmployeeReminder {
  readonly threshold: ReminderDays;
  readonly email: string | null;
}

async function dueOn(db: Db, today: PlainDate, actor: Actor): Promise<readonly Due[]> {
  const staff = await activeStaff(db, actor);
  const held = await ethicsHeld(db, today);
  const ethics = staff.length === 0 ? undefined : ethicsDue(held, today);
  const all = [
    ...(ethics === undefined ? [] : [{ employee: null, email: null, kind: "ethics" as const, due: ethics }]),
    ...staff.flatMap(({ id, name, email, facts }) =>
      requirementsOf(facts).map(({ kind, due }) => ({ employee: { id, name }, email, kind, due })),
    ),
  ];
  return all
    .flatMap((one) => {
      const threshold = thresholdOn(one.due, today);
      return threshold === undefined ? [] : [{ ...one, threshold, daysLeft: daysBetween(today, one.due) }];
    })
    .sort((a, b) => a.daysLeft - b.daysLeft);
}

/** What is due or falls due within 60 days, earliest first, among the staff whom `actor` may see: for whoever manages employees. */
export async function employeeReminders(
  db: Db,
  today: PlainDate,
  actor: Actor = systemActor,
): Promise<readonly EmployeeReminder[]> {
  const all = await dueOn(db, today, actor);
  return all.map(({ employee, kind, due, daysLeft }) => ({ employee, kind, due, daysLeft }));
}

/** Notes what is reminded of for the first time at its threshold, and returns that. */
async function newlyDue({ db, clock }: WorkCtx): Promise<readonly (Due & { readonly reminderId: number })[]> {
  const fresh: (Due & { reminderId: number })[] = [];
  for (const due of await dueOn(db, clock.today(), systemActor)) {
    const { rows } = await sql<{ id: number }>`
      insert into employee_reminder (user_id, kind, due_on, threshold, sent_at)
      values (${due.employee?.id ?? null}, ${due.kind}, ${due.due}, ${due.threshold}, ${clock.now()})
      on conflict do nothing returning id`.execute(db);
    const id = rows[0]?.id;
    if (id !== undefined) fresh.push({ ...due, reminderId: id });
  }
  return fresh;
}

interface Reader {
  readonly id: number;
  readonly email: string | null;
  readonly name: string;
  readonly lang: string;
}

/** One mail with all that is new to a reader. Its key is that of the newest reminder in it, which belongs to this mail alone. */
async function mail(ctx: WorkCtx, to: Reader, dues: Awaited<ReturnType<typeof newlyDue>>, own: boolean): Promise<void> {
  if (to.email === null || to.email === "" || dues.length === 0) return;
  const lang = isLanguage(to.lang) ? to.lang : "nl";
  const texts = employeesTexts.texts[lang];
  const lines = dues.map(({ employee, kind, due, daysLeft }) =>
    fillText(
      texts[daysLeft < 0 ? "mailLineLate" : "mailLine"],
      {
        what: `${own || employee === null ? "" : `${employee.name}: `}${texts[`requirement_${kind}`]}`,
        date: shownDate(due),
      },
      lang,
    ),
  );
  const { tradeName } = await providerSettings(ctx.db);
  const values = { name: to.name, lines: lines.join("\n"), provider: tradeName || "Vorder", count: dues.length };
  const newest = Math.max(...dues.map(({ reminderId }) => reminderId));
  await ctx.send({
    key: `employees.reminder:${newest}:${own ? "own" : "all"}:${to.id}`,
    kind: "mail",
    payload: {
      to: to.email,
      subject: fillText(texts.mailSubject, values, lang),
      text: fillText(
        own ? texts.mailOwn : texts.mailManager,
        { ...values, link: `${ctx.environment.baseUrl}/employee?state=due` },
        lang,
      ),
    },
  });
}

async function remind(ctx: WorkCtx): Promise<void> {
  const fresh = await newlyDue(ctx);
  if (fresh.length === 0) return;
  const managers = await holdersOf(ctx, "ROLE_MANAGE_EMPLOYEE");
  const concerned = [...new Set([...managers, ...fresh.flatMap(({ employee }) => (employee ? [employee.id] : []))])];
  const readers = await ctx.db
    .selectFrom("app_user")
    .select(["id", "email", "name", "lang"])
    .where("id", "in", concerned)
    .where("kind", "=", "staff")
    .execute();
  for (const reader of readers) {
    const own = fresh.filter(({ employee }) => employee?.id === reader.id);
    await mail(ctx, reader, own, true);
    if (managers.includes(reader.id)) {
      const others = fresh.filter(({ employee }) => employee?.id !== reader.id);
      await mail(ctx, reader, others, false);
    }
  }
}

/** Every working morning's mail; on other days nothing is lost, since a threshold that was passed counts as reached. */
export const remindDaily = job({
  name: "employees.remind",
  cron: "30 6 * * *",
  payload: z.object({}),
  run: (jobCtx) => jobCtx.tx(remind),
});

/** The login of somebody whose last day lies behind was shut; what they are in charge of is still theirs. */
export const employmentEnded = event(
  "employees.ended",
  z.object({ userId: z.number().int(), on: z.string().transform(date) }),
);

/** Shuts the logins of those whose last day lies behind. Hourly, so that an installation that was off at midnight makes up for it. */
export const endEmployment = job({
  name: "employees.end",
  cron: "1 * * * *",
  payload: z.object({}),
  run: async (jobCtx) => {
    const gone = await jobCtx.db
      .selectFrom("employee")
      .innerJoin("app_user", "app_user.id", "employee.user_id")
      .select("app_user.id")
      .where("app_user.active", "=", true)
      .where("employee.employed_until", "<", jobCtx.clock.today())
      .execute();
    for (const { id } of gone) {
      try {
        await jobCtx.tx(async (ctx) => {
          await setActive(ctx, id, false);
          await ctx.emit(employmentEnded, { userId: id, on: ctx.clock.today() });
        });
      } catch (error) {
        // The last holder of "*" stays until there is another; the others must not wait for that.
        if (!(error instanceof VorderError)) throw error;
        jobCtx.log.warn({ userId: id, err: error }, "the login of an employee who has left could not be shut");
      }
    }
  },
});

export const reminderHandlers: readonly Handler[] = [
  handle(listReminders, async ({ db, user, clock }) => {
    const today = clock.today();
    return {
      items: [...(await employeeReminders(db, today, user))],
      ethics: { held: await ethicsHeld(db, today), needed: ethicsMeetingsAYear },
    };
  }),
];
