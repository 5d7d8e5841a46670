/** The rows of a dialer's results. Done by a thread: no database, no calls. */

import { parse } from "csv-parse/sync";
import { z } from "zod";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import { mostDialerRows } from "../work-queue.ts";
import { resultColumns } from "./results.ts";

export interface ResultLine {
  /** Counted as a spreadsheet counts, the head being row 1. */
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** The text of a file; undefined where it is none: of another encoding, or bytes that no text has. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return /[^\P{Cc}\t\n\r]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** @throws validation on `file` where it is no CSV with the wanted head, or too long. */
export async function readResultLines({ bytes }: { readonly bytes: Uint8Array }): Promise<ResultLine[]> {
  const text = textOf(bytes);
  if (text === undefined) throw fieldError("file", "work-queue.noText");
  // By the head alone: what is told in a note may hold either.
  const delimiter = /^[^\r\n]*;/.test(text) ? ";" : ",";
  let records: string[][];
  try {
    const options = { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true, max_record_size: 20_000 };
    records = z.array(z.array(z.string())).parse(parse(text, options));
  } catch {
    throw fieldError("file", "work-queue.noCsv");
  }
  const [head, ...rows] = records;
  const titles = (head ?? []).map((title) => title.trim().toLowerCase());
  const missing = resultColumns.slice(0, 3).find((name) => !titles.includes(name));
  if (missing !== undefined) throw fieldError("file", "work-queue.noHead", { column: missing });
  if (rows.length === 0) throw fieldError("file", "work-queue.noRows");
  if (rows.length > mostDialerRows) throw fieldError("file", "work-queue.tooManyRows", { most: mostDialerRows });
  const wanted = resultColumns.map((name) => [name, titles.indexOf(name)] as const);
  return rows.map((cells, at) => ({
    row: at + 2,
    cells: Object.fromEntries(wanted.map(([name, place]) => [name, cutText((cells[place] ?? "").trim(), 2000)])),
  }));
}
