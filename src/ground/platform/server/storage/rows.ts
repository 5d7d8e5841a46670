/** Rows of a sheet as a stream. */
import { setImmediate } from "node:timers/promises";
import type { Cents } from "../../../kernel/money.ts";

/** A text, a date, an amount, or nothing. */
export type SheetCell = string | null | { readonly date: string } | { readonly cents: Cents };
export type Row = readonly SheetCell[];
export type Rows = Iterable<Row> | AsyncIterable<Row>;

/** The number of rows written at a time. */
const lotSize = 500;

/** Some hundred rows at a time; requests are served between two batches. */
export async function* inLots(rows: Rows): AsyncGenerator<Row[]> {
  let lot: Row[] = [];
  for await (const row of rows) {
    lot.push(row);
    if (lot.length < lotSize) continue;
    yield lot;
    lot = [];
    await setImmediate();
  }
  if (lot.length > 0) yield lot;
}
