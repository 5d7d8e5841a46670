/** The rows of states as they are written and lifted, of one file or of many. */
import { sql } from "kysely";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import { batched, batchedRows } from "../../ground/platform/server/postgres/batched.ts";

/** The states that stop files, oldest first, with where each file was. */
export const stoppingRows = batchedRows(
  (db, fileIds: readonly number[]) =>
    db
      .selectFrom("file_hold")
      .select(["file_id", "status_before", "phase_before"])
      .where("file_id", "=", sql<number>`any(${[...fileIds]}::bigint[])`)
      .where("lifted_at", "is", null)
      .where("effect", "<>", "none")
      .orderBy("id")
      .execute(),
  ({ file_id }) => file_id,
);

export const insertHold = batched(async (db, holds: readonly Record<string, unknown>[]) => {
  const { rows } = await sql<{
    id: number;
  }>`insert into file_hold (file_id, kind, reason, from_date, until_date, status_before,
      phase_before, placed_by, placed_at, effect, stage, source, source_reference, contact_party_id, interest_frozen_from)
    select file_id, kind, reason, from_date, until_date, status_before, phase_before, placed_by, placed_at, effect, stage, source,
      source_reference, contact_party_id, interest_frozen_from
    from jsonb_populate_recordset(null::file_hold, ${JSON.stringify(holds)}::jsonb) returning id`.execute(db);
  return rows.map(({ id }) => id);
});

interface Lifting {
  readonly id: number;
  readonly file_id: number;
  readonly lifted_at: string;
  readonly lifted_by: number | null;
  readonly lift_reason: string | null;
  readonly never_lay: boolean;
}

interface Lifted {
  readonly id: number;
  readonly kind: string;
  readonly effect: string;
  readonly status_before: string;
  readonly phase_before: string;
  readonly interest_frozen_from: PlainDate | null;
  readonly until_date: PlainDate | null;
}

/** Lifts holds; undefined for one that does not lie on its file. */
export const liftRow = batched(async (db, liftings: readonly Lifting[]) => {
  const { rows } = await sql<Lifted>`update file_hold
    set lifted_at = l.lifted_at, lifted_by = l.lifted_by, lift_reason = l.lift_reason, never_lay = l.never_lay, version = file_hold.version + 1
    from jsonb_populate_recordset(null::file_hold, ${JSON.stringify(liftings)}::jsonb) as l
    where file_hold.id = l.id and file_hold.file_id = l.file_id and file_hold.lifted_at is null
    returning file_hold.id, file_hold.kind, file_hold.effect, file_hold.status_before, file_hold.phase_before,
      file_hold.interest_frozen_from, file_hold.until_date`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return liftings.map(({ id }) => byId.get(id));
});
