/** The rows of a CSV file one by one, in its encoding and with its separator. */
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { fieldError } from "../../../ground/kernel/errors.ts";
import type { FileStyle } from "../import/layout.ts";

/** One row longer than this is no row: a quote was opened and never closed. */
const longestRow = 200_000;

const unreadable = () => fieldError("file", "intake.unreadable");

function* chunksOf(bytes: Uint8Array, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding);
  const size = 256 * 1024;
  for (let from = 0; from < bytes.length; from += size) {
    yield decoder.decode(bytes.subarray(from, from + size), { stream: true });
  }
  yield decoder.decode();
}

/** So many rows that were parsed are handed on together. */
const lotSize = 200;

/** Rows in which a quote may stand, as the library reads them. `ending` is what ends the rows before them. */
async function* parsedRows(
  text: Iterable<string>,
  separator: string,
  ending: string | undefined,
): AsyncGenerator<string[][]> {
  const parser = Readable.from(text).pipe(
    parse({
      delimiter: separator,
      bom: ending === undefined,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: longestRow,
      ...(ending !== undefined && { record_delimiter: ending }),
    }),
  );
  try {
    let lot: string[][] = [];
    for await (const record of parser) {
      lot.push(record);
      if (lot.length < lotSize) continue;
      yield lot;
      lot = [];
    }
    yield lot;
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("CSV_")) throw unreadable();
    throw error;
  }
}

/** What ends the rows of a text: the first that stands in it; undefined while that is not seen. */
function endingOf(text: string, isLast: boolean): string | undefined {
  const found = /\r\n|\n|\r/.exec(text);
  // The other half of it may be in the next piece.
  if (!found || (!isLast && found[0] === "\r" && found.index === text.length - 1)) return undefined;
  return found[0];
}

/** So much of a text as is whole rows. */
function wholeRows(text: string, ending: string | undefined, isLast: boolean): number {
  if (isLast) return text.length;
  const last = ending === undefined ? -1 : text.lastIndexOf(ending);
  return last < 0 || ending === undefined ? 0 : last + ending.length;
}

function* rest(text: string, chunks: Iterable<string>): Generator<string> {
  yield text;
  yield* chunks;
}

/** Rows without a quote, cut at their signs; where one has a quote they end, and `from` says where it begins. */
function cutRows(text: string, whole: number, separator: string, ending: string | undefined) {
  const rows: string[][] = [];
  let from = 0;
  while (from < whole) {
    const end = ending === undefined ? -1 : text.indexOf(ending, from);
    const line = text.slice(from, end < 0 ? whole : end);
    if (line.includes('"')) break;
    if (line.length > longestRow) throw unreadable();
    if (line !== "") rows.push(line.split(separator));
    from = end < 0 ? whole : end + (ending?.length ?? 0);
  }
  return { rows, from };
}

/**
 * The rows of a CSV file by the lot, its header first. Rows without a quote, nearly all of most files, need no more than to be cut at their
 * signs, which takes a quarter of the time; from the first row with one on the library reads them. @throws validation where quotes or sizes
 * make it no CSV.
 */
export async function* csvRows(bytes: Uint8Array, style: FileStyle): AsyncGenerator<string[][]> {
  const chunks = chunksOf(bytes, style.encoding);
  let text = "";
  let ending: string | undefined;
  let hasBegun = false;
  for (;;) {
    const next = chunks.next();
    const isLast = next.done === true;
    text += isLast ? "" : next.value;
    ending ??= endingOf(text, isLast);
    const whole = wholeRows(text, ending, isLast);
    // A row without an end is known for one before all of it has been read.
    if (whole === 0 && text.length > longestRow) throw unreadable();
    const { rows, from } = cutRows(text, whole, style.separator, ending);
    hasBegun ||= from > 0;
    if (rows.length > 0) yield rows;
    if (from < whole) {
      yield* parsedRows(rest(text.slice(from), chunks), style.separator, hasBegun ? ending : undefined);
      return;
    }
    text = text.slice(whole);
    if (isLast) return;
  }
}
