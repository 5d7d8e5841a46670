/** What a person may mean by the text in the search field. Pure. */
import { type PlainDate, parsePlainDate } from "../../ground/kernel/dates.ts";
import {
  isEmail,
  parseIban,
  parseKvk,
  parsePaymentReference,
  splitHouseNumber,
} from "../../ground/kernel/identifiers.ts";
import { parseFileNumber } from "../files/files.ts";
import { searchWords } from "../persons/persons.ts";
import { pastedNumbers } from "./pasted-numbers.ts";

/** A text in every way that it can be read: one text may be several things, such as a phone number and a payment reference. */
export interface SearchQuery {
  /** The whole text in lower case: a client's reference or the number of an invoice, as it stands. */
  readonly key: string;
  readonly fileNumber?: string | undefined;
  readonly paymentReference?: string | undefined;
  readonly iban?: string | undefined;
  readonly email?: string | undefined;
  readonly kvk?: string | undefined;
  readonly place?: { readonly postcode: string; readonly houseNumber: string | null } | undefined;
  /** A phone number as it may have been meant; whether it exists is for the number plans to say. */
  readonly phones: readonly string[];
  /** Several numbers or references; none where the text is one. */
  readonly numbers: readonly string[];
  /** Part of a file number or of a client's reference, in lower case. */
  readonly numberPart?: string | undefined;
  /** Part of an e-mail address, in lower case. */
  readonly emailPart?: string | undefined;
  /** Words of names and addresses, folded. */
  readonly words: readonly string[];
  /** The day of birth, alone or beside a name. */
  readonly birthDate?: PlainDate | undefined;
}

const placePattern = /^([1-9]\d{3})\s?([a-z]{2})(?:[\s,]+(\d.*))?$/i;
const phonePattern = /^(\+|00)?[\d\s().-]{9,20}$/;
const emailPattern = /^[\p{L}\p{N}._%+-]*@?[\p{L}\p{N}._-]*$/u;
const isoDatePattern = /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/;
const datePattern = /(?<!\d)(\d{1,2})[-/. ](\d{1,2})[-/. ]((?:18|19|20)\d{2})(?!\d)/;

/** The index of three-letter parts finds nothing shorter. */
const shortestPart = 3;
const mostWords = 8;
const mostNumbers = 200;

const dateFrom = (year: string, month: string, day: string): PlainDate | undefined =>
  parsePlainDate(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);

/** A date in the text, and the text without it. */
function takeDate(text: string): { readonly date: PlainDate | undefined; readonly rest: string } {
  const iso = isoDatePattern.exec(text);
  const found = iso ?? datePattern.exec(text);
  const [whole = "", first = "", second = "", third = ""] = found ?? [];
  const date = found === null ? undefined : iso ? dateFrom(first, second, third) : dateFrom(third, second, first);
  return date === undefined ? { date, rest: text } : { date, rest: text.replace(whole, " ").trim() };
}

function placeIn(text: string): SearchQuery["place"] {
  const [, digits, letters, rest] = placePattern.exec(text) ?? [];
  return digits === undefined || letters === undefined
    ? undefined
    : { postcode: `${digits} ${letters.toUpperCase()}`, houseNumber: splitHouseNumber(rest ?? "")?.number ?? null };
}

/** The number as it is written, with the 0 that was left out, or with the sign before its country code. */
function phonesIn(text: string): string[] {
  if (!phonePattern.test(text)) return [];
  const digits = text.replace(/\D/g, "");
  return [
    text,
    ...(/^[1-9]\d{8}$/.test(digits) ? [`0${digits}`] : []),
    ...(/^31\d{9}$/.test(digits) ? [`+${digits}`] : []),
  ];
}

const wordsIn = (text: string): string[] =>
  searchWords(text)
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, mostWords);

/** Several numbers; nothing for a text of which a part is something else, as in "Jansen, Zwolle". */
function numbersIn(text: string): string[] {
  const parts = pastedNumbers(text);
  const isNumbers = parts.length > 1 && parts.every((part) => /\d/.test(part) && !/\s/.test(part));
  return isNumbers ? parts.slice(0, mostNumbers).map((part) => part.toLowerCase()) : [];
}

/** Reads the text. What has the form of a number, an IBAN, an e-mail address or a place is not searched for among names. */
export function readSearch(text: string): SearchQuery {
  const trimmed = text.trim();
  const key = trimmed.toLowerCase();
  const { date: birthDate, rest } = takeDate(trimmed);
  const digits = trimmed.replace(/\s/g, "");
  const numbers = numbersIn(trimmed);
  const forms = {
    fileNumber: parseFileNumber(trimmed),
    paymentReference: /^\d{9,16}$/.test(digits) ? parsePaymentReference(digits) : undefined,
    iban: parseIban(trimmed),
    email: isEmail(trimmed) ? key : undefined,
    kvk: parseKvk(trimmed),
    place: placeIn(trimmed),
  };
  const phones = phonesIn(trimmed);
  const isForm = phones.length > 0 || Object.values(forms).some((form) => form !== undefined);
  const isPart = key.length >= shortestPart;
  return {
    key,
    ...forms,
    phones,
    numbers,
    numberPart: isPart ? key : undefined,
    emailPart: isPart && emailPattern.test(key) ? key : undefined,
    words: isForm || key.includes("@") || numbers.length > 0 ? [] : wordsIn(rest),
    birthDate,
  };
}
