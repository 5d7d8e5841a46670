/** The list of files: filtered, sorted, counted up to the cap, through the visibility of the reader. One or two statements a page. */
import { type SqlBool, sql } from "kysely";
import { countCap } from "../kernel/query.ts";
import { askTogether } from "../platform/server/ask-together.ts";
import { isKnownLong, noteLong } from "../platform/server/long-lists.ts";
import type { Ctx } from "../platform/server/room.ts";
import { turns } from "../platform/server/turns.ts";
import { type Chosen, findByFilter } from "./by-filter.server.ts";
import { type FileFilter, filtered, type Reader } from "./filters.server.ts";
import { visibleFiles } from "./record.server.ts";
import {
  cappedCount,
  countOf,
  type FoundFiles,
  hasOnePlan,
  listName,
  minutesLong,
  pageIds,
  rowsOf,
  type WantedFiles,
} from "./rows.server.ts";
import {
  type Condition,
  found,
  isFileFound,
  isSettled,
  isWords,
  likenesses,
  type Match,
  similarNames,
  wordMatches,
} from "./sought.server.ts";
import { findByWords, isCommon } from "./words.server.ts";

export type { FileFilter } from "./filters.server.ts";

/** The condition of a whole filter, its text matched in one way. */
const conditions = (ctx: Pick<Reader, "user" | "clock">, filter: FileFilter, match: Match, most?: number): Condition =>
  filter.search === undefined
    ? filtered(ctx, filter)
    : sql<SqlBool>`${filtered(ctx, filter)} and ${found(filter.search, match, most)}`;

const firstDebtors = 500;

async function hasFiles({ db }: Reader, where: Condition): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from case_file where ${where}) as some`.execute(db);
  return rows[0]?.some ?? false;
}

/** What is found by a key has few files, so that one kept statement brings them; they are counted only where they fill the page. */
async function findByKey(ctx: Reader, query: WantedFiles): Promise<FoundFiles> {
  const where = conditions(ctx, query.filter, "key");
  const { items } = await rowsOf(ctx, sql`array(${pageIds(query, where)})`);
  const isLast = items.length < query.limit && (items.length > 0 || query.offset === 0);
  return { items, total: isLast ? query.offset + items.length : await countOf(ctx, where) };
}

/** Such a list, with its count, in one kept statement. */
async function findByIndex(ctx: Reader, query: WantedFiles): Promise<FoundFiles> {
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

/** So many look for like names at a time, in one process: each takes the database as much as a hundred lists do. */
const alikeInTurn = turns(4);

/** The files of debtors whose names are like the text, the likeliest first. */
async function alikeTo(ctx: Reader, filter: FileFilter, text: string): Promise<Chosen | undefined> {
  for (const least of likenesses) {
    const select = similarNames(text, least, filtered(ctx, filter));
    if (select === undefined) return undefined;
    const found = await askTogether(ctx.db, select, (run) => alikeInTurn(run, least !== likenesses[0]));
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

/** The way in which a text finds files that its reader may see and that the rest of the filter lets through; none but likeness where undefined. */
async function matchOf(ctx: Reader, filter: FileFilter & { readonly search: string }): Promise<Match | undefined> {
  const ways: readonly Match[] = isWords(filter.search) ? ["key", ...wordMatches] : ["key"];
  for (const match of ways) {
    // The first debtors who have the words are enough to say so, if only one of them has such a file.
    if (await hasFiles(ctx, conditions(ctx, filter, match, firstDebtors))) return match;
    if (match !== "key" && (await hasFiles(ctx, conditions(ctx, filter, match)))) return match;
  }
  return undefined;
}

/**
 * The condition on `case_file` that holds for exactly the files a list with this filter shows its reader, rights included: for
 * exports and bulk work, which go through all of them in steps of their own.
 */
export async function filesChosenBy(ctx: Reader, filter: FileFilter): Promise<Condition> {
  const text = filter.search;
  if (text === undefined) return filtered(ctx, filter);
  const match = await matchOf(ctx, { ...filter, search: text });
  if (match !== undefined) return conditions(ctx, filter, match);
  return (await alikeTo(ctx, filter, text))?.where ?? sql<SqlBool>`false`;
}

/**
 * The same for a list of something else, such as items of an agenda, that meets its files by the way: what a common word finds is asked of
 * each file that is met, since gathering all of them first takes longer than the page.
 */
export async function filesMetBy(ctx: Reader, text: string): Promise<Condition> {
  const match = await matchOf(ctx, { search: text });
  return match !== undefined && match !== "key" && (await isCommon(ctx, text, match))
    ? sql<SqlBool>`${filtered(ctx, {})} and ${isFileFound(text, match, "case_file")}`
    : filesChosenBy(ctx, { search: text });
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
