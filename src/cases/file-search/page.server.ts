/** A page of a list: with few matches by collecting all, with many by reading along the index of its order. */
import { type RawBuilder, sql } from "kysely";
import { countCap } from "../../ground/kernel/query.ts";
import { isKnownLong, noteLong } from "../../ground/platform/server/postgres/long-lists.ts";
import type { Condition } from "./candidates.server.ts";
import { filtered, type Reader } from "./filters.server.ts";
import {
  cappedCount,
  countOf,
  debtorJoin,
  listName,
  type MatchingFiles,
  minutesLong,
  ordering,
  pageIds,
  rowsOf,
  rowsOfPage,
  seesOneClient,
  sortColumn,
  type WantedFiles,
} from "./list-rows.server.ts";
import type { Candidates } from "./strategies.server.ts";

/** A word that more debtors have than this is a common one; more than a count goes, since not each of them has a file of their own. */
export const fewDebtors = countCap + 2000;

/**
 * So many files of a list are looked at for a page. Of a million files, more than a count goes are one in a hundred, so that this many
 * hold a page twice over; where the filter has to do with the order (closed files by what is still open), all are gathered instead.
 */
const mostWalked = 10_000;

const inDebtorOrder = ({ order }: WantedFiles): boolean => order?.field === "debtorName";

const only = <T>(values: readonly T[] | undefined): T | undefined => (values?.length === 1 ? values[0] : undefined);

// Of one client's files an index gives these orders.
const ordersOfClient: ReadonlySet<string> = new Set(["number", "placedOn", "openCents", "status", "clientRef"]);

/**
 * What of a filter an index gives together with the order of the list: one client, or by number one other thing. The whole filter is
 * asked of each file besides, so that this decides how far one has to go and never what is found.
 */
function alongIndex({ user }: Reader, { filter, order }: WantedFiles): Condition {
  const field = order?.field ?? "number";
  const client = seesOneClient(user) ? user.clientIds[0] : only(filter.client);
  const byNumber = field === "number" ? filter : {};
  const column = (
    [
      ["client_id", ordersOfClient.has(field) ? client : undefined],
      ["case_manager_id", only(byNumber.caseManager)],
      ["status", only(byNumber.status)],
      ["phase", only(byNumber.phase)],
      ["team_id", only(byNumber.team)],
    ] as const
  ).find(([, value]) => value !== undefined);
  return column === undefined ? sql`true` : sql`${sql.ref(`case_file.${column[0]}`)} = ${column[1]}`;
}

const all: Candidates = { where: sql`true` };

/** The page along the list in its order; less than a page where that was not filled soon enough. */
export const walkedIds = (ctx: Reader, query: WantedFiles, chosen = all, most = mostWalked): RawBuilder<unknown> =>
  sql`select case_file.id from (
      select case_file.*${inDebtorOrder(query) ? sql`, debtor.sort_name` : sql``}
      from case_file ${inDebtorOrder(query) ? debtorJoin : sql``}
      where ${alongIndex(ctx, query)} order by ${ordering(query.order)} limit ${most}) as case_file
    where ${filtered(ctx, query.filter)} and ${chosen.met ?? chosen.where}
    order by ${ordering(query.order, inDebtorOrder(query) ? sql`case_file.sort_name` : sortColumn(query.order))}
    limit ${query.limit} offset ${query.offset}`;

/** Files with what they are sorted by, in no order. */
const gathered = (ctx: Reader, query: WantedFiles, where: Condition): RawBuilder<unknown> =>
  sql`select case_file.id, case_file.debtor_id, ${inDebtorOrder(query) ? sql`null` : sortColumn(query.order)} as place
    from case_file where ${filtered(ctx, query.filter)} and ${where}`;

/** What comes first where the reader wants no order, and the table beside `found` that says it. */
interface Rank {
  readonly by: RawBuilder<unknown>;
  readonly joined: RawBuilder<unknown>;
}

const rankOfFile = ({ rank }: Candidates): Rank | undefined =>
  rank && { by: rank, joined: sql`join case_file on case_file.id = found.id` };

/** Who is meant has been said of each debtor in `named`, so that nothing is read of a file again. */
const rankOfNamed: Rank = { by: sql`found.debtor_id not in (select id from named where is_meant)`, joined: sql`` };

