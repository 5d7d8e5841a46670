/** The door of the claims room for pure code: events, the balance and its derivation, collection costs, arrangements. */

export { owedOn } from "./allocation.ts";
export * from "./arrangement.ts";
export { type Balance, balanceOf, bikFor, withoutInvoices } from "./balance.ts";
export { type BikPart, type BikResult, type ScaleResult, scaleCosts } from "./bik.ts";
export { type BalancePart, type DerivationNode, derive, type LabelValue } from "./derivation.ts";
export * from "./events.ts";
export type { InterestLine } from "./interest.ts";
export { type Interruption, type InterruptionProof, interruptionsOf } from "./interruption.ts";
export type { Allocation, CostItem, InvoiceAccount, Receipt } from "./ledger.ts";
