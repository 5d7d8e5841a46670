/** Finding files by the words of a name: by gathering all that have them, or along the list where very many do. */
import { sql } from "kysely";
import { countCap } from "../kernel/query.ts";
import { askTogether } from "../platform/server/ask-together.ts";
import { isKnownLong, noteLong } from "../platform/server/long-lists.ts";
import { filtered, type Reader } from "./filters.server.ts";
import {
  debtorJoin,
  type FoundFiles,
  hasOnePlan,
  listName,
  minutesLong,
  ordering,
  rowsOfPage,
  sortColumn,
  type WantedFiles,
} from "./rows.server.ts";
import { debtorsFound, fileOfDebtors, isFileFound, type WordMatch } from "./sought.server.ts";

/** A word that more debtors have than this is a common one; more than a count goes, since not each of them has a file of their own. */
const fewDebtors = countCap + 2000;
/** So many files of a list are looked at for a page before all that have the word are gathered after all. */
const mostWalked = 5000;
/** Pages that begin further down are not worth the walk. */
const deepest = 500;

interface Page {
  readonly ids: number[];
  /** Up to one more than the cap. */
  readonly total: number;
  /** So many debtors have the words, up to `most`. */
  readonly debtors: number;
}

/**
 * The page and the count of what is gathered in no order: the index of words gives none, so that no part of it could be had for less.
 * Where `most` debtors are met there may be more, and the page is not to be trusted.
 */
export async function gatherByWords(ctx: Reader, query: WantedFiles, match: WordMatch, most?: number): Promise<Page> {
  const { search = "" } = query.filter;
  const { rows } = await askTogether(
    ctx.db,
    sql<Page>`
    with named as materialized (${debtorsFound(search, match, most)}),
    found as materialized (select case_file.id, ${sortColumn(query.order)} as place
      from case_file ${query.order?.field === "debtorName" ? debtorJoin : sql``}
      where ${filtered(ctx, query.filter)} and ${fileOfDebtors(sql`select id from named`)})
    select array(select found.id from found order by ${ordering(query.order, sql`found.place`, sql`found.id`)}
        limit ${query.limit} offset ${query.offset}) as ids,
      (select count(*) from (select from found limit ${countCap + 1}) as counted) as total,
      (select count(*) from named) as debtors`,
  );
  return rows[0] ?? { ids: [], total: 0, debtors: 0 };
}

/** The ids of the page found along the list in its order; fewer than a page where it was not filled soon enough. */
export async function walkByWords(ctx: Reader, query: WantedFiles, match: WordMatch): Promise<readonly number[]> {
  const { search = "" } = query.filter;
  const { rows } = await askTogether(
    ctx.db,
    sql<{ id: number }>`
    select walked.id from (select case_file.id, case_file.debtor_id, ${sortColumn(query.order)} as place from case_file
        where ${filtered(ctx, query.filter)} order by ${ordering(query.order)} limit ${mostWalked}) as walked
      where ${isFileFound(search, match, "walked")}
      order by ${ordering(query.order, sql`walked.place`, sql`walked.id`)} limit ${query.limit} offset ${query.offset}`,
  );
  return rows.map(({ id }) => id);
}

/** Whether very many debtors have the words. */
export async function isCommon({ db }: Reader, text: string, match: WordMatch): Promise<boolean> {
  const { rows } = await sql<{ debtors: number }>`
    select count(*) as debtors from (${debtorsFound(text, match, fewDebtors)}) as named`.execute(db);
  return (rows[0]?.debtors ?? 0) >= fewDebtors;
}

/** A page of what words find. A word that very many names have fills it after a few files of the list, in which they are met by the way. */
export async function findByWords(ctx: Reader, query: WantedFiles, match: WordMatch): Promise<FoundFiles> {
  if (!hasOnePlan(ctx, query) || query.offset + query.limit > deepest)
    return rowsOfPage(ctx, await gatherByWords(ctx, query, match));
  const list = `${listName(ctx, query.filter)} ${match} ${query.filter.search}`;
  if (!isKnownLong(ctx, list)) {
    const few = await gatherByWords(ctx, query, match, fewDebtors);
    if (few.debtors < fewDebtors) return rowsOfPage(ctx, few);
    if (few.total > countCap) noteLong(ctx, list, minutesLong);
  }
  const ids = isKnownLong(ctx, list) ? await walkByWords(ctx, query, match) : [];
  if (ids.length === query.limit) return rowsOfPage(ctx, { ids, total: countCap + 1 });
  const all = await gatherByWords(ctx, query, match);
  if (all.total > countCap) noteLong(ctx, list, minutesLong);
  return rowsOfPage(ctx, all);
}
