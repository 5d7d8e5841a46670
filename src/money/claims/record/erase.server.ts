import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";

/** Takes away what was noted with promises to pay of a file whose term is over. The event record is the books, and stays as it is. */
export async function erasePromiseNotes({ db }: WorkCtx, fileId: number): Promise<void> {
  await db.updateTable("payment_promise").set({ note: "" }).where("file_id", "=", fileId).execute();
}
