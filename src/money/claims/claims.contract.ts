/** The calls of the claims: balance and derivation, bookings and their reversal, arrangements. */
export {
  changeArrangement,
  listArrangementAnswers,
  makePromise,
  markArrangementAnswerSeen,
  proposeArrangement,
  readAgreements,
} from "./agreements/agreements.contract.ts";
export {
  bookCost,
  bookCreditNote,
  bookingChoices,
  bookPaymentCall,
  bookRefundCall,
  freezeInterest,
  getClaim,
  reverseEventCall,
  reversePaymentCall,
} from "./bookings/bookings.contract.ts";
export { voidNoticeCall } from "./bookings/costs.contract.ts";
export {
  allowDuplicateInvoice,
  listDuplicateInvoices,
  mayAllowDuplicate,
} from "./duplicate-invoices/duplicates.contract.ts";
export type { ClaimStatement } from "./engine/statement.contract.ts";
export { approvalsScreen } from "./interest/approvals.contract.ts";
export { interestScreen, readInterest, setInterestTerms } from "./interest/interest.contract.ts";
