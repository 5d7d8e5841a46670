/** Amounts, dates and percentages as they stand in a letter, in the reader's language. */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, decimalFromCents } from "../../../ground/kernel/money.ts";
import type { Language } from "../../../ground/kernel/texts.ts";

const locales: Readonly<Record<Language, string>> = { nl: "nl-NL", en: "en-GB", fr: "fr-FR", de: "de-DE" };

const perLanguage = <T>(make: (locale: string) => T): Readonly<Record<Language, T>> => ({
  nl: make(locales.nl),
  en: make(locales.en),
  fr: make(locales.fr),
  de: make(locales.de),
});

const money = perLanguage((locale) => new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }));
const longDate = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" }),
);
const decimal = perLanguage((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }));

/** "€ 1.234,56" in nl. The formatter is fed the exact decimal, never a float. */
export const formatMoney = (cents: Cents, language: Language): string =>
  // A decimal of our own making is a number written out.
  money[language].format(decimalFromCents(cents) as `${number}`);

/** "3 maart 2026". */
export const formatLongDate = (on: PlainDate, language: Language): string =>
  longDate[language].format(new Date(`${on}T00:00:00Z`));

const shortDate: Readonly<Record<Language, (day: string, month: string, year: string) => string>> = {
  nl: (day, month, year) => `${day}-${month}-${year}`,
  // A month in letters: readers of English take 03/04 for either.
  en: (day, month, year) => `${day} ${englishMonths[Number(month) - 1] ?? month} ${year}`,
  fr: (day, month, year) => `${day}/${month}/${year}`,
  de: (day, month, year) => `${day}.${month}.${year}`,
};
const englishMonths = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "03-03-2026" in nl: the short form of tables, day first in every language. */
export const formatShortDate = (on: PlainDate, language: Language): string =>
  shortDate[language](on.slice(8, 10), on.slice(5, 7), on.slice(0, 4));

/** "10,4%" from the exact percentage "10.4". */
export const formatRate = (rate: string, language: Language): string =>
  // Rates come from tariffs and agreements, which hold exact decimals alone.
  `${decimal[language].format(rate as `${number}`)}%`;

export const formatNumber = (value: number, language: Language): string => decimal[language].format(value);

/** "NL91 ABNA 0417 1643 00": an IBAN in groups of four, as people read it. */
export const groupIban = (iban: string): string => iban.replace(/\s+/g, "").replace(/(.{4})(?=.)/g, "$1 ");

/** A payment reference in groups of four, counted from the right as on a transfer form. */
export const groupReference = (reference: string): string =>
  reference.replace(/\s+/g, "").replace(/(?<=.)(?=(?:.{4})+$)/g, " ");
