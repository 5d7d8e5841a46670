/** Writes the rows of an export as CSV or XLSX. A cell that begins like a formula is defused in CSV, and is plain text in XLSX. */
import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import writeXlsxFile from "write-excel-file/node";
import type { Language } from "../kernel/texts.ts";
import { zipped } from "../platform/server/zipped.ts";
import type { Cell } from "./columns.server.ts";
import { zipFrom } from "./exports.ts";

interface Wanted {
  readonly heads: readonly string[];
  readonly rows: AsyncIterable<readonly Cell[]>;
  readonly language: Language;
  /** Without ending. */
  readonly name: string;
  readonly expected: number;
}

export interface Written {
  /** Written while it is read. */
  readonly content: AsyncIterable<Uint8Array | string>;
  readonly name: string;
  readonly mime: string;
}

const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** An amount as a spreadsheet of the reader's language reads it: 1234,50 or 1234.50, with no signs between thousands. */
function euros(cents: number, language: Language): string {
  const plain = `${cents < 0 ? "-" : ""}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
  return language === "en" ? plain : plain.replace(".", ",");
}

function textOf(cell: Cell, language: Language): string {
  if (cell === null) return "";
  if (cell.kind === "money") return euros(cell.cents, language);
  return cell.kind === "date" ? cell.date : cell.value;
}

// "-12,50" is a number and no formula; everything else that begins with such a sign is text somebody typed.
const formula = /^[=+\-@\t\r]/;
const isAmount = /^-?\d+[.,]\d\d$/;
const defused = (text: string): string => (formula.test(text) && !isAmount.test(text) ? `'${text}` : text);

/** Lines that are written at a time. */
const chunkLines = 500;

/** The whole file as text, some hundred lines at a time: no more of it lies in memory, however many files there are. */
async function* csvOf(wanted: Wanted): AsyncGenerator<string> {
  const options = { delimiter: wanted.language === "en" ? "," : ";", record_delimiter: "windows" } as const;
  // The mark at the head tells spreadsheets that this is UTF-8.
  yield stringify([wanted.heads.map(defused)], { ...options, bom: true });
  let lines: string[][] = [];
  for await (const row of wanted.rows) {
    lines.push(row.map((cell) => defused(textOf(cell, wanted.language))));
    if (lines.length < chunkLines) continue;
    yield stringify(lines, options);
    lines = [];
  }
  if (lines.length > 0) yield stringify(lines, options);
}

function writeCsv(wanted: Wanted): Written {
  const name = `${wanted.name}.csv`;
  if (wanted.expected < zipFrom) return { content: csvOf(wanted), name, mime: "text/csv; charset=utf-8" };
  const content = zipped([{ name, open: async () => Readable.from(csvOf(wanted)) }]);
  return { content, name: `${wanted.name}.zip`, mime: "application/zip" };
}

function sheetCell(cell: Cell) {
  if (cell === null) return null;
  if (cell.kind === "money") return { value: cell.cents / 100, type: Number, format: "#,##0.00" } as const;
  if (cell.kind === "date")
    return { value: new Date(`${cell.date}T00:00:00Z`), type: Date, format: "dd-mm-yyyy" } as const;
  return { value: cell.value, type: String } as const;
}

/** A sheet is made whole, for its rows are few enough (`maxSheetRows`). */
async function writeSheet(wanted: Wanted): Promise<Written> {
  const rows: ReturnType<typeof sheetCell>[][] = [];
  for await (const row of wanted.rows) rows.push(row.map(sheetCell));
  const head = wanted.heads.map((value) => ({ value, type: String, fontWeight: "bold" }) as const);
  const columns = wanted.heads.map(() => ({ width: 20 }));
  const content = Readable.from([await writeXlsxFile([head, ...rows], { columns, stickyRowsCount: 1 }).toBuffer()]);
  return { content, name: `${wanted.name}.xlsx`, mime: xlsx };
}

export const writeExport = async (format: "csv" | "xlsx", wanted: Wanted): Promise<Written> =>
  format === "csv" ? writeCsv(wanted) : writeSheet(wanted);
