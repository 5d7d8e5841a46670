/** Write-offs, and refunds of overpayments. */
import { lockFile } from "../../../cases/files/files.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import { type Cents, decimalFromCents } from "../../../ground/kernel/money.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import {
  type Booked,
  cents,
  enter,
  isKnown,
  keyOf,
  notInFuture,
  notifyBookingFollowers,
  present,
} from "./booking.server.ts";

/** Books the refund of an overpayment. @throws validation for a date in the future, or for more than is overpaid. */
export async function bookRefund(
  ctx: WorkCtx,
  fileId: number,
  input: {
    readonly date: PlainDate;
    readonly amount: Cents;
    readonly reference: string;
    readonly iban?: string | undefined;
    readonly idempotencyKey?: string | undefined;
  },
): Promise<Booked> {
  await lockFile(ctx, fileId);
  notInFuture(ctx, input.date);
  const key = keyOf(fileId, input.idempotencyKey);
  const { balance } = await present(ctx, fileId);
  if (input.amount > balance.overpaid && !(await isKnown(ctx, key)))
    throw fieldError("amount", "claims.refundTooHigh", { amount: decimalFromCents(balance.overpaid) });
  const data = { reference: input.reference, ...(input.iban ? { iban: input.iban } : {}) };
  const booked = await enter(
    ctx,
    fileId,
    { kind: "refund", on: input.date, amount: input.amount, data, ...key },
    { key: "claims.logRefund", values: { amount: cents(input.amount), on: { date: input.date } } },
  );
  if (booked.isNew) await notifyBookingFollowers(ctx, fileId, "received");
  return booked;
}

/** Writes off an amount today. @throws validation if it is more than is open. */
export async function writeOffAmount(
  ctx: WorkCtx,
  fileId: number,
  input: { readonly amount: Cents; readonly reason: string; readonly idempotencyKey?: string | undefined },
): Promise<Booked> {
  await lockFile(ctx, fileId);
  const key = keyOf(fileId, input.idempotencyKey);
  const { balance } = await present(ctx, fileId);
  if (input.amount > balance.open && !(await isKnown(ctx, key))) {
    throw fieldError("amount", "claims.writeOffTooHigh", { amount: decimalFromCents(balance.open) });
  }
  const on = ctx.clock.today();
  const booked = await enter(
    ctx,
    fileId,
    { kind: "write_off", on, amount: input.amount, data: { reason: input.reason }, ...key },
    { key: "claims.logWriteOff", values: { amount: cents(input.amount) } },
  );
  if (booked.isNew) await notifyBookingFollowers(ctx, fileId, "received");
  return booked;
}
