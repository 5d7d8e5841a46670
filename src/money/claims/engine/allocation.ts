/** The allocation of payments: costs, then interest, then principal (BW 6:44(1)); over several invoices in the order of BW 6:43. */
import type { Cents } from "../../../ground/kernel/money.ts";
import { advance, openInterest, payAccrual, rateOnDay } from "../interest/interest.ts";
import { costGroups } from "./events.ts";
import type { Allocation, CostItem, InvoiceAccount, Ledger, Receipt } from "./ledger.ts";

const groupRank = new Map<string, number>(costGroups.map((group, at) => [group, at]));

/** Execution costs, court costs, collection costs, others; the oldest first. Ties are broken independently of the order of entry. */
const byCostOrder = (a: CostItem, b: CostItem): number =>
  (groupRank.get(a.group) ?? 0) - (groupRank.get(b.group) ?? 0) ||
  (a.on < b.on ? -1 : a.on > b.on ? 1 : 0) ||
  a.amount - b.amount ||
  a.id - b.id;

function payCosts(ledger: Ledger, amount: Cents, day: number, into: Allocation[]): Cents {
  let left = amount;
  const open = ledger.costs.filter((cost) => cost.open > 0);
  if (open.length > 1) open.sort(byCostOrder);
  for (const cost of open) {
    const paid = Math.min(left, cost.open);
    if (paid === 0) break;
    cost.open -= paid;
    left -= paid;
    into.push({ day, part: "costs", amount: paid, to: cost.id });
  }
  return left;
}

/** The open principal and interest of an invoice. */
export const owedOn = ({ accrual }: InvoiceAccount): Cents => accrual.principal + openInterest(accrual);

/** All open parts. */
export function openOf({ invoices, costs }: Ledger): Cents {
  let open = 0;
  for (const { accrual } of invoices) open += accrual.principal + openInterest(accrual);
  for (const cost of costs) open += cost.open;
  return open;
}

function payInvoice(invoice: InvoiceAccount, amount: Cents, day: number, into: Allocation[]): void {
  const { interest, principal } = payAccrual(invoice.accrual, amount);
  if (interest > 0) into.push({ day, part: "interest", amount: interest, to: invoice.number });
  if (principal > 0) into.push({ day, part: "principal", amount: principal, to: invoice.number });
}

interface Ranked {
  readonly invoice: InvoiceAccount;
  readonly rank: number;
  readonly rate: number;
  readonly start: number;
  readonly owed: Cents;
}

/** Designated, then due, then the higher rate, then the earlier start of interest (BW 6:43). */
const byOrderOfLaw = (a: Ranked, b: Ranked): number => a.rank - b.rank || b.rate - a.rate || a.start - b.start;

/** Invoices of equal rank share in proportion to what is owed; the last one takes the remainder (BW 6:43(2)). */
function payProRata(group: readonly Ranked[], amount: Cents, day: number, into: Allocation[]): void {
  const total = group.reduce((sum, { owed }) => sum + owed, 0);
  const shares = group.map(({ owed }) =>
    amount >= total ? owed : Number((BigInt(amount) * BigInt(owed)) / BigInt(total)),
  );
  let rest = Math.min(amount, total) - shares.reduce((sum, share) => sum + share, 0);
  for (let at = group.length - 1; at >= 0 && rest > 0; at--) {
    const more = Math.min(rest, (group[at]?.owed ?? 0) - (shares[at] ?? 0));
    shares[at] = (shares[at] ?? 0) + more;
    rest -= more;
  }
  group.forEach(({ invoice }, at) => {
    payInvoice(invoice, shares[at] ?? 0, day, into);
  });
}

function payInvoices(
  ledger: Ledger,
  amount: Cents,
  day: number,
  designated: readonly string[] | undefined,
  into: Allocation[],
): Cents {
  const ranked = ledger.invoices
    .map((invoice): Ranked => {
      const due = invoice.accrual.startDay <= day || invoice.dueDay < day;
      const rank = designated?.includes(invoice.number) ? 0 : due ? 1 : 2;
      return {
        invoice,
        rank,
        rate: rateOnDay(invoice.accrual, day),
        start: invoice.accrual.startDay,
        owed: owedOn(invoice),
      };
    })
    .filter(({ owed }) => owed > 0);
  if (ranked.length > 1) {
    ranked.sort((a, b) => byOrderOfLaw(a, b) || a.owed - b.owed || (a.invoice.number < b.invoice.number ? -1 : 1));
  }
  let left = amount;
  for (let at = 0; at < ranked.length && left > 0; ) {
    const first = ranked[at];
    if (!first) break;
    let end = at + 1;
    for (let next = ranked[end]; next && byOrderOfLaw(first, next) === 0; next = ranked[end]) end++;
    const group = ranked.slice(at, end);
    const owed = group.reduce((sum, each) => sum + each.owed, 0);
    payProRata(group, left, day, into);
    left = Math.max(0, left - owed);
    at = end;
  }
  return left;
}

/** Closes each open interest line on a day: required before a payment is allocated (domain facts 2.3). */
export function closeLines(ledger: Ledger, day: number): void {
  for (const { accrual } of ledger.invoices) advance(accrual, day, true);
}

/** Pays the principal of all invoices, the earliest due first, and leaves their interest open. */
function payPrincipals(ledger: Ledger, amount: Cents, day: number, into: Allocation[]): Cents {
  let left = amount;
  const byDue = [...ledger.invoices].sort((a, b) => a.dueDay - b.dueDay || (a.number < b.number ? -1 : 1));
  for (const { accrual, number } of byDue) {
    const principal = Math.min(left, accrual.principal);
    if (principal === 0) continue;
    accrual.principal -= principal;
    left -= principal;
    into.push({ day, part: "principal", amount: principal, to: number });
  }
  return left;
}

/** The order of allocation, where the law leaves a choice. */
interface Spreading {
  readonly designated?: readonly string[] | undefined;
  /** Interest last: an order that the creditor may choose (BW 6:44(2)). */
  readonly principalFirst?: boolean;
}

/** Allocates an amount on a day and records it on the receipt; returns the excess. Interest lines must be closed. */
export function allocate(
  ledger: Ledger,
  receipt: Receipt,
  amount: Cents,
  day: number,
  { designated, principalFirst }: Spreading = {},
): Cents {
  const into = receipt.allocations;
  const afterCosts = payCosts(ledger, amount, day, into);
  const left = principalFirst ? payPrincipals(ledger, afterCosts, day, into) : afterCosts;
  return left > 0 ? payInvoices(ledger, left, day, designated, into) : 0;
}

/** Surpluses pay what becomes due later, the oldest first, so that nobody is asked for money already received. */
export function applySurpluses(ledger: Ledger, day: number): void {
  for (const receipt of [...ledger.payments, ...ledger.creditSurpluses]) {
    if (receipt.surplus === 0) continue;
    closeLines(ledger, day);
    receipt.surplus = allocate(ledger, receipt, receipt.surplus, day);
  }
}
