/** What a tracked job has come to, for the person who started it. */
import type { Db } from "./room.ts";

/** Notes a change on the progress row of a job; nothing where the job is not tracked. */
export async function noteProgress(db: Db, id: string | undefined, change: Record<string, unknown>): Promise<void> {
  if (id) await db.updateTable("job_progress").set(change).where("id", "=", id).execute();
}
