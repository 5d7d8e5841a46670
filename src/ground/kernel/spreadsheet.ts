/** Texts for spreadsheets: what would be taken for a formula is made harmless, amounts are written as the reader's language does. */
import type { Cents } from "./money.ts";
import type { Language } from "./texts.ts";

// What programs take for the beginning of a formula, the wide forms of Asian keyboards among them (OWASP, CSV injection); signs that are
// not seen are dropped by some of them.
const formula = /^[\s\p{C}]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u;
/** A number, of an amount or otherwise, is none: "-12,50", "+3". */
const isNumber = /^[+-]?\d{1,15}(?:[.,]\d{1,6})?$/;
// A program of another country parts a line at another sign, whatever stands in quotes. Only what calls something is held: "12,-" stays.
const formulaInside = /([;,\t\r\n|][\s\p{C}"']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20][^;,\t\r\n]*[(|!])/gu;

/** Whether a spreadsheet would compute a text where it stands alone. */
export const looksLikeFormula = (text: string): boolean => formula.test(text) && !isNumber.test(text);

// No text has them; programs take a file that does for something else than text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * A cell of CSV that no program computes: an apostrophe stands before what begins like a formula. Numbers stay as they are; control
 * characters are left out.
 */
export function neutraliseFormula(text: string): string {
  const held = text.replace(controls, "").replace(formulaInside, "$1'");
  return looksLikeFormula(text) ? `'${held}` : held;
}

/** An amount as a spreadsheet of the reader's language reads it: 1234,50 or 1234.50, with no signs between thousands. */
export function amountText(cents: Cents, language: Language): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const plain = `${cents < 0 ? "-" : ""}${whole}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
  return language === "en" ? plain : plain.replace(".", ",");
}
