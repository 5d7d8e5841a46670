import { sql } from "kysely";
import { instantInAmsterdam, type PlainDate } from "../../ground/kernel/dates.ts";
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

/** Takes away what was typed for whole lists of items before a day: it stands with each item, and goes from there with the item's file. */
export async function eraseWorkWords({ db }: WorkCtx, before: PlainDate): Promise<void> {
  await sql`update agenda_work set act = act - 'outcome'
    where asked_at < ${instantInAmsterdam(before)} and state in ('done', 'undone') and act ? 'outcome'`.execute(db);
}
