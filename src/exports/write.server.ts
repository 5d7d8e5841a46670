/** Writes the rows of an export as CSV or XLSX. */
import { Readable } from "node:stream";
import type { Language } from "../kernel/texts.ts";
import { csvPieces, type SheetCell, workbookOf } from "../platform/server/sheets.ts";
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

const cellOf = (cell: Cell): SheetCell => (cell?.kind === "text" ? cell.value : cell);

async function* cellsOf(rows: Wanted["rows"]): AsyncGenerator<SheetCell[]> {
  for await (const row of rows) yield row.map(cellOf);
}

function writeCsv(wanted: Wanted): Written {
  const name = `${wanted.name}.csv`;
  const pieces = () => csvPieces(wanted.heads, cellsOf(wanted.rows), { language: wanted.language });
  if (wanted.expected < zipFrom) return { content: pieces(), name, mime: "text/csv; charset=utf-8" };
  const content = zipped([{ name, open: async () => Readable.from(pieces()) }]);
  return { content, name: `${wanted.name}.zip`, mime: "application/zip" };
}

/** A sheet is made whole, for its rows are few enough (`maxSheetRows`). */
async function writeSheet(wanted: Wanted): Promise<Written> {
  const rows: SheetCell[][] = [];
  for await (const row of cellsOf(wanted.rows)) rows.push(row);
  const content = Readable.from([await workbookOf(wanted.heads, rows)]);
  return { content, name: `${wanted.name}.xlsx`, mime: xlsx };
}

export const writeExport = async (format: "csv" | "xlsx", wanted: Wanted): Promise<Written> =>
  format === "csv" ? writeCsv(wanted) : writeSheet(wanted);
