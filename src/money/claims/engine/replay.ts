/**
 * Replays a file's events in their legal order up to the end of a day. Within a day: rate change, capitalisation, charges (invoices, credit notes,
 * costs), payments in order of entry (domain facts, E6).
 */
import { dayNumber, type PlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, sumCents } from "../../../ground/kernel/money.ts";
import type { Tariffs } from "../../../ground/tariffs/tariffs.ts";
import { applyRight, judgeLetter, receivedInTerm, rightsOf, termOf } from "../collection-costs/rights.ts";
import { freezesOf } from "../interest/freezes.ts";
import { advance, type Freezes, openAccrual } from "../interest/interest.ts";
import { concerns, judgedOn, renew } from "../interest/lapse.ts";
import { allocate, applySurpluses, closeLines, openOf } from "./allocation.ts";
import {
  type ClaimEvent,
  type EventData,
  type EventOf,
  isKind,
  standingEvents,
  startsArrangement,
  termsOf,
} from "./events.ts";
import { award, countingDays } from "./judgment.ts";
import type { InvoiceAccount, Ledger, Receipt } from "./ledger.ts";
import { inOrder, isCharge, isStep, type Step } from "./order.ts";

/** `all`: the end of the day. `charges`: before the payments of the day, the moment at which costs are charged. */
export type Moment = "all" | "charges";

/** Terms set for single invoices after their entry; the last one for each applies. */
export function invoiceTermsOf(standing: readonly ClaimEvent[]): ReadonlyMap<string, EventData<"invoice_terms">> {
  const last = new Map<string, EventOf<"invoice_terms">>();
  for (const event of standing) {
    if (!isKind(event, "invoice_terms")) continue;
    const known = last.get(event.data.invoice);
    if (!known || event.id > known.id) last.set(event.data.invoice, event);
  }
  return new Map([...last].map(([number, { data }]) => [number, data]));
}

/** How one invoice bears interest, and from when: as set for it, otherwise as entered, otherwise as the file. */
function interestOf(event: EventOf<"invoice">, terms: EventData<"terms">, set: EventData<"invoice_terms"> | undefined) {
  const own = set ? set.interest : event.data.interest;
  const overdue = dayNumber(event.data.dueDate) + 1;
  const from = (set ? set.from : event.data.interestFrom) ?? own?.from;
  // One start for the whole file does not apply to an invoice that is not yet overdue (BW 6:119).
  const ofFile = terms.interest.from === undefined ? overdue : Math.max(dayNumber(terms.interest.from), overdue);
  return { terms: own ?? terms.interest, start: from === undefined ? ofFile : dayNumber(from) };
}

const creditedOn = (invoice: InvoiceAccount): Cents => invoice.credits.reduce((sum, { amount }) => sum + amount, 0);

/** By invoice what credit notes that name one take of it: those that name none leave it to them. */
function namedCredits(standing: readonly ClaimEvent[]): Map<string, Cents> {
  const sums = new Map<string, Cents>();
  for (const event of standing) {
    if (!isKind(event, "credit_note") || event.data.invoice === undefined) continue;
    sums.set(event.data.invoice, (sums.get(event.data.invoice) ?? 0) + event.amount);
  }
  return sums;
}

const creditedUnnamed = ({ credits }: InvoiceAccount): Cents =>
  credits.reduce((sum, { event, amount }) => (event.data.invoice === undefined ? sum + amount : sum), 0);

/**
 * Distributes a credit note over its invoice, or without one over what no other names, by due date; never more than was invoiced. `apply` takes a
 * part and returns its effect: written-off amounts cannot be credited.
 */
function spreadCredit(
  ledger: Ledger,
  { invoices, standing }: { readonly invoices: readonly InvoiceAccount[]; readonly standing: readonly ClaimEvent[] },
  event: EventOf<"credit_note">,
  apply: (invoice: InvoiceAccount, part: Cents) => Cents,
): void {
  const named = event.data.invoice;
  const targets = invoices
    .filter(({ number }) => named === undefined || number === named)
    .sort((a, b) => a.dueDay - b.dueDay || (a.number < b.number ? -1 : 1));
  const reserved = named === undefined ? namedCredits(standing) : undefined;
  let left = event.amount;
  for (const invoice of targets) {
    const taken = reserved ? (reserved.get(invoice.number) ?? 0) + creditedUnnamed(invoice) : creditedOn(invoice);
    const part = Math.min(left, invoice.event.amount - taken);
    if (part <= 0) continue;
    const amount = apply(invoice, part);
    if (amount > 0) invoice.credits.push({ event, amount });
    ledger.credited += amount;
    left -= amount;
  }
}

