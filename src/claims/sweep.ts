/**
 * Goes through a file's events in their legal order and leaves the ledger as it stands at the end of a day. On one day: rate change,
 * capitalisation, charges (invoices, credit notes, costs), payments in the order of entry (domain facts, E6).
 */
import { dayNumber, type PlainDate } from "../kernel/dates.ts";
import { type Cents, percentOf, sumCents } from "../kernel/money.ts";
import type { Tariffs } from "../tariffs/tariffs.ts";
import { allocate, applySurpluses, closeLines } from "./allocation.ts";
import { type BikInvoice, type BikResult, collectionCosts } from "./bik.ts";
import { type ClaimEvent, type EventData, type EventOf, isKind, standingEvents, termsOf } from "./events.ts";
import { freezesOf } from "./freezes.ts";
import { advance, type Freezes, openAccrual } from "./interest.ts";
import type { InvoiceAccount, Ledger, Receipt } from "./ledger.ts";

/** `all`: the end of the day. `charges`: before the payments of the day, which is when costs are charged. */
export type Moment = "all" | "charges";

const ranks = { invoice: 0, credit_note: 1, cost: 2, bik: 3, payment: 4, write_off: 5, refund: 6 } as const;
type Step = EventOf<keyof typeof ranks>;

const isStep = (event: ClaimEvent): event is Step & ClaimEvent => event.kind in ranks;
const chargesOnly = ranks.bik;

/** What tells charges of one day and kind apart whatever the order of entry; payments go by entry alone. */
function tieBreak(event: Step): string {
  if (event.kind === "invoice" || event.kind === "credit_note") return event.data.number;
  if (event.kind === "bik") return event.data.invoices?.[0] ?? "";
  return "";
}

function inOrder(a: Step, b: Step): number {
  if (a.on !== b.on) return a.on < b.on ? -1 : 1;
  if (a.kind !== b.kind) return ranks[a.kind] - ranks[b.kind];
  const [x, y] = [tieBreak(a), tieBreak(b)];
  return x === y ? a.id - b.id : x < y ? -1 : 1;
}

/** Terms that were set for single invoices after they were entered; of each the last one entered holds. */
export function invoiceTermsOf(standing: readonly ClaimEvent[]): ReadonlyMap<string, EventData<"invoice_terms">> {
  const last = new Map<string, EventOf<"invoice_terms">>();
  for (const event of standing) {
    if (!isKind(event, "invoice_terms")) continue;
    const known = last.get(event.data.invoice);
    if (!known || event.id > known.id) last.set(event.data.invoice, event);
  }
  return new Map([...last].map(([number, { data }]) => [number, data]));
}

/** How one invoice bears interest, and from when: as was set for it, else as it was entered, else as the file does. */
function interestOf(event: EventOf<"invoice">, terms: EventData<"terms">, set: EventData<"invoice_terms"> | undefined) {
  const own = set ? set.interest : event.data.interest;
  const overdue = dayNumber(event.data.dueDate) + 1;
  const from = (set ? set.from : event.data.interestFrom) ?? own?.from;
  // One start for the whole file does not begin an invoice that was not overdue yet (BW 6:119).
  const ofFile = terms.interest.from === undefined ? overdue : Math.max(dayNumber(terms.interest.from), overdue);
  return { terms: own ?? terms.interest, start: from === undefined ? ofFile : dayNumber(from) };
}

const creditedOn = (invoice: InvoiceAccount): Cents => invoice.credits.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Spreads a credit note over its invoice, or over all by due date where it names none; never more than was invoiced. `apply` takes a part and
 * says how much of it had an effect: what was written off already cannot be credited any more.
 */
function spreadCredit(
  ledger: Ledger,
  invoices: readonly InvoiceAccount[],
  event: EventOf<"credit_note">,
  apply: (invoice: InvoiceAccount, part: Cents) => Cents,
): void {
  const named = event.data.invoice;
  const targets = invoices
    .filter(({ number }) => named === undefined || number === named)
    .sort((a, b) => a.dueDay - b.dueDay || (a.number < b.number ? -1 : 1));
  let left = event.amount;
  for (const invoice of targets) {
    const part = Math.min(left, invoice.event.amount - creditedOn(invoice));
    if (part <= 0) continue;
    const amount = apply(invoice, part);
    if (amount > 0) invoice.credits.push({ event, amount });
    ledger.credited += amount;
    left -= amount;
  }
}

