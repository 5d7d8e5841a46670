/** Books bank entries in the event record of a file, with the consequences for the file. */

import { lockFile } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import type { LogText } from "../../../cases/logs/logs.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { appendEvents, bookings, eventsOf, receipts } from "../../claims/claims.server.ts";

export interface Receipt {
  readonly fileId: number;
  readonly amountCents: number;
  readonly on: PlainDate;
  readonly reference: string;
  readonly effectKey: string;
}

const line = (key: "logPayment" | "logReversal", cents: number, on: PlainDate): LogText => ({
  key: `claims.${key}`,
  values: { amount: { cents }, on: { date: on } },
});

/** Books a payment received on our account, with the same consequences as a manual one. Returns the id of the event. */
export async function bookReceipt(ctx: WorkCtx, receipt: Receipt): Promise<number> {
  const { fileId, amountCents: amount, on, reference, effectKey } = receipt;
  const data = { receipt: "agency" as const, reference };
  const { ids, added } = await appendEvents(ctx, fileId, [{ kind: "payment", on, amount, data, effectKey }]);
  const id = ids[0] ?? 0;
  if (added > 0) {
    await ctx.audit({
      action: "claims.payment",
      subject: "file",
      subjectId: fileId,
      after: { id, amount, on, reference },
    });
    const ref = { kind: "claim_event", id };
    await writeLog(ctx, { fileId, type: "payment", subject: line("logPayment", amount, on), content: reference, ref });
    await bookings.notifyBookingFollowers(ctx, fileId, "received");
  }
  return id;
}

/**
 * Reverses an event that stands: a payment, or the reversal of one, which then stands again. The file reopens or closes accordingly. Returns the
 * id of the reversal; undefined, and nothing happens, where the event stands no more: somebody reversed it on the file.
 */
export async function reverseStanding(
  ctx: WorkCtx,
  wanted: {
    readonly fileId: number;
    readonly eventId: number;
    readonly on: PlainDate;
    readonly reason: string;
    readonly effectKey: string;
  },
): Promise<number | undefined> {
  const { fileId, on, reason, effectKey } = wanted;
  await lockFile(ctx, fileId);
  const events = await eventsOf(ctx.db, fileId);
  const chain = receipts.chainOf(events, wanted.eventId);
  if (chain.length % 2 === 0) return undefined;
  const reverses = chain.at(-1) ?? wanted.eventId;
  const { ids, added } = await appendEvents(ctx, fileId, [
    { kind: "reversal", on, reverses, data: { reason }, effectKey },
  ]);
  const id = ids[0] ?? 0;
  const event = events.find((one) => one.id === wanted.eventId);
  if (added === 0 || event === undefined) return id;
  await ctx.audit({
    action: "claims.reversal",
    subject: "file",
    subjectId: fileId,
    after: { id, reverses, on, reason },
  });
  const subject =
    event.kind === "payment" ? line("logReversal", event.amount, event.on) : { key: "payments.undoneReason" };
  await writeLog(ctx, { fileId, type: "payment", subject, content: reason, ref: { kind: "claim_event", id } });
  await bookings.notifyBookingFollowers(ctx, fileId, "reversed");
  return id;
}