/** The shared inputs for the interest of all invoices. */
interface Bearing {
  readonly standing: readonly ClaimEvent[];
  readonly tariffs: Tariffs;
  readonly freezes: Freezes;
}

function openInvoice(
  interest: ReturnType<typeof interestOf>,
  event: EventOf<"invoice">,
  { standing, tariffs, freezes }: Bearing,
): InvoiceAccount {
  const { number, dueDate } = event.data;
  const dueDay = dayNumber(dueDate);
  const judged = judgedOn(standing, number, dueDay);
  const accrual = openAccrual(interest.terms, tariffs, interest.start, freezes, event.amount, judged);
  return { event, number, dueDay, awarded: false, accrual, credits: [], paidBack: 0 };
}

/** A demand, recognition or enforcement: interest that falls due after a judgment lapses later. */
function interrupt(ledger: Ledger, on: PlainDate, isConcerned: (invoice: InvoiceAccount) => boolean): void {
  for (const invoice of ledger.invoices)
    if (invoice.accrual.lapse && isConcerned(invoice)) renew(invoice.accrual.lapse, dayNumber(on));
}

/** Retroactive credit notes lower the principal from the first day (domain facts, A5). */
function creditFromStart(ledger: Ledger, invoices: readonly InvoiceAccount[], standing: readonly ClaimEvent[]): void {
  const credits = standing.filter((event) => isKind(event, "credit_note")).sort((a, b) => inOrder(a, b));
  for (const event of credits) {
    if (event.data.mode !== "retroactive") continue;
    spreadCredit(ledger, { invoices, standing }, event, (invoice, part) => {
      invoice.accrual.principal -= part;
      return part;
    });
  }
}

/** What receipts paid of an invoice's principal. A write-off is not a payment and cannot be refunded. */
const principalPaid = (ledger: Ledger, number: string): Cents =>
  sumCents(
    [...ledger.payments, ...ledger.creditSurpluses].flatMap(({ allocations }) =>
      allocations.filter(({ part, to }) => part === "principal" && to === number).map(({ amount }) => amount),
    ),
  );

