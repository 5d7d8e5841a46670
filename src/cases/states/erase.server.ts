/** What states and closings tell of persons goes when the term of their file is over (GDPR art. 5(1)(e)); kinds and days stay. */
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
