/**
 * Takes a batch back. What had gone, or may have, is taken back at the office as well, by an effect of its own; its files stay where they are
 * until the office has heard it, so that no second office gets them meanwhile. An office that had accepted it first keeps it.
 */
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { recallOutbox } from "../../../ground/platform/server/outbox/outbox.ts";
import { recallOpen } from "../handover-batches.ts";
import { type EventKind, noteEvents } from "./events.server.ts";
import { type BatchRow, changeBatch, effectKey, mailKey, recallKey, recallMailKey } from "./record.server.ts";

/** Whether an office may have something of a batch: it left, or somebody began to hand it over. */
async function mayHaveArrived({ db }: WorkCtx, batch: BatchRow, channel: string): Promise<boolean> {
  if (batch.state === "sent") return true;
  // A batch by mail is given to the mails first: only these leave.
  const key = channel === "mail" ? mailKey(batch) : effectKey(batch);
  const row = await db.selectFrom("outbox").select(["claim", "handed_at"]).where("key", "=", key).executeTakeFirst();
  return row !== undefined && (row.claim > 0 || row.handed_at !== null);
}

const freeFiles = ({ db, clock }: WorkCtx, batchId: number) =>
  db
    .updateTable("handover_batch_file")
    .set({ state: "recalled", state_at: clock.now() })
    .where("batch_id", "=", batchId)
    .where("state", "in", ["draft", "validated", "queued", "sent"])
    .execute();

export async function takeBack(ctx: WorkCtx, batch: BatchRow, channel: string, reason: string): Promise<void> {
  const gone = await mayHaveArrived(ctx, batch, channel);
  await recallOutbox(ctx.db, [effectKey(batch), mailKey(batch)]);
  const recall = !gone ? null : channel === "download" ? "byHand" : "pending";
  const ended = { state: "recalled", ended_at: ctx.clock.now(), recall, recall_reason: reason };
  await changeBatch(ctx, batch.id, ended);
  if (!gone) await freeFiles(ctx, batch.id);
  await noteEvents(ctx, [{ batchId: batch.id, kind: "recalled", from: batch.state, to: "recalled", reason }]);
  if (recall === "pending") await ctx.send({ key: recallKey(batch), kind: "handover", payload: { batch: batch.id } });
}

/** The office knows: its files are free from now on. `note` says how it was told, where a person did. */
export async function noteRecallReported(ctx: WorkCtx, batch: BatchRow, note?: string): Promise<void> {
  if (batch.state !== "recalled" || batch.recall === null || !recallOpen.includes(batch.recall)) return;
  // What a person has told is not told again.
  await recallOutbox(ctx.db, [recallKey(batch), recallMailKey(batch)]);
  await changeBatch(ctx, batch.id, { recall: "told", recall_error: null });
  await freeFiles(ctx, batch.id);
  await noteEvents(ctx, [{ batchId: batch.id, kind: "recallTold", ...(note && { reason: note }) }]);
}

/** The office had accepted the batch before it heard: it is as if nobody had taken it back. Gives whether it is so. */
export async function refuseRecall(ctx: WorkCtx, batch: BatchRow): Promise<boolean> {
  if (batch.state !== "recalled" || batch.recall === null || !recallOpen.includes(batch.recall)) return false;
  await recallOutbox(ctx.db, [recallKey(batch), recallMailKey(batch)]);
  await changeBatch(ctx, batch.id, { state: "sent", ended_at: null, recall: "refused", recall_error: null });
  await ctx.db
    .updateTable("handover_batch_file")
    .set({ state: "sent" })
    .where("batch_id", "=", batch.id)
    .where("state", "=", "queued")
    .execute();
  await noteEvents(ctx, [{ batchId: batch.id, kind: "recallRefused", from: "recalled", to: "sent" }]);
  return true;
}

const kinds = {
  uncertain: ["uncertain", "recallUncertain"],
  dead: ["failed", "recallFailed"],
  kept: ["byHand", "recallFailed"],
} as const satisfies Readonly<Record<string, readonly [string, EventKind]>>;

/** What became of telling the office. */
export async function noteRecall(
  ctx: WorkCtx,
  batch: BatchRow,
  state: "sent" | keyof typeof kinds,
  error: string | null,
): Promise<void> {
  // It took back what it had accepted: two answers, of which a person asks which one holds.
  if (state === "sent" && batch.recall === "refused")
    return changeBatch(ctx, batch.id, { problem: "handover-batches.problemBoth" });
  if (state === "sent") return noteRecallReported(ctx, batch);
  if (batch.recall !== "pending" && batch.recall !== "uncertain") return;
  const [recall, kind] = kinds[state];
  await changeBatch(ctx, batch.id, { recall, recall_error: error });
  await noteEvents(ctx, [{ batchId: batch.id, kind, reason: error ?? "" }]);
}
