/** The balance of a file on a date: a pure function of its events, the tariffs and the date (domain facts, E3). */
import { dayNumber, type PlainDate } from "../../../ground/kernel/dates.ts";
import { type Cents, sumCents } from "../../../ground/kernel/money.ts";
import type { Tariffs } from "../../../ground/tariffs/tariffs.ts";
import { type BikResult, collectionCosts } from "../collection-costs/bik.ts";
import { bikInvoices, runOut, unprovedBy } from "../collection-costs/rights.ts";
import { chargedInterest, openInterest } from "../interest/interest.ts";
import { type BikGround, type ClaimEvent, isKind, standingEvents } from "./events.ts";
import type { Ledger, Receipt } from "./ledger.ts";
import { ledgerAt, type Moment } from "./replay.ts";

/**
 * What is owed by part, and its derivation. `principal`, `interest` and `costs` are the open amounts of each; they sum to `open`. None is ever
 * negative.
 */
export interface Balance {
  readonly asOf: PlainDate;
  readonly principal: Cents;
  readonly interest: Cents;
  readonly costs: Cents;
  readonly open: Cents;
  /** All receipts, by any recipient, less refunds. */
  readonly paid: Cents;
  readonly invoiced: Cents;
  /** Without interest that has lapsed after a judgment. */
  readonly interestCharged: Cents;
  readonly costsCharged: Cents;
  readonly credited: Cents;
  readonly writtenOff: Cents;
  /** The claim that awards replaced; the awards are included in `invoiced`, `interestCharged` and `costsCharged`. */
  readonly replaced: Cents;
  /** Received beyond the claim and not refunded. */
  readonly overpaid: Cents;
  /** The derivation as records: every line of interest, cost and allocation. `derive` builds the tree from it. */
  readonly ledger: Ledger;
}

/** @throws missingTariff if a rate is unknown for a day that bears interest: never a rate of 0. */
export const balanceOf = (events: readonly ClaimEvent[], tariffs: Tariffs, asOf: PlainDate): Balance =>
  totalled(ledgerAt(events, tariffs, asOf, "all"), asOf);

/**
 * The same balance without these invoices, their interest, and what was paid or written off of them: what may still be demanded if they are
 * time-barred. Costs stay.
 */
export function withoutInvoices(balance: Balance, numbers: ReadonlySet<string>): Balance {
  if (numbers.size === 0) return balance;
  const { ledger } = balance;
  const without = <R extends Receipt>(receipt: R): R => {
    const removed = receipt.allocations.filter(({ to }) => typeof to === "string" && numbers.has(to));
    const allocations = receipt.allocations.filter((each) => !removed.includes(each));
    return { ...receipt, allocations, amount: receipt.amount - sumCents(removed.map(({ amount }) => amount)) };
  };
  const left = ledger.invoices.filter(({ number }) => !numbers.has(number));
  const changed = {
    ...ledger,
    invoices: left,
    payments: ledger.payments.map(without).filter(({ amount }) => amount > 0),
    writeOffs: ledger.writeOffs.map(without).filter(({ amount }) => amount > 0),
    replaced: ledger.replaced.map(without),
    credited: sumCents(left.flatMap(({ credits }) => credits.map(({ amount }) => amount))),
  };
  return totalled(changed, balance.asOf);
}

function totalled(ledger: Ledger, asOf: PlainDate): Balance {
  let [principal, interest, interestCharged, invoiced] = [0, 0, 0, 0];
  for (const { accrual, event } of ledger.invoices) {
    invoiced += event.amount;
    principal += accrual.principal;
    interest += openInterest(accrual);
    interestCharged += chargedInterest(accrual);
  }
  let [costs, costsCharged] = [0, 0];
  for (const cost of ledger.costs) {
    costs += cost.open;
    costsCharged += cost.amount;
  }
  let [received, overpaid, refunded] = [0, 0, 0];
  for (const receipt of ledger.payments) {
    received += receipt.amount;
    overpaid += receipt.surplus;
    refunded += receipt.refunded;
  }
  for (const receipt of ledger.creditSurpluses) overpaid += receipt.surplus;
  for (const receipt of ledger.creditSurpluses) refunded += receipt.refunded;
  return {
    asOf,
    principal,
    interest,
    costs,
    open: principal + interest + costs,
    paid: received - refunded,
    invoiced,
    interestCharged,
    costsCharged,
    credited: ledger.credited,
    writtenOff: sumCents(ledger.writeOffs.map(({ amount }) => amount)),
    replaced: sumCents(ledger.replaced.map(({ amount }) => amount)),
    overpaid,
    ledger,
  };
}

export interface BikQuestion {
  readonly invoices?: readonly string[];
  readonly moment?: Moment;
  readonly ground?: BikGround;
  /** The full balance of that day, if the caller has calculated it: an announcement uses the same ledger. */
  readonly known?: Balance;
}

/** More than any possible claim. */
const boundless = Number.MAX_SAFE_INTEGER / 2;

/** Whether costs could rest only on unproved letters. */
function isUnproved(events: readonly ClaimEvent[], on: PlainDate, ground: BikGround | undefined): boolean {
  if (ground !== undefined && ground !== "notice") return false;
  const letters = runOut(
    standingEvents(events).filter((event) => isKind(event, "notice14")),
    on,
  );
  return letters.length > 0 && letters.every((letter) => unprovedBy(letter) !== null);
}

/** The costs of a claim on a date: over what was open when the right to them arose, possibly long before. */
function claimedBik(
  events: readonly ClaimEvent[],
  tariffs: Tariffs,
  on: PlainDate,
  { invoices, ground }: BikQuestion,
): BikResult {
  const id = events.reduce((last, event) => Math.max(last, event.id), 0) + 1;
  const data = {
    bik: boundless,
    vat: boundless,
    ...(invoices && { invoices: [...invoices] }),
    ...(ground && { ground }),
  };
  const ledger = ledgerAt([...events, { id, kind: "bik", on, amount: 0, data }], tariffs, on, "charges");
  const made = isUnproved(events, on, ground) ? undefined : ledger.costs.find((cost) => cost.id === id)?.bik;
  return made ?? collectionCosts([], [], ledger.terms.bik, 0, tariffs, on);
}

/**
 * The collection costs as of a date. None for invoices over which they were charged already.
 * @param question.moment `charges`: if they were claimed on that date, over what was open when the right arose (rights.ts). `all`: to announce
 * them, over what is open after that day's payments.
 */
export function bikFor(
  events: readonly ClaimEvent[],
  tariffs: Tariffs,
  on: PlainDate,
  question: BikQuestion = {},
): BikResult {
  if (question.moment !== "all") return claimedBik(events, tariffs, on, question);
  const ledger = question.known?.asOf === on ? question.known.ledger : ledgerAt(events, tariffs, on, "all");
  const invoices = bikInvoices(ledger, dayNumber(on), question.invoices);
  return collectionCosts(invoices, ledger.charged, ledger.terms.bik, ledger.alreadyCharged, tariffs, on);
}
