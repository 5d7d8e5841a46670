/** Erases typed text on the timeline of a file after its retention period; kind and date of each line stay. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { logTypes } from "../logs.ts";

/** Whether values of a text hold words that somebody typed, as against amounts, days and texts of our own. */
const wordsIn = (column: "subject_values" | "content_values") => sql<boolean>`exists (
  select from jsonb_each(coalesce(${sql.ref(column)}, '{}')) as given where jsonb_typeof(given.value) = 'string')`;

/** Whether a line of a file that came from an instant on holds words that `eraseLines` takes away. */
export const hasWordsSince = (fileId: RawBuilder<unknown>, since: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from file_log where file_log.file_id = ${fileId} and file_log.at >= ${since}
    and (subject_key is null or ${wordsIn("subject_values")}
      or (content is not null and (content_key is null or ${wordsIn("content_values")}))))`;

/**
 * Leaves of the lines of a file what our own texts say of amounts and days. The others keep their day, their writer and what they are.
 * What hangs on lines has a term of its own (`retention.server.ts`).
 */
export async function eraseLines(ctx: WorkCtx, fileId: number): Promise<void> {
  const names = Object.fromEntries(logTypes.map((type) => [type, ctx.translate({ key: `logs.type_${type}` }, "nl")]));
  await sql`update file_log set
      subject_key = case when typed then 'logs.type_' || type else subject_key end,
      subject_values = case when typed then '{}'::jsonb else subject_values end,
      subject = case when typed then coalesce(${JSON.stringify(names)}::jsonb ->> type, type) else subject end,
      content_key = case when told then content_key end,
      content_values = case when told then content_values end,
      content = case when told then content end,
      version = version + 1
    from (select id as line_id, subject_key is null or ${wordsIn("subject_values")} as typed,
        content_key is not null and not ${wordsIn("content_values")} as told
      from file_log where file_id = ${fileId}) as looked
    where file_log.id = looked.line_id and (typed or (content is not null and not told))`.execute(ctx.db);
  const lines = asSystem(ctx.db, "a job erases the lines of every file whose term is over")
    .selectFrom("file_log")
    .select("id")
    .where("file_id", "=", fileId);
  await ctx.db.deleteFrom("log_former").where("log_id", "in", lines).execute();
  await ctx.db.deleteFrom("log_budget_entry").where("log_id", "in", lines).execute();
  await ctx.db
    .updateTable("change_request")
    .set({ wanted: "{}", present: "{}", answer: null })
    .where("log_id", "in", lines)
    .execute();
}
