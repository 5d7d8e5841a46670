/** The list of files: filtered, sorted, counted up to the cap, through the visibility of the reader. One or two statements a page. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { PlainDate } from "../kernel/dates.ts";
import { centsFromDecimal } from "../kernel/money.ts";
import { parsePhone } from "../kernel/phones.server.ts";
import { countCap } from "../kernel/query.ts";
import { kept } from "../platform/server/kept.ts";
import type { Ctx } from "../platform/server/room.ts";
import type { FileQuery, FileRow } from "./files.contract.ts";
import { filePhases, fileStatuses, holdKinds } from "./files.ts";
import { nextStepMessage } from "./notes.server.ts";
import { listed, visibleFiles } from "./record.server.ts";
import { readSearch, type Sought } from "./search.ts";

export type FileFilter = FileQuery["filter"] & { readonly ids?: readonly number[] | undefined };
type WantedFiles = Omit<FileQuery, "filter"> & { readonly filter: FileFilter };

type Reader = Pick<Ctx, "db" | "user" | "clock" | "say" | "lang">;
type Condition = RawBuilder<SqlBool>;

/** How words are matched: as a client's whole reference, by the beginnings of the words of a name, or by any part of them. */
const wordMatches = ["reference", "prefix", "part"] as const;
type WordMatch = (typeof wordMatches)[number];

const like = (word: string): string => `%${word.replace(/[\\%_]/g, "\\$&")}%`;

// An array is reckoned before the list is: a planner that takes a rare name for a common one would else walk the whole list for it.
const debtorIs = (condition: Condition): Condition =>
  sql<SqlBool>`case_file.debtor_id = any(array(select debtor.id from debtor where ${condition}))`;

function byName(words: readonly string[], match: WordMatch): Condition {
  if (match === "prefix") {
    // Folded words hold letters and digits only, so that none of them can be an operator of the query.
    const query = words.map((word) => `${word}:*`).join(" & ");
    return sql<SqlBool>`to_tsvector('simple', debtor.search_name) @@ to_tsquery('simple', ${query})`;
  }
  return sql<SqlBool>`(${sql.join(
    words.map((word) => sql`debtor.search_name like ${like(word)}`),
    sql` and `,
  )})`;
}

/** The condition of what is sought, except that any text may also be a client's own reference. */
function bySought(sought: Sought, match: WordMatch): Condition | null {
  switch (sought.kind) {
    case "number":
      return sql<SqlBool>`case_file.number = ${sought.number}`;
    case "reference":
      return sql<SqlBool>`case_file.payment_reference = ${sought.reference}`;
    case "iban":
      return debtorIs(sql<SqlBool>`debtor.iban = ${sought.iban}`);
    case "email":
      return debtorIs(sql<SqlBool>`debtor.email = ${sought.email}`);
    case "place":
      return debtorIs(
        sought.houseNumber === null
          ? sql<SqlBool>`debtor.postcode = ${sought.postcode}`
          : sql<SqlBool>`debtor.postcode = ${sought.postcode} and debtor.house_number = ${sought.houseNumber}`,
      );
    case "phone": {
      const phone = parsePhone(sought.digits);
      return phone ? debtorIs(sql<SqlBool>`(debtor.phone = ${phone.e164} or debtor.mobile = ${phone.e164})`) : null;
    }
    case "words":
      return sought.words.length === 0 ? null : debtorIs(byName(sought.words, match));
  }
}

/**
 * Files found by a text. Words are matched in one way at a time; what is recognised by its form may also be a client's reference,
 * and the two are a union of ids, because an "or" over two tables would use neither index.
 */
function found(text: string, match: WordMatch): Condition {
  const reference = sql<SqlBool>`lower(case_file.client_ref) = ${text.trim().toLowerCase()}`;
  const sought = readSearch(text);
  const condition = bySought(sought, match);
  if (condition === null) return reference;
  if (sought.kind === "words") return match === "reference" ? reference : condition;
  if (sought.kind === "number" || sought.kind === "reference") return sql<SqlBool>`(${condition} or ${reference})`;
  return sql<SqlBool>`case_file.id = any(array(
    select case_file.id from case_file where ${condition} union select case_file.id from case_file where ${reference}))`;
}

