/** What ends: a file that an office gave back, and a batch of which nothing is with the office any more. */
import { sql } from "kysely";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { noteEvents } from "./events.server.ts";
import { type BatchRow, changeBatch, lockedBatch, typeOf } from "./record.server.ts";

/** A file that came back is with the office no more. */
export async function endHeld(ctx: WorkCtx, fileId: number, destinationId: number): Promise<void> {
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

/** The batches by which this office had the files that came back. */
async function endGivenBack(ctx: WorkCtx, batch: BatchRow): Promise<void> {
  await ctx.db
    .updateTable("handover_batch_file")
    .set({ state: "processed", state_at: ctx.clock.now() })
    .where("batch_id", "=", batch.id)
    .where("state", "=", "accepted")
    .execute();
  const { rows } = await sql<{ id: number }>`select distinct had.batch_id as id from handover_batch_file back
    join handover_batch_file had on had.file_id = back.file_id and had.exclusive
    join handover_batch b on b.id = had.batch_id and b.destination_id = ${batch.destination_id}
      and b.state in ('accepted', 'partly')
    where back.batch_id = ${batch.id} and back.state = 'processed' order by id`.execute(ctx.db);
  for (const { id } of rows) await endBatchIfDone(ctx, id);
}

/** After an answer of the office: what came back is over by it, and everything else ends when the office says so. */
export async function endAnswered(ctx: WorkCtx, batch: BatchRow): Promise<void> {
  if (typeOf(batch) === "transfer_back") await endGivenBack(ctx, batch);
  await endBatchIfDone(ctx, batch.id);
}
