/** Texts for spreadsheets: what would be taken for a formula is defused, amounts are written as the reader's language does. */
import type { Cents } from "./money.ts";
import type { Language } from "./texts.ts";

// What programs take for the beginning of a formula, the wide forms of Asian keyboards among them (OWASP, CSV injection).
const formula = /^\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** A number, of an amount or otherwise, is none: "-12,50", "+3". */
const isNumber = /^[+-]?\d{1,15}(?:[.,]\d{1,6})?$/;

/** A cell of CSV that no program computes: an apostrophe stands before what begins like a formula. Numbers stay as they are. */
export const defused = (text: string): string => (formula.test(text) && !isNumber.test(text) ? `'${text}` : text);

/** An amount as a spreadsheet of the reader's language reads it: 1234,50 or 1234.50, with no signs between thousands. */
export function amountText(cents: Cents, language: Language): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const plain = `${cents < 0 ? "-" : ""}${whole}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
  return language === "en" ? plain : plain.replace(".", ",");
}
