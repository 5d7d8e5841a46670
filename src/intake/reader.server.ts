/** Reads the rows of an uploaded file one by one: CSV in its encoding and separator, or the first sheet of a workbook. */
import { inflateRawSync } from "node:zlib";
import { readSheet } from "read-excel-file/node";
import { fieldError } from "../kernel/errors.ts";
import { csvRows } from "./csv.server.ts";
import type { FileStyle } from "./intake.ts";
import { maxColumns, maxRows } from "./intake.ts";
import { detectDates, detectDecimal, detectEncoding, detectSeparator } from "./style.ts";

export type Format = "csv" | "xlsx";

const refused = (key: string, values?: Record<string, string | number>) => fieldError("file", `intake.${key}`, values);

/** The format by its content: a workbook is a zip. */
export const formatOf = (bytes: Uint8Array): Format => (bytes[0] === 0x50 && bytes[1] === 0x4b ? "xlsx" : "csv");

const mostUnpacked = 400 * 1024 * 1024;

/**
 * Refuses a zip that unpacks to more than we would ever read. The sizes that its directory states are not believed: every part is
 * unpacked up to the limit. (ZIP, APPNOTE 4.3.12: the central directory.)
 */
export function refuseZipBomb(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  const lowest = Math.max(0, bytes.length - 65_557);
  while (end >= lowest && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < lowest) throw refused("unreadable");
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let left = mostUnpacked;
  if (count > 2000) throw refused("unreadable");
  try {
    for (let part = 0; part < count; part++) {
      if (view.getUint32(at, true) !== 0x02014b50) throw refused("unreadable");
      const [method, packed] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
      const local = view.getUint32(at + 42, true);
      const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      if (method === 8) left -= inflateRawSync(bytes.subarray(from, from + packed), { maxOutputLength: left }).length;
      else if (method === 0) left -= packed;
      else throw refused("unreadable");
      at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
  } catch (error) {
    if (error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") throw refused("bomb");
    if (error instanceof RangeError) throw refused("unreadable");
    throw error instanceof Error && "code" in error && String(error.code).startsWith("Z_")
      ? refused("unreadable")
      : error;
  }
}

const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  // A number of a sheet has a point whatever the language; amounts of it are read in that style.
  return typeof cell === "number" ? String(Math.round(cell * 1e6) / 1e6) : String(cell);
};

async function* sheetRows(bytes: Uint8Array): AsyncGenerator<string[][]> {
  refuseZipBomb(bytes);
  let sheet: readonly (readonly unknown[])[];
  try {
    sheet = await readSheet(Buffer.from(bytes));
  } catch {
    throw refused("unreadable");
  }
  yield sheet.flatMap((row) => (row.some((cell) => cell !== null) ? [row.map(cellText)] : []));
}

/** The rows of a file by the lot, its header first; `limit` counts rows after the header. @throws validation where there are too many. */
export async function* readRows(
  bytes: Uint8Array,
  format: Format,
  style: FileStyle,
  limit = maxRows,
): AsyncGenerator<readonly string[][]> {
  let seen = -1;
  for await (const rows of format === "csv" ? csvRows(bytes, style) : sheetRows(bytes)) {
    seen += rows.length;
    if (seen > limit) throw refused("tooManyRows", { maximum: maxRows });
    if (rows.some((row) => row.length > maxColumns)) throw refused("tooManyColumns", { maximum: maxColumns });
    yield rows;
  }
}

export interface Sniffed {
  readonly format: Format;
  readonly style: FileStyle;
  readonly header: readonly string[];
  /** The first rows, for the person who maps the columns. */
  readonly sample: readonly (readonly string[])[];
}

const sampleRows = 200;

/** The first rows of a file. */
export async function readSample(
  bytes: Uint8Array,
  format: Format,
  style: FileStyle,
): Promise<{ header: string[]; sample: string[][] }> {
  const first: string[][] = [];
  for await (const rows of readRows(bytes, format, style)) {
    first.push(...rows.slice(0, sampleRows + 1 - first.length));
    if (first.length > sampleRows) break;
  }
  const [header = [], ...sample] = first;
  return { header: header.map((title) => title.trim().slice(0, 100)), sample };
}

/** Finds out how a file is written. @throws validation where it has no header or no rows. */
export async function sniff(bytes: Uint8Array): Promise<Sniffed> {
  const format = formatOf(bytes);
  const head = bytes.subarray(0, 128 * 1024);
  const encoding = format === "csv" ? detectEncoding(head) : "utf-8";
  const text = format === "csv" ? new TextDecoder(encoding).decode(head) : "";
  const style: FileStyle = { encoding, separator: detectSeparator(text), decimal: ",", dates: "dmy" };
  const { header, sample } = await readSample(bytes, format, style);
  if (header.length < 2 || sample.length === 0) throw refused("empty");
  const cells = sample.flat();
  const amounts = cells.filter((cell) => /^[€\s]*\d[\d.,]*[.,]\d{1,2}$/.test(cell));
  const dates = cells.filter((cell) => /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(cell));
  return {
    format,
    style: {
      ...style,
      decimal: format === "xlsx" && amounts.length === 0 ? "." : detectDecimal(amounts),
      dates: detectDates(dates),
    },
    header,
    sample,
  };
}
