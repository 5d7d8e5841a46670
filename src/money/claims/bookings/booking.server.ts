/** Manual bookings on a file's claims: each is an event, an audit row and a timeline line in one transaction. */
import { lockFile, requireFile } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import type { LogText } from "../../../cases/logs/logs.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { allChecked, FieldProblems, fieldError, notFound } from "../../../ground/kernel/errors.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { type Balance, balanceOf } from "../engine/balance.ts";
import {
  type ClaimEvent,
  type CostGroup,
  chainOf,
  type EventKind,
  isKind,
  type NewEvent,
  type ReceiptKind,
  standingEvents,
  termsOf,
} from "../engine/events.ts";
import { withHypothetical } from "../engine/hypothetical.ts";
import { appendEvents, eventsOf, isKnownKey } from "../record/record.server.ts";
import { isUnusualPaymentDay } from "./payment-day.ts";

/** The effect of a booking on the claim: money received or claim lowered, that reversed, or a 14-day letter whose validity changed. */
export type BookingKind = "received" | "reversed" | "judged";
type Follower = (ctx: WorkCtx, fileId: number, kind: BookingKind) => Promise<void>;
const followers: Follower[] = [];

/**
 * Registers a handler of a later module for each booking, manual or from the bank, in the same transaction: for example closing a paid file.
 * `appendEvents` calls no handlers; its callers take care of what follows.
 */
export const followBookings = (follower: Follower): void => {
  followers.push(follower);
};

/** Calls the handlers of later modules for a booking. */
export const notifyBookingFollowers = async (ctx: WorkCtx, fileId: number, kind: BookingKind): Promise<void> => {
  for (const follow of followers) await follow(ctx, fileId, kind);
};

/** The outcome of a booking: its event, and the balance after it. */
export interface Booked {
  readonly id: number;
  readonly balance: Balance;
  /** False if the same booking existed already. */
  readonly isNew: boolean;
}

export const keyOf = (fileId: number, key: string | undefined): { effectKey: string } | Record<string, never> =>
  key === undefined ? {} : { effectKey: `booking:${fileId}:${key}` };

export const present = async (ctx: WorkCtx, fileId: number) => {
  const events = await eventsOf(ctx.db, fileId);
  return { events, balance: balanceOf(events, await loadTariffs(ctx.db), ctx.clock.today()) };
};

/** Enters one event on a locked file, with its audit row and timeline line. Idempotent by effect key. */
export async function enter(ctx: WorkCtx, fileId: number, event: NewEvent, subject: LogText): Promise<Booked> {
  const { ids, added } = await appendEvents(ctx, fileId, [event]);
  const id = ids[0] ?? 0;
  const { events, balance } = await present(ctx, fileId);
  if (added === 0) {
    const known = events.find((each) => each.id === id);
    if (known?.kind !== event.kind || known.amount !== (event.amount ?? 0) || known.on !== event.on) {
      throw fieldError("idempotencyKey", "claims.keyReused");
    }
    return { id, balance, isNew: false };
  }
  await ctx.audit({ action: `claims.${event.kind}`, subject: "file", subjectId: fileId, after: { id, ...event } });
  const ref = { kind: "claim_event", id };
  await writeLog(ctx, { fileId, type: "payment", subject, content: allocationText(balance, id), ref });
  return { id, balance, isNew: true };
}

export const cents = (amount: Cents): { cents: number } => ({ cents: amount });

/** The allocation of the payment with this id; empty for other events. */
function allocationText(balance: Balance, id: number): LogText | null {
  const to = allocationOf(balance, id);
  if (!to) return null;
  return {
    key: "claims.logAllocation",
    values: {
      costs: cents(to.costs),
      interest: cents(to.interest),
      principal: cents(to.principal),
      open: cents(balance.open),
    },
  };
}

/** The allocation of a payment in cents; undefined if there is no such standing payment. */
export function allocationOf(
  balance: Balance,
  id: number,
): { costs: Cents; interest: Cents; principal: Cents; surplus: Cents } | undefined {
  const receipt = balance.ledger.payments.find(({ event }) => event.id === id);
  if (!receipt) return undefined;
  const to = { costs: 0, interest: 0, principal: 0, surplus: receipt.surplus };
  for (const { part, amount } of receipt.allocations) to[part] += amount;
  return to;
}

