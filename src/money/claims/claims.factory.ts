/** Factories of events for tests and demo data: amounts as decimals, ids in order of creation. */
import { counter } from "../../app/testing/serial.factory.ts";
import { noticeTerm, plainCalendar } from "../../ground/kernel/calendar.ts";
import { date } from "../../ground/kernel/dates.ts";
import { type Cents, centsFromDecimal } from "../../ground/kernel/money.ts";
import { type ClaimEvent, type EventKind, enteredEvent, type NewEvent } from "./engine/events.ts";

/** "1234.56" → cents; throws for an invalid amount. */
export function eur(text: string): Cents {
  const cents = centsFromDecimal(text);
  if (cents === undefined) throw new RangeError(`not an amount: ${text}`);
  return cents;
}

const parsedEvent = (event: NewEvent, id: number): ClaimEvent =>
  enteredEvent({ ...event, id, amount: event.amount ?? 0 });

/** New events as the record returns them, entered in this order. */
export const entered = (events: readonly NewEvent[], firstId = 1): ClaimEvent[] =>
  events.map((event, at) => parsedEvent(event, firstId + at));

type Data<K extends EventKind> = Extract<NewEvent, { kind: K }>["data"];

const serial = counter();

/** Each has a number of its own unless one is given: two files cannot claim the same invoice. */
export const invoice = (amount: string, dueDate: string, more: Partial<Data<"invoice">> = {}): NewEvent => ({
  kind: "invoice",
  on: date(dueDate),
  amount: eur(amount),
  data: { number: more.number ?? `F-${dueDate}-${amount}-${serial()}`, dueDate: date(dueDate), ...more },
});

/** An invoice that bears interest from a date, on which it is entered. */
export const owedFrom = (amount: string, from: string, more: Partial<Data<"invoice">> = {}): NewEvent =>
  invoice(amount, from, { interestFrom: date(from), ...more });

export const terms = (
  interest: Data<"terms">["interest"],
  bik: Data<"terms">["bik"] = {},
  on = "2000-01-01",
): NewEvent => ({ kind: "terms", on: date(on), data: { interest, bik } });

export const statutory = (bik: Data<"terms">["bik"] = {}): NewEvent => terms({ kind: "statutory" }, bik);
export const commercial = (bik: Data<"terms">["bik"] = {}): NewEvent => terms({ kind: "commercial" }, bik);

export const bik = (on: string, amount: string, vat = "0.00", invoices?: string[]): NewEvent => ({
  kind: "bik",
  on: date(on),
  amount: eur(amount) + eur(vat),
  data: { bik: eur(amount), vat: eur(vat), ...(invoices ? { invoices } : {}) },
});

export const cost = (
  on: string,
  amount: string,
  group: Data<"cost">["group"] = "other",
  more: Partial<Data<"cost">> = {},
): NewEvent => ({
  kind: "cost",
  on: date(on),
  amount: eur(amount),
  data: { group, type: "information", ...more },
});

export const payment = (on: string, amount: string, more: Partial<Data<"payment">> = {}): NewEvent => ({
  kind: "payment",
  on: date(on),
  amount: eur(amount),
  data: { receipt: "agency", reference: `P-${on}`, ...more },
});

export const creditNote = (
  on: string,
  amount: string,
  mode: Data<"credit_note">["mode"],
  invoiceNumber?: string,
): NewEvent => ({
  kind: "credit_note",
  on: date(on),
  amount: eur(amount),
  data: { number: `C-${on}`, mode, ...(invoiceNumber ? { invoice: invoiceNumber } : {}) },
});

export const reversal = (on: string, reverses: number): NewEvent => ({
  kind: "reversal",
  on: date(on),
  reverses,
  data: { reason: "storno" },
});

export const writeOff = (on: string, amount: string): NewEvent => ({
  kind: "write_off",
  on: date(on),
  amount: eur(amount),
  data: { reason: "rounding" },
});

export const freeze = (on: string, until?: string): NewEvent => ({
  kind: "freeze",
  on: date(on),
  data: { reason: "shv", ...(until ? { until: date(until) } : {}) },
});

/** An interruption of limitation entered by staff, for all invoices that were due. */
export const judgment = (on: string, reference: string, parts: Partial<Data<"judgment">> = {}): NewEvent => {
  const whole = { reference, principal: 0, interest: 0, bik: 0, costs: 0, ...parts };
  return {
    kind: "judgment",
    on: date(on),
    amount: whole.principal + whole.interest + whole.bik + whole.costs,
    data: whole,
  };
};

export const interruption = (on: string, how: Data<"interruption">["how"], invoices: string[] = []): NewEvent => ({
  kind: "interruption",
  on: date(on),
  data: { how, invoices, proof: "-" },
});

export const refund = (on: string, amount: string): NewEvent => ({
  kind: "refund",
  on: date(on),
  amount: eur(amount),
  data: { reference: `R-${on}` },
});

/** A 14-day letter by post, with its dates calculated without days equated by decree. */
export const notice = (on: string, amount: string, more: Partial<Data<"notice14">> = {}): NewEvent => {
  const term = noticeTerm(date(on), "post", plainCalendar);
  const data = {
    by: "agency" as const,
    method: "post" as const,
    deemedReceived: term.deemedReceived,
    lastPayDay: term.lastPayDayExtended,
    bikDueFrom: term.bikDueFrom,
    invoices: [],
    principal: 0,
    bik: eur(amount),
    vat: 0,
    ...more,
  };
  return { kind: "notice14", on: date(on), data };
};
