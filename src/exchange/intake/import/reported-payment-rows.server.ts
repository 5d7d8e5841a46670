/** Reads a row that tells of money which a client got for a record of pre-collection. */
import { createHash } from "node:crypto";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { ReadChange } from "../changes/change-rows.server.ts";
import type { RowReader } from "../reading/row-reader.server.ts";

export interface ReportedPaymentRow {
  /** The number or the reference of the record; null where only an invoice is named. */
  readonly of: string | null;
  readonly invoice: string | null;
  readonly paidOn: PlainDate;
  readonly cents: Cents;
  /** The client's own name for the payment; empty where it gave none. */
  readonly reference: string;
}

/** Every payment stands for itself: a row that is alike in all is the same payment told once more. */
export function readReportedPayment(row: RowReader): ReadChange<ReportedPaymentRow | null> {
  const clientId = row.client();
  const of = row.text("clientRef", 60);
  const invoice = row.text("invoiceNumber", 60);
  if (of === "" && invoice === "") row.refuse("clientRef", "required");
  const paidOn = row.date("paidOn", true);
  if (paidOn !== null && paidOn > row.today) row.refuse("paidOn", "inFuture");
  const cents = row.amount("amount", true);
  if (cents === 0) row.refuse("amount", "zero");
  const reference = row.free("paymentReference", 140) ?? "";
  const same = [of.toLowerCase(), invoice.toLowerCase(), paidOn ?? "", cents ?? "", reference.toLowerCase()];
  return {
    clientId,
    // A digest: it stays when the words of the row go.
    clientRef: createHash("sha256").update(same.join("\n")).digest("hex").slice(0, 40),
    invoiceNumber: "",
    amountCents: cents,
    data:
      paidOn === null || cents === null ? null : { of: of || null, invoice: invoice || null, paidOn, cents, reference },
    whose: null,
  };
}
