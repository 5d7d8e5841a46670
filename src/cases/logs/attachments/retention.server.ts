/**
 * What hangs on the timelines of closed files goes when its term is over (GDPR art. 5(1)(e); a term of at least two years by Bki art. 5.1).
 * Files that are open keep all that they have, and what came to a closed one is kept for the term from that day. That an attachment was there stays on record, with the day and the term on which it went.
 */
import { type SqlBool, sql } from "kysely";
import { z } from "zod";
import { addMonths, type PlainDate } from "../../../ground/kernel/dates.ts";
import { type JobCtx, job, type SystemCtx } from "../../../ground/platform/server/http/module.ts";
import { RecordFailures } from "../../../ground/platform/server/jobs/record-failures.ts";
import { legalDate } from "../../../ground/platform/server/postgres/legal-date.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { writeLog } from "../lines/write.server.ts";

/** So many files are looked up at once. */
const batch = 200;

const isOver = (before: PlainDate) =>
  sql<SqlBool>`log_attachment.erased_at is null and ${legalDate("log_attachment.added_at")} <= ${before}`;

/** Files closed for longer than the term that still hold attachments of before it, after one of them. */
async function filesDue({ db }: JobCtx, before: PlainDate, after: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`select case_file.id from case_file
    where case_file.closed_on <= ${before} and case_file.id > ${after}
      and exists (select from file_log join log_attachment on log_attachment.log_id = file_log.id
        where file_log.file_id = case_file.id and ${isOver(before)})
    order by case_file.id limit ${batch}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes away what hangs on one file, unless it was opened again meanwhile. */
async function eraseFile(ctx: SystemCtx, fileId: number, before: PlainDate, months: number): Promise<void> {
  // Locked, so that nobody reopens it before its content is gone.
  const file = await ctx.db
    .selectFrom("case_file")
    .select("id")
    .where("id", "=", fileId)
    .where("closed_on", "<=", before)
    .forUpdate()
    .executeTakeFirst();
  if (!file) return;
  const rows = await ctx.db
    .selectFrom("log_attachment")
    .innerJoin("file_log", "file_log.id", "log_attachment.log_id")
    .select(["log_attachment.id", "log_attachment.log_id", "log_attachment.storage_key"])
    .where("file_log.file_id", "=", fileId)
    .where(isOver(before))
    .orderBy("log_attachment.id")
    .forUpdate("log_attachment")
    .execute();
  // Another worker has been here first.
  if (rows.length === 0) return;
  // The content goes first: where the rest fails it is done again, and nothing stays behind that nobody knows of.
  for (const { storage_key: key } of rows) if (key !== null) await ctx.storage.delete(key);
  await ctx.db
    .updateTable("log_attachment")
    .set({ storage_key: null, erased_at: ctx.clock.now(), erased_after: months })
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  for (const { id, log_id } of rows)
    await ctx.audit({ action: "log.erase", subject: "file_log", subjectId: log_id, after: { attachment: id, months } });
  const key = months % 12 === 0 ? "log-work.logErasedYears" : "log-work.logErasedMonths";
  const values = { count: rows.length, years: months / 12, months };
  await writeLog(ctx, { fileId, type: "document", subject: { key, values }, system: true });
}

export const retentionJob = job({
  name: "logs.retention",
  payload: z.object({}),
  cron: "50 2 * * *",
  async run(ctx) {
    const { attachmentRetentionMonths: months } = await globalSettings(ctx.db);
    const before = addMonths(ctx.clock.today(), -months);
    const failures = new RecordFailures(ctx);
    for (let after = 0; ; ) {
      const files = await filesDue(ctx, before, after);
      for (const fileId of files) {
        if (ctx.signal.aborted) return;
        await failures.attempt({ file: fileId }, () => ctx.tx((tx) => eraseFile(tx, fileId, before, months)));
      }
      const last = files.at(-1);
      if (last === undefined) return failures.end();
      after = last;
    }
  },
});
