/** Finding files by a text: what condition holds for them, one way of matching at a time. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { parsePhone } from "../kernel/phones.server.ts";
import { readSearch, type Sought } from "./search.ts";
import { addedKeys } from "./search-parts.server.ts";

export type Condition = RawBuilder<SqlBool>;

/**
 * How a text is matched, the surest first: as a key (number, reference, invoice, IBAN and the like), by the beginnings of the words of a
 * name, by words of name and address together, by any part of a name. Names that are only alike come last, by `similarNames`.
 */
export const wordMatches = ["prefix", "anywhere", "part"] as const;
export type WordMatch = (typeof wordMatches)[number];
export type Match = "key" | WordMatch;

/** Whether a text is words, so that it is matched in further ways where it is no key. */
export const isWords = (text: string): boolean => wordsOf(readSearch(text)).length > 0;
const wordsOf = (sought: Sought): readonly string[] => (sought.kind === "words" ? sought.words : []);

const like = (word: string): string => `%${word.replace(/[\\%_]/g, "\\$&")}%`;

// Folded words hold letters and digits only, so that none of them can be an operator of the query.
const beginsWith = (words: readonly string[]): string => words.map((word) => `${word}:*`).join(" & ");

/** In an address a number is meant whole, and "12a" may stand there as "12" with the addition "a". */
function inAddress(word: string): string {
  if (/^\d+$/.test(word)) return word;
  const [, digits, letters] = /^(\d+)([a-z]+)$/.exec(word) ?? [];
  return digits === undefined ? `${word}:*` : `(${word}:* | (${digits} & ${letters}:*))`;
}

function byWords(words: readonly string[], match: WordMatch): Condition {
  switch (match) {
    case "prefix":
      return sql<SqlBool>`to_tsvector('simple', debtor.search_name) @@ to_tsquery('simple', ${beginsWith(words)})`;
    case "anywhere":
      return sql<SqlBool>`debtor_words(debtor.search_name, debtor.street, debtor.house_number, debtor.addition,
        debtor.postcode, debtor.city) @@ to_tsquery('simple', ${words.map(inAddress).join(" & ")})`;
    case "part":
      return sql<SqlBool>`(${sql.join(
        words.map((word) => sql`debtor.search_name like ${like(word)}`),
        sql` and `,
      )})`;
  }
}

