/** The files that corrections and withdrawals are about. */
import { sql } from "kysely";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import type { Actor, JobCtx, SystemDb } from "../../../ground/platform/server/http/module.ts";

/** Said of a withdrawal that was carried out before: nothing is wrong with it, and nothing changes. */
export const alreadyWithdrawn = { field: null, key: "intake.alreadyWithdrawn", warning: true } as const;

/** Whether a check is still the one that was asked for last, locking its upload: the rows are another's once it was overtaken. */
export type IsCurrent = (db: SystemDb) => Promise<boolean>;

/** Finds the file of every row that may be changed; rows without one, or with a closed one, are rejected. */
export async function findFiles(ctx: JobCtx, batchId: number, actor: Actor, isCurrent: IsCurrent): Promise<void> {
  const unknown = JSON.stringify([{ field: "clientRef", key: "intake.noSuchFile" }]);
  const withdrawn = JSON.stringify([alreadyWithdrawn]);
  const closed = JSON.stringify([{ field: "clientRef", key: "intake.fileClosed" }]);
  await ctx.tx(async ({ db }) => {
    if (!(await isCurrent(db))) return;
    await sql`update import_row set file_id = case_file.id from case_file
      where import_row.batch_id = ${batchId} and import_row.verdict in ('good', 'warning')
        and case_file.client_id = import_row.client_id and case_file.client_ref = import_row.client_ref
        and ${visibleFiles(actor)}`.execute(db);
    await sql`update import_row set verdict = 'rejected', data = null, problems = coalesce(problems, '[]') || ${unknown}::jsonb
      where batch_id = ${batchId} and verdict in ('good', 'warning') and file_id is null`.execute(db);
    // What was withdrawn before and is sent once more asks for nothing, and is no fault of the row.
    await sql`update import_row set verdict = 'known', data = null, problems = coalesce(problems, '[]') || ${withdrawn}::jsonb
      from case_file, file_closure
      where import_row.batch_id = ${batchId} and import_row.verdict in ('good', 'warning')
        and import_row.data -> 'debtor' is null and case_file.id = import_row.file_id and case_file.status = 'closed'
        and file_closure.file_id = case_file.id and file_closure.reopened_at is null and file_closure.reason = 'withdrawn'`.execute(
      db,
    );
    await sql`update import_row set verdict = 'rejected', data = null, problems = coalesce(problems, '[]') || ${closed}::jsonb
      from case_file where import_row.batch_id = ${batchId} and import_row.verdict in ('good', 'warning')
        and case_file.id = import_row.file_id and case_file.status = 'closed'`.execute(db);
  });
}
