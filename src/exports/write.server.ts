/** Writes the rows of an export as CSV or XLSX. A cell that begins like a formula is defused in CSV, and is plain text in XLSX. */
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { type Stringifier, stringify } from "csv-stringify";
import writeXlsxFile from "write-excel-file/node";
import { ZipFile } from "yazl";
import type { Language } from "../kernel/texts.ts";
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
  readonly bytes: Uint8Array;
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

async function gather(stream: NodeJS.ReadableStream): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(typeof part === "string" ? Buffer.from(part) : part);
  return Buffer.concat(parts);
}

async function feed(wanted: Wanted, into: Stringifier): Promise<void> {
  // The database may be faster than what packs the lines.
  const write = async (line: readonly string[]): Promise<void> => {
    if (!into.write(line)) await once(into, "drain");
  };
  await write(wanted.heads.map(defused));
  for await (const row of wanted.rows) await write(row.map((cell) => defused(textOf(cell, wanted.language))));
  into.end();
}

async function writeCsv(wanted: Wanted): Promise<Written> {
  // The mark at the head tells spreadsheets that this is UTF-8.
  const lines = stringify({ delimiter: wanted.language === "en" ? "," : ";", bom: true, record_delimiter: "windows" });
  const name = `${wanted.name}.csv`;
  if (wanted.expected < zipFrom) {
    const [bytes] = await Promise.all([gather(lines), feed(wanted, lines)]);
    return { bytes, name, mime: "text/csv; charset=utf-8" };
  }
  const zip = new ZipFile();
  const entry = new PassThrough();
  zip.addReadStream(entry, name);
  zip.end();
  lines.pipe(entry);
  const [bytes] = await Promise.all([gather(zip.outputStream), feed(wanted, lines)]);
  return { bytes, name: `${wanted.name}.zip`, mime: "application/zip" };
}

function sheetCell(cell: Cell) {
  if (cell === null) return null;
  if (cell.kind === "money") return { value: cell.cents / 100, type: Number, format: "#,##0.00" } as const;
  if (cell.kind === "date")
    return { value: new Date(`${cell.date}T00:00:00Z`), type: Date, format: "dd-mm-yyyy" } as const;
  return { value: cell.value, type: String } as const;
}

async function writeSheet(wanted: Wanted): Promise<Written> {
  const rows: ReturnType<typeof sheetCell>[][] = [];
  for await (const row of wanted.rows) rows.push(row.map(sheetCell));
  const head = wanted.heads.map((value) => ({ value, type: String, fontWeight: "bold" }) as const);
  const columns = wanted.heads.map(() => ({ width: 20 }));
  const bytes = await writeXlsxFile([head, ...rows], { columns, stickyRowsCount: 1 }).toBuffer();
  return { bytes, name: `${wanted.name}.xlsx`, mime: xlsx };
}

export const writeExport = (format: "csv" | "xlsx", wanted: Wanted): Promise<Written> =>
  format === "csv" ? writeCsv(wanted) : writeSheet(wanted);
