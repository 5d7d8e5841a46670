/** Short lists of choices, and what a list shows when nothing fits: the reason, as an entry that cannot be chosen, so that a screen reader meets it too. */
import type { ComboboxParsedItem, OptionsFilter } from "@mantine/core";
import { holdsText } from "../../../kernel/fold-text.ts";

/** A choice of a short list; the form holds its value as it stands here: a word, or the id of a record. */
export interface Choice<Value extends string | number = string | number> {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean;
}

/** As Mantine's lists take them, which know texts alone. */
export const listed = (options: readonly Choice[]) =>
  options.map((option) => ({ ...option, value: String(option.value) }));
/** The value of the choice that Mantine names by its text. */
export const valueIn = (options: readonly Choice[], text: string): string | number =>
  options.find(({ value }) => String(value) === text)?.value ?? text;

const messageOption = (message: string): ComboboxParsedItem[] => [{ value: "", label: message, disabled: true }];

/** Those whose label holds what was typed, whatever the accents: "cooperatie" finds "Coöperatie". The lists are without groups. */
const byLabel: OptionsFilter = ({ options, search, limit }) =>
  options.filter((option) => "label" in option && holdsText(option.label, search)).slice(0, limit);

/** The value of the entry by which a search that failed is tried again; no id of a record looks like it. */
export const retryValue = "\u0000retry";

/** The choices that `matches` leaves, else the message. */
export const listOr =
  (message: string, matches: OptionsFilter = byLabel): OptionsFilter =>
  (input) => {
    const found = matches(input);
    return found.length > 0 ? found : messageOption(message);
  };
