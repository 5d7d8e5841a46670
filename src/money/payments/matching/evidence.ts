/** The clues in an entry to its file: references, numbers, account and name. Pure (domain facts 8.3). */
import { parseFileNumber } from "../../../cases/files/files.ts";
import { tidy } from "../formats/statement.ts";
import type { BankEntry } from "../payments.ts";

export interface Clues {
  /** A possible payment reference: from the reference field (`structured`) or found in the text. */
  readonly references: readonly { readonly value: string; readonly structured: boolean }[];
  readonly endToEndId: string | null;
  /** File numbers. `exact` ones were written with their dash; others are just eight digits. */
  readonly numbers: readonly { readonly value: string; readonly exact: boolean }[];
  readonly iban: string | null;
  readonly name: string | null;
}

/** Groups of digits separated by single spaces, dots or dashes, as people type references. */
const digitRuns = /(?<![\dA-Z])\d+(?:[ .-]\d+)*(?![A-Z])/gi;
const rfRuns = /\bRF\d{2}(?: ?[0-9A-Z]{1,4}){1,6}\b/gi;
const dashed = /(?<!\d)\d{2}-\d{6,7}(?!\d)/g;
const loose = /(?<!\d)\d{2}[ ./]?\d{6}(?!\d)/g;

/** The forms of a reference as banks pass it on: unchanged, without padding zeros, and the content of an RF reference. */
function spellings(reference: string): string[] {
  const plain = reference.replace(/[\s.-]/g, "").toUpperCase();
  const rf = /^RF\d{2}([0-9A-Z]{1,21})$/.exec(plain)?.[1];
  const base = rf ?? plain;
  const stripped = base.replace(/^0+/, "");
  return [...new Set([base, stripped, `0${stripped}`])].filter((value) => value.length >= 7);
}

/** Adjacent groups of a run, joined in every way that gives a reference of nine to sixteen digits. */
function joins(run: string): string[] {
  const groups = run.split(/[ .-]/);
  const found: string[] = [];
  for (let start = 0; start < groups.length; start++) {
    let joined = "";
    for (let end = start; end < groups.length && joined.length < 16; end++) {
      joined += groups[end] ?? "";
      if (joined.length >= 9 && joined.length <= 16) found.push(joined);
    }
  }
  return found;
}

/** All possible clues in an entry. The caller checks which of them exist. */
export function cluesOf(entry: BankEntry): Clues {
  const text = tidy(`${entry.description} ${entry.endToEndId ?? ""}`);
  const digits = [...text.matchAll(digitRuns)].flatMap((run) => joins(run[0]));
  const found = [...digits, ...[...text.matchAll(rfRuns)].map((run) => run[0])].flatMap(spellings);
  const structured = entry.structuredRef === null ? [] : spellings(entry.structuredRef);
  const numbered = `${text} ${entry.structuredRef ?? ""}`;
  const exact = [...numbered.matchAll(dashed)].map((run) => run[0]);
  const rest = [...numbered.matchAll(loose)].map((run) => parseFileNumber(run[0].replace(/[ ./]/, "")) ?? "");
  return {
    references: [
      ...structured.map((value) => ({ value, structured: true })),
      ...[...new Set(found)]
        .filter((value) => !structured.includes(value))
        .map((value) => ({ value, structured: false })),
    ],
    endToEndId: entry.endToEndId,
    numbers: [
      ...[...new Set(exact)].map((value) => ({ value, exact: true })),
      ...[...new Set(rest)]
        .filter((value) => value !== "" && !exact.includes(value))
        .map((value) => ({ value, exact: false })),
    ],
    iban: entry.counterpartyIban,
    name: entry.counterpartyName,
  };
}
