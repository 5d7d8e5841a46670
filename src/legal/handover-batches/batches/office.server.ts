/** What an office makes of a batch: that it left, the receipt, and what becomes of each file by it. */
import { lockFile, moveFile } from "../../../cases/files/files.server.ts";
import { writeLog } from "../../../cases/logs/logs.server.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { type EventKind, noteEvents } from "./events.server.ts";
import { flawOf, type Receipt, type ReceiptFlaw, stateBy } from "./receipt.ts";
import { type BatchRow, changeBatch, typeOf } from "./record.server.ts";
import { goingRows } from "./work.server.ts";

export async function lockedBatch({ db }: WorkCtx, id: number): Promise<BatchRow | undefined> {
  return db.selectFrom("handover_batch").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

/** The batch has left. It is not done by that: the office's receipt says whether it took it. */
export async function noteSent(ctx: WorkCtx, batchId: number, kind: EventKind = "sent"): Promise<void> {
  const batch = await lockedBatch(ctx, batchId);
  if (batch?.state !== "queued") return;
  const now = ctx.clock.now();
  await changeBatch(ctx, batchId, { state: "sent", sent_at: now, delivery_error: null });
  await ctx.db
    .updateTable("handover_batch_file")
    .set({ state: "sent", state_at: now })
    .where("batch_id", "=", batchId)
    .where("state", "=", "queued")
    .execute();
  await noteEvents(ctx, [{ batchId, kind, from: "queued", to: "sent" }]);
}

const problemOf: Readonly<Record<ReceiptFlaw, string>> = {
  count: "handover-batches.problemCount",
  total: "handover-batches.problemTotal",
  hash: "handover-batches.problemHash",
  files: "handover-batches.problemFiles",
};

interface Row {
  readonly id: number;
  readonly file_id: number;
  readonly number: string;
  readonly open_cents: number | null;
}

/** What an accepted or rejected file becomes here: its phase, and a line on its timeline. */
async function applyToFile(ctx: WorkCtx, batch: BatchRow, row: Row, told: Receipt["files"][number], office: string) {
  const file = await lockFile(ctx, row.file_id);
  const accepted = told.state === "accepted";
  const type = typeOf(batch);
  const subject = accepted
    ? { key: "handover-batches.logAccepted", values: { office, number: told.officeNumber || "–" } }
    : { key: "handover-batches.logRejected", values: { office } };
  await writeLog(ctx, { fileId: row.file_id, type: "status", subject, content: told.reason || null });
  if (!accepted || file.status === "closed" || type === "insolvency_check") return;
  const phase = type === "transfer_back" ? "judicial" : "bailiff";
  await moveFile(ctx, file, { status: file.status, phase }, { key: "handover-batches.logPhase", values: { office } });
  if (type === "transfer_back") await endHeld(ctx, row.file_id, batch.destination_id);
}

/** A file that came back is with the office no more. */
async function endHeld(ctx: WorkCtx, fileId: number, destinationId: number): Promise<void> {
  const held = await ctx.db
    .updateTable("handover_batch_file")
    .from("handover_batch")
    .set({ state: "processed", state_at: ctx.clock.now() })
    .whereRef("handover_batch.id", "=", "handover_batch_file.batch_id")
    .where("handover_batch.destination_id", "=", destinationId)
    .where("handover_batch_file.file_id", "=", fileId)
    .where("handover_batch_file.state", "=", "accepted")
    .where("handover_batch_file.exclusive", "=", true)
    .returning(["handover_batch_file.id", "handover_batch.id as batchId"])
    .execute();
  await noteEvents(
    ctx,
    held.map(({ id, batchId }) => ({ batchId, batchFileId: id, kind: "processed", from: "accepted", to: "processed" })),
  );
}

/** A batch of which the office has ended every file is processed. */
export async function endBatchIfDone(ctx: WorkCtx, batchId: number): Promise<void> {
  const batch = await lockedBatch(ctx, batchId);
  if (!batch || !["accepted", "partly"].includes(batch.state)) return;
  const left = await ctx.db
    .selectFrom("handover_batch_file")
    .select("id")
    .where("batch_id", "=", batchId)
    .where("state", "in", ["queued", "sent", "accepted"])
    .executeTakeFirst();
  if (left) return;
  await changeBatch(ctx, batchId, { state: "processed", ended_at: ctx.clock.now() });
  await noteEvents(ctx, [{ batchId, kind: "processed", from: batch.state, to: "processed" }]);
}

/**
 * Notes a receipt. One that is not of what was sent changes no state: it is shown as wrong. Told twice it is one. Gives what is wrong with it.
 */
export async function applyReceipt(
  ctx: WorkCtx,
  batchId: number,
  receipt: Omit<Receipt, "batch">,
): Promise<ReceiptFlaw | undefined> {
  await noteSent(ctx, batchId);
  const batch = await lockedBatch(ctx, batchId);
  if (!batch || batch.receipt_at !== null) return undefined;
  if (batch.state === "recalled") {
    await changeBatch(ctx, batchId, { problem: "handover-batches.problemLate", receipt_at: ctx.clock.now() });
    await noteEvents(ctx, [{ batchId, kind: "lateReceipt" }]);
    return undefined;
  }
  if (batch.state !== "sent") return undefined;
  const rows = await goingRows(ctx, batchId).where("f.state", "=", "sent").execute();
  const sent = {
    count: batch.count ?? 0,
    totalCents: batch.total_cents ?? 0,
    sha256: batch.sha256 ?? "",
    fileNumbers: rows.map(({ number }) => number),
  };
  const flaw = flawOf(sent, receipt);
  if (flaw) {
    await changeBatch(ctx, batchId, { problem: problemOf[flaw] });
    const told = `${receipt.count} · ${receipt.total} · ${receipt.sha256.slice(0, 16)}`;
    const ours = `${sent.count} · ${decimalFromCents(sent.totalCents)} · ${sent.sha256.slice(0, 16)}`;
    await noteEvents(ctx, [{ batchId, kind: "receiptWrong", reason: `${told} ≠ ${ours}` }]);
    return flaw;
  }
  await takeReceipt(ctx, batch, rows, receipt.files);
  return undefined;
}

async function takeReceipt(
  ctx: WorkCtx,
  batch: BatchRow,
  rows: readonly Row[],
  files: Receipt["files"],
): Promise<void> {
  const now = ctx.clock.now();
  const { name: office } = await ctx.db
    .selectFrom("handover_destination")
    .select("name")
    .where("id", "=", batch.destination_id)
    .executeTakeFirstOrThrow();
  const to = stateBy(files);
  await changeBatch(ctx, batch.id, { state: to, receipt_at: now, problem: null });
  await noteEvents(ctx, [{ batchId: batch.id, kind: "receipt", from: "sent", to }]);
  const told = new Map(files.map((file) => [file.fileNumber, file]));
  for (const row of rows) {
    const file = told.get(row.number);
    if (!file) continue;
    await ctx.db
      .updateTable("handover_batch_file")
      .set({
        state: file.state,
        office_number: file.officeNumber || null,
        reason: file.reason || null,
        state_at: now,
        reported_at: now,
      })
      .where("id", "=", row.id)
      .execute();
    await noteEvents(ctx, [
      { batchId: batch.id, batchFileId: row.id, kind: file.state, from: "sent", to: file.state, reason: file.reason },
    ]);
    await applyToFile(ctx, batch, row, file, office);
  }
  // What came back is over by that; everything else ends when the office says so.
  if (typeOf(batch) === "transfer_back")
    await ctx.db
      .updateTable("handover_batch_file")
      .set({ state: "processed", state_at: now })
      .where("batch_id", "=", batch.id)
      .where("state", "=", "accepted")
      .execute();
  await endBatchIfDone(ctx, batch.id);
}
