/** The mark on each sheet for the machines of a print house, what the sheet before a part says, and how pages become sheets. Pure. */

/** The check digit of Luhn over a row of digits. */
export function luhn(digits: string): number {
  let sum = 0;
  for (const [at, sign] of [...digits].reverse().entries()) {
    const digit = Number(sign) * (at % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return (10 - (sum % 10)) % 10;
}

const digits = (value: number, length: number): string => String(value).padStart(length, "0");

export interface Sheet {
  readonly batch: number;
  readonly set: number;
  /** Counted from 1. */
  readonly sheet: number;
  readonly sheets: number;
}

/**
 * The content of the DataMatrix on the front of a sheet: batch (8 digits), set (6), sheet (2), sheets of the set (2), whether it is the last of the
 * set (1), and the check digit of Luhn. Digits only, so that they take the least room.
 */
export function sheetMark({ batch, set, sheet, sheets }: Sheet): string {
  const content =
    digits(batch, 8) + digits(set, 6) + digits(sheet, 2) + digits(sheets, 2) + (sheet === sheets ? "1" : "0");
  return content + luhn(content);
}

/** What a mark says; undefined for one that was misread. */
export function readMark(mark: string): Sheet | undefined {
  const found = /^(\d{8})(\d{6})(\d{2})(\d{2})([01])(\d)$/.exec(mark);
  if (!found || luhn(mark.slice(0, -1)) !== Number(found[6])) return undefined;
  return { batch: Number(found[1]), set: Number(found[2]), sheet: Number(found[3]), sheets: Number(found[4]) };
}

/** The name of a letter in a batch, as lists and returns speak of it: "12-345". */
export const pieceName = (batch: number, set: number): string => `${batch}-${set}`;

export const sheetsOf = (pages: number, duplex: boolean): number => (duplex ? Math.ceil(pages / 2) : pages);

/** Most sheets of one letter: the mark has two digits. */
export const mostPages = 99;

export interface Cover {
  readonly batch: number;
  readonly part: number;
  readonly parts: number;
  readonly letters: number;
  /** The first and the last letter. */
  readonly sets: readonly [number, number];
}

/** What the sheet before a part says, and the one behind it: label and value. Counts are as people read them, names as machines do. */
export const coverRows = (
  { batch, part, parts, letters, sets: [first, last] }: Cover,
  t: (key: "batch" | "part" | "letters" | "sets") => string,
  count: (of: number) => string,
): [string, string][] => [
  [t("batch"), String(batch)],
  [t("part"), `${count(part)} / ${count(parts)}`],
  [t("letters"), count(letters)],
  [t("sets"), `${pieceName(batch, first)} – ${pieceName(batch, last)}`],
];
