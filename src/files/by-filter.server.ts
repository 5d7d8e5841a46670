/** A page of a filtered list: of few files by gathering them all, of many by going along the list in its order. */
import { type RawBuilder, sql } from "kysely";
import { countCap } from "../kernel/query.ts";
import { askTogether } from "../platform/server/ask-together.ts";
import type { Reader } from "./filters.server.ts";
import {
  debtorJoin,
  type FoundFiles,
  ordering,
  rowsOfPage,
  seesOneClient,
  sortColumn,
  type WantedFiles,
} from "./rows.server.ts";
import type { Condition } from "./sought.server.ts";

/** Which files a list is of, and their order where the reader wants none. */
export interface Chosen {
  readonly where: Condition;
  readonly order?: (id: RawBuilder<unknown>) => RawBuilder<unknown>;
}

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

/** The page along the list in its order; less than a page where that was not filled soon enough. */
export const walkedIds = (ctx: Reader, query: WantedFiles, where: Condition, most = mostWalked): RawBuilder<unknown> =>
  sql`select case_file.id from (
      select case_file.*${inDebtorOrder(query) ? sql`, debtor.sort_name` : sql``}
      from case_file ${inDebtorOrder(query) ? debtorJoin : sql``}
      where ${alongIndex(ctx, query)} order by ${ordering(query.order)} limit ${most}) as case_file
    where ${where}
    order by ${ordering(query.order, inDebtorOrder(query) ? sql`case_file.sort_name` : sortColumn(query.order))}
    limit ${query.limit} offset ${query.offset}`;

/** Every file of a list with what it is sorted by, in no order. */
const gathered = (query: WantedFiles, where: Condition): RawBuilder<unknown> =>
  sql`select case_file.id, ${inDebtorOrder(query) ? sql`case_file.debtor_id` : sortColumn(query.order)} as place
    from case_file where ${where}`;

/** The page of what has been gathered as `found`. */
function idsOfGathered(query: WantedFiles, order: Chosen["order"]): RawBuilder<unknown> {
  const id = sql`found.id`;
  const own = ordering(query.order, inDebtorOrder(query) ? sql`debtor.sort_name` : sql`found.place`, id);
  return sql`select found.id from found ${inDebtorOrder(query) ? sql`join debtor on debtor.id = found.place` : sql``}
    order by ${query.order === undefined && order ? order(id) : own} limit ${query.limit} offset ${query.offset}`;
}

/** The page of a list of which all files are gathered. */
export const gatheredIds = (query: WantedFiles, { where, order }: Chosen): RawBuilder<unknown> =>
  sql`with found as materialized (${gathered(query, where)}) ${idsOfGathered(query, order)}`;

/**
 * A page of a list: first its ids and the count, planned for the values of the filter; then the rows. The files are gathered in no order
 * up to the end of the count; where that is all of them the page is taken from there, and only else found by its order.
 */
export async function findByFilter(ctx: Reader, query: WantedFiles, chosen: Chosen): Promise<FoundFiles> {
  const { rows } = await askTogether(
    ctx.db,
    sql<{ ids: number[]; total: number }>`
    with found as materialized (${gathered(query, chosen.where)} limit ${countCap + 1}),
    counted as materialized (select count(*) as total from found)
    select total, case when total > ${countCap} then array(${walkedIds(ctx, query, chosen.where)})
      else array(${idsOfGathered(query, chosen.order)}) end as ids
    from counted`,
  );
  const [page] = rows;
  if (page === undefined || page.total <= countCap || page.ids.length === query.limit) return rowsOfPage(ctx, page);
  const all = await askTogether(ctx.db, sql<{ id: number }>`${gatheredIds(query, chosen)}`);
  return rowsOfPage(ctx, { ids: all.rows.map(({ id }) => id), total: page.total });
}
