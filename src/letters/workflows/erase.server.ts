import type { WorkCtx } from "../../ground/platform/server/http/module.ts";

/** Takes away why steps of a file whose term is over were skipped or done by hand; that they were, when and by whom, stays. */
export async function eraseStepReasons({ db }: WorkCtx, fileId: number): Promise<void> {
  // A step that was skipped had a reason, and keeps the mark that it had one.
  await db
    .updateTable("step_done")
    .set({ reason: "–" })
    .where("file_id", "=", fileId)
    .where("reason", "is not", null)
    .execute();
}
