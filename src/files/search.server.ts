/** The list of files: filtered, sorted, counted up to the cap, through the visibility of the reader. One or two statements a page. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { PlainDate } from "../kernel/dates.ts";
import { centsFromDecimal } from "../kernel/money.ts";
import { parsePhone } from "../kernel/phones.server.ts";
import { countCap } from "../kernel/query.ts";
import type { Ctx } from "../platform/server/room.ts";
import type { FileQuery, FileRow } from "./files.contract.ts";
import { filePhases, fileStatuses, holdKinds } from "./files.ts";
import { nextStepMessage } from "./notes.server.ts";
import { listed, visibleFiles } from "./record.server.ts";
import { readSearch, type Sought } from "./search.ts";

type FileFilter = FileQuery["filter"] & { readonly ids?: readonly number[] | undefined };
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

function conditions(ctx: Reader, filter: FileFilter, match: WordMatch): Condition {
  const all: Condition[] = [visibleFiles(ctx.user)];
  const from = filter.amountFrom === undefined ? undefined : centsFromDecimal(filter.amountFrom);
  const to = filter.amountTo === undefined ? undefined : centsFromDecimal(filter.amountTo);
  if (filter.search) all.push(found(filter.search, match));
  if (filter.ids?.length) all.push(sql<SqlBool>`case_file.id = any(${filter.ids}::bigint[])`);
  if (filter.client?.length) all.push(sql<SqlBool>`case_file.client_id = any(${filter.client}::bigint[])`);
  if (filter.phase?.length) all.push(sql<SqlBool>`case_file.phase = any(${filter.phase}::text[])`);
  if (filter.status?.length) all.push(sql<SqlBool>`case_file.status = any(${filter.status}::text[])`);
  if (filter.caseManager?.length) {
    all.push(sql<SqlBool>`case_file.case_manager_id = any(${filter.caseManager}::bigint[])`);
  }
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

async function pageOfFiles(ctx: Reader, query: WantedFiles, match: WordMatch): Promise<FileRow[]> {
  // The page is chosen on the ids alone, so that the joins run for its rows only.
  const chosen = query.order?.field === "debtorName" ? sql`join debtor on debtor.id = case_file.debtor_id` : sql``;
  const { rows } = await sql<Found>`
    select ${rowColumns(ctx.clock.today())}
    from (select case_file.id, row_number() over () as place from (
        select case_file.id from case_file ${chosen} where ${conditions(ctx, query.filter, match)}
        order by ${ordering(query.order)} limit ${query.limit} offset ${query.offset}) as case_file) as page
      join case_file on case_file.id = page.id ${rowJoins}
    order by page.place`.execute(ctx.db);
  return rows.map((row) => toRow(row, ctx));
}

async function countFiles(ctx: Reader, query: WantedFiles, match: WordMatch): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from case_file where ${conditions(ctx, query.filter, match)} limit ${countCap + 1}) as counted`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}

async function search(ctx: Reader, query: WantedFiles, match: WordMatch) {
  const items = await pageOfFiles(ctx, query, match);
  const isLast = items.length < query.limit && (items.length > 0 || query.offset === 0);
  return { items, total: isLast ? query.offset + items.length : await countFiles(ctx, query, match) };
}

/**
 * The page of files that a query asks for, and how many there are (one more than the cap where there are more still). Words are a
 * client's whole reference if there is such a one; else names whose words begin so; only where none does, any part of a name.
 */
export async function findFiles(ctx: Reader, query: WantedFiles): Promise<{ items: FileRow[]; total: number }> {
  const text = query.filter.search;
  if (text === undefined || readSearch(text).kind !== "words") return search(ctx, query, "prefix");
  for (const match of wordMatches) {
    const page = await search(ctx, query, match);
    if (page.total > 0) return page;
  }
  return { items: [], total: 0 };
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