/** The page of what has been gathered as `found`: in the order that the reader wants, or the files that are meant first. */
function pageOfFound(query: WantedFiles, rank: Rank | undefined): RawBuilder<unknown> {
  const order = ordering(query.order, inDebtorOrder(query) ? sql`debtor.sort_name` : sql`found.place`, sql`found.id`);
  const ranked = query.order === undefined ? rank : undefined;
  const joined = ranked?.joined ?? (inDebtorOrder(query) ? sql`join debtor on debtor.id = found.debtor_id` : sql``);
  return sql`select found.id from found ${joined} order by ${ranked ? sql`${ranked.by}, ${order}` : order}
    limit ${query.limit} offset ${query.offset}`;
}

/** The page of a list of which all files are gathered, and their count up to one more than the cap. */
export const gatheredPage = (ctx: Reader, query: WantedFiles, chosen = all): RawBuilder<Page> =>
  sql<Page>`with found as materialized (${gathered(ctx, query, chosen.where)})
    select array(${pageOfFound(query, rankOfFile(chosen))}) as ids, (select count(*) from (select from found limit ${countCap + 1}) as counted) as total`;

/** The files that debtors in `named` owe or have a part in: two indexes, and each file read once. */
const isOfNamed: Condition = sql`(case_file.debtor_id = any(array(select id from named))
    or case_file.id = any(array(select file_party.file_id from file_party
      where file_party.debtor_id = any(array(select id from named)))))`;

export interface Page {
  readonly ids: number[];
  /** Up to one more than the cap. */
  readonly total: number;
}

/**
 * A page of a list: first its ids and the count, planned for the values of the filter; then the rows. The files are gathered in no order up
 * to the end of the count, of no more debtors than that takes. Where that is all of them the page is taken from there; a longer list is gone
 * along in its order; and only where neither does are all gathered.
 */
export async function findPage(ctx: Reader, query: WantedFiles, chosen = all): Promise<MatchingFiles> {
  const { debtors, where } = chosen;
  const named = chosen.named
    ? sql`select id, is_meant from (${chosen.named} limit ${fewDebtors}) as debtors(id, is_meant)`
    : debtors && sql`select id from (${debtors} limit ${fewDebtors}) as debtors(id)`;
  const first = named === undefined ? where : isOfNamed;
  const { rows } = await sql<Page & { debtors: number }>`
    with ${named === undefined ? sql`` : sql`named as materialized (${named}),`}
    found as materialized (${gathered(ctx, query, first)} limit ${countCap + 1}),
    counted as materialized (select count(*) as total from found)
    select total, ${named === undefined ? sql`0` : sql`(select count(*) from named)`} as debtors,
      case when total > ${countCap} then array(${walkedIds(ctx, query, chosen)}) else array(${pageOfFound(query, chosen.named ? rankOfNamed : rankOfFile(chosen))}) end as ids
    from counted`.execute(ctx.db);
  const [page] = rows;
  if (page === undefined) return { items: [], total: 0 };
  const isLong = page.total > countCap;
  if (isLong ? page.ids.length === query.limit : page.debtors < fewDebtors) return rowsOfPage(ctx, page);
  const gatheredAll = await gatheredPage(ctx, query, chosen).execute(ctx.db);
  return rowsOfPage(ctx, gatheredAll.rows[0]);
}

/** What is found by a key has few files, so that one kept statement brings them; they are counted only where they fill the page. */
export async function findFew(ctx: Reader, query: WantedFiles, { where }: Candidates): Promise<MatchingFiles> {
  const both = sql<boolean>`${filtered(ctx, query.filter)} and ${where}`;
  const { items } = await rowsOf(ctx, sql`array(${pageIds(query, both)})`);
  const isLast = items.length < query.limit && (items.length > 0 || query.offset === 0);
  return { items, total: isLast ? query.offset + items.length : await countOf(ctx, both) };
}

/** A list that everybody opens, with its count, in one kept statement. */
export async function findPrepared(ctx: Reader, query: WantedFiles): Promise<MatchingFiles> {
  const where = filtered(ctx, query.filter);
  const page = sql`array(${pageIds(query, where)})`;
  const list = listName(ctx, query.filter);
  if (isKnownLong(ctx, list) && query.offset < countCap) {
    const found = await rowsOf(ctx, page);
    if (found.items.length === query.limit) return { ...found, total: countCap + 1 };
  }
  const found = await rowsOf(ctx, page, cappedCount(where));
  if (found.total > countCap) noteLong(ctx, list, minutesLong);
  return found.items.length > 0 || query.offset === 0 ? found : { ...found, total: await countOf(ctx, where) };
}
