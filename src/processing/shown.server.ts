/** Reasons and errors of rows in the words of a reader. */
import { sql } from "kysely";
import { z } from "zod";
import { visibleFiles } from "../files/files.server.ts";
import type { Ctx } from "../platform/server/room.ts";
import { type Reader, sayRefusal, sayRefusals, storedRefusal } from "../rules/rules.server.ts";

/** The reasons of a row as they stand in the database, and the first moment at which none of them stands any more. */
export const sayReasons = sayRefusals;

const message = z.union([
  z.object({ key: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])).optional() }),
  z.object({ text: z.string() }),
]);

/** Why a row was dropped or failed. */
export function sayError(ctx: Reader, value: unknown): string | null {
  if (value === null) return null;
  const error = message.parse(value);
  if ("text" in error) return error.text;
  return ctx.say(error.values ? { key: error.key, values: error.values } : { key: error.key });
}

/** The reasons of a run's rows, each rule once, the most frequent first. */
export async function reasonGroups(ctx: Pick<Ctx, "db" | "user" | "say" | "lang">, runId: number) {
  const { rows } = await sql<{ rule: string; sample: unknown; files: number }>`
    select reason ->> 'rule' as rule, (array_agg(reason))[1] as sample, count(distinct run_row.file_id)::int as files
    from run_row join case_file on case_file.id = run_row.file_id, jsonb_array_elements(reasons) as reason
    where run_id = ${runId} and ${visibleFiles(ctx.user)}
    group by 1 order by 3 desc, 1 limit 50`.execute(ctx.db);
  return rows.map(({ rule, sample, files }) => {
    // Dates and amounts differ from row to row.
    const { values, ...one } = storedRefusal.parse(sample);
    const blank = Object.fromEntries(Object.keys(values).map((name) => [name, "…"]));
    const { article, text } = sayRefusal(ctx, { ...one, values: blank });
    return { rule, article, text, files };
  });
}