export function notInFuture(ctx: WorkCtx, on: PlainDate, field = "date"): void {
  if (on > ctx.clock.today()) throw fieldError(field, "claims.dateInFuture");
}

export function requireInvoices(
  events: readonly ClaimEvent[],
  numbers: readonly string[] | undefined,
  field: string,
): void {
  const known = new Set(standingEvents(events).flatMap((event) => (isKind(event, "invoice") ? event.data.number : [])));
  const problems = new FieldProblems();
  for (const number of numbers ?? []) if (!known.has(number)) problems.add(field, "claims.unknownInvoice", { number });
  problems.throwIfAny();
}

export interface PaymentInput {
  readonly date: PlainDate;
  readonly amount: Cents;
  readonly kind: ReceiptKind;
  /** A code of the list of payment descriptions. */
  readonly description?: string | undefined;
  readonly reference: string;
  readonly invoices?: readonly string[] | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The user confirmed an unusual value date. */
  readonly dateConfirmed?: boolean | undefined;
}

/** Previews the allocation of a payment and the balance of today after it. @throws notFound; validation as `bookPayment`. */
export async function foreseePayment(
  ctx: WorkCtx,
  fileId: number,
  { date, amount, invoice }: Pick<PaymentInput, "date" | "amount"> & { readonly invoice?: string | undefined },
) {
  await requireFile(ctx, fileId);
  const events = await eventsOf(ctx.db, fileId);
  const invoices = invoice === undefined ? [] : [invoice];
  await allChecked(
    () => notInFuture(ctx, date),
    () => requireInvoices(events, invoices, "invoice"),
  );
  const data = { receipt: "agency", reference: "", ...(invoices.length > 0 && { invoices }) } as const;
  const after = withHypothetical(events, [{ kind: "payment", on: date, amount, data }]);
  const balance = balanceOf(after, await loadTariffs(ctx.db), ctx.clock.today());
  const none = { costs: 0, interest: 0, principal: 0, surplus: 0 };
  return { ...(allocationOf(balance, after.at(-1)?.id ?? 0) ?? none), open: balance.open };
}

/** Books a payment on its value date. @throws notFound; validation for a date in the future, an unconfirmed unusual date, or an unknown invoice. */
export async function bookPayment(ctx: WorkCtx, fileId: number, input: PaymentInput): Promise<Booked> {
  await lockFile(ctx, fileId);
  const events = await eventsOf(ctx.db, fileId);
  await allChecked(
    () => notInFuture(ctx, input.date),
    () => requireInvoices(events, input.invoices, "invoices"),
  );
  if (!input.dateConfirmed && isUnusualPaymentDay(events, input.date, ctx.clock.today()))
    throw fieldError("dateConfirmed", "claims.unusualDate");
  const booked = await enter(
    ctx,
    fileId,
    {
      kind: "payment",
      on: input.date,
      amount: input.amount,
      data: {
        receipt: input.kind,
        reference: input.reference,
        ...(input.description ? { description: input.description } : {}),
        ...(input.invoices && input.invoices.length > 0 ? { invoices: [...input.invoices] } : {}),
      },
      ...keyOf(fileId, input.idempotencyKey),
    },
    { key: "claims.logPayment", values: { amount: cents(input.amount), on: { date: input.date } } },
  );
  if (booked.isNew) await notifyBookingFollowers(ctx, fileId, "received");
  return booked;
}

const reversible: readonly EventKind[] = [
  "payment",
  "credit_note",
  "cost",
  "write_off",
  "freeze",
  "bik",
  "refund",
  "interruption",
  "capacity",
  "judgment",
];

/**
 * Reverses an event of a file with effect from its own date. Reversing it again returns the reversal that it has, unless that was taken back.
 * @throws notFound if the file has no such event or it is not one of `kinds`; validation for kinds that cannot be reversed by hand.
 */
