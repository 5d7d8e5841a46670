import { sql } from "kysely";
import type { WorkCtx } from "../../ground/platform/server/http/module.ts";

/** Takes away what was noted with the agenda items of a file whose term is over; that there were any, for whom and when, stays. */
export async function eraseAgendaNotes({ db }: WorkCtx, fileId: number): Promise<void> {
  await db.updateTable("agenda_item").set({ note: null, outcome: null }).where("file_id", "=", fileId).execute();
  await db
    .updateTable("agenda_history")
    .set({ changes: sql`changes - 'note' - 'outcome'` })
    .where("file_id", "=", fileId)
    .execute();
}