/** The files of these debtors: those that they owe, and those that they have some other part in. */
const ofDebtors = (ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select id from (with sought as materialized (select array(${ids}) as ids)
    select owed.id from case_file as owed where owed.debtor_id = any((select ids from sought)::bigint[])
    union all
    select file_party.file_id from file_party where file_party.debtor_id = any((select ids from sought)::bigint[])) as sought`;

/** Debtors by what stands on them, and by what is known of them beside that: further numbers and addresses, former ones too. */
const debtorsBy = (...selects: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join(selects, sql` union all `);
const byChannel = (value: string, ...kinds: readonly string[]): RawBuilder<unknown> =>
  sql`select debtor_id from debtor_channel where value = ${value} and kind = any(${kinds}::text[])`;

/** The files whose key the text is, by the form that it has; nothing for a form that no key has. */
function byForm(sought: Sought): RawBuilder<unknown> | null {
  switch (sought.kind) {
    case "number":
      return sql`select case_file.id from case_file where case_file.number = ${sought.number}`;
    case "reference":
      return sql`select case_file.id from case_file where case_file.payment_reference = ${sought.reference}`;
    case "iban":
      return ofDebtors(sql`select id from debtor where iban = ${sought.iban}`);
    case "email":
      return ofDebtors(
        debtorsBy(sql`select id from debtor where email = ${sought.email}`, byChannel(sought.email, "email")),
      );
    case "place": {
      const { postcode, houseNumber } = sought;
      const here =
        houseNumber === null
          ? sql`postcode = ${postcode}`
          : sql`postcode = ${postcode} and house_number = ${houseNumber}`;
      return ofDebtors(
        debtorsBy(sql`select id from debtor where ${here}`, sql`select debtor_id from debtor_address where ${here}`),
      );
    }
    case "phone": {
      const number = parsePhone(sought.digits)?.e164;
      if (number === undefined) return null;
      return ofDebtors(
        debtorsBy(
          sql`select id from debtor where phone = ${number} or mobile = ${number}`,
          byChannel(number, "phone", "mobile"),
        ),
      );
    }
    case "words":
      return null;
  }
}

/** Any text may also be a client's own reference, or a key that a room above knows: a union, in which each part uses its own index. */
function byKey(text: string): Condition {
  const key = text.trim().toLowerCase();
  const form = byForm(readSearch(text));
  const parts = [
    ...(form === null ? [] : [form]),
    sql`select case_file.id from case_file where lower(case_file.client_ref) = ${key}`,
    ...addedKeys(key),
  ];
  return sql<SqlBool>`case_file.id = any(array(${sql.join(parts, sql` union all `)}))`;
}

const nameHas = (text: string, match: WordMatch): Condition => byWords(wordsOf(readSearch(text)), match);

/** The debtors found by the words of a text; `most` ends the gathering where the database has met so many. */
export const debtorsFound = (text: string, match: WordMatch, most?: number): RawBuilder<unknown> =>
  sql`select debtor.id from debtor where ${nameHas(text, match)} ${most === undefined ? sql`` : sql`limit ${most}`}`;

/**
 * The files of these debtors, as a condition. An array is reckoned before the list is: a planner that takes a rare name for a common one
 * would else walk the whole list for it.
 */
export const fileOfDebtors = (debtors: RawBuilder<unknown>): Condition =>
  sql<SqlBool>`case_file.id = any(array(${ofDebtors(debtors)}))`;

/** The files found by a text in one way of matching; of so many debtors at most, where it is asked only whether there are some. */
export const found = (text: string, match: Match, most?: number): Condition =>
  match === "key" ? byKey(text) : fileOfDebtors(debtorsFound(text, match, most));

/**
 * The same of one file at a time, of which `file` has `id` and `debtor_id`: for whoever goes along a list until a page is full. Both are
 * single values, so that the database never gathers all such names first.
 */
export const isFileFound = (text: string, match: WordMatch, file: string): Condition =>
  sql<SqlBool>`((select ${nameHas(text, match)} from debtor where debtor.id = ${sql.ref(`${file}.debtor_id`)})
    or (select count(*) from file_party join debtor on debtor.id = file_party.debtor_id
      where file_party.file_id = ${sql.ref(`${file}.id`)} and ${nameHas(text, match)}) > 0)`;

// A word of two letters is like nothing or like half of all names. The longest word is the rarest.
const likelyWords = (text: string): readonly string[] =>
  wordsOf(readSearch(text))
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length);

/**
 * How like words must be, of 1; the next only where the former does not do, since each costs the database several times as much.
 * "ostertuinmn" is 0.64 of "ostertuinman", "bakkrij" 0.55 of "bakkerij", "janzen" 0.43 of "jansen".
 */
export const likenesses = [0.7, 0.6, 0.5, 0.4] as const;
type Likeness = (typeof likenesses)[number];
/** From here on down any hit will do; above, only a full list of the likeliest that no less alike name could have entered. */
const likeEnough: Likeness = 0.5;

/** So many files of names that are alike are shown, the likeliest first. */
const mostAlike = 200;

interface Alike {
  readonly id: number;
  /** The sum over all words of the text. */
  readonly likeness: number;
}

/**
 * The files, among those that `where` allows, whose debtor's name has words like these ("janzen" for "jansen"), the likeliest first;
 * nothing for a text without a word to compare.
 */
export function similarNames(text: string, least: Likeness, where: Condition): RawBuilder<Alike> | undefined {
  const [lead, ...others] = likelyWords(text);
  if (lead === undefined) return undefined;
  return sql<Alike>`select case_file.id, alike.likeness from debtors_alike(${lead}, ${others}::text[], ${least}) as alike
    join case_file on case_file.debtor_id = alike.debtor_id
    where ${where} order by alike.likeness desc, case_file.id desc limit ${mostAlike}`;
}

/** Whether a lower likeness would put nothing else into the list: of a name left out, one word at least is less alike than `least`. */
export function isSettled(text: string, least: Likeness, found: readonly Alike[]): boolean {
  if (least <= likeEnough) return found.length > 0;
  const others = likelyWords(text).length - 1;
  return found.length === mostAlike && found.every(({ likeness }) => likeness >= others + least);
}
