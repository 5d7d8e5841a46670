/** How many rows of a run are in which state: the same count for its screen and for the job that carries it out. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../../../ground/platform/server/http/module.ts";

/** Which rows `r` of a run are counted as what. */
const conditions = {
  /** What the run is about, without what somebody left out. */
  toDo: sql<SqlBool>`r.verdict = 'do' and r.state <> 'excluded'`,
  done: sql<SqlBool>`r.state = 'done'`,
  dropped: sql<SqlBool>`r.state = 'dropped'`,
  failed: sql<SqlBool>`r.state = 'failed'`,
  kept: sql<SqlBool>`r.verdict <> 'do'`,
  excluded: sql<SqlBool>`r.state = 'excluded'`,
};

/** The number of such rows of the run `run` of a query. */
export const rowCount = (which: keyof typeof conditions): RawBuilder<number> =>
  sql<number>`(select count(*) from precasso_run_row r where r.run_id = run.id and ${conditions[which]})::int`;

/** How far a run is. */
export async function progressOf(db: Db, runId: number): Promise<{ over: number; toDo: number }> {
  const run = await db
    .selectFrom("precasso_run as run")
    .select([
      rowCount("toDo").as("toDo"),
      rowCount("done").as("done"),
      rowCount("dropped").as("dropped"),
      rowCount("failed").as("failed"),
    ])
    .where("run.id", "=", runId)
    .executeTakeFirstOrThrow();
  return { over: run.done + run.dropped + run.failed, toDo: run.toDo };
}
