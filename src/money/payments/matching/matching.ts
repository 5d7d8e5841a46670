/**
 * Which file an entry belongs to. The provider's order is (domain facts 8.3): structured reference, end-to-end id, file number in the text, payer's
 * account known on one open file; amount and name are only suggestions. A person decides on anything uncertain. Pure.
 */
import { foldText } from "../../../ground/kernel/fold-text.ts";
import { parsePaymentReference, parseRfReference } from "../../../ground/kernel/identifiers.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { Finding } from "../formats/statement.ts";
import type { BankEntry } from "../payments.ts";
import { type Clues, cluesOf } from "./evidence.ts";

/** A file that a clue points to. */
export interface Candidate {
  readonly fileId: number;
  readonly number: string;
  readonly paymentReference: string;
  readonly closed: boolean;
  /** What was open at the entry's value date and has not been paid or credited since. */
  readonly openCents: Cents;
  /** The entry's value date is before the file's first invoice, or years ago. */
  readonly unusualDay: boolean;
  readonly debtorName: string;
  /** All the words of the debtor's names. */
  readonly searchName: string;
  /** The debtor's account and the accounts of earlier payers on this file. */
  readonly ibans: readonly string[];
  /** End-to-end ids of earlier payments on this file. */
  readonly endToEndIds: readonly string[];
}

export const ways = ["reference", "endToEnd", "number", "iban"] as const;
export type Way = (typeof ways)[number];
/** The deciding ways, and two that only suggest. */
export type Hint = Way | "looseNumber" | "name" | "amount";

export interface Suggestion {
  readonly fileId: number;
  readonly hints: readonly Hint[];
}

export type Verdict =
  | { readonly kind: "book"; readonly fileId: number; readonly way: Way; readonly why: Finding }
  | { readonly kind: "reverse"; readonly bookingId: number; readonly why: Finding }
  | { readonly kind: "review"; readonly why: Finding; readonly suggestions: readonly Suggestion[] }
  | { readonly kind: "ignore"; readonly why: Finding };

