/** Which files a text could mean, in SQL: selects of files or debtors that an index answers, and the same asked of one file. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { parsePhone } from "../../ground/kernel/phones.server.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";
import { containing, escapedForLike } from "../../ground/platform/server/postgres/like-pattern.ts";
import { parseFileNumber } from "../files/files.ts";
import { isNamed } from "../persons/persons.server.ts";
import type { Reader } from "./filters.server.ts";
import { addedKeys, type IsKey } from "./search-conditions.server.ts";
import type { SearchQuery } from "./search-query.ts";

export type Condition = RawBuilder<SqlBool>;
type Select = RawBuilder<unknown>;

const union = (selects: readonly Select[]): Select => sql.join(selects, sql` union all `);

/** The ids of the files of these debtors: those that they owe, and those that they have some other part in. */
export const filesOfDebtors = (debtors: Select): Select =>
  sql`select id from (with given as materialized (select array(${debtors}) as ids)
    select owed.id from case_file as owed where owed.debtor_id = any((select ids from given)::bigint[])
    union all
    select file_party.file_id from file_party where file_party.debtor_id = any((select ids from given)::bigint[])) as theirs`;

/** An array is reckoned before the list is: a planner that takes a rare name for a common one would else walk the whole list for it. */
export const isAmong = (files: Select): Condition => sql<SqlBool>`case_file.id = any(array(${files}))`;

/** Debtors by what stands on them and by what is known of them beside that: further numbers and addresses, former ones too. */
function debtorsByForm({ iban, email, kvk, place, phones, birthDate, words }: SearchQuery): Select[] {
  const numbers = phones.flatMap((phone) => parsePhone(phone)?.e164 ?? []);
  const selects: Select[] = [];
  if (iban !== undefined) selects.push(sql`select id from debtor where iban = ${iban}`);
  if (kvk !== undefined) selects.push(sql`select id from debtor where kvk = ${kvk}`);
  if (birthDate !== undefined && words.length === 0)
    selects.push(sql`select id from debtor where birth_date = ${birthDate}`);
  if (email !== undefined) {
    selects.push(sql`select id from debtor where email = ${email}`);
    selects.push(sql`select debtor_id from debtor_channel where value = ${email} and kind = 'email'`);
  }
  if (numbers.length > 0) {
    selects.push(sql`select id from debtor where phone = any(${numbers}::text[]) or mobile = any(${numbers}::text[])`);
    selects.push(sql`select debtor_id from debtor_channel
      where value = any(${numbers}::text[]) and kind in ('phone', 'mobile')`);
  }
  if (place !== undefined) {
    const here =
      place.houseNumber === null
        ? sql`postcode = ${place.postcode}`
        : sql`postcode = ${place.postcode} and house_number = ${place.houseNumber}`;
    selects.push(sql`select id from debtor where ${here}`, sql`select debtor_id from debtor_address where ${here}`);
  }
  return selects;
}

// One text is compared as such, so that one plan of a kept statement is right for all of them.
const isOneOf =
  (keys: readonly string[]): IsKey =>
  (expression) =>
    keys.length === 1 ? sql<SqlBool>`${expression} = ${keys[0]}` : sql<SqlBool>`${expression} = any(${keys}::text[])`;

/** The files with these client's references, or with keys that a module above knows. */
const filesByReference = (keys: readonly string[]): Select[] => [
  sql`select case_file.id from case_file where ${isOneOf(keys)(sql`lower(case_file.client_ref)`)}`,
  ...addedKeys(isOneOf(keys)),
];

/** Files whose key the text is: a union, in which each part uses its own index. */
export function filesByKey(query: SearchQuery): Condition {
  const { fileNumber, paymentReference, key } = query;
  const debtors = debtorsByForm(query);
  return isAmong(
    union([
      ...(fileNumber === undefined ? [] : [sql`select id from case_file where number = ${fileNumber}`]),
      ...(paymentReference === undefined
        ? []
        : [sql`select id from case_file where payment_reference = ${paymentReference}`]),
      ...(debtors.length === 0 ? [] : [filesOfDebtors(union(debtors))]),
      ...filesByReference([key]),
    ]),
  );
}

/** Files of which one of several numbers is a key. */
export function filesByNumbers({ numbers }: SearchQuery): Condition {
  const fileNumbers = numbers.map((number) => parseFileNumber(number) ?? number);
  return isAmong(
    union([
      sql`select id from case_file where number = any(${fileNumbers}::text[])`,
      sql`select id from case_file where payment_reference = any(${numbers}::text[])`,
      ...filesByReference(numbers),
    ]),
  );
}

