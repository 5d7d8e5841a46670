/** Payments that a client reports by upload, and which of them are duplicates. Pure. */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { parsePaymentReference } from "../../../ground/kernel/identifiers.ts";
import type { Cents } from "../../../ground/kernel/money.ts";

export interface PaymentFacts {
  readonly on: PlainDate;
  readonly cents: Cents;
  /** The client's own reference of it; empty without one. */
  readonly reference: string;
}

const plain = (text: string): string => text.trim().toLowerCase();

/**
 * Whether two reports are the same payment on one record: the same date and amount, unless both have a reference and these differ. A second payment
 * with the same date and amount therefore needs a reference.
 */
export const isSamePayment = (one: PaymentFacts, other: PaymentFacts): boolean =>
  one.on === other.on &&
  one.cents === other.cents &&
  (plain(one.reference) === "" || plain(other.reference) === "" || plain(one.reference) === plain(other.reference));

/** The records that a text names by the payment reference of their letters (`letter.server.ts`), also when spaced or padded by banks. */
export function recordsByReference(text: string): readonly number[] {
  const runs = [...text.matchAll(/(?<![\dA-Z])\d(?:[ .-]?\d){10,15}(?!\d)/gi)].map(([run]) => run.replace(/\D/g, ""));
  const ids = runs.flatMap((run) => {
    const reference = /^0*(\d{11})$/.exec(run)?.[1];
    const id = reference === undefined ? undefined : /^\d99(\d{8})$/.exec(parsePaymentReference(reference) ?? "")?.[1];
    return id === undefined ? [] : [Number(id)];
  });
  return [...new Set(ids)];
}

/** Words of a text that may be a record number, a reference or an invoice number. */
export const namesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\s,;|]+/)
      .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""))
      .filter((word) => word.length >= 4 && word.length <= 60 && /\d/.test(word)),
  ),
];
