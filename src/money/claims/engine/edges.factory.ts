/** Shared by the engine's tests of edge cases: from a list of events to the ledger of a day. */
import { date } from "../../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { seededTariffs } from "../../../ground/tariffs/tariffs.factory.ts";
import { entered, invoice, terms } from "../claims.factory.ts";
import { balanceOf } from "./balance.ts";
import type { NewEvent } from "./events.ts";

export const free = terms({ kind: "none" });
export const fourPercent = terms({ kind: "contractual", rate: 40_000, compounding: "none", floor: "none" });
export const on = (events: readonly NewEvent[], day: string) => balanceOf(entered(events), seededTariffs, date(day));
export const open = (events: readonly NewEvent[], day: string): string => decimalFromCents(on(events, day).open);
/** The allocation of the n-th payment: part, target and amount. */
export const allocationsOf = (events: readonly NewEvent[], day: string, n = 0) =>
  on(events, day).ledger.payments[n]?.allocations.map(({ part, to, amount }) => [part, to, decimalFromCents(amount)]);
export const principals = (events: readonly NewEvent[], day: string) =>
  Object.fromEntries(
    on(events, day).ledger.invoices.map(({ number, accrual }) => [number, decimalFromCents(accrual.principal)]),
  );
export const numbered = (number: string, amount: string, due: string, more: object = {}): NewEvent =>
  invoice(amount, due, { number, ...more });
