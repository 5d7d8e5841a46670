/** The only code that writes CSV and XLSX, as streams. No cell of either is ever a formula, whoever entered it, including headings. */
import { stringify } from "csv-stringify/sync";
import { amountText, neutraliseFormula } from "../../../kernel/spreadsheet.ts";
import type { Language } from "../../../kernel/texts.ts";
import { type Blob, blob } from "../http/module.ts";
import { inLots, type Row, type Rows, type SheetCell } from "./rows.ts";
import { throughFile } from "./temporary-file.ts";
import { workbookStream } from "./workbook.ts";

export type { SheetCell } from "./rows.ts";
export { workbookStream } from "./workbook.ts";

export const csvMime = "text/csv; charset=utf-8";
export const xlsxMime = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The separator of a CSV: that of a language's spreadsheets, or one of its own. */
export interface CsvStyle {
  readonly language: Language;
  readonly separator?: string;
}

const textOf = (cell: SheetCell, language: Language): string => {
  if (cell === null) return "";
  if (typeof cell === "string") return neutraliseFormula(cell);
  return "date" in cell ? cell.date : amountText(cell.cents, language);
};

const linesOf = (rows: readonly Row[], { language, separator }: CsvStyle, isFirst: boolean): string =>
  stringify(
    rows.map((row) => row.map((cell) => textOf(cell, language))),
    // The byte order mark tells spreadsheets that this is UTF-8.
    { delimiter: separator ?? (language === "en" ? "," : ";"), record_delimiter: "windows", bom: isFirst },
  );

/** Rows as CSV, some hundred in memory at a time, for any number. */
export async function* csvPieces(head: Row, rows: Rows, style: CsvStyle): AsyncGenerator<string> {
  yield linesOf([head], style, true);
  for await (const lot of inLots(rows)) yield linesOf(lot, style, false);
}

/** A download of rows as CSV, completed before any of it is sent: `rows` may use the transaction of the request. */
export const csvBlob = async (name: string, head: Row, rows: Rows, style: CsvStyle): Promise<Blob> =>
  blob({ content: await throughFile(csvPieces(head, rows, style)), mime: csvMime, name });

/** The same in the requested format; `name` without extension. */
export async function sheetBlob(
  format: "csv" | "xlsx",
  name: string,
  head: readonly string[],
  rows: Rows,
  language: Language,
): Promise<Blob> {
  if (format === "csv") return csvBlob(`${name}.csv`, head, rows, { language });
  return blob({ content: await throughFile(workbookStream(head, rows)), mime: xlsxMime, name: `${name}.xlsx` });
}
