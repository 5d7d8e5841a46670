/** Reasons and errors of rows in the reader's language. */
import { sql } from "kysely";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { reasonNoted, translateReason } from "../../../ground/platform/server/jobs/works.ts";
import { type Reader, storedRefusal, translateRefusal } from "../../../law/rules/rules.server.ts";

/** Why a row was dropped or failed. Older rows contain technical error texts, which are not shown. */
export const translateRowError = (ctx: Reader, value: unknown): string | null =>
  value === null
    ? null
    : translateReason((message) => ctx.translate(message, ctx.lang), reasonNoted(JSON.stringify(value)));

/** The reasons of a run's rows, one per rule, the most frequent first. */
export async function reasonGroups(ctx: Pick<Ctx, "db" | "user" | "translate" | "lang">, runId: number) {
  const { rows } = await sql<{ rule: string; sample: unknown; files: number }>`
    select reason ->> 'rule' as rule, (array_agg(reason))[1] as sample, count(distinct run_row.file_id)::int as files
    from run_row join case_file on case_file.id = run_row.file_id, jsonb_array_elements(reasons) as reason
    where run_id = ${runId} and ${visibleFiles(ctx.user)}
    group by 1 order by 3 desc, 1 limit 50`.execute(ctx.db);
  return rows.map(({ rule, sample, files }) => {
    // Dates and amounts differ between rows.
    const { values, ...one } = storedRefusal.parse(sample);
    const blank = Object.fromEntries(Object.keys(values).map((name) => [name, "…"]));
    const { article, text } = translateRefusal(ctx, { ...one, values: blank });
    return { rule, article, text, files };
  });
}
