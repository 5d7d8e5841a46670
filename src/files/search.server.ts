/** The list of files: filtered, sorted, counted up to the cap, through the visibility of the reader. One or two statements a page. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { PlainDate } from "../kernel/dates.ts";
import { countCap } from "../kernel/query.ts";
import { askTogether } from "../platform/server/ask-together.ts";
import { kept } from "../platform/server/kept.ts";
import type { Ctx } from "../platform/server/room.ts";
import type { FileQuery, FileRow } from "./files.contract.ts";
import { filePhases, fileStatuses, holdKinds } from "./files.ts";
import { type FileFilter, filtered, type Reader } from "./filters.server.ts";
import { nextStepMessage } from "./notes.server.ts";
import { listed, visibleFiles } from "./record.server.ts";
import {
  type Condition,
  found,
  isSettled,
  isWords,
  likenesses,
  type Match,
  similarNames,
  wordMatches,
} from "./sought.server.ts";

export type { FileFilter } from "./filters.server.ts";

type WantedFiles = Omit<FileQuery, "filter"> & { readonly filter: FileFilter };

/** The condition of a whole filter, its text matched in one way. */
const conditions = (ctx: Pick<Reader, "user" | "clock">, filter: FileFilter, match: Match): Condition =>
  filter.search === undefined
    ? filtered(ctx, filter)
    : sql<SqlBool>`${filtered(ctx, filter)} and ${found(filter.search, match)}`;

type Order = NonNullable<FileQuery["order"]>["field"];
// Column names are ours; the contract allows no other field.
const orderColumns: Readonly<Record<Order, string>> = {
  number: "case_file.id",
  debtorName: "debtor.sort_name",
  clientRef: "case_file.client_ref",
  phase: "case_file.phase",
  status: "case_file.status",
  placedOn: "case_file.placed_on",
  nextActionOn: "case_file.next_action_on",
  principalCents: "case_file.principal_cents",
  openCents: "case_file.open_cents",
};

/** The column that a list is sorted by. File numbers rise with their ids. */
const sortColumn = (order: FileQuery["order"]): RawBuilder<unknown> => sql.ref(orderColumns[order?.field ?? "number"]);

/** The order of a list: by its column, then by id, so that paging is stable. */
function ordering(order: FileQuery["order"], column = sortColumn(order), id = sql`case_file.id`): RawBuilder<unknown> {
  const isUp = order?.direction === "asc";
  if (!order || order.field === "number") return isUp ? id : sql`${id} desc`;
  if (isUp) return sql`${column}, ${id}`;
  return order.field === "nextActionOn" ? sql`${column} desc nulls last, ${id} desc` : sql`${column} desc, ${id} desc`;
}

interface Found {
  readonly id: number;
  readonly number: string;
  readonly client_ref: string;
  readonly client_id: number;
  readonly company: string;
  readonly display_name: string;
  readonly city: string;
  readonly phase: string;
  readonly status: string;
  readonly holds: string[];
  readonly case_manager: string | null;
  readonly placed_on: PlainDate;
  readonly next_step: string | null;
  readonly next_step_values: unknown;
  readonly next_action_on: PlainDate | null;
  readonly principal_cents: number;
  readonly open_cents: number;
}

/** What a row shows, for files that a condition or a page has already chosen. */
export const rowColumns = (today: PlainDate) => sql`case_file.id, case_file.number, case_file.client_ref,
  case_file.client_id, client.company, debtor.display_name, debtor.city, case_file.phase, case_file.status,
  array(select file_hold.kind from file_hold where file_hold.file_id = case_file.id and file_hold.lifted_at is null
    and (file_hold.until_date is null or file_hold.until_date >= ${today}) order by file_hold.id) as holds,
  app_user.name as case_manager, case_file.placed_on, case_file.next_step, case_file.next_step_values,
  case_file.next_action_on, case_file.principal_cents, case_file.open_cents`;

export const rowJoins = sql`join client on client.id = case_file.client_id join debtor on debtor.id = case_file.debtor_id
  left join app_user on app_user.id = case_file.case_manager_id`;

export function toRow(row: Found, ctx: Pick<Ctx, "say" | "lang">): FileRow {
  const step = nextStepMessage(row.next_step, row.next_step_values);
  return {
    id: row.id,
    number: row.number,
    clientRef: row.client_ref,
    clientId: row.client_id,
    clientName: row.company,
    debtorName: row.display_name,
    city: row.city,
    phase: listed(filePhases, row.phase),
    status: listed(fileStatuses, row.status),
    holds: row.holds.map((kind) => listed(holdKinds, kind)),
    caseManager: row.case_manager,
    placedOn: row.placed_on,
    nextStep: step === null ? null : ctx.say(step, ctx.lang),
    nextActionOn: row.next_action_on,
    principalCents: row.principal_cents,
    openCents: row.open_cents,
    currency: "EUR",
  };
}

