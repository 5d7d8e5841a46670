/** What a tracked job has come to, for the person who started it. */
import { sql } from "kysely";
import { z } from "zod";
import type { Message } from "../../kernel/errors.ts";
import type { Clock } from "./clock.ts";
import type { Db } from "./room.ts";

/** Notes a change on the progress row of a job; nothing where the job is not tracked. */
export async function noteProgress(db: Db, id: string | undefined, change: Record<string, unknown>): Promise<void> {
  if (id) await db.updateTable("job_progress").set(change).where("id", "=", id).execute();
}

const stored = z.object({
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

/** The reason that was noted of a job, for whoever reads it; of work from before reasons were noted it is the plainest one. */
export function reasonNoted(error: string): Message {
  try {
    const { key, values } = stored.parse(JSON.parse(error));
    return values === undefined ? { key } : { key, values };
  } catch {
    return { key: "platform.reason.internal" };
  }
}

/** A job that nobody is going to do any more has failed: its worker was killed in its last try. */
export async function noteLost(db: Db, clock: Clock): Promise<void> {
  const now = clock.now();
  await sql`update job_progress set state = 'failed', error = ${JSON.stringify({ key: "platform.reason.ended" })},
      finished_at = ${now}
    where state in ('waiting', 'running') and created_at < ${new Date(now.getTime() - 60_000)}
      and not exists (select from pgboss.job where pgboss.job.state in ('created', 'retry', 'active')
        and pgboss.job.data ->> 'progressId' = job_progress.id::text)`.execute(db);
}
