/**
 * Undoes an upload of pre-collection. Its claims are withdrawn if nothing has happened to them since; its payments are reversed, except on records
 * that were converted or withdrawn. What stays is listed with the reason.
 */
import { sql } from "kysely";
import { type UndoPlan, type UndoRows, undoOf } from "../../../exchange/intake/intake.server.ts";
import type { SystemDb } from "../../../ground/platform/server/http/module.ts";
import { takeBackPayments } from "../records/payments.server.ts";
import { requireRecord } from "../records/visibility.server.ts";
import { changeState } from "../records/write.server.ts";
import { undoPrecassoCalls } from "./uploads.contract.ts";

/** The first thing that happened to a record `r` since its upload, if any, as a text key: its end, payments, messages or timeline lines. */
const touched = sql<string | null>`case
  when r.state not in ('open', 'disputed') then 'intake-undo.why_closed'
  when exists (select from precasso_payment p where p.record_id = r.id) then 'intake-undo.why_money'
  when exists (select from precasso_message m where m.record_id = r.id) then 'intake-undo.why_sent'
  when exists (select from precasso_line l where l.record_id = r.id and l.key <> 'precasso.logImported') then 'intake-undo.why_worked'
  end`;

/** Why the payments of a record `r` stay. */
const settled = sql<string | null>`case when r.state in ('converted', 'withdrawn') or r.erased_on is not null
  then 'intake-undo.why_closed' end`;

const isClaims = ({ mode }: { readonly mode: string }): boolean => mode === "precasso";

/** The records that an upload created, or for which it reported standing payments. */
const recordsOf = (batch: { readonly id: number; readonly mode: string }) =>
  isClaims(batch)
    ? sql`(select r.id, r.number, r.client_ref, ${touched} as why, 1 as count from precasso_record r where r.import_id = ${batch.id})`
    : sql`(select r.id, r.number, r.client_ref, ${settled} as why, count(*)::int as count
        from precasso_payment p join precasso_record r on r.id = p.record_id
        where p.import_id = ${batch.id} and p.taken_back_at is null group by r.id)`;

interface Row {
  readonly id: number;
  readonly number: string;
  readonly clientRef: string;
  readonly why: string;
}

async function planned(db: SystemDb, batch: Parameters<UndoRows["planned"]>[1], most: number): Promise<UndoPlan> {
  const { rows: counts } = await sql<{ why: string | null; count: number }>`
    select why, sum(count)::int as count from ${recordsOf(batch)} u group by why order by why`.execute(db);
  const { rows: kept } = await sql<Row>`select id, number, client_ref as "clientRef", why from ${recordsOf(batch)} u
    where why is not null order by id limit ${most}`.execute(db);
  return { counts, kept };
}

const next: UndoRows["next"] = async (db, batch, most) => {
  const { rows } = await sql<{ id: number }>`select u.id from ${recordsOf(batch)} u
    where not exists (select from import_undo o where o.batch_id = ${batch.id} and o.made_id = u.id)
    order by u.id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
};

const takeBack: UndoRows["takeBack"] = async (ctx, batch, id, note) => {
  const record = await requireRecord(ctx, id, true);
  const { rows } = await sql<{ why: string | null }>`select ${isClaims(batch) ? touched : settled} as why
    from precasso_record r where r.id = ${id}`.execute(ctx.db);
  const why = rows[0]?.why ?? null;
  if (why !== null) return why;
  if (!isClaims(batch)) return takeBackPayments(ctx, record, { importId: batch.id });
  await changeState(ctx, record, { to: "withdrawn", key: "logUploadBack", values: { file: batch.fileName }, note });
  return 1;
};

export const undoUploads = undoOf("precasso", "precasso.undo", undoPrecassoCalls, {
  planned,
  next,
  takeBack,
  noted: "made_id",
});
