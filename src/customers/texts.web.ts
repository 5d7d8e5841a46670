/** The texts of the clients' room as its screens use them. */
import type { TextKey } from "../kernel/texts.ts";
import { useTexts } from "../platform/web/texts.web.ts";
import type { customersTexts } from "./customers.texts.ts";
import type { detailTexts } from "./details.texts.ts";

export const useCustomersTexts = () => useTexts<typeof customersTexts>("customers");
export const useDetailTexts = () => useTexts<typeof detailTexts>("customers");

/** A key of the detail texts that is put together from a word of a list: `role_finance`, `kind_contract`. */
export const detailKey = (group: string, word: string): TextKey<typeof detailTexts> =>
  `${group}_${word}` as TextKey<typeof detailTexts>;

/** The text key of a legal form. */
export const formKey = (legalForm: string): TextKey<typeof customersTexts> =>
  `form_${legalForm}` as TextKey<typeof customersTexts>;
