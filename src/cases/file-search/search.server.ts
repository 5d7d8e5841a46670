/** The list of files: filtered, searched, sorted and counted up to the cap, through the visibility of the reader. */
import { type SqlBool, sql } from "kysely";
import type { Ctx } from "../../ground/platform/server/http/module.ts";
import { selectFiles } from "../files/files.server.ts";
import { type Condition, filesOfDebtors, isAmong } from "./candidates.server.ts";
import { type FileFilter, filtered, type Reader } from "./filters.server.ts";
import { hasOnePlan, type MatchingFiles, type WantedFiles } from "./list-rows.server.ts";
import { fewDebtors, findFew, findPage, findPrepared } from "./page.server.ts";
import { readSearch } from "./search-query.ts";
import { type Candidates, strategies } from "./strategies.server.ts";

export type { FileFilter } from "./filters.server.ts";

/** The page of files that a query asks for, and how many there are (one more than the cap where there are more still). */
export async function findFiles(ctx: Reader, query: WantedFiles): Promise<MatchingFiles> {
  const text = query.filter.search;
  if (text === undefined) return hasOnePlan(ctx, query) ? findPrepared(ctx, query) : findPage(ctx, query);
  const search = readSearch(text);
  for (const { name, candidates } of strategies) {
    const chosen = await candidates(search, ctx, query.filter);
    if (chosen === undefined) continue;
    const files = await (name === "key" ? findFew : findPage)(ctx, query, chosen);
    if (files.total > 0) return files;
  }
  return { items: [], total: 0 };
}

/** The first debtors who have the words are enough to say so, if only one of them has such a file. */
const firstDebtors = 500;

/** Whether a strategy finds a file that the reader may see and that the rest of the filter lets through. */
async function hasFiles(ctx: Reader, filter: FileFilter, { where, debtors }: Candidates): Promise<boolean> {
  const some = (condition: Condition) =>
    sql`exists (select from case_file where ${filtered(ctx, filter)} and ${condition})`;
  const first =
    debtors && isAmong(filesOfDebtors(sql`select id from (${debtors} limit ${firstDebtors}) as debtors(id)`));
  const { rows } = await sql<{ some: boolean }>`
    select ${first === undefined ? some(where) : sql`case when ${some(first)} then true else ${some(where)} end`} as some`.execute(
    ctx.db,
  );
  return rows[0]?.some ?? false;
}

/** What a text finds by the strategy that makes its list; undefined where it finds nothing. */
async function candidatesOf(ctx: Reader, filter: FileFilter, text: string): Promise<Candidates | undefined> {
  const search = readSearch(text);
  for (const { candidates } of strategies) {
    const chosen = await candidates(search, ctx, filter);
    if (chosen !== undefined && (await hasFiles(ctx, filter, chosen))) return chosen;
  }
  return undefined;
}

const nothing = sql<SqlBool>`false`;

/**
 * The condition on `case_file` that holds for exactly the files a list with this filter shows its reader, rights included: for
 * exports and bulk work, which go through all of them in steps of their own.
 */
export async function filesChosenBy(ctx: Reader, filter: FileFilter): Promise<Condition> {
  if (filter.search === undefined) return filtered(ctx, filter);
  const { where = nothing } = (await candidatesOf(ctx, filter, filter.search)) ?? {};
  return sql<SqlBool>`${filtered(ctx, filter)} and ${where}`;
}

/** Whether very many debtors have the words. */
async function isCommon({ db }: Reader, debtors: Candidates["debtors"]): Promise<boolean> {
  if (debtors === undefined) return false;
  const { rows } = await sql<{ debtors: number }>`
    select count(*) as debtors from (${debtors} limit ${fewDebtors}) as named`.execute(db);
  return (rows[0]?.debtors ?? 0) >= fewDebtors;
}

/**
 * The same for a list of something else, such as items of an agenda, that meets its files by the way: what a common word finds is asked of
 * each file that is met, since gathering all of them first takes longer than the page.
 */
export async function filesMetBy(ctx: Reader, text: string): Promise<Condition> {
  const { where = nothing, met, debtors } = (await candidatesOf(ctx, {}, text)) ?? {};
  const isMet = met !== undefined && (await isCommon(ctx, debtors));
  return sql<SqlBool>`${filtered(ctx, {})} and ${isMet ? met : where}`;
}

/** How many files a list with this filter has, to the last one. */
export async function countFiles(ctx: Reader, filter: FileFilter): Promise<number> {
  const where = await filesChosenBy(ctx, filter);
  const { rows } = await sql<{ total: number }>`select count(*) as total from case_file where ${where}`.execute(ctx.db);
  return rows[0]?.total ?? 0;
}

/** The files that a text finds, the one meant first: for choosing one of them. */
export async function filesFoundBy(ctx: Reader, text: string, most: number): Promise<number[]> {
  const { items } = await findFiles(ctx, { offset: 0, limit: most, order: undefined, filter: { search: text } });
  return items.map(({ id }) => id);
}

/** The one visible file of this number, or undefined. */
export async function fileByNumber(ctx: Pick<Ctx, "db" | "user">, number: string): Promise<number | undefined> {
  const row = await selectFiles(ctx).select("case_file.id").where("case_file.number", "=", number).executeTakeFirst();
  return row?.id;
}
