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

/** Why rows of a run are not made, one line per rule, the most frequent first. */
export async function reasonGroups(ctx: Pick<Ctx, "db" | "user" | "translate" | "lang">, runId: number) {
  const { rows } = await sql<{ rule: string; sample: unknown; files: number; shared: readonly string[] }>`
    with told as (
      select reason ->> 'rule' as rule, reason, run_row.file_id
      from run_row join case_file on case_file.id = run_row.file_id, jsonb_array_elements(reasons) as reason
      where run_id = ${runId} and verdict in ('refuse', 'wait') and ${visibleFiles(ctx.user)}
    ), shared as (
      select rule, name from told, jsonb_each(reason -> 'values') as given (name, value)
      group by rule, name having count(distinct value) = 1
    )
    select rule, (array_agg(reason))[1] as sample, count(distinct file_id)::int as files,
      array(select name from shared where shared.rule = told.rule) as shared
    from told group by rule order by files desc, rule limit 50`.execute(ctx.db);
  return rows.map(({ rule, sample, files, shared }) => {
    // Dates and amounts differ between rows; a term of the law is the same for all.
    const { values, ...one } = storedRefusal.parse(sample);
    const same = Object.entries(values).map(([name, value]) => [name, shared.includes(name) ? value : "…"]);
    const { article, text } = translateRefusal(ctx, { ...one, values: Object.fromEntries(same) });
    return { rule, article, text, files };
  });
}
