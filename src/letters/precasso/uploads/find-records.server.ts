/** Finds the records that clients refer to: by number, the client's reference or an invoice. */
import { sql } from "kysely";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { invoiceKey } from "../../../money/claims/claims.ts";
import { type RecordState, recordStates } from "../records/record.ts";

export interface RecordReference {
  readonly clientId: number;
  readonly name: string;
  /** Whether it can only be an invoice number. */
  readonly isInvoice?: boolean;
}

export interface NamedRecord {
  readonly id: number;
  readonly number: string;
  readonly state: RecordState;
  readonly openCents: number;
}

/** The record of each name, by index in the list; a match by record number has priority, then one by reference. Withdrawn records are ignored. */
export async function namedRecords(
  db: Db,
  named: readonly RecordReference[],
): Promise<ReadonlyMap<number, NamedRecord>> {
  if (named.length === 0) return new Map();
  const asked = named.map(({ clientId, name, isInvoice = false }, at) => {
    const number = isInvoice ? undefined : /^p0*(\d{1,15})$/i.exec(name.trim())?.[1];
    const ref = isInvoice ? null : name.trim().toLowerCase();
    return { at, client: clientId, number: number ?? null, ref, invoice: invoiceKey(name) };
  });
  const { rows } = await sql<{ at: number; id: number; number: string; state: string; open_cents: number }>`
    with k as (select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as k(at integer, client bigint, number bigint, ref text, invoice text)),
    found as (
      select k.at, r.id, 1 as rank from k join precasso_record r on r.id = k.number and r.client_id = k.client
      union all select k.at, r.id, 2 from k join precasso_record r
        on r.client_id = k.client and lower(r.client_ref) = k.ref and r.state <> 'withdrawn'
      union all select k.at, i.record_id, 3 from k join precasso_invoice i
        on i.client_id = k.client and i.number_key = k.invoice and i.live and k.invoice <> '')
    select distinct on (found.at) found.at, r.id, r.number, r.state, r.open_cents from found
    join precasso_record r on r.id = found.id and r.state <> 'withdrawn' order by found.at, found.rank`.execute(db);
  return new Map(
    rows.map(({ at, id, number, state, open_cents }) => [
      at,
      { id, number, state: recordStates.find((known) => known === state) ?? "open", openCents: Number(open_cents) },
    ]),
  );
}