const openInvoice = (
  interest: ReturnType<typeof interestOf>,
  event: EventOf<"invoice">,
  tariffs: Tariffs,
  freezes: Freezes,
): InvoiceAccount => ({
  event,
  number: event.data.number,
  dueDay: dayNumber(event.data.dueDate),
  accrual: openAccrual(interest.terms, tariffs, interest.start, freezes, event.amount),
  credits: [],
  paidBack: 0,
});

/** Credit notes of this kind were never owed: they lower the principal from the first day (domain facts, A5). */
function creditFromStart(ledger: Ledger, invoices: readonly InvoiceAccount[], standing: readonly ClaimEvent[]): void {
  const credits = standing.filter((event) => isKind(event, "credit_note")).sort(inOrder);
  for (const event of credits) {
    if (event.data.mode !== "retroactive") continue;
    spreadCredit(ledger, invoices, event, (invoice, part) => {
      invoice.accrual.principal -= part;
      return part;
    });
  }
}

/** What receipts have paid of an invoice's principal. What was written off of it was never paid and cannot come back. */
const principalPaid = (ledger: Ledger, number: string): Cents =>
  sumCents(
    [...ledger.payments, ...ledger.creditSurpluses].flatMap(({ allocations }) =>
      allocations.filter(({ part, to }) => part === "principal" && to === number).map(({ amount }) => amount),
    ),
  );

/** A credit note of goodwill lowers the principal from its day on; what was paid beyond it becomes payable back. */
function creditNow(ledger: Ledger, event: EventOf<"credit_note">, day: number): void {
  let surplus = 0;
  spreadCredit(ledger, ledger.invoices, event, (invoice, part) => {
    advance(invoice.accrual, day, true);
    const lowered = Math.min(part, invoice.accrual.principal);
    const back = Math.min(part - lowered, principalPaid(ledger, invoice.number) - invoice.paidBack);
    invoice.accrual.principal -= lowered;
    invoice.paidBack += back;
    surplus += back;
    return lowered + back;
  });
  if (surplus > 0) ledger.creditSurpluses.push({ event, amount: surplus, allocations: [], surplus, refunded: 0 });
}

/** The invoices over which costs have not been charged yet and that are in default. */
export function bikInvoices(ledger: Ledger, day: number, named: readonly string[] | undefined): BikInvoice[] {
  const charged = new Set(ledger.charged.map(({ number }) => number));
  return ledger.invoices
    .filter(({ number, dueDay }) => !charged.has(number) && (named ? named.includes(number) : dueDay < day))
    .map(({ number, dueDay, accrual, event }) => ({
      number,
      dueDay,
      principal: accrual.principal,
      instalment: event.data.instalment !== undefined,
    }));
}

/** Charges collection costs: what the law allows now over what is open, and never more than was charged at the time. */
function chargeBik(ledger: Ledger, event: EventOf<"bik">, tariffs: Tariffs, day: number): void {
  const invoices = bikInvoices(ledger, day, event.data.invoices);
  const { terms } = ledger;
  const allowed = collectionCosts(invoices, ledger.charged, terms.bik, ledger.alreadyCharged, tariffs, event.on);
  const bik = Math.min(event.data.bik, allowed.bik);
  const vat = Math.min(event.data.vat, percentOf(bik, allowed.vatRate));
  const result: BikResult = { ...allowed, bik, vat, total: bik + vat };
  ledger.alreadyCharged -= allowed.alreadyCharged;
  const owing = invoices.filter(({ principal }) => principal > 0).sort((a, b) => a.dueDay - b.dueDay);
  owing.forEach(({ number, dueDay, principal }, at) => {
    // The whole amount stands on the last instalment, which stays in the window of six months longest.
    ledger.charged.push({ number, dueDay, principal, amount: at === owing.length - 1 ? bik : 0 });
  });
  if (result.total === 0) return;
  ledger.costs.push({
    id: event.id,
    on: event.on,
    group: "bik",
    type: "bik",
    description: undefined,
    article: result.article,
    amount: result.total,
    vat,
    open: result.total,
    bik: result,
  });
}

