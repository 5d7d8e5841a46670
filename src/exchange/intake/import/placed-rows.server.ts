/** What became of the rows of an upload that were placed, noted on the rows. */
import { sql } from "kysely";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import type { RowProblem } from "../reading/row-reader.server.ts";
import { notifyAbout } from "../uploads/notices.server.ts";
import type { BatchRecord } from "../uploads/uploads.server.ts";
import { verdicts } from "./layout.ts";

/** What became of one batch of groups. */
export interface Outcome {
  /** The files that were made or changed, by the first row of their group. */
  readonly files: readonly { readonly leader: number; readonly fileId: number }[];
  /** What was made or changed where that is no file. */
  readonly made?: readonly { readonly leader: number; readonly id: number; readonly number: string }[];
  readonly cents: Cents;
  /** Groups that were left out, and why, by leader. */
  readonly left: ReadonlyMap<number, Why>;
}

export type Why = Pick<RowProblem, "key" | "values">;

export async function noteRows(db: Db, batchId: number, placed: Outcome["files"]): Promise<void> {
  await sql`update import_row set file_id = p."fileId"
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as p(leader integer, "fileId" bigint)
    where import_row.batch_id = ${batchId} and import_row.leader = p.leader
      and import_row.verdict in ('good', 'warning')`.execute(db);
}

export async function noteMade(db: Db, batchId: number, made: NonNullable<Outcome["made"]>): Promise<void> {
  if (made.length === 0) return;
  await sql`update import_row set made_id = m.id, made_number = m.number
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m(leader integer, id bigint, number text)
    where import_row.batch_id = ${batchId} and import_row.leader = m.leader
      and import_row.verdict in ('good', 'warning')`.execute(db);
}

export async function noteSkipped(db: Db, batchId: number, left: ReadonlyMap<number, Why>): Promise<void> {
  if (left.size === 0) return;
  const why = [...left].map(([leader, each]) => ({ leader, problems: [{ field: null, ...each }] }));
  await sql`update import_row set verdict = 'rejected', data = null, problems = coalesce(import_row.problems, '[]') || l.problems
    from jsonb_to_recordset(${JSON.stringify(why)}::jsonb) as l(leader integer, problems jsonb)
    where import_row.batch_id = ${batchId} and import_row.leader = l.leader
      and import_row.verdict in ('good', 'warning')`.execute(db);
}

/** The verdicts as they are after the placing; rows that were left out meanwhile are told of. */
export async function leftOut(ctx: WorkCtx, batch: BatchRecord): Promise<string> {
  const found = await ctx.db
    .selectFrom("import_row")
    .select((eb) => ["verdict", eb.fn.countAll<number>().as("count")])
    .where("batch_id", "=", batch.id)
    .groupBy("verdict")
    .execute();
  const counts = Object.fromEntries(
    verdicts.map((one) => [one, found.find(({ verdict }) => verdict === one)?.count ?? 0]),
  );
  const rejected = (counts.rejected ?? 0) - (batch.counts.rejected ?? 0);
  if (rejected > 0) {
    const about = { key: `intake.placed:${batch.id}`, file: batch.fileName, batchId: batch.id };
    await notifyAbout(ctx, batch, { ...about, about: "left", rows: { rejected, total: batch.rowCount } });
  }
  return JSON.stringify({ ...batch.counts, ...counts });
}
