/** Payments reported by the client: each recorded once, and reversed if reported by mistake. */
import { sql } from "kysely";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import { containsBsn } from "../../../ground/kernel/identifiers.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { recallLoweredNotice } from "./recall.server.ts";
import { liveStates } from "./record.ts";
import { type Locked, settleRecord, writeLines } from "./write.server.ts";

export interface PaymentReport {
  readonly date: PlainDate;
  readonly cents: Cents;
  readonly reference: string;
  readonly key?: string | undefined;
  /** The upload that reported it. */
  readonly importId?: number;
}

/**
 * Records a payment reported by the client. Idempotent by key. @returns whether it is new. @throws validation: in the future, more than is open, or
 * the record has ended.
 */
export async function noteReportedPayment(ctx: WorkCtx, record: Locked, told: PaymentReport): Promise<boolean> {
  if (told.key !== undefined) {
    const before = await ctx.db
      .selectFrom("precasso_payment")
      .select(["paid_on", "cents"])
      .where("record_id", "=", record.id)
      .where("payment_key", "=", told.key)
      .where("undone", "=", false)
      .executeTakeFirst();
    if (before && (before.paid_on !== told.date || before.cents !== told.cents))
      throw fieldError("key", "precasso.errorKeyUsed");
    if (before) return false;
  }
  if (!liveStates.some((state) => state === record.state)) throw fieldError("common", `precasso.over_${record.state}`);
  if (told.date > ctx.clock.today()) throw fieldError("date", "precasso.errorFuture");
  if (told.cents > record.open_cents) throw fieldError("amount", "precasso.errorTooMuch");
  if (containsBsn(told.reference)) throw fieldError("reference", "intake.bsn");
  await ctx.db
    .insertInto("precasso_payment")
    .values({
      record_id: record.id,
      paid_on: told.date,
      cents: told.cents,
      reference: told.reference,
      told_by: ctx.user.kind === "staff" || ctx.user.kind === "system" ? "house" : "client",
      payment_key: told.key ?? null,
      import_id: told.importId ?? null,
      noted_at: ctx.clock.now(),
      noted_by: ctx.user.id || null,
    })
    .execute();
  await writeLines(ctx, [{ recordId: record.id, key: "logPayment", values: { cents: told.cents, date: told.date } }]);
  await ctx.audit({
    action: "precasso.payment",
    subject: "precasso_record",
    subjectId: record.id,
    // The text of its reference is stored only with the payment, where retention can erase it.
    after: { date: told.date, cents: told.cents },
  });
  await settleRecord(ctx, record);
  await recallLoweredNotice(ctx, record.id);
  return true;
}

/**
 * Reverses payments of a locked record: one by its id, or all of an upload, which may then be uploaded again. @returns how many.
 * @throws validation: the record has ended for good.
 */
export async function takeBackPayments(
  ctx: WorkCtx,
  record: Locked & { readonly erased_on: PlainDate | null },
  which: { readonly id: number } | { readonly importId: number },
): Promise<number> {
  if (record.state === "converted" || record.state === "withdrawn")
    throw fieldError("common", `precasso.over_${record.state}`);
  // No debtor is left to be reminded.
  if (record.erased_on !== null) throw fieldError("common", "precasso.over_erased");
  const byUpload = "importId" in which;
  const taken = await ctx.db
    .updateTable("precasso_payment")
    .set({ taken_back_at: ctx.clock.now(), taken_back_by: ctx.user.id || null, undone: byUpload })
    .where("record_id", "=", record.id)
    .where(byUpload ? sql<boolean>`import_id = ${which.importId}` : sql<boolean>`id = ${which.id}`)
    .where("taken_back_at", "is", null)
    .returning(["cents", "paid_on"])
    .execute();
  if (taken.length === 0) return 0;
  await writeLines(
    ctx,
    taken.map(({ cents, paid_on: date }) => ({
      recordId: record.id,
      key: byUpload ? "logPaymentUploadBack" : "logPaymentBack",
      values: { cents, date },
    })),
  );
  await ctx.audit({
    action: "precasso.paymentBack",
    subject: "precasso_record",
    subjectId: record.id,
    before: taken.map(({ cents, paid_on: date }) => ({ cents, date })),
  });
  await settleRecord(ctx, record);
  return taken.length;
}
