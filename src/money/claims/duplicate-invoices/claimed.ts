/** Which invoices a file claims, and when two are the same, so that no client collects an invoice twice. Pure. */
import { type Cents, sumCents } from "../../../ground/kernel/money.ts";
import { type ClaimEvent, isKind, standingEvents } from "../engine/events.ts";

const separators = /[\s\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2010-\u205e\u2212]+/g;
/** Invisible characters: soft hyphens, joiners, direction marks, byte order marks. */
const unseen = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;

/**
 * The comparison key of an invoice number: without case, spaces, punctuation, invisible characters and leading zeros, and with full-width or styled
 * characters as plain ones. A separator between groups of digits is kept as a dash: 2026-1-11 and 2026/1/11 are the same number, 2026-11-1 is
 * another.
 */
export function invoiceKey(number: string): string {
  const plain = number
    .normalize("NFKC")
    .replace(unseen, "")
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(separators, "-")
    .replace(/(^|[^0-9])-/g, "$1")
    .replace(/-($|[^0-9])/g, "$1")
    .replace(/(^|[^0-9])0+(?=[0-9])/g, "$1");
  return plain === "" ? number : plain;
}

/** An invoice that a file claims, with one of its amounts. */
export interface ClaimedInvoice {
  readonly eventId: number;
  readonly number: string;
  readonly cents: Cents;
}

/**
 * What the invoices of a file claim: the amount entered, and what is left after retroactive credit notes. A fully credited invoice claims nothing.
 */
export function claimedInvoices(events: readonly ClaimEvent[]): readonly ClaimedInvoice[] {
  const standing = standingEvents(events);
  return standing.flatMap((event) => {
    if (!isKind(event, "invoice")) return [];
    const { number } = event.data;
    const credited = standing.flatMap((other) =>
      isKind(other, "credit_note") && other.data.mode === "retroactive" && other.data.invoice === number
        ? [other.amount]
        : [],
    );
    const left = event.amount - sumCents(credited);
    if (left <= 0) return [];
    return [...new Set([event.amount, left])].map((cents) => ({ eventId: event.id, number, cents }));
  });
}
