/** Reads the rows of an uploaded file one by one: CSV in its encoding and separator, or the first sheet of a workbook. */

import { cutText } from "../../../ground/kernel/cut-text.ts";
import type { FileStyle } from "../import/layout.ts";
import { maxColumns, maxRows } from "../import/layout.ts";
import { refused } from "./archive.server.ts";
import { csvRows } from "./csv.server.ts";
import { detectDates, detectDecimal, detectEncoding, detectSeparator, sampleBytes } from "./file-format.ts";
import { sheetRows } from "./workbook.server.ts";

export type Format = "csv" | "xlsx";

/** The format by its content: a workbook is a zip. */
export const formatOf = (bytes: Uint8Array): Format => (bytes[0] === 0x50 && bytes[1] === 0x4b ? "xlsx" : "csv");

async function* sheetLot(bytes: Uint8Array): AsyncGenerator<string[][]> {
  yield await sheetRows(bytes);
}

/** The rows of a file by the lot, its header first; `limit` counts rows after the header. @throws validation where there are too many. */
export async function* readRows(
  bytes: Uint8Array,
  format: Format,
  style: FileStyle,
  limit = maxRows,
): AsyncGenerator<readonly string[][]> {
  let seen = -1;
  for await (const rows of format === "csv" ? csvRows(bytes, style) : sheetLot(bytes)) {
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
  return { header: header.map((title) => cutText(title.trim(), 100)), sample };
}

/** Finds out how a file is written. @throws validation where it has no header or no rows. */
export async function sniff(bytes: Uint8Array): Promise<Sniffed> {
  const format = formatOf(bytes);
  const head = bytes.subarray(0, sampleBytes);
  const encoding = format === "csv" ? detectEncoding(bytes) : "utf-8";
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
