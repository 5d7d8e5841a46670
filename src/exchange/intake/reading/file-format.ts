/** Finds out how a file of claims is written: encoding, separator, decimal sign, order of dates. Pure. */
import { type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import { type DateOrder, type DecimalSign, type Encoding, type Separator, separators } from "../import/layout.ts";

/** So much of a file tells how it is written. */
export const sampleBytes = 128 * 1024;

const firstBeyondAscii = (bytes: Uint8Array): number => {
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] ?? 0) > 0x7f) return at;
  return bytes.length;
};

/**
 * The encoding of a file: by its mark, else UTF-8 if it is valid as such where its first letter beyond ASCII stands, which may be far into it, else
 * Windows-1252.
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const from = firstBeyondAscii(bytes);
  const head = bytes.subarray(from, from + sampleBytes);
  // The sample may end in the middle of a character; up to three bytes are left out for that.
  for (let cut = 0; cut < 4; cut++) {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(head.subarray(0, head.length - cut));
      return "utf-8";
    } catch {
      // Not valid with this many bytes left out; fewer are tried next.
    }
  }
  return "windows-1252";
}

/** How often a character stands outside quotes in each line; at most `lines` lines are looked at. */
function countPerLine(text: string, character: string, lines: number): number[] {
  const counts = [0];
  let quoted = false;
  for (const one of text) {
    if (one === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (one === "\n") {
      if (counts.length >= lines) break;
      counts.push(0);
    } else if (one === character) counts[counts.length - 1] = (counts[counts.length - 1] ?? 0) + 1;
  }
  return counts;
}

/** The separator that stands equally often in most lines of the sample. */
export function detectSeparator(sample: string): Separator {
  let best: Separator = ";";
  let bestScore = 0;
  for (const separator of separators) {
    const counts = countPerLine(sample, separator, 20);
    const header = counts[0] ?? 0;
    if (header === 0) continue;
    const alike = counts.filter((count) => count === header).length / counts.length;
    const score = alike * 100 + Math.min(header, 60);
    if (score > bestScore) [best, bestScore] = [separator, score];
  }
  return best;
}

/** The decimal sign of a column of amounts: the last sign that one or two digits follow. */
export function detectDecimal(amounts: readonly string[]): DecimalSign {
  let [commas, points] = [0, 0];
  for (const amount of amounts) {
    const sign = /([.,])\d{1,2}$/.exec(amount.trim())?.[1];
    if (sign === ",") commas++;
    else if (sign === ".") points++;
  }
  return points > commas ? "." : ",";
}

/** The order of dates: year first where they say so; month first only where a day past the twelfth proves it. */
export function detectDates(dates: readonly string[]): DateOrder {
  let [ymd, mdy, dmy, any] = [0, 0, 0, 0];
  for (const text of dates) {
    const parts = text.trim().split(/[-/.\s]/);
    const [first = 0, second = 0] = parts.map(Number);
    if (parts.length < 3) continue;
    any++;
    if ((parts[0] ?? "").length === 4) ymd++;
    else if (first > 12) dmy++;
    else if (second > 12) mdy++;
  }
  if (ymd > 0 && ymd === any) return "ymd";
  return mdy > 0 && dmy === 0 ? "mdy" : "dmy";
}

/**
 * An amount as a file writes it: "1.234,56", "1234.56", "€ 1.234", "1234,5". Undefined for anything else, more than two decimals, or a
 * thousands sign that does not stand before three digits.
 */
export function readAmount(text: string, decimal: DecimalSign): Cents | undefined {
  const bare = text.replace(/[\s€\u00a0]|EUR/gi, "");
  const match =
    decimal === ","
      ? /^([+-]?)(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(bare)
      : /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(bare);
  if (!match) return undefined;
  const whole = (match[2] ?? "").replace(/[.,]/g, "");
  if (whole.length > 11) return undefined;
  const cents = Number(whole + (match[3] ?? "").padEnd(2, "0"));
  return match[1] === "-" && cents !== 0 ? -cents : cents;
}

const pad = (text: string, length: number): string => text.padStart(length, "0");

function parseDate(text: string, order: DateOrder): PlainDate | undefined {
  // A spreadsheet may add a time to a date.
  const bare = text.trim().replace(/[T\s]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?Z?$/, "");
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(bare) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(bare);
  if (iso) return parsePlainDate(`${iso[1]}-${pad(iso[2] ?? "", 2)}-${pad(iso[3] ?? "", 2)}`);
  const match = /^(\d{1,2})[-/.\s](\d{1,2})[-/.\s](\d{4}|\d{2})$/.exec(bare);
  if (!match) return undefined;
  const [, first = "", second = "", year = ""] = match;
  const [day, month] = order === "mdy" ? [second, first] : [first, second];
  return parsePlainDate(`${year.length === 2 ? `20${year}` : year}-${pad(month, 2)}-${pad(day, 2)}`);
}

// The rows of a file name the same days over and over.
const mostKept = 20_000;
const kept: Readonly<Record<DateOrder, Map<string, PlainDate>>> = {
  dmy: new Map(),
  mdy: new Map(),
  ymd: new Map(),
};

/** A date as a file writes it, in its order or as ISO; "1-4-26" is of this century. Undefined for what is no date. */
export function readDate(text: string, order: DateOrder): PlainDate | undefined {
  const known = kept[order].get(text);
  if (known !== undefined) return known;
  const date = parseDate(text, order);
  if (date === undefined) return undefined;
  if (kept[order].size >= mostKept) kept[order].clear();
  kept[order].set(text, date);
  return date;
}
