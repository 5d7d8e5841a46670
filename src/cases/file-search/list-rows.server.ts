/** The rows of the list of files: their order, their columns, and the queries of a page and its count. */
import { type RawBuilder, sql } from "kysely";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import { listed } from "../../ground/kernel/listed.ts";
import { countCap, pageSizes } from "../../ground/kernel/query.ts";
import type { Actor, Ctx } from "../../ground/platform/server/http/module.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";
import { prepared } from "../../ground/platform/server/postgres/prepared-statements.ts";
import { filePhases, fileStatuses, holdKinds, nextStepMessage } from "../files/files.ts";
import type { Condition } from "./candidates.server.ts";
import type { FileQuery, FileRow } from "./file-search.contract.ts";
import { dayOfBalance } from "./file-search.ts";
import type { FileFilter, Reader } from "./filters.server.ts";

export type WantedFiles = Omit<FileQuery, "filter"> & { readonly filter: FileFilter };

export type Order = NonNullable<FileQuery["order"]>["field"];
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
export const sortColumn = (order: FileQuery["order"]): RawBuilder<unknown> =>
  sql.ref(orderColumns[order?.field ?? "number"]);

/** The order of a list: by its column, then by id, so that paging is stable. */
export function ordering(
  order: FileQuery["order"],
  column = sortColumn(order),
  id = sql`case_file.id`,
): RawBuilder<unknown> {
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
  readonly balance_on: PlainDate | null;
}

/** What a row shows, for files that a condition or a page has already chosen. */
export const rowColumns = (today: PlainDate) => sql`case_file.id, case_file.number, case_file.client_ref,
  case_file.client_id, client.company, debtor.display_name, debtor.city, case_file.phase, case_file.status,
  array(select file_hold.kind from file_hold where file_hold.file_id = case_file.id and file_hold.lifted_at is null
    and (file_hold.until_date is null or file_hold.until_date >= ${today}) order by file_hold.id) as holds,
  app_user.name as case_manager, case_file.placed_on, case_file.next_step, case_file.next_step_values,
  case_file.next_action_on, case_file.principal_cents, case_file.open_cents, case_file.balance_on`;

export const rowJoins = sql`join client on client.id = case_file.client_id join debtor on debtor.id = case_file.debtor_id
  left join app_user on app_user.id = case_file.case_manager_id`;

export function toRow(row: Found, ctx: Pick<Ctx, "translate" | "lang" | "clock">): FileRow {
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
    nextStep: step === null ? null : ctx.translate(step, ctx.lang),
    nextActionOn: row.next_action_on,
    principalCents: row.principal_cents,
    openCents: row.open_cents,
    openOn: dayOfBalance({ status: row.status, openCents: row.open_cents, notedOn: row.balance_on }, ctx.clock.today()),
    currency: "EUR",
  };
}

export const debtorJoin = sql`join debtor on debtor.id = case_file.debtor_id`;

/**
 * Where a page begins and ends. The first of a size that people choose says so in its words: for a kept statement that left it open, the
 * planner would reckon with a tenth of all files, and so make a plan anew each time.
 */
const pageBounds = ({ limit, offset }: WantedFiles): RawBuilder<unknown> =>
  offset === 0 && pageSizes.some((size) => size === limit)
    ? sql`limit ${sql.lit(limit)}`
    : sql`limit ${limit} offset ${offset}`;

/** The ids of the page in its order. */
export const pageIds = (query: WantedFiles, where: Condition): RawBuilder<unknown> =>
  sql`select case_file.id from case_file ${query.order?.field === "debtorName" ? debtorJoin : sql``}
    where ${where} order by ${ordering(query.order)} ${pageBounds(query)}`;

export const cappedCount = (where: Condition): RawBuilder<unknown> =>
  sql`(select count(*) from (select from case_file where ${where} limit ${countCap + 1}) as counted)`;

/** The rows of chosen files, in the order of their choice, each with the count beside it where one is asked for. */
export async function rowsOf(ctx: Reader, chosen: RawBuilder<unknown>, count = sql`0`): Promise<MatchingFiles> {
  const { rows } = await sql<Found & { total: number }>`${prepared} select ${rowColumns(ctx.clock.today())},
      ${count} as total
    from unnest(${chosen}) with ordinality as page(id, place)
      join case_file on case_file.id = page.id ${rowJoins}
    order by page.place`.execute(asSystem(ctx.db, "the rows of a page whose ids the actor may see"));
  return { items: rows.map((row) => toRow(row, ctx)), total: rows[0]?.total ?? 0 };
}

export interface MatchingFiles {
  readonly items: FileRow[];
  readonly total: number;
}

export const countOf = async (ctx: Reader, where: Condition): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select ${cappedCount(where)} as total`.execute(ctx.db);
  return rows[0]?.total ?? 0;
};

export async function rowsOfPage(
  ctx: Reader,
  page: { readonly ids: readonly number[]; readonly total: number } | undefined,
): Promise<MatchingFiles> {
  if (!page || page.ids.length === 0) return { items: [], total: page?.total ?? 0 };
  const { items } = await rowsOf(ctx, sql`${page.ids}::bigint[]`);
  return { items, total: page.total };
}

// Orders that an index gives, of all files as of one client's.
const indexedOrders: ReadonlySet<Order> = new Set(["number", "placedOn", "openCents", "status"]);

export const seesOneClient = ({ kind, clientIds }: Actor): boolean =>
  (kind === "customer" || kind === "contact") && clientIds.length === 1;

/**
 * The lists that everybody opens: all files or one client's, in an order that an index gives. One plan is right for all of them.
 */
export function hasOnePlan({ user }: Reader, { filter, order }: WantedFiles): boolean {
  const { client, ...others } = filter;
  const isFiltered = Object.values(others).some((value) => (Array.isArray(value) ? value.length > 0 : value));
  return (
    (user.seesAllFiles || seesOneClient(user)) &&
    !isFiltered &&
    (client?.length ?? 0) <= 1 &&
    indexedOrders.has(order?.field ?? "number")
  );
}

/** Such a list by what decides which files are in it. */
export const listName = ({ user }: Reader, { client }: FileFilter): string =>
  `${user.seesAllFiles ? "all" : user.clientIds} ${client ?? ""}`;

/**
 * For so long a list that was longer than a count goes is taken for so: files do not leave the list of all of them, nor that of their
 * client, so that only a restored or emptied database could make it wrong, and not for long.
 */
export const minutesLong = 60;
