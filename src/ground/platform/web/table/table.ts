/** What a table needs to reckon, pure: values behind dotted keys, the pager's numbers, the sort's three states, CSV. */
import { neutraliseFormula } from "../../../kernel/spreadsheet.ts";

/** The value behind a dotted key: `valueAt({client: {company: "X"}}, "client.company")` is "X". */
export function valueAt(row: unknown, key: string): unknown {
  let value = row;
  for (const part of key.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

export type PagerItem = number | "gap";

/** Pages under 7 are all shown, else the first, the last, a window around the present one, and ellipses (specification, point 9). */
export function pagerItems(page: number, pages: number): PagerItem[] {
  if (pages < 7) return Array.from({ length: pages }, (_, index) => index + 1);
  const first = Math.max(2, Math.min(page - 1, pages - 4));
  const last = Math.min(pages - 1, Math.max(page + 1, 5));
  const window = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const before: PagerItem[] = first === 2 ? [] : ["gap"];
  const after: PagerItem[] = last === pages - 1 ? [] : ["gap"];
  return [1, ...before, ...window, ...after, pages];
}

export interface Sort {
  readonly field: string;
  readonly direction: "asc" | "desc";
}

/** None → asc → desc → none; a column that is chosen resets the others (specification, point 4). */
export const nextSort = (now: Sort | undefined, field: string): Sort | undefined => {
  if (now?.field !== field) return { field, direction: "asc" };
  return now.direction === "asc" ? { field, direction: "desc" } : undefined;
};

/** A sort in the address: "name", or "-name" for descending. */
export const sortText = (sort: Sort | undefined): string | null =>
  sort === undefined ? null : `${sort.direction === "desc" ? "-" : ""}${sort.field}`;

export const sortOf = (text: string | undefined): Sort | undefined => {
  if (text === undefined || text === "" || text === "-") return undefined;
  return text.startsWith("-") ? { field: text.slice(1), direction: "desc" } : { field: text, direction: "asc" };
};

/** A cell of CSV. A text that a spreadsheet would run as a formula is led by an apostrophe. */
export function csvCell(value: string): string {
  const harmless = neutraliseFormula(value);
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** CSV as Dutch spreadsheets read it: semicolons, CRLF, a byte order mark. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(csvCell).join(";")).join("\r\n")}\r\n`;

/** Compares cell values for a table that sorts its own rows: numbers by size, texts by the language's order, nothing last. */
export function compareValues(a: unknown, b: unknown, collator: Intl.Collator): number {
  const emptyA = a === null || a === undefined || a === "";
  const emptyB = b === null || b === undefined || b === "";
  if (emptyA || emptyB) return emptyA === emptyB ? 0 : emptyA ? 1 : -1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  return collator.compare(String(a), String(b));
}
