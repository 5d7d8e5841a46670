/** Recalls letters of files that wait to be printed, and undoes what they did. */

import { sql } from "kysely";
import { lockFile, visibleFiles } from "../../../cases/files/files.server.ts";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import type { Ctx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { withSavepoint } from "../../../ground/platform/server/postgres/savepoint.ts";
import { bookings, eventsOf } from "../../../money/claims/claims.server.ts";
import { isKind, standingEvents } from "../../../money/claims/claims.ts";
import { letterPosting } from "../../correspondence/correspondence.server.ts";
import { fileSteps, moveToStep, refreshNextSteps } from "../../workflows/workflows.server.ts";
import { refusedBy } from "../batches.server.ts";

/** The file of a letter that waits to be printed. @throws notFound; refused where a batch has it. */
async function fileOf(ctx: Ctx, messageId: number): Promise<number> {
  const { rows } = await sql<{ fileId: number; inBatch: boolean }>`select message.file_id as "fileId",
      exists (select from print_piece p where p.message_id = message.id and p.withdrawn is null) as "inBatch"
    from message join case_file on case_file.id = message.file_id
    where message.id = ${messageId} and message.posting in ('assumed', 'awaited') and ${visibleFiles(ctx.user)}`.execute(
    ctx.db,
  );
  const [letter] = rows;
  if (!letter) throw notFound();
  if (letter.inBatch) throw refusedBy("recallInBatch");
  return letter.fileId;
}

/** A 14-day letter that was never posted never counted (BW 6:96(6)). */
async function voidNotice(ctx: WorkCtx, fileId: number, documentId: number, reason: string): Promise<void> {
  const notice = standingEvents(await eventsOf(ctx.db, fileId)).find(
    (event) => isKind(event, "notice14") && event.data.documentId === documentId,
  );
  if (notice) await bookings.voidNotice(ctx, fileId, notice.id, { voids: "recalled", reason: cutText(reason, 200) });
}

/**
 * Recalls a letter that waits to be printed. @returns whether the step that made it is due again: not where the file has gone on since, or
 * stands still.
 */
export async function recallWaiting(ctx: Ctx, messageId: number, reason: string): Promise<boolean> {
  const fileId = await fileOf(ctx, messageId);
  await lockFile(ctx, fileId);
  const letter = await letterPosting.recall(ctx, messageId, reason);
  if (!letter) throw notFound();
  if (letter.documentId !== null) await voidNotice(ctx, fileId, letter.documentId, reason);
  await ctx.audit({
    action: "message.recall",
    subject: "message",
    subjectId: messageId,
    after: { file: fileId, reason },
  });
  const isLast = await fileSteps.isLastStep(ctx, fileId, letter.effectKey);
  const moved = isLast && (await withSavepoint(ctx, () => moveToStep(ctx, fileId, "again", reason), neverShown));
  if (moved !== false && "done" in moved) return true;
  // It may wait for nothing any more.
  await refreshNextSteps(ctx, [fileId]);
  return false;
}

/** Why a step cannot be made again is not told: the reply says that it is not due. */
const neverShown = { gone: "print-batches.recalledOnly", changed: "print-batches.recalledOnly" };