const nameWords = (name: string | null): string[] =>
  foldText(name ?? "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3 && !["van", "den", "der", "het", "ten", "ter", "cjo"].includes(word));

/** Whether payer and debtor share a significant word of their names. */
export function namesAgree(payer: string | null, debtor: string): boolean {
  const words = new Set(nameWords(payer));
  return nameWords(debtor).some((word) => words.has(word));
}

function hintsOf(entry: BankEntry, clues: Clues, file: Candidate): Hint[] {
  const hints: Hint[] = [];
  if (clues.references.some(({ value }) => value === file.paymentReference)) hints.push("reference");
  if (clues.endToEndId !== null && file.endToEndIds.includes(clues.endToEndId)) hints.push("endToEnd");
  const number = clues.numbers.find(({ value }) => value === file.number);
  const agrees = namesAgree(clues.name, file.debtorName);
  const exactAmount = entry.amountCents === file.openCents;
  const known = clues.iban !== null && file.ibans.includes(clues.iban);
  // Eight digits in a text may be anything; together with the name, the account or the exact amount they count as the number.
  if (number !== undefined) hints.push(number.exact || agrees || known || exactAmount ? "number" : "looseNumber");
  if (known && !file.closed) hints.push("iban");
  if (agrees) hints.push("name");
  if (exactAmount && !file.closed) hints.push("amount");
  return hints;
}

const finding = (key: string, values: Finding["values"] = {}): Finding => ({ key: `payments.${key}`, values });

/** The weight of hints: each deciding way outweighs all suggestions. */
const weight = (hints: readonly Hint[]): number =>
  hints.reduce(
    (sum, hint) => sum + { reference: 64, endToEnd: 32, number: 16, iban: 8, looseNumber: 4, amount: 2, name: 1 }[hint],
    0,
  );

interface Pointed {
  readonly file: Candidate;
  readonly hints: readonly Hint[];
}

/** A reference field with wrong check digits: a typing error. */
const misread = ({ structuredRef }: BankEntry): boolean =>
  structuredRef !== null &&
  parsePaymentReference(structuredRef) === undefined &&
  parseRfReference(structuredRef) === undefined;

function decideReceipt(entry: BankEntry, pointed: readonly Pointed[], remitter: string | undefined): Verdict {
  const suggestions = pointed
    .filter(({ hints }) => hints.length > 1 || hints[0] !== "name")
    .concat(pointed.filter(({ hints }) => hints.length === 1 && hints[0] === "name"))
    .slice(0, 10)
    .map(({ file, hints }) => ({ fileId: file.fileId, hints }));
  const review = (key: string, values: Finding["values"] = {}): Verdict => ({
    kind: "review",
    why: finding(key, values),
    suggestions,
  });
  if (remitter !== undefined) return review("whyRemitter", { name: remitter });
  const by = (way: Way) => pointed.filter(({ hints }) => hints.includes(way));
  const way = ways.find((one) => by(one).length > 0);
  if (way === undefined) {
    if (misread(entry)) return review("whyMisread", { reference: entry.structuredRef ?? "" });
    return suggestions.length > 0 ? review("whyOnlySuggested") : review("whyNoClue");
  }
  const hits = by(way);
  const [hit] = hits;
  if (hit === undefined || hits.length > 1) return review("whySeveral", { count: hits.length });
  const { file } = hit;
  // The payer's account may belong to anyone; a reference or number of another file is a contradiction.
  const others = ways.filter((one) => one !== "iban" && one !== way && by(one).length > 0);
  if (others.some((one) => by(one).every((other) => other.file.fileId !== file.fileId)))
    return review("whyContradiction");
  if (file.closed) return review("whyClosed", { number: file.number });
  if (file.unusualDay) return review("whyUnusualDay", { number: file.number, on: { date: entry.valueDate } });
  if (entry.amountCents > file.openCents) {
    return review("whyTooMuch", { number: file.number, over: { cents: entry.amountCents - file.openCents } });
  }
  return { kind: "book", fileId: file.fileId, way, why: finding(`by_${way}`, { number: file.number }) };
}

/** A payment that an entry may reverse. */
export interface Original {
  readonly bookingId: number;
  readonly number: string;
  readonly amountCents: Cents;
  readonly endToEndId: string | null;
  readonly mandateId: string | null;
  readonly bankRef: string | null;
  readonly iban: string | null;
}

/** The payment that a returned direct debit or chargeback reverses (R-codes; domain facts 8.1). */
export function decideReturn(entry: BankEntry, originals: readonly Original[]): Verdict {
  const same = originals.filter((one) => one.amountCents === -entry.amountCents);
  const code = entry.returnCode ?? "";
  const tests: ((one: Original) => boolean)[] = [
    (one) => entry.endToEndId !== null && one.endToEndId === entry.endToEndId,
    (one) => entry.bankRef !== null && one.bankRef === entry.bankRef,
    (one) => entry.mandateId !== null && one.mandateId === entry.mandateId,
    (one) => entry.counterpartyIban !== null && one.iban === entry.counterpartyIban,
  ];
  for (const test of tests) {
    const hits = same.filter(test);
    const [hit] = hits;
    if (hit === undefined) continue;
    if (hits.length > 1)
      return { kind: "review", why: finding("whySeveralOriginals", { code, count: hits.length }), suggestions: [] };
    return { kind: "reverse", bookingId: hit.bookingId, why: finding("by_return", { code, number: hit.number }) };
  }
  return { kind: "review", why: finding("whyNoOriginal", { code }), suggestions: [] };
}

/**
 * Decides on one entry, given all files and payments that match its clues.
 * @param remitter who passes on what debtors paid, if it is from such an account: it may have been reported on the file already.
 */
export function decide(
  entry: BankEntry,
  candidates: readonly Candidate[],
  originals: readonly Original[] = [],
  remitter?: string,
): Verdict {
  if (entry.amountCents < 0) {
    return entry.returnCode === null ? { kind: "ignore", why: finding("whyOutgoing") } : decideReturn(entry, originals);
  }
  const clues = cluesOf(entry);
  const pointed = candidates
    .map((file) => ({ file, hints: hintsOf(entry, clues, file) }))
    .filter(({ hints }) => hints.length > 0)
    .sort((a, b) => weight(b.hints) - weight(a.hints) || a.file.fileId - b.file.fileId);
  // A returned payout is not a payment of a claim.
  if (entry.returnCode !== null)
    return { kind: "review", why: finding("whyPayoutReturned", { code: entry.returnCode }), suggestions: [] };
  return decideReceipt(entry, pointed, remitter);
}
