/** Texts beside the room, in four languages. A missing language or key does not compile. */

export const languages = ["nl", "en", "fr", "de"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = "nl";
export const fallbackLanguage: Language = "en";

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

export interface Texts<Room extends string = string, Keys extends string = string> {
  readonly room: Room;
  readonly texts: Readonly<Record<Language, Readonly<Record<Keys, string>>>>;
}

/** Declares a room's texts. Placeholders are written `%name%`. Every language must have every key. */
export const roomTexts = <const Room extends string, Keys extends string>(
  room: Room,
  texts: Record<Language, Record<Keys, string>>,
): Texts<Room, Keys> => ({ room, texts });

/** The keys of a room's texts: `TextKey<typeof merchantTexts>`. */
export type TextKey<T> = T extends Texts<string, infer Keys> ? Keys : never;

/**
 * Replaces %name% placeholders by the given values; unknown ones stay as they are (specification, point 9). `%count|file|files%` is the
 * first word for a count of one and the second for any other: `%count% %count|file|files%` gives "1 file" and "312 files".
 */
export const fillText = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/%(\w+)(?:\|([^|%]*)\|([^|%]*))?%/g, (whole, name: string, one?: string, many?: string) => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = String(values[name]);
    return (value === "1" ? one : many) ?? value;
  });

/** All rooms' texts of one language as one flat table `room.key` → text. */
export const flattenTexts = (all: readonly Texts[], language: Language): Record<string, string> => {
  const flat: Record<string, string> = {};
  for (const { room, texts } of all) {
    for (const [key, text] of Object.entries(texts[language])) flat[`${room}.${key}`] = text;
  }
  return flat;
};

/** One text in the order of `languages`: nl, en, fr, de. */
export type TextRow = readonly [nl: string, en: string, fr: string, de: string];

/** A part of a room's rows that stands in a file of its own, by topic. */
export const rows = <Keys extends string>(part: Readonly<Record<Keys, TextRow>>): Readonly<Record<Keys, TextRow>> =>
  part;

/** `roomTexts` from rows, each a text in all languages. */
export function rowTexts<const Room extends string, Keys extends string>(
  room: Room,
  rows: Readonly<Record<Keys, TextRow>>,
): Texts<Room, Keys> {
  const column = (at: 0 | 1 | 2 | 3): Record<Keys, string> => {
    const entries = Object.entries<TextRow>(rows).map(([key, row]) => [key, row[at]]);
    // Every key of `rows` is there, and every row has a text for every language.
    return Object.fromEntries(entries) as Record<Keys, string>;
  };
  return roomTexts(room, { nl: column(0), en: column(1), fr: column(2), de: column(3) });
}
