/** What waits for a user: the first thing to see in the morning. Each kind is one capped count that its own screen's guard lets in on. */
import { type RawBuilder, sql } from "kysely";
import { waitingItems } from "../agenda/agenda.server.ts";
import { employeeReminders } from "../employees/employees.server.ts";
import { visibleFiles } from "../files/files.server.ts";
import { type Access, allows, any } from "../kernel/access.ts";
import { countCap } from "../kernel/query.ts";
import type { Actor, Ctx } from "../platform/server/room.ts";
import { loadTariffs } from "../tariffs/tariffs.server.ts";
import { missingTariffs } from "../tariffs/tariffs.ts";
import type { WorkKind } from "./app.contract.ts";

interface Kind {
  readonly kind: WorkKind;
  readonly who: Access;
  /** The office's own work, which is no client's to do. */
  readonly ofStaff?: true;
  readonly link: (today: string) => string;
  /** Rows that wait, as a query; counted up to the cap. */
  readonly rows: (user: Actor, today: string) => RawBuilder<unknown>;
}

const kinds: readonly Kind[] = [
  {
    kind: "agendaOverdue",
    who: any("ROLE_AGENDA"),
    ofStaff: true,
    link: () => "/file-agenda/new?tab=overdue",
    rows: (user, today) => waitingItems(user, today, "overdue"),
  },
  {
    kind: "agendaToday",
    who: any("ROLE_AGENDA"),
    ofStaff: true,
    link: () => "/file-agenda/new",
    rows: (user, today) => waitingItems(user, today, "today"),
  },
  {
    kind: "dueToday",
    who: any("ROLE_FILE_SEARCH"),
    ofStaff: true,
    link: (today) => `/file/search?nextActionTo=${today}&sort=nextActionOn`,
    rows: (user, today) =>
      sql`select from case_file where ${visibleFiles(user)} and closed_on is null and next_action_on <= ${today}`,
  },
  {
    kind: "withoutAction",
    who: any("ROLE_FILE_SEARCH"),
    link: () => "/file/search?status=no_more_steps",
    rows: (user) => sql`select from case_file where ${visibleFiles(user)} and status = 'no_more_steps'`,
  },
  {
    kind: "plannedRuns",
    who: any("ROLE_PROCESSING"),
    link: () => "/processing/monitoring",
    rows: () => sql`select from run where state = 'planned'`,
  },
  {
    kind: "onHold",
    who: any("ROLE_PROCESSING"),
    link: () => "/processing/in-hold?cause=hold",
    rows: (user, today) => sql`select from case_file where ${visibleFiles(user)} and closed_on is null
      and id in (select file_id from file_hold where lifted_at is null and (until_date is null or until_date >= ${today}))`,
  },
  {
    kind: "paymentReview",
    who: any("ROLE_FINANCE", "ROLE_EMPLOYEE_FINANCE"),
    link: () => "/payments/review",
    rows: () => sql`select from bank_entry where state = 'review'`,
  },
  {
    kind: "undelivered",
    who: any("ROLE_PROCESSING"),
    link: () => "/schedule-send/email",
    rows: () => sql`select from outbox where state in ('dead', 'uncertain')`,
  },
];

/** Those who see to it that training and certificates of the staff do not run out. */
const managers = any("ROLE_MANAGE_EMPLOYEE");
/** Those who may enter a tariff that is missing. */
const settlers = any("ROLE_SETTINGS");

/** What waits for this user; kinds of which nothing waits are left out. */
export async function workOf({ db, user, clock }: Pick<Ctx, "db" | "user" | "clock">) {
  const today = clock.today();
  const granted = kinds.filter(
    ({ who, ofStaff }) => allows(who, user.acl, user.kind !== "guest") && (ofStaff !== true || user.kind === "staff"),
  );
  const counts = granted.map(
    ({ rows }) => sql`(select count(*) from (${rows(user, today)} limit ${sql.lit(countCap + 1)}) as waiting)`,
  );
  const { rows } =
    granted.length === 0
      ? { rows: [] }
      : await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db);
  const found = granted.map(({ kind, link }, index) => ({
    kind,
    count: rows[0]?.counts[index] ?? 0,
    link: link(today),
  }));
  if (allows(settlers, user.acl, user.kind !== "guest")) {
    found.push({
      kind: "missingTariffs",
      count: missingTariffs(await loadTariffs(db), today).length,
      link: "/settings/tariffs",
    });
  }
  if (allows(managers, user.acl, user.kind !== "guest"))
    found.push({
      kind: "staffReminders",
      count: (await employeeReminders(db, today, user)).length,
      link: "/employee",
    });
  return found
    .filter(({ count }) => count > 0)
    .map((item) => ({ ...item, count: Math.min(item.count, countCap), capped: item.count > countCap }));
}
