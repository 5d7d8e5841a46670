/** The one place that writes CSV and XLSX. No cell of either is ever a formula, whoever typed it, heads among them. */
import { stringify } from "csv-stringify/sync";
import writeXlsxFile from "write-excel-file/node";
import type { Cents } from "../../kernel/money.ts";
import { amountText, defused } from "../../kernel/spreadsheet.ts";
import type { Language } from "../../kernel/texts.ts";
import { type Blob, blob } from "./room.ts";

/** A text, a date, an amount, or nothing. */
export type SheetCell = string | null | { readonly date: string } | { readonly cents: Cents };
type Row = readonly SheetCell[];

const csvMime = "text/csv; charset=utf-8";
const xlsxMime = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** How a CSV is written: with the separator that spreadsheets of a language expect, or with one of its own. */
export interface CsvStyle {
  readonly language: Language;
  readonly separator?: string;
}

const textOf = (cell: SheetCell, language: Language): string => {
  if (cell === null) return "";
  if (typeof cell === "string") return defused(cell);
  return "date" in cell ? cell.date : amountText(cell.cents, language);
};

const linesOf = (rows: readonly Row[], { language, separator }: CsvStyle, isFirst: boolean): string =>
  stringify(
    rows.map((row) => row.map((cell) => textOf(cell, language))),
    // The mark at the head tells spreadsheets that this is UTF-8.
    { delimiter: separator ?? (language === "en" ? "," : ";"), record_delimiter: "windows", bom: isFirst },
  );

/** Rows as CSV, the first of them its head. */
export const csvOf = (rows: readonly Row[], style: CsvStyle): string => linesOf(rows, style, true);

/** Lines that are written at a time. */
const chunkLines = 500;

/** Rows as CSV, some hundred at a time: no more of it lies in memory, however many there are. */
export async function* csvPieces(head: Row, rows: AsyncIterable<Row>, style: CsvStyle): AsyncGenerator<string> {
  yield linesOf([head], style, true);
  let lines: Row[] = [];
  for await (const row of rows) {
    lines.push(row);
    if (lines.length < chunkLines) continue;
    yield linesOf(lines, style, false);
    lines = [];
  }
  if (lines.length > 0) yield linesOf(lines, style, false);
}

function sheetCell(cell: SheetCell) {
  if (cell === null) return null;
  // A text of this type is never computed.
  if (typeof cell === "string") return { value: cell, type: String } as const;
  if ("date" in cell) return { value: new Date(`${cell.date}T00:00:00Z`), type: Date, format: "dd-mm-yyyy" } as const;
  return { value: cell.cents / 100, type: Number, format: "#,##0.00" } as const;
}

/** Rows as a workbook of one sheet, with a head that stays in sight. */
export function workbookOf(head: readonly string[], rows: readonly Row[]): Promise<Uint8Array> {
  const heads = head.map((value) => ({ value, type: String, fontWeight: "bold" }) as const);
  const columns = head.map(() => ({ width: 20 }));
  return writeXlsxFile([heads, ...rows.map((row) => row.map(sheetCell))], { columns, stickyRowsCount: 1 }).toBuffer();
}

/** A download of rows as CSV. */
export const csvBlob = (name: string, rows: readonly Row[], style: CsvStyle): Blob =>
  blob({ content: csvOf(rows, style), mime: csvMime, name });

/** A download of rows in the format that was asked for; `name` without ending. */
export async function sheetBlob(
  format: "csv" | "xlsx",
  name: string,
  head: readonly string[],
  rows: readonly Row[],
  language: Language,
): Promise<Blob> {
  if (format === "csv") return csvBlob(`${name}.csv`, [head, ...rows], { language });
  return blob({ content: await workbookOf(head, rows), mime: xlsxMime, name: `${name}.xlsx` });
}
