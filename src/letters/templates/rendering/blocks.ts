/** What the two block nodes of a template show: the specification of the claim, and how to pay. Plain data, in cents and dates. */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Cents } from "../../../ground/kernel/money.ts";

/** One invoice of the claim. */
export interface InvoiceLine {
  readonly number: string;
  readonly invoiceDate: PlainDate;
  readonly dueDate: PlainDate;
  /** The term that was granted afterwards, where there was one (Bki art. 3.1: "extended term"). */
  readonly extendedDueDate?: PlainDate;
  readonly description: string;
  readonly cents: Cents;
}

/** Interest over one period with one rate and one base. */
export interface InterestLine {
  /** Number of the invoice that it runs over; empty where it runs over the whole. */
  readonly invoice: string;
  readonly from: PlainDate;
  /** The day on which the period ends; that day carries no interest. */
  readonly until: PlainDate;
  readonly baseCents: Cents;
  /** Exact percentage, "10.4". */
  readonly rate: string;
  readonly per: "year" | "month";
  readonly days: number;
  /** The basis in the reader's language: "wettelijke rente, artikel 6:119 BW". */
  readonly basis: string;
  readonly cents: Cents;
}

/** A cost, a credit or a payment, with the words that stand beside it. */
export interface AmountLine {
  readonly label: string;
  readonly on: PlainDate | null;
  readonly cents: Cents;
}

/** The specification of a claim that the debtor has a right to (Bki art. 3.1). `openCents` is what the lines add up to. */
export interface ClaimSpecification {
  readonly asOf: PlainDate;
  readonly creditor: { readonly name: string; readonly address: readonly string[] };
  readonly debtor: { readonly name: string; readonly address: readonly string[] };
  /** What the obligation is and by what title it is owed: "Koop", "Levering van gas, overeenkomst van 1 mei 2025". */
  readonly title: string;
  readonly object: string;
  readonly invoices: readonly InvoiceLine[];
  readonly credits: readonly AmountLine[];
  readonly interest: readonly InterestLine[];
  readonly costs: readonly AmountLine[];
  /** VAT over the collection costs: zero cents and no rate where the creditor can reclaim it. */
  readonly vat: { readonly rate: string; readonly cents: Cents } | null;
  readonly payments: readonly AmountLine[];
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  readonly costsCents: Cents;
  readonly paidCents: Cents;
  readonly openCents: Cents;
}

/** How to pay: everything that stands in the payment block and in its QR code (EPC069-12). */
export interface PaymentDetails {
  readonly cents: Cents;
  readonly iban: string;
  readonly bic: string;
  /** Name of the account's holder, at most 70 characters in the QR code. */
  readonly holder: string;
  /** Betalingskenmerk (domain facts 8.3). */
  readonly reference: string;
}

/** The way to the page of whoever is written to: what stands in a letter, a mail or an SMS. */
export interface PageDetails {
  /** With its secret: "https://vorder.example/d/3mJ…". */
  readonly address: string;
  /** Where the code is typed: "vorder.example/d". */
  readonly short: string;
  /** For whoever has no camera, as it is printed: "K7QF-2M9P-XC4T". */
  readonly code: string;
}

/** What the blocks that are put in stand for in one letter or mail. */
export interface TemplateBlocks {
  readonly specification: ClaimSpecification | null;
  readonly payment: PaymentDetails | null;
  /** Null where the reader has no page of their own. */
  readonly page: PageDetails | null;
}
