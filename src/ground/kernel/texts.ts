/** Texts beside the module, in four languages. A missing language, key or plural form does not compile. */

import { mapRecord } from "./records.ts";

export const languages = ["nl", "en", "fr", "de"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = "nl";
export const fallbackLanguage: Language = "en";

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

export interface Texts<Module extends string = string, Keys extends string = string> {
  readonly module: Module;
  readonly texts: Readonly<Record<Language, Readonly<Record<Keys, string>>>>;
}

/** The keys of a module's texts: `TextKey<typeof merchantTexts>`. */
export type TextKey<T> = T extends Texts<string, infer Keys> ? Keys : never;

/** One text in the order of `languages`: nl, en, fr, de. */
export type TextRow = readonly [nl: string, en: string, fr: string, de: string];

/** A text with a form for one and a form for other counts: `%count% %count|file|files%`. */
type Counted = `${string}%${string}|${string}|${string}%${string}`;

/** `unknown` where a text has forms for its count in every language or in none; what is missing otherwise. */
type SameForms<Each extends string> = [Extract<Each, `${string}%${string}|${string}`>] extends [never]
  ? unknown
  : [Each] extends [Counted]
    ? unknown
    : { readonly missing: "the forms %count|one|other% in a language" };

type CheckedRows<Rows extends Readonly<Record<string, TextRow>>> = {
  readonly [Key in keyof Rows]: SameForms<Rows[Key][number]>;
};

type Columns = Readonly<Record<Language, Readonly<Record<string, string>>>>;
type KeyOf<All extends Columns> = { [Each in Language]: Extract<keyof All[Each], string> }[Language];
type TextIn<Column, Key> = Key extends keyof Column ? Extract<Column[Key], string> : never;
type CheckedColumns<All extends Columns> = {
  readonly [Each in Language]: {
    readonly [Key in KeyOf<All>]: SameForms<{ [One in Language]: TextIn<All[One], Key> }[Language]>;
  };
};

/** Declares a module's texts. Placeholders are written `%name%`. Every language must have every key, and a form for every count. */
export const moduleTexts = <const Module extends string, const All extends Columns>(
  module: Module,
  texts: All & CheckedColumns<All>,
): Texts<Module, KeyOf<All>> => ({ module, texts });

/** A part of a module's rows that stands in a file of its own, by topic. */
export const rows = <const Rows extends Readonly<Record<string, TextRow>>>(part: Rows & CheckedRows<Rows>): Rows =>
  part;

/** `moduleTexts` from rows, each a text in all languages. */
export function rowTexts<const Module extends string, const Rows extends Readonly<Record<string, TextRow>>>(
  module: Module,
  rows: Rows & CheckedRows<Rows>,
): Texts<Module, Extract<keyof Rows, string>> {
  const all: Readonly<Record<Extract<keyof Rows, string>, TextRow>> = rows;
  const column = (at: 0 | 1 | 2 | 3): Record<Extract<keyof Rows, string>, string> => mapRecord(all, (row) => row[at]);
  return { module, texts: { nl: column(0), en: column(1), fr: column(2), de: column(3) } };
}

const numbers = perLanguage((language) => new Intl.NumberFormat(language));
const plurals = perLanguage((language) => new Intl.PluralRules(language));

function perLanguage<T>(make: (language: Language) => T): Readonly<Record<Language, T>> {
  return { nl: make("nl"), en: make("en"), fr: make("fr"), de: make("de") };
}

/** Whether a language says the form for one: 1 in each, and in French 0 too ("0 dossier"). */
const isSingular = (value: string | number, language: Language): boolean =>
  (typeof value === "number" || /^\d+$/.test(value)) && plurals[language].select(Number(value)) === "one";

/**
 * Replaces %name% placeholders by the given values; unknown ones stay as they are (specification, point 9). A number is written as the
 * language does ("1.385" in Dutch): what is no count, an id or a year, is handed in as text. `%count|file|files%` is the form for one or
 * the form for other counts, as the language's plural rules say: `%count% %count|file|files%` gives "1 file" and "312 files".
 */
export const fillText = (text: string, values: Readonly<Record<string, string | number>>, language: Language): string =>
  text.replace(/%(\w+)(?:\|([^|%]*)\|([^|%]*))?%/g, (whole, name: string, one?: string, other?: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return whole;
    if (one !== undefined && other !== undefined) return isSingular(value, language) ? one : other;
    return typeof value === "number" ? numbers[language].format(value) : value;
  });

/** A sign between two parts, as the language sets it: French keeps a narrow space before it, at which no line ends. */
const signOf = (sign: ":" | ";", language: Language): string => `${language === "fr" ? "\u202f" : ""}${sign} `;

/** A label and what it is of: "Batch: Kantoor". Empty parts are left out. */
export const labelledIn = (language: Language, parts: readonly string[]): string =>
  parts.filter((part) => part !== "").join(signOf(":", language));

/** Sentences or facts that stand in one line. */
export const joinedIn = (language: Language, parts: readonly string[]): string => parts.join(signOf(";", language));

/** All modules' texts of one language as one flat table `module.key` → text. */
export const flattenTexts = (all: readonly Texts[], language: Language): Record<string, string> => {
  const flat: Record<string, string> = {};
  for (const { module, texts } of all) {
    for (const [key, text] of Object.entries(texts[language])) flat[`${module}.${key}`] = text;
  }
  return flat;
};
