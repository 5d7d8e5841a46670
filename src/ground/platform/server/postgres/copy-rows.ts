/** Inserts many rows with COPY. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

export type CopyValue = string | number | boolean | null | readonly string[];

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
/** A text in the format of COPY. */
export const escaped = (text: string): string =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign) : text;

// One test of all items shows that none needs an escape, as is usual: an import of a hundred thousand rows calls this.
/** Texts as PostgreSQL writes an array of them (Arrays, "Array Input and Output Syntax"). */
export const arrayText = (items: readonly string[]): string =>
  /["\\]/.test(items.join(""))
    ? `{${items.map((item) => `"${item.replace(/["\\]/g, "\\$&")}"`).join(",")}}`
    : `{${items.length === 0 ? "" : `"${items.join('","')}"`}}`;

/** One row in the text format of COPY (PostgreSQL, COPY, "Text Format"). Texts must not hold NUL. */
export const copyLine = (values: readonly CopyValue[]): string =>
  `${values
    .map((value) => {
      if (value === null) return "\\N";
      if (typeof value === "string") return escaped(value);
      if (typeof value === "object") return escaped(arrayText(value));
      return String(value);
    })
    .join("\t")}\n`;

/** Larger pieces mean fewer messages; a larger size gains nothing. */
const pieceLength = 64 * 1024;

async function* pieces(rows: AsyncIterable<readonly CopyValue[]>): AsyncGenerator<string> {
  let piece = "";
  for await (const row of rows) {
    piece += copyLine(row);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

/**
 * Copies data in the text format of COPY, in pieces of any length, into `table (columns)`: all rows or none. Returns how many. Table and columns
 * are trusted names.
 */
export async function copyText(
  pool: pg.Pool,
  table: string,
  columns: readonly string[],
  text: AsyncIterable<string | Uint8Array>,
): Promise<number> {
  const client = await pool.connect();
  try {
    const stream = client.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin`));
    await pipeline(Readable.from(text), stream);
    client.release();
    return stream.rowCount;
  } catch (error) {
    // The connection may be in the middle of a copy; it is closed, and the server rolls back.
    client.release(true);
    throw error;
  }
}

/** Copies rows into `table (columns)`, all of them or none; returns how many. */
export const copyRows = (
  pool: pg.Pool,
  table: string,
  columns: readonly string[],
  rows: AsyncIterable<readonly CopyValue[]>,
): Promise<number> => copyText(pool, table, columns, pieces(rows));
