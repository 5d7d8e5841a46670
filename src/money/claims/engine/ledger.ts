/** The state of a file during the replay of its events, and the records for the derivation of its balance. */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { BikInvoice, BikResult, ChargedBik } from "../collection-costs/bik.ts";
import type { Accrual } from "../interest/interest.ts";
import type { BikGround, CostGroup, EventData, EventOf } from "./events.ts";

/** An invoice with its interest account. */
export interface InvoiceAccount {
  readonly event: EventOf<"invoice">;
  readonly number: string;
  readonly dueDay: number;
  /** An award, not an invoice of the creditor. */
  readonly awarded: boolean;
  readonly accrual: Accrual;
  /** Credit notes on it; retroactive ones are already deducted in the accrual's first principal. */
  readonly credits: CreditPart[];
  /** Paid principal that a goodwill credit note made refundable. */
  paidBack: Cents;
}

export interface CreditPart {
  readonly event: EventOf<"credit_note">;
  readonly amount: Cents;
}

/** The origin of charged collection costs: the day of the right, the ground, and the letter. */
export interface ChargedCosts extends BikResult {
  readonly ground: BikGround;
  /** The day on which the right arose; the first one if invoices fell due on several days. */
  readonly dueFrom: PlainDate;
  /** The date of sending of the 14-day letter. */
  readonly notice: PlainDate | undefined;
  /** The day on which they were claimed. */
  readonly claimedOn: PlainDate;
}

export interface CostItem {
  readonly id: number;
  /** The day from which it is owed. */
  readonly on: PlainDate;
  readonly group: CostGroup;
  readonly type: string;
  readonly description: string | undefined;
  readonly article: string;
  amount: Cents;
  vat: Cents;
  open: Cents;
  bik: ChargedCosts | undefined;
}

/** A claim of collection costs during the replay. */
export interface BikClaim {
  readonly event: EventOf<"bik">;
  readonly ground: BikGround;
  /** The invoices for which the right has arisen, with their open principal on that day. */
  readonly bases: BikInvoice[];
  /** What its letters announced. */
  readonly announced: { bik: Cents; vat: Cents };
  /** The part of what the client charged before that counts towards this claim. */
  counted: Cents;
  item: CostItem | undefined;
}

/** A 14-day letter, judged by all that is known now. */
export interface NoticeAccount {
  readonly event: EventOf<"notice14">;
  readonly voidReason: "amountTooHigh" | "wrongAddress" | null;
  /** The amount it asked was received within its term, so it gives no costs. */
  readonly paidInTime: boolean;
}

/** What a receipt, write-off or surplus paid of one cost or invoice on a day. */
export interface Allocation {
  readonly day: number;
  readonly part: "costs" | "interest" | "principal";
  readonly amount: Cents;
  /** The cost's event id or the invoice's number. */
  readonly to: number | string;
}

/** Money received or written off, and its allocation. */
export interface Receipt {
  readonly event: EventOf<"payment"> | EventOf<"write_off"> | EventOf<"credit_note"> | EventOf<"judgment">;
  readonly amount: Cents;
  readonly allocations: Allocation[];
  /** What is left of it beyond the claim, less refunds. */
  surplus: Cents;
  refunded: Cents;
}

export interface Ledger {
  readonly terms: EventData<"terms">;
  readonly invoices: InvoiceAccount[];
  readonly costs: CostItem[];
  readonly payments: Receipt[];
  readonly writeOffs: Receipt[];
  /** What was open when the court decided and the award replaced: one for each judgment. */
  readonly replaced: Receipt[];
  /** Goodwill credit notes beyond what was open: paid principal that becomes refundable. */
  readonly creditSurpluses: Receipt[];
  readonly notices: NoticeAccount[];
  readonly charged: ChargedBik[];
  /** What the client charged before and no charge of ours has deducted yet. */
  alreadyCharged: Cents;
  credited: Cents;
}
