/**
 * Converts a record into a file, once: by the same call as any new claim, with the record's history on its timeline. The law gate judges the 14-day
 * letter in the client's name like any client's own letter: with its copy, the invoices that it named and its address, and its term does not start
 * again.
 */

import { writeLogs } from "../../../cases/logs/logs.server.ts";
import { placeHold } from "../../../cases/states/states.server.ts";
import { type Placement, placeClaims } from "../../../exchange/intake/intake.server.ts";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { brokenConstraint } from "../../../ground/platform/server/postgres/database.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { withSavepoint } from "../../../ground/platform/server/postgres/savepoint.ts";
import { appendEvents, bookings } from "../../../money/claims/claims.server.ts";
import { proveNotice } from "../../../money/notices/notices.server.ts";
import { type Client, clientById } from "../../../people/customers/customers.server.ts";
import { attachDocument } from "../../correspondence/correspondence.server.ts";
import { addressLines } from "../../correspondence/correspondence.ts";
import { loadWorkflows, moveToStep } from "../../workflows/workflows.server.ts";
import { stepText } from "../../workflows/workflows.texts.ts";
import { openInvoices, type RecordSituation } from "../records/record.ts";
import { loadSituations } from "../records/situations.server.ts";
import { requireRecord } from "../records/visibility.server.ts";
import { changeState } from "../records/write.server.ts";

export interface Converted {
  readonly fileId: number;
  readonly number: string;
  /** False if it was converted before. */
  readonly isNew: boolean;
}

/** Whether a letter went to the address of this person. */
export function isSentTo(
  letter: { readonly to_address: string; readonly language: string },
  person: Parameters<typeof addressLines>[0],
): boolean {
  const lines = addressLines(person, languages.find((known) => known === letter.language) ?? "nl");
  return letter.to_address.endsWith(`, ${lines.join(", ")}`);
}

/** Whether the 14-day letter went to the address that the debtor has now: a letter to another one gives no right to the costs. */
async function isAtAddress(ctx: WorkCtx, { id, debtor, notice14: notice }: RecordSituation): Promise<boolean> {
  if (notice === null) return false;
  const letter = await ctx.db
    .selectFrom("precasso_message")
    .select(["to_address", "language"])
    .where("record_id", "=", id)
    .where("id", "=", notice.messageId)
    .executeTakeFirstOrThrow();
  return isSentTo(letter, debtor);
}

/** The claimed amount of each invoice: what was open when the 14-day letter named its costs; later receipts are booked as payments. */
function claimedOf(situation: RecordSituation, client: Client, sameAddress: boolean): Placement {
  const { claim, debtor, notice14: notice, invoices, payments } = situation;
  const open = openInvoices(invoices, payments, notice?.sentOn).filter(({ openCents }) => openCents > 0);
  return {
    client,
    clientRef: situation.clientRef,
    merchantId: null,
    debtor,
    claimBasis: claim.basis,
    legalTypeId: claim.legalTypeId,
    claimTitle: claim.title,
    claimDescription: claim.description,
    contractDate: claim.contractDate,
    interest: claim.interest,
    canReclaimVat: claim.canReclaimVat,
    // No costs were ever charged: a record has none.
    bikChargedCents: 0,
    notice14: notice && {
      sentOn: notice.sentOn,
      method: "post",
      announced: notice.announcedCents,
      sameAddress,
      // Others may have fallen due between the making of the letter and its posting.
      invoices: notice.invoices,
    },
    dispute: situation.state === "disputed",
    invoices: open.map(({ number, date, dueDate, openCents, description }) => ({
      number,
      date,
      dueDate,
      cents: openCents,
      description,
    })),
  };
}

async function place(ctx: WorkCtx, placement: Placement) {
  try {
    const [file] = await placeClaims(ctx, [placement], { kind: "form" });
    if (!file) throw new VorderError("internal");
    return file;
  } catch (error) {
    if (brokenConstraint(error) === "case_file_client_id_client_ref_key")
      throw fieldError("common", "precasso.referenceHasFile");
    throw error;
  }
}

/**
 * The messages sent to the debtor in the client's name, with the letters as sent; not a letter that was recalled before it was posted. They are not the provider's demands (Wki) and do not count as
 * such.
 */
async function carryHistory(ctx: WorkCtx, recordId: number, fileId: number): Promise<ReadonlyMap<number, number>> {
  const messages = await ctx.db
    .selectFrom("precasso_message")
    .select(["id", "template_code", "to_address", "name", "storage_key", "created_at", "body_text"])
    .where("record_id", "=", recordId)
    .where(({ eb }) => eb("posting", "is distinct from", "recalled"))
    .orderBy("id")
    .execute();
  const documents = new Map<number, number>();
  for (const { id, name, storage_key } of messages) {
    if (storage_key === null) continue;
    documents.set(id, await attachDocument(ctx, fileId, { name, bytes: await ctx.storage.get(storage_key) }));
  }
  await writeLogs(
    ctx,
    messages.map(({ id, template_code, to_address, created_at, body_text }) => ({
      fileId,
      type: "note" as const,
      at: created_at,
      system: true,
      subject: {
        key: "precasso.logCarried",
        values: { step: { text: stepText(template_code) }, to: to_address },
      },
      content: cutText(body_text, 4000),
      ...(documents.has(id) && { ref: { kind: "document", id: documents.get(id) ?? 0 } }),
    })),
  );
  return documents;
}

