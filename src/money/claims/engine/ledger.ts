/** The state of a file while its events are gone through, and the records that make up the derivation of its balance. */
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
  /** What a judge awarded, and no invoice of the creditor's. */
  readonly awarded: boolean;
  readonly accrual: Accrual;
  /** Credit notes on it; retroactive ones stand in the accrual's first principal already. */
  readonly credits: CreditPart[];
  /** Principal that was paid and that a credit note of goodwill then made payable back. */
  paidBack: Cents;
}

export interface CreditPart {
  readonly event: EventOf<"credit_note">;
  readonly amount: Cents;
}

/** How charged collection costs came about: on which day the right arose, on what ground, and by which letter. */
export interface ChargedCosts extends BikResult {
  readonly ground: BikGround;
  /** The day on which the right arose: the first of them where invoices fell due on several days. */
  readonly dueFrom: PlainDate;
  /** The day of sending of the 14-day letter. */
  readonly notice: PlainDate | undefined;
  /** The day on which somebody claimed them. */
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

/** A claim of collection costs while the events are gone through. */
export interface BikClaim {
  readonly event: EventOf<"bik">;
  readonly ground: BikGround;
  /** The invoices for which the right has arisen, with the principal that was open on that day. */
  readonly bases: BikInvoice[];
  /** What its letters announced. */
  readonly announced: { bik: Cents; vat: Cents };
  /** What the client charged before, as far as it counts towards this claim. */
  counted: Cents;
  item: CostItem | undefined;
}

/** A 14-day letter as it is judged by all that is known now. */
export interface NoticeAccount {
  readonly event: EventOf<"notice14">;
  readonly voidReason: "amountTooHigh" | "wrongAddress" | null;
  /** What it asked came in within its term, so that no costs arise from it. */
  readonly paidInTime: boolean;
}

/** What a receipt, write-off or surplus did on a day to one cost or one invoice. */
export interface Allocation {
  readonly day: number;
  readonly part: "costs" | "interest" | "principal";
  readonly amount: Cents;
  /** The cost's event id or the invoice's number. */
  readonly to: number | string;
}

/** Money received, or written off, and where it went. */
export interface Receipt {
  readonly event: EventOf<"payment"> | EventOf<"write_off"> | EventOf<"credit_note"> | EventOf<"judgment">;
  readonly amount: Cents;
  readonly allocations: Allocation[];
  /** What is left of it beyond the claim, refunds taken off. */
  surplus: Cents;
  refunded: Cents;
}

export interface Ledger {
  readonly terms: EventData<"terms">;
  readonly invoices: InvoiceAccount[];
  readonly costs: CostItem[];
  readonly payments: Receipt[];
  readonly writeOffs: Receipt[];
  /** What was open when a judge decided, which what he awarded took the place of: one for each judgment. */
  readonly replaced: Receipt[];
  /** Credit notes of goodwill beyond what was still open: paid principal that becomes payable back. */
  readonly creditSurpluses: Receipt[];
  readonly notices: NoticeAccount[];
  readonly charged: ChargedBik[];
  /** What the client charged before and no charge of ours has counted yet. */
  alreadyCharged: Cents;
  credited: Cents;
}
