/** The state of a file while its events are gone through, and the records that make up the derivation of its balance. */
import type { PlainDate } from "../kernel/dates.ts";
import type { Cents } from "../kernel/money.ts";
import type { BikResult, ChargedBik } from "./bik.ts";
import type { CostGroup, EventData, EventOf } from "./events.ts";
import type { Accrual } from "./interest.ts";

/** An invoice with its interest account. */
export interface InvoiceAccount {
  readonly event: EventOf<"invoice">;
  readonly number: string;
  readonly dueDay: number;
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

export interface CostItem {
  readonly id: number;
  readonly on: PlainDate;
  readonly group: CostGroup;
  readonly type: string;
  readonly description: string | undefined;
  readonly article: string;
  readonly amount: Cents;
  readonly vat: Cents;
  open: Cents;
  /** How collection costs came about. */
  readonly bik: BikResult | undefined;
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
  readonly event: EventOf<"payment"> | EventOf<"write_off"> | EventOf<"credit_note">;
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
  /** Credit notes of goodwill beyond what was still open: paid principal that becomes payable back. */
  readonly creditSurpluses: Receipt[];
  readonly charged: ChargedBik[];
  /** What the client charged before and no charge of ours has counted yet. */
  alreadyCharged: Cents;
  credited: Cents;
}
