/** The rows of a CSV of results. Done by a thread: no database, no calls. */

import { parse } from "csv-parse/sync";
import { z } from "zod";
import { cutText } from "../../ground/kernel/cut-text.ts";
import { fieldError } from "../../ground/kernel/errors.ts";
import { answerColumns, maxAnswers } from "./surveillance.ts";

export interface Line {
  /** Counted as a spreadsheet counts, the head being row 1. */
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** @throws validation on `file` where it is no CSV with the wanted head, or too long. */
export async function readLines({ bytes }: { readonly bytes: Uint8Array }): Promise<Line[]> {
  const text = new TextDecoder("utf-8").decode(bytes);
  const delimiter = text.slice(0, 2000).includes(";") ? ";" : ",";
  let records: string[][];
  try {
    records = z.array(z.array(z.string())).parse(
      parse(text, {
        bom: true,
        delimiter,
        relax_column_count: true,
        skip_empty_lines: true,
        max_record_size: 20_000,
      }),
    );
  } catch {
    throw fieldError("file", "surveillance.noCsv");
  }
  const [head, ...rows] = records;
  const titles = (head ?? []).map((title) => title.trim().toLowerCase());
  if (!titles.includes("check_number") || !titles.includes("result")) throw fieldError("file", "surveillance.noHead");
  if (rows.length > maxAnswers) throw fieldError("file", "surveillance.tooMany", { max: maxAnswers });
  const wanted = answerColumns.map((name) => [name, titles.indexOf(name)] as const);
  return rows.map((cells, at) => ({
    row: at + 2,
    cells: Object.fromEntries(wanted.map(([name, place]) => [name, cutText((cells[place] ?? "").trim(), 300)])),
  }));
}
