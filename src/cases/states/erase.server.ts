/** Erases personal data of states and closings after the retention period of the file (GDPR art. 5(1)(e)); kinds and dates stay. */
import type { WorkCtx } from "../../ground/platform/server/http/module.ts";

/** Takes away what is written beside the states and closings of a file. */
export async function eraseStates({ db }: WorkCtx, fileId: number): Promise<void> {
  await db
    .updateTable("file_hold")
    .set({ reason: null, source: null, source_reference: null, lift_reason: null })
    .where("file_id", "=", fileId)
    .execute();
  await db.updateTable("file_closure").set({ note: null }).where("file_id", "=", fileId).execute();
}
