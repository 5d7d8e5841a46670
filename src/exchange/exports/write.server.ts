/** Writes the rows of an export as CSV or XLSX, while they are read. */
import { Readable } from "node:stream";
import type { Language } from "../../ground/kernel/texts.ts";
import {
  csvMime,
  csvPieces,
  type SheetCell,
  workbookStream,
  xlsxMime,
} from "../../ground/platform/server/storage/spreadsheets.ts";
import { zipStream } from "../../ground/platform/server/storage/zip-stream.ts";
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

const cellOf = (cell: Cell): SheetCell => (cell?.kind === "text" ? cell.value : cell);

async function* cellsOf(rows: Wanted["rows"]): AsyncGenerator<SheetCell[]> {
  for await (const row of rows) yield row.map(cellOf);
}

function writeCsv(wanted: Wanted): Written {
  const name = `${wanted.name}.csv`;
  const pieces = () => csvPieces(wanted.heads, cellsOf(wanted.rows), { language: wanted.language });
  if (wanted.expected < zipFrom) return { content: pieces(), name, mime: csvMime };
  const content = zipStream([{ name, open: async () => Readable.from(pieces()) }]);
  return { content, name: `${wanted.name}.zip`, mime: "application/zip" };
}

const writeSheet = ({ heads, rows, name }: Wanted): Written => ({
  content: workbookStream(heads, cellsOf(rows)),
  name: `${name}.xlsx`,
  mime: xlsxMime,
});

export const writeExport = (format: "csv" | "xlsx", wanted: Wanted): Written =>
  format === "csv" ? writeCsv(wanted) : writeSheet(wanted);
