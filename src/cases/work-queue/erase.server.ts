import type { WorkCtx } from "../../ground/platform/server/http/module.ts";

/** Takes away the numbers that were called about a file whose term is over; that calls were made, when and with what result, stays. */
export async function eraseCalledNumbers({ db }: WorkCtx, fileId: number): Promise<void> {
  await db.updateTable("call_attempt").set({ number: "–" }).where("file_id", "=", fileId).execute();
  await db.updateTable("dialer_row").set({ number: "–" }).where("file_id", "=", fileId).execute();
}
