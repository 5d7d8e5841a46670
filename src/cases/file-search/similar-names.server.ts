/** Finds files of debtors whose names are like the typed words with typing errors. */
import { type SqlBool, sql } from "kysely";
import { semaphore } from "../../ground/platform/server/jobs/semaphore.ts";
import { searchWords } from "../persons/persons.ts";
import { addressWord, type Condition } from "./candidates.server.ts";
import { type FileFilter, filtered, type Reader } from "./filters.server.ts";
import { nameWordsLike } from "./name-words.server.ts";
import { type Meaning, meaningsOf, nearest } from "./ranking.ts";
import type { SearchQuery } from "./search-query.ts";

/** So many files are compared letter by letter, and so many of them shown. */
const mostCompared = 1000;
const mostShown = 200;
/** So many fill a screen: where fewer are found, names with more errors are looked up as well. */
const enough = 20;
/** Of the words of names that a typed one may mean, so many are looked up. */
const mostMeant = 40;
/** So many searches for like names at a time in one process: each takes the database as much as several lists do. */
const inTurn = semaphore(4);

// A shorter word is like nothing or like half of all names, and a number is meant as it stands.
const isCompared = (word: string): boolean => word.length >= 4 && !/\d/.test(word);

interface Similar {
  readonly id: number;
  readonly search_name: string;
  readonly street: string;
  readonly house_number: string;
  readonly addition: string | null;
  readonly postcode: string;
  readonly city: string;
}

const wordsOf = (of: Similar): string[] =>
  searchWords(of.search_name, of.street, of.house_number, of.addition, of.postcode, of.city).split(" ");

/** A typed word, with the words of names that it may mean: none where it is not guessed at. */
interface Typed {
  readonly word: string;
  readonly meanings: readonly Meaning[];
}

const typedWords = (ctx: Reader, words: readonly string[]): Promise<Typed[]> =>
  Promise.all(
    words.map(async (word) => ({
      word,
      meanings: isCompared(word) ? meaningsOf(word, await nameWordsLike(ctx.db, word)) : [],
    })),
  );

/** A word of so many errors at most stands in the name, or the word as it was typed stands in the name or address. */
function isMeant({ word, meanings }: Typed, errors: number): Condition {
  const exact = sql`debtor_words(debtor.search_name, debtor.street, debtor.house_number, debtor.addition, debtor.postcode,
    debtor.city) @@ to_tsquery('simple', ${addressWord(word)})`;
  const meant = meanings.filter((each) => each.errors <= errors).slice(0, mostMeant);
  if (meant.length === 0) return sql<SqlBool>`${exact}`;
  const alternatives = meant.map((each) => each.word).join(" | ");
  return sql<SqlBool>`(to_tsvector('simple', debtor.search_name) @@ to_tsquery('simple', ${alternatives}) or ${exact})`;
}

/**
 * The ids of such files, those with the fewest errors first and among them the newest: each word of the text is like a word of the name,
 * or stands in the name or address. Words of one error are looked up first, and those of more only where these are few.
 */
export async function filesNamedAlike(ctx: Reader, filter: FileFilter, query: SearchQuery): Promise<number[]> {
  const { words, birthDate } = query;
  if (!words.some(isCompared)) return [];
  const typed = await inTurn(() => typedWords(ctx, words));
  const levels = new Set(typed.flatMap(({ meanings }) => meanings.map(({ errors }) => errors)));
  const found = new Map<number, Similar>();
  for (const errors of [...levels].sort((a, b) => a - b)) {
    const select = sql<Similar>`
      select case_file.id, debtor.search_name, debtor.street, debtor.house_number, debtor.addition, debtor.postcode, debtor.city
      from debtor join case_file on case_file.debtor_id = debtor.id
      where ${sql.join(
        typed.map((each) => isMeant(each, errors)),
        sql` and `,
      )} and ${filtered(ctx, filter)} ${birthDate === undefined ? sql`` : sql`and debtor.birth_date = ${birthDate}`}
      order by case_file.id desc limit ${mostCompared}`;
    const { rows } = await inTurn(() => select.execute(ctx.db));
    for (const file of nearest(words, rows, wordsOf)) found.set(file.id, file);
    if (found.size >= enough) break;
  }
  return [...found.keys()].slice(0, mostShown);
}
