/** Several numbers or references in one text, as they come out of a spreadsheet or a mail. Pure. */

/** What can be nothing but a number or a reference: digits, and nothing that a reference with a space in it would leave over. */
const isNumber = (word: string): boolean => /^[\p{L}\d./-]{5,}$/u.test(word) && /\d/.test(word);

/** One cell of what was pasted; numbers with spaces between are several, a reference that has a space in it stays whole. */
function numbersOfCell(cell: string): readonly string[] {
  const words = cell.trim().split(/\s+/);
  return words.every(isNumber) ? words : [cell.trim()];
}

/** The numbers of one line, with commas, semicolons, tabs or spaces between. */
export const pastedNumbers = (line: string): string[] =>
  line
    .split(/[,;\t]/)
    .flatMap(numbersOfCell)
    .filter((text) => text !== "");
