/** Files that pasted texts name: by their number or the client's own reference. */
import { sql } from "kysely";
import type { Ctx } from "../../ground/platform/server/http/module.ts";
import { visibleFiles } from "../files/files.server.ts";
import { parseFileNumber } from "../files/files.ts";

/** The file that each of these texts names; those that name none, or several, are not in the map. Only files that the actor may see are found. */
export async function filesNamedBy(ctx: Ctx, texts: readonly string[]): Promise<ReadonlyMap<string, number>> {
  // Eight or nine digits may be a file number without its dash, and as well a reference of the client's own.
  const numbers = texts.map((text) => parseFileNumber(text) ?? text);
  const asked = sql`unnest(${[...texts]}::text[], ${numbers}::text[]) as asked(key, number)`;
  const { rows } = await sql<{ key: string; id: number }>`select asked.key, case_file.id
      from ${asked} join case_file on case_file.number = asked.number where ${visibleFiles(ctx.user)}
    union select asked.key, case_file.id
      from ${asked} join case_file on case_file.client_ref = asked.key where ${visibleFiles(ctx.user)}`.execute(ctx.db);
  const found = new Map<string, number | "several">();
  for (const { key, id } of rows) found.set(key, found.has(key) ? "several" : id);
  return new Map([...found].flatMap(([key, id]) => (id === "several" ? [] : [[key, id] as const])));
}
