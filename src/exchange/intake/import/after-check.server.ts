/** What follows a check: whoever uploaded it is told of what was rejected, and a fetched upload goes on by itself. */
import type { VorderError } from "../../../ground/kernel/errors.ts";
import type { JobCtx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { notifyAbout } from "../uploads/notices.server.ts";
import { type BatchRecord, batchRecord, failBatch, placeKey } from "../uploads/uploads.server.ts";
import { beginPlacing, placeJob } from "./place-job.server.ts";

/** A check that comes to nothing, and why: it is told as every other. */
export async function refuse(ctx: JobCtx, batch: BatchRecord, error: VorderError): Promise<void> {
  await failBatch(ctx, batch, error);
  await ctx.tx((work) => notifyChecked(work, batch.id));
}

/** What went wrong is told to whoever uploaded it, or set the place up where it was fetched. */
export async function notifyChecked(ctx: WorkCtx, batchId: number): Promise<void> {
  const batch = await batchRecord(ctx.db, batchId);
  if (!batch) return;
  const about = { key: `intake.checked:${batchId}:${batch.round}`, file: batch.fileName, batchId };
  const rejected = batch.counts.rejected ?? 0;
  if (batch.state === "failed") {
    await notifyAbout(ctx, batch, { ...about, about: "failed", why: batch.errorKey ?? "intake.failed" });
  } else if (rejected > 0) {
    await notifyAbout(ctx, batch, { ...about, about: "rejects", rows: { rejected, total: batch.rowCount } });
  }
}

/** Why a fetched upload waits for a person: an earlier one of the same bytes was cancelled or taken back. */
export const takenBackBefore = "intake.pickupAgain";

/** A fetched upload goes on by itself where its place says so. */
export async function placeFetched(ctx: WorkCtx, sourceId: number, batchId: number): Promise<void> {
  const source = await ctx.db
    .selectFrom("import_source")
    .select("after_check")
    .where("id", "=", sourceId)
    .executeTakeFirst();
  const batch = await batchRecord(ctx.db, batchId);
  if (!source || batch?.state !== "checked" || (batch.counts.files ?? 0) === 0) return;
  const held = ctx.db.selectFrom("import_pickup").select("id").where("batch_id", "=", batchId);
  if (await held.where("error_key", "=", takenBackBefore).executeTakeFirst()) return;
  const isClean = (batch.counts.rejected ?? 0) === 0;
  if (source.after_check === "good_rows" || (source.after_check === "all_good" && isClean)) {
    await beginPlacing(ctx, batch);
    const title = ctx.translate({ key: "intake.jobPlace", values: { file: batch.fileName } });
    await ctx.track(placeJob, { batchId, userId: 0 }, title, placeKey(batchId));
  }
}
