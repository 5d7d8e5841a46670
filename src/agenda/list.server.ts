/** The lists of the agenda: items by filters, and how much waits. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { filesChosenBy, visibleFiles } from "../files/files.server.ts";
import { addDays, date, type PlainDate } from "../kernel/dates.ts";
import { countCap, toPage } from "../kernel/query.ts";
import { pagedList } from "../platform/server/paged-list.ts";
import { type Actor, answer, type Ctx } from "../platform/server/room.ts";
import { type AgendaQuery, agendaSummary, listAgenda } from "./agenda.contract.ts";
import type { AgendaPeriod } from "./agenda.ts";
import { mondayOf } from "./planning.ts";
import { itemColumns, toItem, visibleItems } from "./record.server.ts";

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

/** The items that filters find, of those that the reader may see; nothing selected yet. */
export async function itemsFoundBy(ctx: Ctx, filter: Filter) {
  const { search, scope, period, onFrom, onTo, subject, owner, client, status, excluded, state = "open" } = filter;
  const bySearch = search === undefined ? sql<SqlBool>`true` : await filesChosenBy(ctx, { search });
  return visibleItems(ctx)
    .$if(search !== undefined, (found) => found.where(bySearch))
    .$if(state !== "all", (found) => found.where("agenda_item.state", "=", state))
    .$if(scope === "mine", (found) => found.where("agenda_item.owner_id", "=", ctx.user.id))
    .$if(scope === "team", (found) => found.where(ofTeams(ctx.user)))
    .$if(period !== undefined, (found) => found.where(inPeriod(period ?? "due", ctx.clock.today())))
    .$if(onFrom !== undefined, (found) => found.where("agenda_item.on_date", ">=", date(onFrom ?? "")))
    .$if(onTo !== undefined, (found) => found.where("agenda_item.on_date", "<=", date(onTo ?? "")))
    .$if((subject?.length ?? 0) > 0, (found) => found.where("agenda_item.subject_id", "in", subject ?? []))
    .$if((owner?.length ?? 0) > 0, (found) => found.where("agenda_item.owner_id", "in", owner ?? []))
    .$if((client?.length ?? 0) > 0, (found) => found.where("case_file.client_id", "in", client ?? []))
    .$if((status?.length ?? 0) > 0, (found) => found.where("case_file.status", "in", status ?? []))
    .$if((excluded?.length ?? 0) > 0, (found) => found.where("agenda_subject.exclusion", "not in", excluded ?? []));
}

const ordersIn = (lang: string) => ({
  on: sql`agenda_item.on_date`,
  fileNumber: sql`case_file.number`,
  debtorName: sql`debtor.sort_name`,
  clientName: sql`lower(client.company)`,
  subject: sql`lower(coalesce(nullif(agenda_subject.name ->> ${lang}, ''), agenda_subject.name ->> 'nl'))`,
  owner: sql`lower(owner.name)`,
  openCents: sql`case_file.open_cents`,
});

/** A page of items in order; urgent ones first within their day. */
export async function readAgenda(ctx: Ctx, query: AgendaQuery) {
  const found = await itemsFoundBy(ctx, query.filter);
  const { field, direction } = query.order ?? { field: "on", direction: "asc" };
  const { rows, total } = await pagedList(ctx.db, found, query, (all) =>
    all
      .select(itemColumns)
      .orderBy(ordersIn(ctx.lang)[field], direction)
      .orderBy("agenda_item.urgent", "desc")
      .orderBy("agenda_item.id"),
  );
  return { items: rows.map((row) => toItem(row, ctx)), total };
}

const list = answer(listAgenda, async (ctx, { query }) => {
  const { items, total } = await readAgenda(ctx, query);
  return toPage(items, total, query.limit);
});

/** Counts open items, up to one more than the cap. */
async function countOf(ctx: Ctx, filter: Filter): Promise<number> {
  const found = await itemsFoundBy(ctx, filter);
  const { count } = await ctx.db
    .selectFrom(
      found
        .select(sql<number>`1`.as("one"))
        .limit(countCap + 1)
        .as("capped"),
    )
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

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
