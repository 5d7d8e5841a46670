/** The door of the claims room for pure code: events, the balance and its derivation, collection costs, arrangements. */
export { type Balance, balanceOf, bikFor } from "./balance.ts";
export { type BikPart, type BikResult, type ScaleResult, scaleCosts } from "./bik.ts";
export * from "./events.ts";
export type { InterestLine } from "./interest.ts";
export type { Allocation, CostItem, InvoiceAccount, Receipt } from "./ledger.ts";
