/** Files that older releases closed as paid although money is open: staff check each, and close it correctly or reopen it. */
import { sql } from "kysely";
import { planAgenda, settleAgenda } from "../../../cases/agenda/agenda.server.ts";
import { followFiles } from "../../../cases/files/files.server.ts";
import { closedWithNothingOpen } from "../../../cases/states/states.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import type { JobCtx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import type { RecordFailures } from "../../../ground/platform/server/jobs/record-failures.ts";
import { fileBalance, refreshBalances } from "./record.server.ts";

const keyOf = (fileId: number): string => `closed-open:${fileId}`;
const batchSize = 500;

/** Files closed for a reason that requires nothing open, but with an open amount; after an id. */
const closedOpen = (after: number) => sql<{
  id: number;
  open: number;
}>`select f.id, f.open_cents as open from case_file f
  where f.id > ${after} and f.status = 'closed' and f.open_cents > 0 and f.erased_on is null
    and exists (select from file_closure c where c.file_id = f.id and c.reopened_at is null
      and c.reason = any(${[...closedWithNothingOpen]}::text[])) order by f.id limit ${batchSize}`;

/** Plans the agenda item of a file, and gives what is open on it: it may have been settled since it was found. */
async function noteOpen(tx: WorkCtx, id: number): Promise<number> {
  const { open } = await fileBalance(tx.db, id, tx.clock.today());
  const note = tx.translate({ key: "claims.closedOpenNote", values: { amount: decimalFromCents(open) } }, "nl");
  if (open > 0) await planAgenda(tx, { fileId: id, subject: "review", key: keyOf(id), note });
  return open;
}

/** Plans one agenda item for each such file, and completes those of files that are correct again. */
export async function noteClosedOpen(ctx: JobCtx, failures: RecordFailures): Promise<void> {
  const { rows: noted } = await sql<{ id: number }>`select distinct file_id as id from agenda_item
    where state = 'open' and item_key like 'closed-open:%'`.execute(ctx.db);
  const wrong = new Set<number>();
  for (let after = 0; !ctx.signal.aborted; ) {
    const { rows } = await closedOpen(after).execute(ctx.db);
    if (rows.length === 0) break;
    for (const { id } of rows) {
      wrong.add(id);
      await failures.attempt({ file: id }, async () => {
        const open = await ctx.tx((tx) => noteOpen(tx, id));
        if (open <= 0) wrong.delete(id);
      });
    }
    after = rows.at(-1)?.id ?? after;
  }
  // What was not looked at may be wrong still.
  if (ctx.signal.aborted) return;
  for (const { id } of noted)
    if (!wrong.has(id)) await ctx.tx((tx) => settleAgenda(tx, { fileId: id, key: keyOf(id) }));
}

// Reopening is one correction. The balance is renewed here, because that of a closed file may be out of date.
followFiles(async (ctx, file, change) => {
  if (change.kind !== "reopened") return;
  await refreshBalances(ctx.db, [file.id], ctx.clock.today());
  await settleAgenda(ctx, { fileId: file.id, key: keyOf(file.id) });
});
