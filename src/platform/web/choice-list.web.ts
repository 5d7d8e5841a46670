/** What a list of choices shows when nothing fits: the reason, as an entry that cannot be chosen, so that a screen reader meets it too. */
import { type ComboboxParsedItem, defaultOptionsFilter, type OptionsFilter } from "@mantine/core";

const saying = (message: string): ComboboxParsedItem[] => [{ value: "", label: message, disabled: true }];

// It gives back some of what it is given, so of the same kind.
const byLabel = defaultOptionsFilter as unknown as OptionsFilter;

/** The choices that `matches` leaves, else the message. */
export const listOr =
  (message: string, matches: OptionsFilter = byLabel): OptionsFilter =>
  (input) => {
    const found = matches(input);
    return found.length > 0 ? found : saying(message);
  };
