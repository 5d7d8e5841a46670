/** Makes what was planned for the claim of a file: its words, its invoices, its terms, the client's letter, a dispute. */

import { changeClaim, type FileState } from "../../../cases/files/files.server.ts";
import { debtorById } from "../../../cases/persons/persons.server.ts";
import { placeHold } from "../../../cases/states/states.server.ts";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { appendEvents, bookings, eventsOf } from "../../../money/claims/claims.server.ts";
import type { NewEvent } from "../../../money/claims/claims.ts";
import { copyIn, noticeCopyOf } from "../../../money/notices/notices.server.ts";
import type { BatchRecord } from "../uploads/uploads.server.ts";
import { noticeOf } from "./change-claim.server.ts";
import type { FileRows, Plan, SkipReason } from "./change-plan.server.ts";
import {
  claimedOf,
  clientNotice,
  type InvoiceChange,
  invoiceChange,
  invoiceEvents,
  refusedInvoice,
  termsEvent,
} from "./correction.server.ts";

interface Made {
  readonly ctx: WorkCtx;
  readonly batch: BatchRecord;
  readonly file: FileState;
}

/** What is entered on a file for a correction, and what stood before: on the record of changes. */
async function enter({ ctx, file }: Made, what: string, events: readonly NewEvent[], before: unknown): Promise<void> {
  await appendEvents(ctx, file.id, events);
  const after = events.map(({ kind, on, data, amount }) => ({ kind, on, amount, data }));
  await ctx.audit({ action: `file.${what}`, subject: "file", subjectId: file.id, before, after });
}

/** A lower amount is a credit note; it was never owed (domain facts A5). */
async function lower(
  { ctx, batch, file }: Made,
  row: number,
  amount: NonNullable<Plan["amount"]>,
  reason: string | null,
) {
  const why = reason ?? ctx.translate({ key: "intake.creditReason", values: { file: batch.fileName } }, "nl");
  await bookings.credit(ctx, file.id, {
    number: `I${batch.id}-${row}`,
    mode: "retroactive",
    reason: cutText(why, 200),
    invoice: amount.invoice,
    date: ctx.clock.today(),
    amount: amount.before - amount.after,
    idempotencyKey: `import:${batch.id}:${row}`,
  });
}

/** Of a withdrawal, and of what an earlier release planned, only the amount is known. */
const changeOf = ({ claim, amount }: Plan): Pick<InvoiceChange, "number" | "to"> | null =>
  claim?.invoice ?? (amount && { number: amount.invoice, to: { cents: amount.after } });

async function correctInvoice(made: Made, row: number, plan: Plan): Promise<SkipReason> {
  const { ctx, batch, file } = made;
  const planned = changeOf(plan);
  if (planned === null) return null;
  const events = await eventsOf(ctx.db, file.id);
  const cents = claimedOf(events, planned.number);
  if (cents === undefined) return "intake.noSuchInvoice";
  if (plan.amount !== null && cents !== plan.amount.before) return "intake.changedSince";
  const change = invoiceChange(events, { number: planned.number, ...planned.to });
  if (!change) return "intake.noSuchInvoice";
  const [refused] = refusedInvoice({ events, phase: file.phase, today: ctx.clock.today() }, change);
  if (refused) return refused.key;
  const again = invoiceEvents(events, change, cutText(batch.fileName, 200), `import:${batch.id}:${row}`);
  if (again.length > 0) await enter(made, "correctInvoice", again, change.from);
  if (plan.amount !== null && plan.amount.after < plan.amount.before) {
    await lower(made, row, plan.amount, plan.reason);
  }
  return null;
}

async function correctTerms(made: Made, plan: Plan): Promise<void> {
  const { ctx, file } = made;
  const { terms } = plan.claim ?? {};
  if (!terms) return;
  const event = termsEvent(await eventsOf(ctx.db, file.id), terms, ctx.clock.today());
  if (event) await enter(made, "correctTerms", [event], null);
}

async function correctNotice(made: Made, plan: Plan): Promise<SkipReason> {
  const { ctx, batch, file } = made;
  const { notice14 } = plan.claim ?? {};
  if (!notice14) return null;
  const events = await eventsOf(ctx.db, file.id);
  const before = clientNotice(events);
  const { fileType } = await debtorById(ctx.db, file.debtorId);
  const [letter] = noticeOf(events, notice14, fileType, await loadTariffs(ctx.db));
  if (!letter) return "intake.letterBeforeDue";
  // What is corrected is what was told of the letter; its copy on the file is the same.
  const copy = before ? copyIn(before.data) : await noticeCopyOf(ctx, file.id);
  const again: NewEvent[] = [{ ...letter, data: { ...letter.data, ...copy } }];
  if (before) {
    again.unshift({
      kind: "reversal",
      on: before.on,
      reverses: before.id,
      data: { reason: cutText(batch.fileName, 200) },
    });
  }
  await enter(made, "correctNotice", again, before ?? null);
  return null;
}

/** Makes the changes of a file's claim, all of them or none; returns why not. The file is locked. */
export async function correctClaim(
  ctx: WorkCtx,
  batch: BatchRecord,
  { rows }: FileRows<Plan>,
  file: FileState,
): Promise<SkipReason> {
  const made = { ctx, batch, file };
  for (const { row, data } of rows) {
    const left = await correctInvoice(made, row, data);
    if (left !== null) return left;
  }
  // What is said of the whole file stands in each of its rows alike.
  const plan = rows.find(({ data }) => data.claim)?.data;
  if (!plan?.claim) return null;
  await correctTerms(made, plan);
  const left = await correctNotice(made, plan);
  if (left !== null) return left;
  if (plan.claim.words) await changeClaim(ctx, file.id, plan.claim.words);
  const { clientRef } = plan.claim.words ?? {};
  if (clientRef !== undefined) {
    await ctx.db.updateTable("placed_invoice").set({ client_ref: clientRef }).where("file_id", "=", file.id).execute();
  }
  if (plan.claim.dispute) await placeHold(ctx, file.id, { kind: "dispute" });
  return null;
}