export async function reverseEvent(
  ctx: WorkCtx,
  fileId: number,
  eventId: number,
  input: { readonly date?: PlainDate | undefined; readonly reason: string; readonly kinds?: readonly EventKind[] },
): Promise<Booked> {
  await lockFile(ctx, fileId);
  const events = await eventsOf(ctx.db, fileId);
  const event = events.find(({ id }) => id === eventId);
  if (!event || (input.kinds && !input.kinds.includes(event.kind))) throw notFound();
  if (!reversible.includes(event.kind)) throw fieldError("common", "claims.notReversible");
  const chain = chainOf(events, eventId);
  const reverses = chain.at(-1) ?? eventId;
  if (chain.length % 2 === 0) return { id: reverses, balance: (await present(ctx, fileId)).balance, isNew: false };
  const on = input.date ?? ctx.clock.today();
  notInFuture(ctx, on);
  const booked = await enter(
    ctx,
    fileId,
    { kind: "reversal", on, reverses, data: { reason: input.reason }, effectKey: `reversal:${reverses}` },
    { key: "claims.logReversal", values: { amount: cents(event.amount), on: { date: event.on } } },
  );
  await notifyBookingFollowers(ctx, fileId, "reversed");
  return booked;
}

export const reversePayment = (
  ctx: WorkCtx,
  fileId: number,
  paymentId: number,
  input: { readonly date?: PlainDate | undefined; readonly reason: string },
): Promise<Booked> => reverseEvent(ctx, fileId, paymentId, { ...input, kinds: ["payment"] });

/** Whether an effect was entered before: then checks that its own result would fail are skipped. */
export async function isKnown(ctx: WorkCtx, key: { readonly effectKey?: string }): Promise<boolean> {
  return key.effectKey !== undefined && isKnownKey(ctx.db, key.effectKey);
}

export interface CostInput {
  readonly date: PlainDate;
  readonly amount: Cents;
  readonly group: CostGroup;
  readonly type: string;
  readonly article?: string | undefined;
  readonly description: string;
  /** The VAT within the amount. */
  readonly vat?: Cents | undefined;
  /** The judgment, order or other title by which the debtor owes it. */
  readonly title?: { readonly on: PlainDate; readonly reference: string } | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Whether the debtor of a file owes VAT on costs: only where its creditor cannot offset it (Besluit art. 2(3), Btag art. 10). */
const owesVat = async (ctx: WorkCtx, fileId: number): Promise<boolean> =>
  termsOf(standingEvents(await eventsOf(ctx.db, fileId))).bik.vat;

/**
 * Charges a cost to the debtor. @throws validation for a closed file, a date in the future, VAT above the amount or that the creditor offsets, or an
 * active arrangement, under which the debt is not increased (domain facts 3.4). @throws {LawRefusal} by the law gate.
 */
export async function bookCosts(ctx: WorkCtx, fileId: number, input: CostInput): Promise<Booked> {
  const file = await lockFile(ctx, fileId);
  const key = keyOf(fileId, input.idempotencyKey);
  if (file.status === "closed" && !(await isKnown(ctx, key))) throw fieldError("common", "claims.fileClosed");
  if (file.status === "term_payment" && !(await isKnown(ctx, key))) throw fieldError("common", "agreements.noCostsNow");
  const { group, type, article, description, vat = 0, title } = input;
  await allChecked(
    () => notInFuture(ctx, input.date),
    () => title && notInFuture(ctx, title.on, "title.on"),
    async () => {
      if (vat >= input.amount) throw fieldError("vat", "agreements.vatTooHigh");
      if (vat > 0 && !(await owesVat(ctx, fileId)) && !(await isKnown(ctx, key)))
        throw fieldError("vat", "agreements.vatOffset");
    },
  );
  return enter(
    ctx,
    fileId,
    {
      kind: "cost",
      on: input.date,
      amount: input.amount,
      data: { group, type, description, vat, ...(article ? { article } : {}), ...(title ? { title } : {}) },
      ...key,
    },
    { key: "claims.logCost", values: { amount: cents(input.amount), type } },
  );
}

/** Stops interest from a date on. */
export async function freezeFrom(
  ctx: WorkCtx,
  fileId: number,
  input: { readonly from: PlainDate; readonly until?: PlainDate | undefined; readonly reason: string },
): Promise<Booked> {
  await lockFile(ctx, fileId);
  if (input.until !== undefined && input.until <= input.from) throw fieldError("until", "claims.untilBeforeFrom");
  const data = { reason: input.reason, ...(input.until ? { until: input.until } : {}) };
  const subject = { key: "claims.logFreeze", values: { from: { date: input.from } } };
  return enter(ctx, fileId, { kind: "freeze", on: input.from, data }, subject);
}