/** A goodwill credit note lowers the principal from its date; what was paid in excess becomes refundable. */
function creditNow(ledger: Ledger, event: EventOf<"credit_note">, day: number, standing: readonly ClaimEvent[]): void {
  let surplus = 0;
  spreadCredit(ledger, { invoices: ledger.invoices, standing }, event, (invoice, part) => {
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

/** Refunds from surpluses, the oldest first. What no surplus covers, because a receipt was reversed later, the debtor owes again. */
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

/** The amount that a debtor pays in time goes to principal first: only the interest of the term's days may be left. */
const inHonouredTerm = (honoured: Honoured, day: number): boolean =>
  honoured.some((notice) => {
    const [from, until] = termOf(notice);
    return from < day && day < until;
  });

/**
 * A payment recognises the invoices that the debtor designated, otherwise those that it paid; a payment of costs only recognises all (BW 3:325(2)).
 */
function recognise(ledger: Ledger, { event, allocations }: Receipt, designated: readonly string[] | undefined): void {
  const paid = designated && designated.length > 0 ? designated : allocations.flatMap(({ to }) => to);
  const named = paid.filter((to) => typeof to === "string");
  interrupt(ledger, event.on, ({ number }) => named.length === 0 || named.includes(number));
}

function receive(
  ledger: Ledger,
  event: EventOf<"payment"> | EventOf<"write_off">,
  day: number,
  honoured: Honoured,
): void {
  closeLines(ledger, day);
  const receipt: Receipt = { event, amount: event.amount, allocations: [], surplus: 0, refunded: 0 };
  const rest = allocate(ledger, receipt, event.amount, day, {
    designated: event.kind === "payment" ? event.data.invoices : undefined,
    principalFirst: inHonouredTerm(honoured, day),
  });
  if (event.kind === "payment") {
    receipt.surplus = rest;
    ledger.payments.push(receipt);
    recognise(ledger, receipt, event.data.invoices);
  } else {
    // A write-off is limited to what is open: it never creates a surplus.
    ledger.writeOffs.push(rest === 0 ? receipt : { ...receipt, amount: event.amount - rest });
  }
}

function take(ledger: Ledger, event: Step, ground: Ground): void {
  const day = dayNumber(ground.dayOf(event));
  const { accounts, tariffs, honoured } = ground;
  switch (event.kind) {
    case "invoice":
      ledger.invoices.push(...accounts.filter((account) => account.event === event));
      break;
    case "credit_note":
      if (event.data.mode === "goodwill") creditNow(ledger, event, day, ground.bearing.standing);
      break;
    case "cost":
      addCost(ledger, event, event.amount);
      break;
    case "judgment":
      award(ledger, event, day, ground.bearing);
      break;
    case "right":
      applyRight(ledger, event, tariffs);
      break;
    case "notice14":
      ledger.notices.push(judgeLetter(ledger, event, tariffs, honoured.includes(event)));
      // The provider's letters are messages, which record whether they were returned.
      if (event.data.by === "client") interrupt(ledger, event.on, ({ number }) => event.data.invoices.includes(number));
      return;
    case "interruption":
      interrupt(ledger, event.on, ({ number, dueDay }) => concerns(event, number, dueDay));
      return;
    case "arrangement":
      if (startsArrangement(ground.bearing.standing, event)) interrupt(ledger, event.on, ({ dueDay }) => dueDay < day);
      return;
    case "payment":
    case "write_off":
      receive(ledger, event, day, honoured);
      return;
    case "refund":
      refund(ledger, event);
      return;
  }
  applySurpluses(ledger, day);
}

/** The letters whose asked amount was received within their term. */
type Honoured = readonly EventOf<"notice14">[];

/** The inputs of the replay. */
interface Ground {
  readonly accounts: readonly InvoiceAccount[];
  readonly tariffs: Tariffs;
  readonly honoured: Honoured;
  readonly bearing: Bearing;
  readonly dayOf: (step: Step) => PlainDate;
}

interface History {
  readonly events: readonly ClaimEvent[];
  readonly standing: readonly ClaimEvent[];
  readonly tariffs: Tariffs;
}

/**
 * The letters that were paid in time. The amount asked is what the letter printed or what was open on its day by all that is known now, whichever
 * is less: a payment that is entered late does not make the debtor late, and nobody has to pay more than was asked.
 */
function honouredOn(history: History, asOf: PlainDate): Honoured {
  const notices = history.standing.filter((event) => isKind(event, "notice14"));
  if (notices.length === 0) return [];
  notices.sort((a, b) => (a.on === b.on ? a.id - b.id : a.on < b.on ? -1 : 1));
  const honoured: (EventOf<"notice14"> & ClaimEvent)[] = [];
  for (const notice of notices) {
    const received = receivedInTerm(history.standing, notice, asOf);
    if (received === 0) continue;
    const asked = notice.data.asked ?? Number.POSITIVE_INFINITY;
    const open = received >= asked ? asked : openOf(ledgerOf(history, honoured, notice.on, "all"));
    if (open > 0 && received >= open) honoured.push(notice);
  }
  return honoured;
}

/** No interest is charged over the days of a term within which everything was paid, if the letter said so. */
const forgivenDays = (honoured: Honoured): Freezes =>
  honoured.filter(({ data }) => data.interestInTerm === "forgiven").map(termOf);

function ledgerOf({ events, standing, tariffs }: History, honoured: Honoured, asOf: PlainDate, moment: Moment): Ledger {
  const terms = termsOf(standing);
  const ledger: Ledger = {
    terms,
    invoices: [],
    costs: [],
    payments: [],
    writeOffs: [],
    replaced: [],
    creditSurpluses: [],
    notices: [],
    charged: [],
    alreadyCharged: terms.bik.alreadyCharged,
    credited: 0,
  };
  const freezes = freezesOf(standing, forgivenDays(honoured));
  const steps: Step[] = [...standing.filter(isStep), ...rightsOf(events, standing)].filter(({ on }) => on <= asOf);
  const dayOf = countingDays(standing, asOf);
  steps.sort((a, b) => inOrder(a, b, dayOf));
  const accounts: InvoiceAccount[] = [];
  const invoiceTerms = invoiceTermsOf(standing);
  for (const event of steps) {
    if (event.kind !== "invoice") continue;
    const interest = interestOf(event, terms, invoiceTerms.get(event.data.number));
    accounts.push(openInvoice(interest, event, { standing, tariffs, freezes }));
  }
  creditFromStart(ledger, accounts, standing);
  for (const event of steps) {
    if (moment === "charges" && dayOf(event) === asOf && !isCharge(event)) break;
    take(ledger, event, { accounts, tariffs, honoured, bearing: { standing, tariffs, freezes }, dayOf });
  }
  closeLines(ledger, dayNumber(asOf));
  return ledger;
}

/** The ledger at a moment of a day, with all interest lines closed there. @throws missingTariff if a rate is unknown. */
export function ledgerAt(events: readonly ClaimEvent[], tariffs: Tariffs, asOf: PlainDate, moment: Moment): Ledger {
  const history = { events, standing: standingEvents(events), tariffs };
  return ledgerOf(history, honouredOn(history, asOf), asOf, moment);
}
