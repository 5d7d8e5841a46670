/** The public interface of the claims module for pure code: events, the balance and its derivation, collection costs, arrangements. */

export {
  activeArrangement,
  arrangementsOf,
} from "./agreements/arrangement.ts";
export { isUnusualPaymentDay } from "./bookings/payment-day.ts";
export { judgeNotice, lastNotice, type Notice } from "./collection-costs/notice.ts";
export { invoiceKey } from "./duplicate-invoices/claimed.ts";
export { owedOn } from "./engine/allocation.ts";
export { type Balance, balanceOf, bikFor, withoutInvoices } from "./engine/balance.ts";
export { derive } from "./engine/derivation.ts";
export {
  type ClaimEvent,
  capacityGrounds,
  costGroups,
  type InterestTerms,
  interestTerms,
  interruptionKinds,
  isKind,
  type NewEvent,
  receiptKinds,
  standingEvents,
  termsOf,
} from "./engine/events.ts";
export { interruptionsOf } from "./record/interruption.ts";
