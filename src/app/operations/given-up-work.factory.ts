/** Work that the queue has given up after its last attempt. */
import { sql } from "kysely";
import type { World } from "../testing/world.factory.ts";

/** Ends the work for a key as a queue does that has tried it for the last time. */
export async function giveUpWork({ db, owner }: World, key: string): Promise<void> {
  const { id } = await db
    .updateTable("job_progress")
    .set({ state: "failed", error: JSON.stringify({ key: "platform.reason.ended" }), finished_at: sql`now()` })
    .where("key", "=", key)
    .where("state", "in", ["waiting", "running"])
    .returning("id")
    .executeTakeFirstOrThrow();
  await owner.pool.query("delete from pgboss.job where data ->> 'progressId' = $1", [id]);
}
