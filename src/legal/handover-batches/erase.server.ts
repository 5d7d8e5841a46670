import type { WorkCtx } from "../../ground/platform/server/http/module.ts";

/**
 * Takes away what was fixed of a file for an office, what the office told of it, and why lines were let pass; that it was handed over, when, by
 * whom and to which office stays.
 */
export async function eraseHandovers(ctx: WorkCtx, fileId: number): Promise<void> {
  const rows = await ctx.db
    .selectFrom("handover_batch_file")
    .select(["id", "storage_key"])
    .where("file_id", "=", fileId)
    .execute();
  for (const { storage_key } of rows) if (storage_key !== null) await ctx.storage.delete(storage_key);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    const none = { storage_key: null, reason: null };
    await ctx.db.updateTable("handover_batch_file").set(none).where("id", "in", ids).execute();
    await ctx.db.updateTable("handover_event").set({ reason: null }).where("batch_file_id", "in", ids).execute();
    await ctx.db
      .updateTable("handover_report")
      .set({ data: "{}", settled_note: null, refusal: null })
      .where("batch_file_id", "in", ids)
      .execute();
  }
  await ctx.db.updateTable("register_question").set({ note: null }).where("file_id", "=", fileId).execute();
  await ctx.db.updateTable("handover_override").set({ reason: "–" }).where("file_id", "=", fileId).execute();
}
