/** Makes what was planned for files that exist: corrections, withdrawals, and instalments of contracts that have a file. */

import { lockFile } from "../../../cases/files/files.server.ts";
import { writeLog, writeLogs } from "../../../cases/logs/logs.server.ts";
import { changeDebtor } from "../../../cases/parties/parties.server.ts";
import { debtorById } from "../../../cases/persons/persons.server.ts";
import { closeFile } from "../../../cases/states/states.server.ts";
import { fieldError, type Message } from "../../../ground/kernel/errors.ts";
import { sumCents } from "../../../ground/kernel/money.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { runSparing } from "../../../ground/platform/server/postgres/batched.ts";
import { machineFaultOf } from "../../../ground/platform/server/postgres/machine-faults.ts";
import { refusalOf, withSavepoint } from "../../../ground/platform/server/postgres/savepoint.ts";
import { refreshNextSteps } from "../../../letters/workflows/workflows.server.ts";
import { appendEvents, claimedInvoices, eventsOf } from "../../../money/claims/claims.server.ts";
import { isKind, standingEvents } from "../../../money/claims/claims.ts";
import type { RowData } from "../import/rows.server.ts";
import type { BatchRecord } from "../uploads/uploads.server.ts";
import { correctClaim } from "./change-claim-execute.server.ts";
import type { FileRows, Plan, SkipReason } from "./change-plan.server.ts";
import { claimedOf } from "./correction.server.ts";

/** What a file is left with where the refusal has no words of its own. */
const words = { gone: "intake.noSuchFile", changed: "intake.changedSince" };

/** Refusals that name another file, which a row that was left out does not. */
const doubleKeys: ReadonlySet<string> = new Set(["claims.doubleInvoice", "claims.doubleUnseen"]);

const whyOf = ([why]: readonly [Message, ...Message[]]): Message =>
  doubleKeys.has(why.key) ? { key: "intake.doubleSince" } : why;

/**
 * Changes files with the statements of all shared, or one by one where a statement for all failed. A refusal by a rule leaves nothing of that file
 * behind. Returns why each was refused, with what the rule names; null where it was changed.
 */
export async function eachFile<File>(
  ctx: WorkCtx,
  files: readonly File[],
  change: (file: File) => Promise<SkipReason>,
): Promise<ReadonlyMap<File, Message | null>> {
  const changeOrThrow = async (file: File): Promise<void> => {
    const left = await change(file);
    if (left !== null) throw fieldError("common", left);
  };
  const whys = new Map<File, Message | null>();
  try {
    const isRefusal = (error: unknown): boolean => refusalOf(error, words) !== undefined;
    for (const [file, outcome] of await runSparing(ctx.db, files, changeOrThrow, isRefusal)) {
      const refused = "threw" in outcome ? refusalOf(outcome.threw, words) : undefined;
      whys.set(file, refused ? whyOf(refused) : null);
    }
  } catch (error) {
    if (machineFaultOf(error) !== undefined) throw error;
    for (const file of files) {
      const tried = await withSavepoint(ctx, () => changeOrThrow(file), words);
      whys.set(file, "done" in tried ? null : whyOf(tried.refused));
    }
  }
  return whys;
}

/** Makes what was planned for a file, if it is still as it was when the plan was made. */
export async function makeChanges(ctx: WorkCtx, batch: BatchRecord, file: FileRows<Plan>): Promise<SkipReason> {
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
    addressSource: "client",
    version: plan.debtorVersion,
  });
}

async function nothingClaimed(ctx: WorkCtx, fileId: number): Promise<boolean> {
  const events = await eventsOf(ctx.db, fileId);
  const numbers = standingEvents(events).flatMap((event) => (isKind(event, "invoice") ? [event.data.number] : []));
  return sumCents(numbers.map((number) => claimedOf(events, number) ?? 0)) === 0;
}

/** Adds instalments to the file of their contract. Each needs a 14-day letter of its own (Besluit BIK art. 2a). */
export async function addInstalments(ctx: WorkCtx, batch: BatchRecord, file: FileRows<RowData>): Promise<SkipReason> {
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
  const reason = file.rows.find(({ data }) => data.doubleReason)?.data.doubleReason;
  const freed = reason ? await claimedInvoices.free(ctx, state.clientId, invoices, reason) : [];
  await writeLogs(
    ctx,
    freed.map(({ number }) => claimedInvoices.allowedLine(state.id, number, ctx.user.name, reason ?? "")),
  );
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
