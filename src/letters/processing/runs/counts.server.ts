/** Counts the rows of a run by result. */
import { sql } from "kysely";
import type { Message } from "../../../ground/kernel/errors.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";

export interface Counts {
  readonly to_do: number;
  readonly done: number;
  readonly dropped: number;
  readonly failed: number;
}

/** The results of a run's rows that are to be made. */
export async function countRows(db: Db, runId: number): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where state <> 'excluded')::int as to_do, count(*) filter (where state = 'done')::int as done,
      count(*) filter (where state = 'dropped')::int as dropped, count(*) filter (where state = 'failed')::int as failed
    from run_row where run_id = ${runId} and verdict in ('do', 'close')`.execute(db);
  return rows[0] ?? { to_do: 0, done: 0, dropped: 0, failed: 0 };
}

/** Which of these files a running run still has to process, and the run. */
export async function filesInMaking(db: Db, fileIds: readonly number[]): Promise<ReadonlyMap<number, Message>> {
  const { rows } = await sql<{ file: number; run: number }>`
    select r.file_id as file, r.run_id as run from run_row r join run on run.id = r.run_id
    where run.state = 'making' and r.state = 'planned' and r.verdict in ('do', 'close')
      and r.file_id = any(${[...fileIds]}::bigint[])`.execute(db);
  return new Map(
    rows.map(({ file, run }) => [file, { key: "workflow-panel.underWay_run", values: { run: String(run) } }]),
  );
}
