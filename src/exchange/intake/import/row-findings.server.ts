/** What the database knows of the rows of an upload beyond what stands in them, noted on the rows. */
import { sql } from "kysely";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import type { RowProblem } from "../reading/row-reader.server.ts";
import type { BatchRecord } from "../uploads/uploads.server.ts";
import { isOfClaims } from "./layout.ts";

/** The problems of a row that has one, as the staging table keeps them. */
export const noted = (problem: RowProblem): string => JSON.stringify([problem]);

/** What the records of an area know of a row: it came before, or it cannot be placed. */
export interface RowFinding {
  readonly row: number;
  readonly verdict: "known" | "rejected";
  readonly problem: RowProblem;
  /** What it became when it came before. */
  readonly made?: { readonly id: number; readonly number: string };
}

/** Asks the records of an area about the rows of an upload that are good so far. Reads only. */
export type JudgeRows = (ctx: WorkCtx, batch: BatchRecord) => Promise<readonly RowFinding[]>;

/** Notes what was found; a claim of which one row is rejected goes whole, as do those of these leaders. */
export async function noteFindings(
  db: Db,
  batch: BatchRecord,
  found: readonly RowFinding[],
  refused: readonly number[],
): Promise<void> {
  const rows = found.map(({ row, verdict, problem, made }) => ({
    row,
    verdict,
    problems: [problem],
    made_id: made?.id ?? null,
    made_number: made?.number ?? null,
  }));
  await sql`update import_row set verdict = f.verdict, data = null, made_id = f.made_id, made_number = f.made_number,
      problems = coalesce(import_row.problems, '[]') || f.problems
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as f("row" integer, verdict text, problems jsonb, made_id bigint, made_number text)
    where import_row.batch_id = ${batch.id} and import_row.row_number = f.row`.execute(db);
  // Payments stand each for itself.
  if (!isOfClaims(batch.mode)) return;
  const rejected = found.flatMap(({ row, verdict }) => (verdict === "rejected" ? [row] : []));
  const { rows: leaders } = await sql<{
    leader: number;
  }>`select distinct leader from import_row where batch_id = ${batch.id}
    and row_number = any(${rejected}::integer[]) and leader is not null`.execute(db);
  await rejectGroups(db, batch.id, [...refused, ...leaders.map(({ leader }) => leader)]);
}

/** Rejects the other rows of these groups. A claim is placed whole or not at all: its invoices belong in one letter (BW 6:96(7)). */
export async function rejectGroups(db: Db, batchId: number, leaders: readonly number[]): Promise<void> {
  if (leaders.length === 0) return;
  const dragged = noted({ field: "clientRef", key: "intake.groupRejected" });
  await sql`update import_row set verdict = 'rejected', data = null, problems = coalesce(problems, '[]') || ${dragged}::jsonb
    where batch_id = ${batchId} and verdict in ('good', 'warning') and leader = any(${[...leaders]}::integer[])`.execute(
    db,
  );
}
