/** The lists of the agenda: items by filters, and how much waits. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { filesChosenBy, filesMetBy, visibleFiles } from "../files/files.server.ts";
import { addDays, date, type PlainDate } from "../kernel/dates.ts";
import { countCap, toPage } from "../kernel/query.ts";
import { countUpToCap, pagedList } from "../platform/server/paged-list.ts";
import { type Actor, answer, type Ctx } from "../platform/server/room.ts";
import { type AgendaQuery, agendaSummary, listAgenda } from "./agenda.contract.ts";
import type { AgendaPeriod } from "./agenda.ts";
import { mondayOf } from "./planning.ts";
import { itemColumns, toItem, visibleAgendas, visibleItems } from "./record.server.ts";

type Filter = AgendaQuery["filter"];

/** The items in the agendas of the reader's teams: of their files, or of their people. */
const ofTeams = ({ teamIds }: Actor): RawBuilder<SqlBool> =>
  sql<SqlBool>`(case_file.team_id = any(${[...teamIds]}::bigint[])
    or agenda_item.owner_id in (select user_id from user_team where team_id = any(${[...teamIds]}::bigint[])))`;

function inPeriod(period: AgendaPeriod, today: PlainDate): RawBuilder<SqlBool> {
  const on = sql.ref("agenda_item.on_date");
  const sunday = addDays(mondayOf(today), 6);
  switch (period) {
    case "overdue":
      return sql<SqlBool>`${on} < ${today}`;
    case "today":
      return sql<SqlBool>`${on} = ${today}`;
    case "due":
      return sql<SqlBool>`${on} <= ${today}`;
    case "week":
      return sql<SqlBool>`${on} between ${today} and ${sunday}`;
    case "later":
      return sql<SqlBool>`${on} > ${sunday}`;
  }
}

const among = (column: string, type: "bigint" | "text", values: readonly (number | string)[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(${[...values]}::${sql.raw(type)}[])`;

/** What filters ask for, as a condition on items, their files and subjects. */
export async function conditionOf(
  ctx: Ctx,
  filter: Filter,
  byText = (reader: Ctx, search: string) => filesChosenBy(reader, { search }),
): Promise<RawBuilder<SqlBool>> {
  const { search, scope, period, onFrom, onTo, subject, owner, client, status, excluded, state = "open" } = filter;
  const all: RawBuilder<SqlBool>[] = [sql<SqlBool>`true`];
  if (search !== undefined) all.push(await byText(ctx, search));
  if (state !== "all") all.push(sql<SqlBool>`agenda_item.state = ${state}`);
  if (scope === "mine") all.push(sql<SqlBool>`agenda_item.owner_id = ${ctx.user.id}`);
  if (scope === "team") all.push(ofTeams(ctx.user));
  if (period !== undefined) all.push(inPeriod(period, ctx.clock.today()));
  if (onFrom !== undefined) all.push(sql<SqlBool>`agenda_item.on_date >= ${date(onFrom)}`);
  if (onTo !== undefined) all.push(sql<SqlBool>`agenda_item.on_date <= ${date(onTo)}`);
  if (subject?.length) all.push(among("agenda_item.subject_id", "bigint", subject));
  if (owner?.length) all.push(among("agenda_item.owner_id", "bigint", owner));
  if (client?.length) all.push(among("case_file.client_id", "bigint", client));
  if (status?.length) all.push(among("case_file.status", "text", status));
  if (excluded?.length) all.push(sql<SqlBool>`agenda_subject.exclusion <> all(${excluded}::text[])`);
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

const narrowing = ["client", "owner", "status", "scope", "search"] as const;

function ordersIn(lang: string, filter: Filter) {
  // What is open has to do with whose file it is and how far: the planner would walk all amounts until it has met a page of the few.
  const isNarrow = narrowing.some((name) => (filter[name]?.length ?? 0) > 0);
  return {
    on: sql`agenda_item.on_date`,
    fileNumber: sql`case_file.number`,
    debtorName: sql`debtor.sort_name`,
    clientName: sql`lower(client.company)`,
    subject: sql`lower(coalesce(nullif(agenda_subject.name ->> ${lang}, ''), agenda_subject.name ->> 'nl'))`,
    owner: sql`lower(owner.name)`,
    openCents: isNarrow ? sql`case_file.open_cents + 0` : sql`case_file.open_cents`,
  };
}

/**
 * Counts items, up to one more than the cap. Each has a file and a subject: joined from the left, the database leaves out those that no
 * condition speaks of, and reads the items alone.
 */
async function countItems({ db, user }: Ctx, condition: RawBuilder<SqlBool>): Promise<number> {
  const found = db
    .selectFrom("agenda_item")
    .leftJoin("case_file", "case_file.id", "agenda_item.file_id")
    .leftJoin("agenda_subject", "agenda_subject.id", "agenda_item.subject_id")
    .where(visibleAgendas(user))
    .where(condition);
  return countUpToCap(db, found);
}

const countOf = async (ctx: Ctx, filter: Filter): Promise<number> => countItems(ctx, await conditionOf(ctx, filter));

/** A page of items in order; urgent ones first within their day. */
export async function readAgenda(ctx: Ctx, query: AgendaQuery) {
  // A page is met by the way; to count all that a common word finds, its files are gathered.
  const condition = await conditionOf(ctx, query.filter, filesMetBy);
  const { field, direction } = query.order ?? { field: "on", direction: "asc" };
  const { rows, total } = await pagedList(
    ctx.db,
    visibleItems(ctx).where(condition),
    query,
    (all) =>
      all
        .select(itemColumns)
        .orderBy(ordersIn(ctx.lang, query.filter)[field], direction)
        .orderBy("agenda_item.urgent", "desc")
        .orderBy("agenda_item.id"),
    () => countOf(ctx, query.filter),
  );
  return { items: rows.map((row) => toItem(row, ctx)), total };
}

const list = answer(listAgenda, async (ctx, { query }) => {
  const { items, total } = await readAgenda(ctx, query);
  return toPage(items, total, query.limit);
});

const summary = answer(agendaSummary, async (ctx) => {
  const own = (period: AgendaPeriod) => countOf(ctx, { scope: "mine", period });
  const counts = {
    overdue: await own("overdue"),
    today: await own("today"),
    week: await own("week"),
    teamDue: await countOf(ctx, { scope: "team", period: "due" }),
  };
  const capped = Object.values(counts).some((count) => count > countCap);
  const shown = (count: number): number => Math.min(count, countCap);
  return {
    day: ctx.clock.today(),
    overdue: shown(counts.overdue),
    today: shown(counts.today),
    week: shown(counts.week),
    teamDue: shown(counts.teamDue),
    capped,
  };
});

/** The rows of open items that wait for somebody by a day, for the count on the first screen. */
export const waitingItems = (user: Actor, today: string, part: "today" | "overdue"): RawBuilder<unknown> =>
  sql`select from agenda_item join case_file on case_file.id = agenda_item.file_id where agenda_item.state = 'open'
    and agenda_item.owner_id = ${user.id} and ${visibleFiles(user)}
    and agenda_item.on_date ${part === "today" ? sql`=` : sql`<`} ${today}`;

export const listAnswers = [list, summary];
