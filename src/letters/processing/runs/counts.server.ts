/** What became of the rows of a run. */
import { sql } from "kysely";
import type { Db } from "../../../ground/platform/server/http/module.ts";

export interface Counts {
  readonly to_do: number;
  readonly done: number;
  readonly dropped: number;
  readonly failed: number;
}

/** What became of the rows of a run that are to be made. */
export async function countRows(db: Db, runId: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where state <> 'excluded')::int as to_do, count(*) filter (where state = 'done')::int as done,
      count(*) filter (where state = 'dropped')::int as dropped, count(*) filter (where state = 'failed')::int as failed
    from run_row where run_id = ${runId} and verdict in ('do', 'close')`.execute(db);
  return rows[0] ?? { to_do: 0, done: 0, dropped: 0, failed: 0 };
}