function addCost(ledger: Ledger, event: EventOf<"cost"> | EventOf<"refund">, amount: Cents): void {
  const data = event.kind === "cost" ? event.data : { group: "other" as const, type: "refundExcess", vat: 0 };
  ledger.costs.push({
    id: event.id,
    on: event.on,
    group: data.group,
    type: data.type,
    description: event.kind === "cost" ? event.data.description : event.data.reference,
    article: (event.kind === "cost" ? event.data.article : undefined) ?? "",
    amount,
    vat: data.vat,
    open: amount,
    bik: undefined,
  });
}

/** Pays back from the surplus, the oldest first. What no surplus covers (a receipt was reversed later) the debtor owes again. */
function refund(ledger: Ledger, event: EventOf<"refund">): void {
  let left = event.amount;
  for (const receipt of [...ledger.payments, ...ledger.creditSurpluses]) {
    const part = Math.min(left, receipt.surplus);
    receipt.surplus -= part;
    receipt.refunded += part;
    left -= part;
  }
  if (left > 0) addCost(ledger, event, left);
}

function receive(ledger: Ledger, event: EventOf<"payment"> | EventOf<"write_off">, day: number): void {
  closeLines(ledger, day);
  const receipt: Receipt = { event, amount: event.amount, allocations: [], surplus: 0, refunded: 0 };
  const rest = allocate(ledger, receipt, event.amount, day, event.kind === "payment" ? event.data.invoices : undefined);
  if (event.kind === "payment") {
    receipt.surplus = rest;
    ledger.payments.push(receipt);
  } else {
    // A write-off ends with what was open: it never makes a surplus.
    ledger.writeOffs.push(rest === 0 ? receipt : { ...receipt, amount: event.amount - rest });
  }
}

function take(ledger: Ledger, event: Step, accounts: readonly InvoiceAccount[], tariffs: Tariffs): void {
  const day = dayNumber(event.on);
  switch (event.kind) {
    case "invoice":
      ledger.invoices.push(...accounts.filter((account) => account.event === event));
      break;
    case "credit_note":
      if (event.data.mode === "goodwill") creditNow(ledger, event, day);
      break;
    case "cost":
      addCost(ledger, event, event.amount);
      break;
    case "bik":
      chargeBik(ledger, event, tariffs, day);
      break;
    case "payment":
    case "write_off":
      receive(ledger, event, day);
      return;
    case "refund":
      refund(ledger, event);
      return;
  }
  applySurpluses(ledger, day);
}

/** The ledger at a moment of a day, with every line of interest ended there. @throws missingTariff where a rate is not known. */
export function sweep(events: readonly ClaimEvent[], tariffs: Tariffs, asOf: PlainDate, moment: Moment): Ledger {
  const standing = standingEvents(events);
  const terms = termsOf(standing);
  const ledger: Ledger = {
    terms,
    invoices: [],
    costs: [],
    payments: [],
    writeOffs: [],
    creditSurpluses: [],
    charged: [],
    alreadyCharged: terms.bik.alreadyCharged,
    credited: 0,
  };
  const freezes = freezesOf(standing);
  const steps = standing.filter(isStep).filter(({ on }) => on <= asOf);
  steps.sort(inOrder);
  const accounts: InvoiceAccount[] = [];
  const invoiceTerms = invoiceTermsOf(standing);
  for (const event of steps) {
    if (event.kind !== "invoice") continue;
    const interest = interestOf(event, terms, invoiceTerms.get(event.data.number));
    accounts.push(openInvoice(interest, event, tariffs, freezes));
  }
  creditFromStart(ledger, accounts, standing);
  for (const event of steps) {
    if (moment === "charges" && event.on === asOf && ranks[event.kind] > chargesOnly) break;
    take(ledger, event, accounts, tariffs);
  }
  closeLines(ledger, dayNumber(asOf));
  return ledger;
}