/** Moves a consumer's file to the step that charges the costs, if the client's own 14-day letter gives the right to them (W1 from step 4). */
async function continueWorkflow(ctx: WorkCtx, fileId: number, workflowCode: string): Promise<void> {
  const step = (await loadWorkflows(ctx.db)).get(workflowCode)?.steps.find(({ effect }) => effect === "bik");
  if (!step) return;
  const reason = ctx.translate({ key: "precasso.whyMoved" });
  // If the gate judges otherwise the file starts like any other.
  await withSavepoint(ctx, () => moveToStep(ctx, fileId, { workflow: workflowCode, position: step.position }, reason), {
    gone: "precasso.errorChanged",
    changed: "precasso.errorChanged",
  });
}

/** Books what was received after the 14-day letter, which the claimed amounts do not deduct. */
async function carryPayments(ctx: WorkCtx, fileId: number, payments: RecordSituation["payments"]): Promise<void> {
  if (payments.length === 0) return;
  await appendEvents(
    ctx,
    fileId,
    payments.map(({ on, cents, reference }) => ({
      kind: "payment" as const,
      on,
      amount: cents,
      data: { receipt: "direct" as const, reference },
    })),
  );
  await bookings.notifyBookingFollowers(ctx, fileId, "received");
}

/** What was promised about the record holds for its file: it stands still up to the same day, for the same reason. */
async function carryHold(ctx: WorkCtx, recordId: number, fileId: number, until: PlainDate | null): Promise<void> {
  if (until === null || until < ctx.clock.today()) return;
  const held = await ctx.db
    .selectFrom("precasso_line")
    .select("note")
    .where("record_id", "=", recordId)
    .where("key", "=", "precasso.logHeld")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  await placeHold(ctx, fileId, { kind: "manual", reason: held?.note ?? null, until });
}

/**
 * Creates the file of a record. Repeated or concurrent calls return the existing file. @throws notFound; validation: paid, withdrawn, not due yet,
 * or a file has its reference or an invoice.
 */
export async function convertRecord(ctx: WorkCtx, id: number, version?: number): Promise<Converted> {
  const record = await requireRecord(ctx, id, true);
  if (record.file_id !== null) {
    const file = await asSystem(ctx.db, "the number of the file that a seen record became")
      .selectFrom("case_file")
      .select("number")
      .where("id", "=", record.file_id)
      .executeTakeFirstOrThrow();
    return { fileId: record.file_id, number: file.number, isNew: false };
  }
  if (version !== undefined && record.version !== version)
    throw new VorderError("conflict", { data: { current: { id, state: record.state, version: record.version } } });
  if (record.state !== "open" && record.state !== "disputed")
    throw fieldError("common", `precasso.over_${record.state}`);
  const today = ctx.clock.today();
  const situation = (await loadSituations(ctx.db, [id], today)).get(id);
  const client = situation && (await clientById(ctx.db, situation.creditor.id));
  if (!situation || !client) throw new VorderError("notFound");
  const { notice14: notice, payments, debtor, unpostedSince } = situation;
  // The term of the letter that it would include is unknown.
  if (unpostedSince !== null) throw fieldError("common", "precasso.errorNotPosted");
  const open = openInvoices(situation.invoices, payments).filter(({ openCents }) => openCents > 0);
  if (open.length === 0) throw fieldError("common", "precasso.over_paid");
  if (open.some(({ dueDate }) => dueDate >= today)) throw fieldError("common", "precasso.errorNotDueYet");
  const sameAddress = await isAtAddress(ctx, situation);
  const file = await place(ctx, { ...claimedOf(situation, client, sameAddress), merchantId: record.merchant_id });
  const documents = await carryHistory(ctx, id, file.id);
  if (notice !== null)
    await carryPayments(
      ctx,
      file.id,
      payments.filter(({ on }) => on > notice.sentOn),
    );
  const copy = notice && documents.get(notice.messageId);
  if (copy && (await proveNotice(ctx, file.id, { source: "document", id: copy })) && notice.bikDueFrom <= today)
    await continueWorkflow(ctx, file.id, client.workflowConsumer);
  await carryHold(ctx, id, file.id, situation.holdUntil);
  await writeLogs(ctx, [
    {
      fileId: file.id,
      type: "system",
      system: true,
      subject: { key: "precasso.logFromRecord", values: { number: record.number } },
    },
  ]);
  await ctx.audit({
    action: "file.create",
    subject: "file",
    subjectId: file.id,
    after: { number: file.number, precasso: record.number, debtor: debtor.fileType },
  });
  await changeState(ctx, record, {
    to: "converted",
    key: "logConverted",
    values: { number: file.number },
    fileId: file.id,
  });
  return { fileId: file.id, number: file.number, isNew: true };
}