const debtorJoin = sql`join debtor on debtor.id = case_file.debtor_id`;

/** Which files a page is of: a condition, and their order where the reader wants none. */
interface Chosen {
  readonly where: Condition;
  readonly order?: (id: RawBuilder<unknown>) => RawBuilder<unknown>;
}

const fileId = sql`case_file.id`;

/** The ids of the page in its order. */
const pageIds = (query: WantedFiles, { where, order }: Chosen): RawBuilder<unknown> =>
  sql`select case_file.id from case_file ${query.order?.field === "debtorName" ? debtorJoin : sql``}
    where ${where}
    order by ${query.order === undefined && order ? order(fileId) : ordering(query.order)}
    limit ${query.limit} offset ${query.offset}`;

const cappedCount = (chosen: Chosen): RawBuilder<unknown> =>
  sql`(select count(*) from (select from case_file where ${chosen.where} limit ${countCap + 1}) as counted)`;

/** The rows of chosen files, in the order of their choice, each with the count beside it where one is asked for. */
async function rowsOf(ctx: Reader, chosen: RawBuilder<unknown>, count = sql`0`): Promise<FoundFiles> {
  const { rows } = await sql<Found & { total: number }>`${kept} select ${rowColumns(ctx.clock.today())},
      ${count} as total
    from unnest(${chosen}) with ordinality as page(id, place)
      join case_file on case_file.id = page.id ${rowJoins}
    order by page.place`.execute(ctx.db);
  return { items: rows.map((row) => toRow(row, ctx)), total: rows[0]?.total ?? 0 };
}

interface FoundFiles {
  readonly items: FileRow[];
  readonly total: number;
}

