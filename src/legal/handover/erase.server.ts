import type { WorkCtx } from "../../ground/platform/server/http/module.ts";

/** Takes away why lines of a handover were let pass on a file whose term is over; that they were, when and by whom, stays. */
export async function erasePassReasons({ db }: WorkCtx, fileId: number): Promise<void> {
  await db.updateTable("handover_pass").set({ reason: "–" }).where("file_id", "=", fileId).execute();
}
