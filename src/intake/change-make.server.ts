/** Makes what was planned for files that exist: corrections, withdrawals, and instalments of contracts that have a file. */
import { appendEvents, eventsOf } from "../claims/claims.server.ts";
import { isKind, standingEvents } from "../claims/claims.ts";
import { changeDebtor, closeFile, debtorById, lockFile } from "../files/files.server.ts";
import { fieldError } from "../kernel/errors.ts";
import { sumCents } from "../kernel/money.ts";
import { writeLog } from "../logs/logs.server.ts";
import { attempt } from "../platform/server/attempt.ts";
import type { WorkCtx } from "../platform/server/room.ts";
import { refreshNextSteps } from "../workflows/workflows.server.ts";
import type { BatchRecord } from "./batch.server.ts";
import { correctClaim } from "./change-claim-make.server.ts";
import type { FileRows, Left, Plan } from "./change-plan.server.ts";
import { claimedOf } from "./correction.server.ts";
import type { RowData } from "./rows.server.ts";

/** What a file is left with where the refusal has no words of its own. */
const words = { gone: "intake.noSuchFile", changed: "intake.changedSince" };

/** Runs one file's changes so that a refusal by a rule leaves nothing of it behind. */
export async function oneFile(ctx: WorkCtx, run: () => Promise<Left>): Promise<Left> {
  const refuse = async (): Promise<void> => {
    const left = await run();
    if (left !== null) throw fieldError("common", left);
  };
  const tried = await attempt(ctx, refuse, words);
  return "done" in tried ? null : tried.refused[0].key;
}

/** Makes what was planned for a file, if it is still as it was when the plan was made. */
export async function makeChanges(ctx: WorkCtx, batch: BatchRecord, file: FileRows<Plan>): Promise<Left> {
  const state = await lockFile(ctx, file.fileId);
  if (state.status === "closed") return "intake.fileClosed";
  const plans = file.rows.map(({ data }) => data);
  if (plans.some(({ fileVersion }) => fileVersion !== state.version)) return "intake.changedSince";
  const debtor = plans.find((plan) => plan.debtor !== null);
  if (debtor) await correctDebtor(ctx, file.fileId, state.debtorId, debtor);
  const left = await correctClaim(ctx, batch, file, state);
  if (left !== null) return left;
  const reason = plans.find((plan) => plan.reason !== null)?.reason ?? null;
  const withdraws = batch.mode === "withdraw";
  if (plans.some(({ closes }) => closes) || (withdraws && (await nothingClaimed(ctx, file.fileId)))) {
    await closeFile(ctx, file.fileId, { reason: "withdrawn", note: reason });
  }
  const values = { file: batch.fileName };
  await writeLog(ctx, {
    fileId: file.fileId,
    type: "system",
    system: true,
    subject: { key: withdraws ? "intake.logWithdrawn" : "intake.logCorrected", values },
    content: reason,
  });
  // What is open and since when may have changed, and with it what comes next and when.
  await refreshNextSteps(ctx, [file.fileId]);
  return null;
}

async function correctDebtor(ctx: WorkCtx, fileId: number, debtorId: number, plan: Plan): Promise<void> {
  const now = await debtorById(ctx.db, debtorId);
  const { version: _version, ...rest } = { ...now, ...plan.debtor };
  await changeDebtor(ctx, fileId, {
    ...rest,
    addressVerifiedOn: plan.moved ? null : now.addressVerifiedOn,
    version: plan.debtorVersion,
  });
}

async function nothingClaimed(ctx: WorkCtx, fileId: number): Promise<boolean> {
  const events = await eventsOf(ctx.db, fileId);
  const numbers = standingEvents(events).flatMap((event) => (isKind(event, "invoice") ? [event.data.number] : []));
  return sumCents(numbers.map((number) => claimedOf(events, number) ?? 0)) === 0;
}

/** Adds instalments to the file of their contract. Each needs a 14-day letter of its own (Besluit BIK art. 2a). */
export async function addInstalments(ctx: WorkCtx, batch: BatchRecord, file: FileRows<RowData>): Promise<Left> {
  const state = await lockFile(ctx, file.fileId);
  if (state.status === "closed") return "intake.fileClosed";
  const invoices = file.rows.map(({ data }) => data.invoice);
  const records = invoices.map(({ number }) => ({
    client_id: state.clientId,
    client_ref: state.clientRef,
    invoice_number: number,
    file_id: state.id,
  }));
  const inserted = await ctx.db
    .insertInto("placed_invoice")
    .values(records)
    .onConflict((conflict) => conflict.doNothing())
    .returning("invoice_number")
    .execute();
  if (inserted.length < records.length) return "intake.placedBefore";
  await appendEvents(
    ctx,
    file.fileId,
    invoices.map(({ number, date, dueDate, cents, description, instalment }) => ({
      kind: "invoice",
      on: date,
      amount: cents,
      data: { number, dueDate, ...(description ? { description } : {}), ...(instalment ? { instalment } : {}) },
      effectKey: `placed:${file.fileId}:${number}`,
    })),
  );
  await writeLog(ctx, {
    fileId: file.fileId,
    type: "system",
    system: true,
    subject: { key: "intake.logInstalments", values: { file: batch.fileName, count: invoices.length } },
  });
  await ctx.audit({
    action: "file.addInstalments",
    subject: "file",
    subjectId: file.fileId,
    after: { invoices: invoices.map(({ number }) => number), cents: sumCents(invoices.map(({ cents }) => cents)) },
  });
  await refreshNextSteps(ctx, [file.fileId]);
  return null;
}