/** One value by itself is compared as such: an index that begins with its column then also gives the order. */
function among(column: string, type: "bigint" | "text", values: readonly (number | string)[]): Condition {
  return values.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${values[0]}`
    : sql<SqlBool>`${sql.ref(column)} = any(${values}::${sql.raw(type)}[])`;
}

function conditions(ctx: Reader, filter: FileFilter, match: WordMatch): Condition {
  const all: Condition[] = [visibleFiles(ctx.user)];
  const from = filter.amountFrom === undefined ? undefined : centsFromDecimal(filter.amountFrom);
  const to = filter.amountTo === undefined ? undefined : centsFromDecimal(filter.amountTo);
  if (filter.search) all.push(found(filter.search, match));
  if (filter.ids?.length) all.push(among("case_file.id", "bigint", filter.ids));
  if (filter.client?.length) all.push(among("case_file.client_id", "bigint", filter.client));
  if (filter.phase?.length) all.push(among("case_file.phase", "text", filter.phase));
  if (filter.status?.length) all.push(among("case_file.status", "text", filter.status));
  if (filter.caseManager?.length) all.push(among("case_file.case_manager_id", "bigint", filter.caseManager));
  if (from !== undefined) all.push(sql<SqlBool>`case_file.open_cents >= ${from}`);
  if (to !== undefined) all.push(sql<SqlBool>`case_file.open_cents <= ${to}`);
  if (filter.nextActionFrom) all.push(sql<SqlBool>`case_file.next_action_on >= ${filter.nextActionFrom}`);
  if (filter.nextActionTo) all.push(sql<SqlBool>`case_file.next_action_on <= ${filter.nextActionTo}`);
  if (filter.placedFrom) all.push(sql<SqlBool>`case_file.placed_on >= ${filter.placedFrom}`);
  if (filter.placedTo) all.push(sql<SqlBool>`case_file.placed_on <= ${filter.placedTo}`);
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

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

function ordering(order: FileQuery["order"]): RawBuilder<unknown> {
  // File numbers rise with their ids.
  if (!order || order.field === "number")
    return order?.direction === "asc" ? sql`case_file.id` : sql`case_file.id desc`;
  const column = sql.ref(orderColumns[order.field]);
  if (order.direction === "asc") return sql`${column}, case_file.id`;
  return order.field === "nextActionOn"
    ? sql`${column} desc nulls last, case_file.id desc`
    : sql`${column} desc, case_file.id desc`;
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

/** The ids of the page in its order. */
const pageIds = (ctx: Reader, query: WantedFiles, match: WordMatch): RawBuilder<unknown> =>
  sql`select case_file.id from case_file ${query.order?.field === "debtorName" ? debtorJoin : sql``}
    where ${conditions(ctx, query.filter, match)}
    order by ${ordering(query.order)} limit ${query.limit} offset ${query.offset}`;

const cappedCount = (ctx: Reader, query: WantedFiles, match: WordMatch): RawBuilder<unknown> =>
  sql`(select count(*) from (
    select from case_file where ${conditions(ctx, query.filter, match)} limit ${countCap + 1}) as counted)`;

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

const countOf = async (ctx: Reader, query: WantedFiles, match: WordMatch): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select ${cappedCount(ctx, query, match)} as total`.execute(ctx.db);
  return rows[0]?.total ?? 0;
};

/** What is found by a key has few files, so that one kept statement brings them; they are counted only where they fill the page. */
async function findByKey(ctx: Reader, query: WantedFiles): Promise<FoundFiles> {
  const { items } = await rowsOf(ctx, sql`array(${pageIds(ctx, query, "reference")})`);
  const isLast = items.length < query.limit && (items.length > 0 || query.offset === 0);
  return { items, total: isLast ? query.offset + items.length : await countOf(ctx, query, "reference") };
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

/** Such a list, with its count, in one kept statement. */
async function findByIndex(ctx: Reader, query: WantedFiles): Promise<FoundFiles> {
  const count = cappedCount(ctx, query, "prefix");
  const found = await rowsOf(ctx, sql`array(${pageIds(ctx, query, "prefix")})`, count);
  return found.items.length > 0 || query.offset === 0
    ? found
    : { ...found, total: await countOf(ctx, query, "prefix") };
}

/** A page of a list: first its ids and the count, planned for the values of the filter; then the rows. */
async function findByFilter(ctx: Reader, query: WantedFiles, match: WordMatch): Promise<FoundFiles> {
  const { rows } = await sql<{ ids: number[]; total: number }>`
    select array(${pageIds(ctx, query, match)}) as ids, ${cappedCount(ctx, query, match)} as total`.execute(ctx.db);
  const [found] = rows;
  if (!found || found.ids.length === 0) return { items: [], total: found?.total ?? 0 };
  const { items } = await rowsOf(ctx, sql`${found.ids}::bigint[]`);
  return { items, total: found.total };
}

/**
 * The page of files that a query asks for, and how many there are (one more than the cap where there are more still). Words are a
 * client's whole reference if there is such a one; else names whose words begin so; only where none does, any part of a name.
 */
export async function findFiles(ctx: Reader, query: WantedFiles): Promise<FoundFiles> {
  if (query.filter.search === undefined) {
    return hasOnePlan(ctx, query) ? findByIndex(ctx, query) : findByFilter(ctx, query, "prefix");
  }
  const byKey = await findByKey(ctx, query);
  if (byKey.total > 0 || readSearch(query.filter.search).kind !== "words") return byKey;
  const byPrefix = await findByFilter(ctx, query, "prefix");
  return byPrefix.total > 0 ? byPrefix : findByFilter(ctx, query, "part");
}

/**
 * The condition on `case_file` that holds for exactly the files a list with this filter shows its reader, rights included: for
 * exports and bulk work, which go through all of them in steps of their own.
 */
export async function filesChosenBy(ctx: Reader, filter: FileFilter): Promise<Condition> {
  if (filter.search === undefined) return conditions(ctx, filter, "prefix");
  const isSome = async (match: WordMatch): Promise<boolean> => {
    const { rows } = await sql<{ some: boolean }>`
      select exists (select from case_file where ${conditions(ctx, filter, match)}) as some`.execute(ctx.db);
    return rows[0]?.some ?? false;
  };
  if (readSearch(filter.search).kind !== "words" || (await isSome("reference"))) {
    return conditions(ctx, filter, "reference");
  }
  return conditions(ctx, filter, (await isSome("prefix")) ? "prefix" : "part");
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
