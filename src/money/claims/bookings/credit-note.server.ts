/** Credit notes: what the client takes back of its invoices. */
import { lockFile } from "../../../cases/files/files.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { allChecked, fieldError } from "../../../ground/kernel/errors.ts";
import { type Cents, decimalFromCents } from "../../../ground/kernel/money.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { type ClaimEvent, type EventOf, isKind, standingEvents } from "../engine/events.ts";
import { eventsOf } from "../record/record.server.ts";
import {
  type Booked,
  cents,
  enter,
  isKnown,
  keyOf,
  notInFuture,
  notifyBookingFollowers,
  requireInvoices,
} from "./booking.server.ts";

export interface CreditInput {
  readonly date: PlainDate;
  readonly amount: Cents;
  readonly number: string;
  readonly invoice?: string | undefined;
  readonly mode: "retroactive" | "goodwill";
  readonly reason: string;
  readonly idempotencyKey?: string | undefined;
}

/** What can still be credited of one invoice, or of all: of one, no more than of all together. */
const creditable = (events: readonly ClaimEvent[], invoice: string | undefined): Cents =>
  invoice === undefined
    ? uncredited(events, undefined)
    : Math.min(uncredited(events, invoice), uncredited(events, undefined));

function uncredited(events: readonly ClaimEvent[], invoice: string | undefined): Cents {
  const standing = standingEvents(events);
  const applies = (number: string | undefined): boolean => invoice === undefined || number === invoice;
  const invoiced = standing.filter(
    (event): event is EventOf<"invoice"> & ClaimEvent => isKind(event, "invoice") && applies(event.data.number),
  );
  const credited = standing.filter(
    (event): event is EventOf<"credit_note"> & ClaimEvent =>
      isKind(event, "credit_note") && applies(event.data.invoice),
  );
  const sum = (of: readonly { readonly amount: Cents }[]): Cents => of.reduce((total, { amount }) => total + amount, 0);
  return sum(invoiced) - sum(credited);
}

/** Books a credit note. @throws validation if it exceeds what was invoiced and not yet credited. */
export async function bookCredit(ctx: WorkCtx, fileId: number, input: CreditInput): Promise<Booked> {
  await lockFile(ctx, fileId);
  const events = await eventsOf(ctx.db, fileId);
  const { invoice } = input;
  await allChecked(
    () => notInFuture(ctx, input.date),
    () => requireInvoices(events, invoice === undefined ? undefined : [invoice], "invoice"),
  );
  const key = keyOf(fileId, input.idempotencyKey);
  const most = creditable(events, invoice);
  if (input.amount > most && !(await isKnown(ctx, key))) {
    throw fieldError("amount", "claims.creditTooHigh", { amount: decimalFromCents(Math.max(0, most)) });
  }
  const data = { number: input.number, mode: input.mode, reason: input.reason, ...(invoice ? { invoice } : {}) };
  const booked = await enter(
    ctx,
    fileId,
    { kind: "credit_note", on: input.date, amount: input.amount, data, ...key },
    { key: "claims.logCredit", values: { number: input.number, amount: cents(input.amount) } },
  );
  if (booked.isNew) await notifyBookingFollowers(ctx, fileId, "received");
  return booked;
}
