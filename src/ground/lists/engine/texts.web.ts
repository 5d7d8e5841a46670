/** The words of a list of settings, by keys that come from its declaration. */

import { z } from "zod";
import type { Language } from "../../kernel/texts.ts";
import {
  currentLanguage,
  hasText,
  textOf,
  useAnyText,
  useTexts,
  type Values,
} from "../../platform/web/content/texts.web.ts";
import { formatMoney } from "../../platform/web/inputs/format.ts";
import { autoreplyVariables } from "../catalogue/autoreply.ts";
import type { listTexts } from "../lists.texts.ts";
import type { Field, ListRow, SettingList } from "./list.ts";

export const useListTexts = () => useTexts<typeof listTexts>("lists");

export interface Words {
  /** A text of the list itself: its title, the name of a field. */
  readonly translate: (key: string, values?: Values) => string;
  readonly hint: (key: string) => string | undefined;
  /** The name of a choice. */
  readonly option: (key: string, field: Field, value: string) => string;
}

/** The variables of an automatic reply as they are typed, for the hint that names them. */
const variables = Object.keys(autoreplyVariables)
  .map((name) => `%${name}%`)
  .join(", ");

/** The words of one list; the component is drawn again when the language changes. */
export function useWords(list: SettingList): Words {
  const text = useAnyText();
  const key = (rest: string): string => `lists.${list.name}.${rest}`;
  return {
    translate: (rest, values) => text(key(rest), values),
    hint: (rest) =>
      hasText(key(`${rest}.hint`))
        ? text(key(`${rest}.hint`), { names: variables })
        : list.fields[rest]?.once
          ? text("lists.codeHint")
          : undefined,
    option: (rest, field, value) => (field.plain ? text(`roles.${value}`) : text(key(`${rest}.${value}`))),
  };
}

const namesSchema = z.object({ nl: z.string(), en: z.string(), fr: z.string(), de: z.string() });

/** A text, or a name in the reader's language, or else in Dutch. */
export function nameOf(value: unknown, language: Language = currentLanguage()): string {
  const names = namesSchema.safeParse(value);
  if (names.success) return names.data[language] || names.data.nl;
  return typeof value === "string" ? value : "";
}

export const titleOf = (list: SettingList, row: ListRow): string => nameOf(row[list.title]);

/** The names of records that are chosen from other lists, by list and id. */
export type Names = ReadonlyMap<string, ReadonlyMap<number, string>>;

const lineSchema = z.array(z.record(z.string(), z.unknown()));

/** A value as text: in a cell, in an export. */
export function valueText(words: Words, names: Names, key: string, field: Field, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  const texts = Array.isArray(value) ? value.map(String) : [];
  switch (field.input) {
    case "names":
    case "longNames":
      return nameOf(value);
    case "choice":
      return words.option(key, field, String(value));
    case "choices":
      return texts.map((one) => words.option(key, field, one)).join(", ");
    case "words":
      return texts.join(", ");
    case "reference":
      return names.get(field.list ?? "")?.get(Number(value)) ?? "";
    case "money":
      return formatMoney(Number(value), currentLanguage());
    case "flag":
      return textOf(value === true ? "platform.yes" : "platform.no");
    case "lines":
      return lineSchema
        .parse(value)
        .map((line) =>
          Object.entries(field.lines?.fields ?? {})
            .map(([part, of]) => valueText(words, names, part, of, line[part]))
            .join(" "),
        )
        .join("; ");
    default:
      return `${String(value)}${field.suffix ? ` ${field.suffix}` : ""}`;
  }
}
