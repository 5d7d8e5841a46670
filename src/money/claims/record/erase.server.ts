import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";

/** Erases what was recorded with promises to pay of a file after its retention period. The event record is part of the accounts and is kept. */
export async function erasePromiseNotes({ db }: WorkCtx, fileId: number): Promise<void> {
  await db.updateTable("payment_promise").set({ note: "" }).where("file_id", "=", fileId).execute();
}
