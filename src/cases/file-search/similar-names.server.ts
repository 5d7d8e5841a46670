/** Finds files of debtors whose names are like the typed words with typing errors. */
import { sql } from "kysely";
import { semaphore } from "../../ground/platform/server/jobs/semaphore.ts";
import { searchWords } from "../persons/persons.ts";
import { addressWord } from "./candidates.server.ts";
import { type FileFilter, filtered, type Reader } from "./filters.server.ts";
import { nearest } from "./ranking.ts";
import type { SearchQuery } from "./search-query.ts";

/** So many files are compared letter by letter, and so many of them shown. */
const mostCompared = 1000;
const mostShown = 200;
/** Below this, very many names are like a word; more so where the word is short. */
const leastLikeness = (letters: number): number => (letters < 5 ? 0.5 : 0.4);
/** So many searches for like names at a time in one process: each takes the database as much as a hundred lists do. */
const inTurn = semaphore(4);

// A shorter word is like nothing or like half of all names, and a number is meant as it stands.
const isCompared = (word: string): boolean => word.length >= 4 && !/\d/.test(word);

/**
 * How like a name a word must be, of 1: a word of n letters has n + 1 parts of three, of which an error changes three, so that n - 2 of n + 4
 * are shared. First one error in the longest word; only where that finds nothing, more of them, which costs the database several times as much.
 */
export function likenesses(words: readonly string[]): readonly number[] {
  const longest = Math.max(...words.filter(isCompared).map((word) => word.length));
  const [oneError, least] = [(longest - 2) / (longest + 4) - 0.02, leastLikeness(longest)];
  return oneError > least ? [oneError, least] : [least];
}

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

/**
 * The ids of such files, those with the fewest errors first and among them the newest: each word of the text is like a word of the name,
 * or stands in the name or address.
 */
export async function filesNamedAlike(ctx: Reader, filter: FileFilter, query: SearchQuery): Promise<number[]> {
  const { words, birthDate } = query;
  if (!words.some(isCompared)) return [];
  const exact = words.map(addressWord);
  const compared = words.map(isCompared);
  for (const least of likenesses(words)) {
    const select = sql<Similar>`
      select case_file.id, debtor.search_name, debtor.street, debtor.house_number, debtor.addition, debtor.postcode, debtor.city
      from debtors_like(${words}::text[], ${exact}::text[], ${compared}::boolean[], ${least}) as alike
        join debtor on debtor.id = alike.debtor_id
        join case_file on case_file.debtor_id = debtor.id
      where ${filtered(ctx, filter)} ${birthDate === undefined ? sql`` : sql`and debtor.birth_date = ${birthDate}`}
      order by alike.likeness desc, case_file.id desc limit ${mostCompared}`;
    const { rows } = await inTurn(() => select.execute(ctx.db));
    const newest = [...rows].sort((a, b) => b.id - a.id);
    const files = nearest(words, newest, wordsOf);
    if (files.length > 0) return files.slice(0, mostShown).map(({ id }) => id);
  }
  return [];
}
