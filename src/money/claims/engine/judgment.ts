/** The effect of a judgment on a ledger: the award replaces what is open (Rv 230, 237). */
import { addDays, dayNumber, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Tariffs } from "../../../ground/tariffs/tariffs.ts";
import { addAwarded, type Freezes, openAccrual } from "../interest/interest.ts";
import { allocate, closeLines, openOf } from "./allocation.ts";
import { type ClaimEvent, type EventOf, interestTerms, isKind } from "./events.ts";
import type { Ledger, Receipt } from "./ledger.ts";

interface Counted {
  readonly kind: string;
  readonly on: PlainDate;
  readonly id?: number;
}

/** The day on which a payment counts: one that the court did not take into account is deducted from the award. */
export function countingDays(standing: readonly ClaimEvent[], asOf: PlainDate): (step: Counted) => PlainDate {
  const judgments = standing.filter((event) => isKind(event, "judgment") && event.on <= asOf);
  judgments.sort((a, b) => (a.on === b.on ? a.id - b.id : a.on < b.on ? -1 : 1));
  return (step) => {
    if (step.kind !== "payment") return step.on;
    let day = step.on;
    for (const judgment of judgments) {
      if (!isKind(judgment, "judgment") || day >= judgment.on) continue;
      const { reckonedUntil } = judgment.data;
      if ((step.id ?? 0) > judgment.id || (reckonedUntil !== undefined && step.on > reckonedUntil)) day = judgment.on;
    }
    return day;
  };
}

/** The award replaces what is open: a principal with its interest, interest as an amount, and costs (Rv 230, 237). */
export function award(
  ledger: Ledger,
  event: EventOf<"judgment">,
  day: number,
  bearing: { readonly tariffs: Tariffs; readonly freezes: Freezes },
): void {
  closeLines(ledger, day);
  const open = openOf(ledger);
  const receipt: Receipt = { event, amount: open, allocations: [], surplus: 0, refunded: 0 };
  allocate(ledger, receipt, open, day);
  ledger.replaced.push(receipt);
  const { reference, principal, interest, bik, costs, interestFrom } = event.data;
  const terms = event.data.terms ?? interestTerms.parse({ kind: "none", compounding: "none" });
  const start = interestFrom === undefined ? day : dayNumber(interestFrom);
  const accrual = openAccrual(terms, bearing.tariffs, start, bearing.freezes, principal, day);
  if (interest > 0) addAwarded(accrual, interest, day);
  const dueDate = addDays(event.on, -1);
  const invoice = { id: event.id, kind: "invoice", on: event.on, amount: principal } as const;
  ledger.invoices.push({
    event: { ...invoice, data: { number: reference, dueDate } },
    number: reference,
    dueDay: day - 1,
    awarded: true,
    accrual,
    credits: [],
    paidBack: 0,
  });
  const cost = { on: event.on, description: reference, article: "Rv 237", vat: 0, bik: undefined };
  // Two costs of one event need different ids, and no event has a negative one.
  if (costs > 0)
    ledger.costs.push({ ...cost, id: event.id, group: "court", type: "awarded", amount: costs, open: costs });
  if (bik > 0)
    ledger.costs.push({
      ...cost,
      id: -event.id,
      group: "bik",
      type: "awarded",
      amount: bik,
      open: bik,
      article: "BW 6:96",
    });
}