const countOf = async (ctx: Reader, chosen: Chosen): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select ${cappedCount(chosen)} as total`.execute(ctx.db);
  return rows[0]?.total ?? 0;
};

/** What is found by a key has few files, so that one kept statement brings them; they are counted only where they fill the page. */
async function findByKey(ctx: Reader, query: WantedFiles): Promise<FoundFiles> {
  const chosen = { where: conditions(ctx, query.filter, "key") };
  const { items } = await rowsOf(ctx, sql`array(${pageIds(query, chosen)})`);
  const isLast = items.length < query.limit && (items.length > 0 || query.offset === 0);
  return { items, total: isLast ? query.offset + items.length : await countOf(ctx, chosen) };
}

// Orders that an index gives, of all files as of one client's.
const indexedOrders: ReadonlySet<Order> = new Set(["number", "placedOn", "openCents", "status"]);

/** The lists that everybody opens: all files or one client's, in an order that an index gives. One plan is right for all of them. */
function hasOnePlan(ctx: Reader, { filter, order }: WantedFiles): boolean {
  const { client, ...others } = filter;
  const isFiltered = Object.values(others).some((value) => (Array.isArray(value) ? value.length > 0 : value));
  return (
    ctx.user.seesAllFiles && !isFiltered && (client?.length ?? 0) <= 1 && indexedOrders.has(order?.field ?? "number")
  );
}

/**
 * Lists that were found to be longer than a count goes, until when that needs no counting again: files do not leave the list of all of
 * them, nor that of their client, so that only a restored or emptied database could make it wrong, and not for long.
 */
const beyondCount = new Map<string, number>();
const beyondFor = 3_600_000;

/** Such a list, with its count, in one kept statement. */
async function findByIndex(ctx: Reader, query: WantedFiles): Promise<FoundFiles> {
  const chosen = { where: filtered(ctx, query.filter) };
  const page = sql`array(${pageIds(query, chosen)})`;
  const [list, now] = [String(query.filter.client ?? ""), ctx.clock.now().getTime()];
  if ((beyondCount.get(list) ?? 0) > now && query.offset < countCap) {
    const found = await rowsOf(ctx, page);
    if (found.items.length === query.limit) return { ...found, total: countCap + 1 };
  }
  const found = await rowsOf(ctx, page, cappedCount(chosen));
  if (found.total > countCap) beyondCount.set(list, now + beyondFor);
  return found.items.length > 0 || query.offset === 0 ? found : { ...found, total: await countOf(ctx, chosen) };
}

/**
 * A page of a list: first its ids and the count, planned for the values of the filter; then the rows. The files are gathered in no order
 * up to the end of the count; where that is all of them the page is taken from there, and only else found by its order.
 */
async function findByFilter(ctx: Reader, query: WantedFiles, chosen: Chosen): Promise<FoundFiles> {
  const byDebtor = query.order?.field === "debtorName";
  const place = byDebtor ? sql`case_file.debtor_id` : sortColumn(query.order);
  const id = sql`found.id`;
  const order =
    query.order === undefined && chosen.order
      ? chosen.order(id)
      : ordering(query.order, byDebtor ? sql`debtor.sort_name` : sql`found.place`, id);
  const { rows } = await askTogether(
    ctx.db,
    sql<{ ids: number[]; total: number }>`
    with found as materialized (
      select case_file.id, ${place} as place from case_file where ${chosen.where} limit ${countCap + 1}),
    counted as materialized (select count(*) as total from found)
    select total, case when total > ${countCap} then array(${pageIds(query, chosen)})
      else array(select found.id from found ${byDebtor ? sql`join debtor on debtor.id = found.place` : sql``}
        order by ${order} limit ${query.limit} offset ${query.offset}) end as ids
    from counted`,
  );
  return rowsOfPage(ctx, rows[0]);
}

async function rowsOfPage(
  ctx: Reader,
  page: { readonly ids: readonly number[]; readonly total: number } | undefined,
): Promise<FoundFiles> {
  if (!page || page.ids.length === 0) return { items: [], total: page?.total ?? 0 };
  const { items } = await rowsOf(ctx, sql`${page.ids}::bigint[]`);
  return { items, total: page.total };
}

/**
 * A page of what words find: all of it is gathered once, in no order, and both the page and the count are taken from there. The
 * index of words gives no order, so that no part of it could be had for less.
 */
async function findByWords(ctx: Reader, query: WantedFiles, match: Match): Promise<FoundFiles> {
  const { rows } = await askTogether(
    ctx.db,
    sql<{ ids: number[]; total: number }>`
    with found as materialized (select case_file.id, ${sortColumn(query.order)} as place
      from case_file ${query.order?.field === "debtorName" ? debtorJoin : sql``}
      where ${conditions(ctx, query.filter, match)})
    select array(select found.id from found order by ${ordering(query.order, sql`found.place`, sql`found.id`)}
        limit ${query.limit} offset ${query.offset}) as ids,
      (select count(*) from (select from found limit ${countCap + 1}) as counted) as total`,
  );
  return rowsOfPage(ctx, rows[0]);
}

/** The files of debtors whose names are like the text, the likeliest first. */
async function alikeTo(ctx: Reader, filter: FileFilter, text: string): Promise<Chosen | undefined> {
  for (const least of likenesses) {
    const select = similarNames(text, least, filtered(ctx, filter));
    if (select === undefined) return undefined;
    const found = await askTogether(ctx.db, select);
    if (!isSettled(text, least, found.rows)) continue;
    const ids = sql`${found.rows.map(({ id }) => id)}::bigint[]`;
    return { where: sql<SqlBool>`case_file.id = any(${ids})`, order: (id) => sql`array_position(${ids}, ${id})` };
  }
  return undefined;
}

/**
 * The page of files that a query asks for, and how many there are (one more than the cap where there are more still). A text is a key
 * if there is a file of it; else names whose words begin so; else words of name and address; else any part of a name; and at last names
 * that are only alike.
 */
export async function findFiles(ctx: Reader, query: WantedFiles): Promise<FoundFiles> {
  const text = query.filter.search;
  if (text === undefined) {
    return hasOnePlan(ctx, query)
      ? findByIndex(ctx, query)
      : findByFilter(ctx, query, { where: filtered(ctx, query.filter) });
  }
  const byKey = await findByKey(ctx, query);
  if (byKey.total > 0 || !isWords(text)) return byKey;
  for (const match of wordMatches) {
    const files = await findByWords(ctx, query, match);
    if (files.total > 0) return files;
  }
  const alike = await alikeTo(ctx, query.filter, text);
  return alike ? findByFilter(ctx, query, alike) : { items: [], total: 0 };
}

/**
 * The condition on `case_file` that holds for exactly the files a list with this filter shows its reader, rights included: for
 * exports and bulk work, which go through all of them in steps of their own.
 */
export async function filesChosenBy(ctx: Reader, filter: FileFilter): Promise<Condition> {
  const text = filter.search;
  if (text === undefined) return filtered(ctx, filter);
  const ways: readonly Match[] = isWords(text) ? ["key", ...wordMatches] : ["key"];
  for (const match of ways) {
    const where = conditions(ctx, filter, match);
    const { rows } = await sql<{ some: boolean }>`
      select exists (select from case_file where ${where}) as some`.execute(ctx.db);
    if (rows[0]?.some) return where;
  }
  return (await alikeTo(ctx, filter, text))?.where ?? sql<SqlBool>`false`;
}

/** How many files a list with this filter has, to the last one. */
export async function countFiles(ctx: Reader, filter: FileFilter): Promise<number> {
  const where = await filesChosenBy(ctx, filter);
  const { rows } = await sql<{ total: number }>`select count(*) as total from case_file where ${where}`.execute(ctx.db);
  return rows[0]?.total ?? 0;
}

/** The one visible file of this number, or undefined. */
export async function fileByNumber(ctx: Pick<Ctx, "db" | "user">, number: string): Promise<number | undefined> {
  const row = await ctx.db
    .selectFrom("case_file")
    .select("case_file.id")
    .where("case_file.number", "=", number)
    .where(visibleFiles(ctx.user))
    .executeTakeFirst();
  return row?.id;
}
