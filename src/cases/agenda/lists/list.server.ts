/** The lists of the agenda: items by filters, and how much waits. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { addDays, date, type PlainDate } from "../../../ground/kernel/dates.ts";
import { countCap, toPage } from "../../../ground/kernel/query.ts";
import { type Actor, type Ctx, handle } from "../../../ground/platform/server/http/module.ts";
import { countUpToCap, pagedList } from "../../../ground/platform/server/http/paged-list.ts";
import { asSystem, guarded } from "../../../ground/platform/server/postgres/guarded.ts";
import { isKnownLong, noteLong } from "../../../ground/platform/server/postgres/long-lists.ts";
import { filesChosenBy, filesMetBy } from "../../file-search/file-search.server.ts";
import { visibleFiles } from "../../files/files.server.ts";
import type { AgendaPeriod } from "../agenda.ts";
import { type AgendaQuery, agendaSummary, listAgenda } from "../items/items.contract.ts";
import { mondayOf } from "../items/planning.ts";
import { itemColumns, toItem, visibleAgendas, visibleItems } from "../items/record.server.ts";

type Filter = AgendaQuery["filter"];

/** What a condition is for: a page, which is met along the agenda where that fills it soon, or all that it holds for. */
type Purpose = "page" | "all";

/** A team with fewer files than this has its items gathered; one with more has some on every page of the agenda. */
const fewFiles = 20_000;

async function hasFewFiles({ db, user }: Ctx): Promise<boolean> {
  const { rows } = await sql<{ files: number }>`select count(*) as files from (
    select from case_file where team_id = any(${[...user.teamIds]}::bigint[]) limit ${fewFiles}) as theirs`.execute(
    asSystem(db, "only a number, which chooses the plan of the query: how many files the teams have"),
  );
  return (rows[0]?.files ?? 0) < fewFiles;
}

/**
 * The items in the agendas of the reader's teams: of their files, or of their people. Gathered, each kind is found by its own index; asked of
 * one item at a time, an agenda in which a small team has little is read to its end.
 */
async function ofTeams(ctx: Ctx, state: Filter["state"], purpose: Purpose): Promise<RawBuilder<SqlBool>> {
  const teams = sql`any(${[...ctx.user.teamIds]}::bigint[])`;
  const people = sql`(select user_id from user_team where team_id = ${teams})`;
  if (purpose === "page" && !(await hasFewFiles(ctx)))
    return sql<SqlBool>`(case_file.team_id = ${teams} or agenda_item.owner_id in ${people})`;
  const stands = state === "all" ? sql`true` : sql`item.state = ${sql.lit(state ?? "open")}`;
  return sql<SqlBool>`agenda_item.id = any(array(
    select item.id from case_file as theirs join agenda_item as item on item.file_id = theirs.id
      where theirs.team_id = ${teams} and ${stands}
    union all select item.id from agenda_item as item where item.owner_id in ${people} and ${stands}))`;
}

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
export async function conditionOf(ctx: Ctx, filter: Filter, purpose: Purpose = "all"): Promise<RawBuilder<SqlBool>> {
  const { search, scope, period, onFrom, onTo, subject, owner, client, status, excluded, state = "open" } = filter;
  const all: RawBuilder<SqlBool>[] = [sql<SqlBool>`true`];
  if (search !== undefined) {
    // A page is met by the way, and so is what is in the agendas of some; to have all that a common word finds, its files are gathered.
    const isMet = purpose === "page" || ["mine", "team"].includes(scope ?? "") || (owner?.length ?? 0) > 0;
    all.push(await (isMet ? filesMetBy(ctx, search) : filesChosenBy(ctx, { search })));
  }
  if (state !== "all") all.push(sql<SqlBool>`agenda_item.state = ${state}`);
  if (scope === "mine") all.push(sql<SqlBool>`agenda_item.owner_id = ${ctx.user.id}`);
  if (scope === "team") all.push(await ofTeams(ctx, state, purpose));
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
  const found = guarded(db, visibleAgendas(user), (whole) =>
    whole
      .selectFrom("agenda_item")
      .leftJoin("case_file", "case_file.id", "agenda_item.file_id")
      .leftJoin("agenda_subject", "agenda_subject.id", "agenda_item.subject_id"),
  ).where(condition);
  return countUpToCap(db, found);
}

const countOf = async (ctx: Ctx, filter: Filter): Promise<number> => countItems(ctx, await conditionOf(ctx, filter));

/** Items are settled and planned anew all day, but not thousands of them in some minutes. */
const minutesLong = 10;

/** The same for a list: one that is found by a text, whose files are gathered to be counted, is not counted again for a while where it is long. */
async function countLong(ctx: Ctx, filter: Filter): Promise<number> {
  if (filter.search === undefined) return countOf(ctx, filter);
  const name = `agenda ${ctx.user.id} ${JSON.stringify(filter)}`;
  if (isKnownLong(ctx, name)) return countCap + 1;
  const count = await countOf(ctx, filter);
  if (count > countCap) noteLong(ctx, name, minutesLong);
  return count;
}

/** A page of items in order; urgent ones first within their day. */
export async function readAgenda(ctx: Ctx, query: AgendaQuery) {
  const condition = await conditionOf(ctx, query.filter, "page");
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
    () => countLong(ctx, query.filter),
  );
  return { items: rows.map((row) => toItem(row, ctx)), total };
}

const list = handle(listAgenda, async (ctx, { query }) => {
  const { items, total } = await readAgenda(ctx, query);
  return toPage(items, total, query.limit);
});

const summary = handle(agendaSummary, async (ctx) => {
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
