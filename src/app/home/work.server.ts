/** What waits for a user: the first thing to see in the morning. Each kind is one capped count that its own screen's guard lets in on. */
import { type RawBuilder, sql } from "kysely";
import { agendaScreen } from "../../cases/agenda/agenda.contract.ts";
import { waitingItems } from "../../cases/agenda/agenda.server.ts";
import { searchScreen } from "../../cases/file-search/file-search.contract.ts";
import { visibleFiles } from "../../cases/files/files.server.ts";
import { importScreen, uploadsScreen } from "../../exchange/intake/intake.contract.ts";
import { type Access, allows } from "../../ground/kernel/access.ts";
import type { Screen } from "../../ground/kernel/contract.ts";
import { countCap } from "../../ground/kernel/query.ts";
import type { Actor, Ctx } from "../../ground/platform/server/http/module.ts";
import { succeedTariff, tariffsScreen } from "../../ground/tariffs/tariffs.contract.ts";
import { loadTariffs } from "../../ground/tariffs/tariffs.server.ts";
import { missingTariffs } from "../../ground/tariffs/tariffs.ts";
import { questionsScreen } from "../../legal/decisions/decisions.contract.ts";
import { openQuestion } from "../../legal/decisions/decisions.server.ts";
import { scheduledEmail, scheduledPost, scheduledSms } from "../../letters/correspondence/correspondence.contract.ts";
import { inHoldScreen, monitoringScreen } from "../../letters/processing/processing.contract.ts";
import { runGuards } from "../../letters/processing/processing.server.ts";
import { reviewScreen } from "../../money/payments/payments.contract.ts";
import { employeeScreen, listReminders } from "../../people/employees/employees.contract.ts";
import { employeeReminders } from "../../people/employees/employees.server.ts";
import type { WorkKind } from "../app.contract.ts";
import { verificationScreen } from "../operations/verification/verification.contract.ts";

interface Kind {
  readonly kind: WorkKind;
  /** Where it waits, whose guard lets in whoever is told of it. */
  readonly screen: Screen;
  /** The office's own work, which is no client's to do. */
  readonly ofStaff?: true;
  /** What of that screen. */
  readonly query?: (today: string) => string;
  /** Rows that wait, as a query; counted up to the cap. */
  readonly rows: (user: Actor, today: string) => RawBuilder<unknown>;
}

/** What did not go, or may not have gone, of a kind of message: each has a screen of its own. */
const undelivered = (kind: "mail" | "sms" | "letter") =>
  sql`select from outbox where state in ('dead', 'uncertain') and kind = ${kind}`;

const kinds: readonly Kind[] = [
  {
    kind: "agendaOverdue",
    screen: agendaScreen,
    ofStaff: true,
    query: () => "?tab=overdue",
    rows: (user, today) => waitingItems(user, today, "overdue"),
  },
  {
    kind: "agendaToday",
    screen: agendaScreen,
    ofStaff: true,
    rows: (user, today) => waitingItems(user, today, "today"),
  },
  {
    kind: "dueToday",
    screen: searchScreen,
    ofStaff: true,
    query: (today) => `?nextActionTo=${today}&sort=nextActionOn`,
    rows: (user, today) =>
      sql`select from case_file where ${visibleFiles(user)} and closed_on is null and next_action_on <= ${today}`,
  },
  {
    kind: "withoutAction",
    screen: searchScreen,
    query: () => "?status=no_more_steps",
    rows: (user) => sql`select from case_file where ${visibleFiles(user)} and status = 'no_more_steps'`,
  },
  {
    kind: "legalQuestions",
    screen: questionsScreen,
    rows: (user) => sql`select from case_file where ${visibleFiles(user)} and ${openQuestion}`,
  },
  {
    kind: "plannedRuns",
    screen: monitoringScreen,
    rows: (user) => sql`select from run where state = 'planned' and ${runGuards.visible(user)}`,
  },
  {
    kind: "onHold",
    screen: inHoldScreen,
    query: () => "?cause=hold",
    rows: (user, today) => sql`select from case_file where ${visibleFiles(user)} and closed_on is null
      and id in (select file_id from file_hold where lifted_at is null and (until_date is null or until_date >= ${today}))`,
  },
  {
    kind: "paymentReview",
    screen: reviewScreen,
    rows: () => sql`select from bank_entry where state = 'review'`,
  },
  {
    kind: "undelivered",
    screen: scheduledEmail,
    rows: () => undelivered("mail"),
  },
  { kind: "undeliveredSms", screen: scheduledSms, rows: () => undelivered("sms") },
  { kind: "undeliveredPost", screen: scheduledPost, rows: () => undelivered("letter") },
  {
    kind: "importNotices",
    screen: importScreen,
    rows: ({ id }) => sql`select from import_notice where user_id = ${id} and seen_at is null and source_id is null`,
  },
  {
    kind: "importPlaces",
    screen: uploadsScreen,
    query: () => "?tab=sources",
    rows: ({ id }) =>
      sql`select from import_notice where user_id = ${id} and seen_at is null and source_id is not null`,
  },
  {
    kind: "damages",
    screen: verificationScreen,
    rows: () =>
      sql`select from generate_series(1, (select least(problems, ${sql.lit(countCap + 1)}) from verification order by id desc limit 1))`,
  },
];

/** What waits for this user; kinds of which nothing waits are left out. */
export async function workOf({ db, user, clock }: Pick<Ctx, "db" | "user" | "clock">) {
  const today = clock.today();
  const may = ({ who }: { readonly who: Access }): boolean => allows(who, user.acl, user.kind !== "guest");
  const granted = kinds.filter(({ screen, ofStaff }) => may(screen) && (ofStaff !== true || user.kind === "staff"));
  const counts = granted.map(
    ({ rows }) => sql`(select count(*) from (${rows(user, today)} limit ${sql.lit(countCap + 1)}) as waiting)`,
  );
  const { rows } =
    granted.length === 0
      ? { rows: [] }
      : await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db);
  const found = granted.map(({ kind, screen, query }, index) => ({
    kind,
    count: rows[0]?.counts[index] ?? 0,
    link: `${screen.path}${query?.(today) ?? ""}`,
  }));
  if (may(succeedTariff)) {
    found.push({
      kind: "missingTariffs",
      count: missingTariffs(await loadTariffs(db), today).length,
      link: tariffsScreen.path,
    });
  }
  if (may(listReminders))
    found.push({
      kind: "staffReminders",
      count: (await employeeReminders(db, today, user)).length,
      link: employeeScreen.path,
    });
  return found
    .filter(({ count }) => count > 0)
    .map((item) => ({ ...item, count: Math.min(item.count, countCap), capped: item.count > countCap }));
}
