/** Bank statements and their entries: the data that the reader of each bank format produces. Pure. */
import type { PlainDate } from "../../ground/kernel/dates.ts";
import type { Cents } from "../../ground/kernel/money.ts";

/** One movement on our account, from any format. A batch with details becomes several entries. */
export interface BankEntry {
  /** Position within the statement, from 1. */
  readonly position: number;
  /** The bank's reference of the entry within its statement, otherwise its content; unique there. */
  readonly entryRef: string;
  /** The bank's own reference, unique on the account over all statements; null if there is none. */
  readonly bankRef: string | null;
  readonly bookedOn: PlainDate;
  /** The day from which the payment counts (BW 6:114(2)): interest runs up to it. */
  readonly valueDate: PlainDate;
  /** Positive for incoming, negative for outgoing. Never 0. */
  readonly amountCents: Cents;
  readonly counterpartyIban: string | null;
  readonly counterpartyName: string | null;
  /** Betalingskenmerk or RF reference, as the payer's bank passed it on. */
  readonly structuredRef: string | null;
  readonly endToEndId: string | null;
  readonly mandateId: string | null;
  readonly description: string;
  /** ISO reason code of a returned direct debit or transfer (AC04, AM04, MD06, MS03 …). */
  readonly returnCode: string | null;
}

export interface BankStatement {
  /** Our account. */
  readonly iban: string;
  /** The bank's number of the statement. */
  readonly number: string;
  /** Number and closing date: the key of the statement on its account. */
  readonly key: string;
  readonly currency: string;
  readonly from: PlainDate;
  readonly to: PlainDate;
  readonly openingCents: Cents;
  readonly closingCents: Cents;
  readonly entries: readonly BankEntry[];
}

export type BankFormat = "camt.053.001.02" | "camt.053.001.08" | "mt940";

export interface ReadFile {
  readonly format: BankFormat;
  readonly statements: readonly BankStatement[];
}

/** An invalid bank file. `key` is a text of this module. */
export class UnreadableStatement extends Error {
  readonly key: string;
  readonly values: Readonly<Record<string, string | number>>;
  constructor(key: string, values: Readonly<Record<string, string | number>> = {}) {
    super(key);
    this.name = "UnreadableStatement";
    this.key = key;
    this.values = values;
  }
}

export const accountKinds = ["client_money", "own"] as const;
export type AccountKind = (typeof accountKinds)[number];

/** The state of an entry: unprocessed, booked, left for review, or not a receipt. */
export const entryStates = ["unmatched", "matched", "review", "ignored"] as const;
export type EntryState = (typeof entryStates)[number];

export const importStates = ["waiting", "reading", "done", "refused"] as const;

/** The maximum size of a bank file, in bytes. */
export const maxStatementBytes = 50_000_000;
