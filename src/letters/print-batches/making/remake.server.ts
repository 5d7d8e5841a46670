/** Makes a batch anew without the letters that may not go any more. */
import { sql } from "kysely";
import type { Ctx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batchOf, lockBatch, noteEvent, refusedBy } from "../batches.server.ts";
import { filesOf } from "./files.server.ts";
import { refusedPieces, withdrawRefused } from "./judge.server.ts";
import { trackMaking } from "./make.server.ts";

/**
 * Judges the letters of a batch that is ready, and has the parts with letters that may not go set again without these.
 * @returns the number of letters left out; 0 leaves the batch as it is.
 */
export async function leaveOutRefused(ctx: WorkCtx, batchId: number): Promise<number> {
  const { state } = await lockBatch(ctx, batchId);
  if (state !== "ready") return 0;
  const refused = await refusedPieces(ctx, batchId);
  if (refused.length === 0) return 0;
  const files = await filesOf(ctx.db, batchId);
  await withdrawRefused(ctx.db, batchId, refused);
  const sets = refused.map(({ set }) => set);
  // Where a letter begins is told anew by whoever sets its part; what is not set lies in none.
  await sql`update print_piece set pages = null, sheets = null, first_page = null where batch_id = ${batchId} and part in (
    select part from print_piece where batch_id = ${batchId} and set_number = any(${sets}::integer[]))`.execute(ctx.db);
  const { rows } = await sql<{ key: string | null }>`
    with affected as (select p.batch_id, p.part, p.storage_key from print_part p where p.batch_id = ${batchId} and exists (
      select from print_piece where batch_id = p.batch_id and part = p.part and set_number = any(${sets}::integer[])) for update)
    update print_part set made_at = null, storage_key = null, sha256 = null, bytes = null, pages = 0
    from affected where print_part.batch_id = affected.batch_id and print_part.part = affected.part
    returning affected.storage_key as key`.execute(ctx.db);
  for (const { key } of rows) if (key !== null) await ctx.storage.delete(key);
  const list = files.at(-1);
  if (list) await ctx.storage.delete(list.key);
  await sql`update print_batch set state = 'making', ready_at = null, delivery = null, delivery_error = null, list_storage_key = null,
    list_sha256 = null, list_bytes = null, version = version + 1 where id = ${batchId}`.execute(ctx.db);
  await noteEvent(ctx, batchId, "leftOut", { letters: refused.length });
  await trackMaking(ctx, batchId);
  return refused.length;
}

/** Judges a batch that is ready again, as somebody asks who prints it here. @throws refused where it is not ready. */
export async function judgeAgain(ctx: Ctx, batchId: number, version: number) {
  const batch = await lockBatch(ctx, batchId, version);
  if (batch.state !== "ready" || batch.delivery === "pending" || batch.delivery === "uncertain")
    throw refusedBy("cannotJudge");
  await leaveOutRefused(ctx, batchId);
  return batchOf(ctx, batchId);
}