/** The file of this condition carries the text in its number or in the client's reference. */
export function hasNumberPart({ numberPart = "" }: SearchQuery, file: string): Condition {
  const numbers = sql`lower(${sql.ref(`${file}.number`)} || ' ' || ${sql.ref(`${file}.client_ref`)})`;
  const dashless = /^(\d{2})(\d{2,5})$/.exec(numberPart);
  return dashless
    ? sql<SqlBool>`(${numbers} like ${containing(numberPart)} or ${numbers} like ${`${dashless[1]}-${dashless[2]}%`})`
    : sql<SqlBool>`${numbers} like ${containing(numberPart)}`;
}

/** Who types a part of a number means its end or its beginning before what merely has it somewhere. */
export const numberPartRank = ({ numberPart = "" }: SearchQuery): RawBuilder<unknown> =>
  sql`case when ltrim(split_part(case_file.number, '-', 2), '0') = ltrim(${numberPart}, '0') then 0
    when case_file.number like ${`%${escapedForLike(numberPart)}`} then 1
    when lower(case_file.client_ref) like ${`${escapedForLike(numberPart)}%`} then 2 else 3 end`;

/** Debtors with the text in their e-mail address, or in one that is known beside it. */
export const debtorsByEmailPart = ({ emailPart = "" }: SearchQuery): Select =>
  sql`select id from debtor where email like ${containing(emailPart)}
    union all select debtor_id from debtor_channel where kind = 'email' and value like ${containing(emailPart)}`;

const bornOn = ({ birthDate }: SearchQuery): Condition =>
  birthDate === undefined ? sql<SqlBool>`true` : sql<SqlBool>`debtor.birth_date = ${birthDate}`;

// Folded words hold letters and digits only, so that none of them can be an operator of the query.
const beginsWith = (words: readonly string[]): string => words.map((word) => `${word}:*`).join(" & ");

/** In an address a number is meant whole, and "12a" may stand there as "12" with the addition "a". */
export function addressWord(word: string): string {
  if (/^\d+$/.test(word)) return word;
  const [, digits, letters] = /^(\d+)([a-z]+)$/.exec(word) ?? [];
  return digits === undefined ? `${word}:*` : `(${word}:* | (${digits} & ${letters}:*))`;
}

/** Each word begins a word of the debtor's name. */
export const nameBegins = (query: SearchQuery): Condition =>
  sql<SqlBool>`(to_tsvector('simple', debtor.search_name) @@ to_tsquery('simple', ${beginsWith(query.words)})
    and ${bornOn(query)})`;

/** Each word stands in the debtor's name or address. */
export const nameOrAddressHas = (query: SearchQuery): Condition =>
  sql<SqlBool>`(debtor_words(debtor.search_name, debtor.street, debtor.house_number, debtor.addition,
    debtor.postcode, debtor.city) @@ to_tsquery('simple', ${query.words.map(addressWord).join(" & ")})
    and ${bornOn(query)})`;

/** Each word is some part of the debtor's name. */
export const nameContains = (query: SearchQuery): Condition =>
  sql<SqlBool>`(${isNamed(query.words.join(" "))} and ${bornOn(query)})`;

/** A surname or company that is the whole of what was typed comes before those that only begin so. */
export const isWholeName = ({ words }: SearchQuery): Condition =>
  sql<SqlBool>`starts_with(debtor.sort_name || ' ', ${`${words.join(" ")} `})`;

/** The same as a rank of files. */
export const nameRank = (query: SearchQuery): RawBuilder<unknown> =>
  sql`(select not ${isWholeName(query)} from debtor where debtor.id = case_file.debtor_id)`;

export const debtorsWhere = (where: Condition): Select => sql`select debtor.id from debtor where ${where}`;

/**
 * The same of one file at a time, of which `file` has `id` and `debtor_id`: for whoever goes along a list until a page is full. Both are
 * single values, so that the database never gathers all such names first.
 */
export const hasDebtorWhere = (where: Condition, file: string): Condition =>
  sql<SqlBool>`((select ${where} from debtor where debtor.id = ${sql.ref(`${file}.debtor_id`)})
    or (select count(*) from file_party join debtor on debtor.id = file_party.debtor_id
      where file_party.file_id = ${sql.ref(`${file}.id`)} and ${where}) > 0)`;

/** Clients and merchants whose name has these words, and the client with this number. Both are few, and are read whole. */
export async function clientsNamed({ db }: Reader, { words, key }: SearchQuery) {
  const wanted = sql`to_tsquery('simple', ${beginsWith(words)})`;
  const { rows } = await sql<{ clients: number[]; merchants: number[] }>`select
    array(select id from client where folded_words(company) @@ ${wanted} or lower(number) = ${key}) as clients,
    array(select id from merchant where folded_words(name || ' ' || webshop_name) @@ ${wanted}) as merchants`.execute(
    asSystem(db, "what a word may mean; the files that it finds are those the actor sees"),
  );
  return rows[0] ?? { clients: [], merchants: [] };
}
