/** What was shared is deleted once nobody can see it any more: it holds personal data, and no file's retention reaches it (Bki art. 5.1; GDPR art. 5(1)(e)). */
import { sql } from "kysely";
import { z } from "zod";
import { type JobCtx, job, type WorkCtx } from "../../ground/platform/server/http/module.ts";
import { RecordFailures } from "../../ground/platform/server/jobs/record-failures.ts";
import { daysUntilDeleted } from "./sharing.ts";

/** What ended before an instant: revoked, expired, or seen as often as it might be. */
async function endedBefore({ db }: JobCtx, before: Date): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from shared_info where expires_at < ${before} or revoked_at < ${before}
      or (views >= max_views and last_viewed_at < ${before}) order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes it with its files; who shared what, and when, stays in the audit trail. */
async function deleteShared(ctx: WorkCtx, id: number): Promise<void> {
  const files = await ctx.db
    .deleteFrom("shared_info_file")
    .where("shared_info_id", "=", id)
    .returning("storage_key")
    .execute();
  for (const { storage_key: key } of files) await ctx.storage.delete(key);
  const { numDeletedRows } = await ctx.db.deleteFrom("shared_info").where("id", "=", id).executeTakeFirst();
  // Another worker has been here first.
  if (numDeletedRows === 0n) return;
  await ctx.audit({ action: "sharing.delete", subject: "shared_info", subjectId: id, after: { files: files.length } });
}

export const clearJob = job({
  name: "sharing.clear",
  payload: z.object({}),
  cron: "45 3 * * *",
  async run(ctx) {
    const failures = new RecordFailures(ctx);
    const before = new Date(ctx.clock.now().getTime() - daysUntilDeleted * 86_400_000);
    for (const id of await endedBefore(ctx, before)) {
      if (ctx.signal.aborted) return;
      await failures.attempt({ shared: id }, () => ctx.tx((tx) => deleteShared(tx, id)));
    }
    failures.end();
  },
});
