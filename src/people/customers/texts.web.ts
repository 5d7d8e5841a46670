/** The texts of the clients' module as its screens use them. */
import type { TextKey } from "../../ground/kernel/texts.ts";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import type { customersTexts } from "./customers.texts.ts";
import type { detailTexts } from "./record/details.texts.ts";

export const useCustomersTexts = () => useTexts<typeof customersTexts>("customers");
export const useDetailTexts = () => useTexts<typeof detailTexts>("customers");

/** A key of the detail texts that is put together from a word of a list: `role_finance`, `kind_contract`. */
export const detailKey = <Group extends string, Word extends string>(group: Group, word: Word) =>
  `${group}_${word}` as const;

/** The text key of a legal form. */
export const formKey = (legalForm: string): TextKey<typeof customersTexts> =>
  // A client's legal form is one of the list by a constraint of its table; each has a text.
  `form_${legalForm}` as TextKey<typeof customersTexts>;
