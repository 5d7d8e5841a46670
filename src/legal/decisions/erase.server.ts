import type { WorkCtx } from "../../ground/platform/server/http/module.ts";

/** Takes away what was written about a decision; that it was asked, answered and decided, when and by whom stays. */
export async function eraseDecisions(ctx: WorkCtx, fileId: number): Promise<void> {
  await ctx.db
    .updateTable("legal_decision")
    .set({ ask_note: null, answer_note: null, reason: null })
    .where("file_id", "=", fileId)
    .execute();
}
