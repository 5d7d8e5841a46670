/** Consistency checks of the money on files: stored balances equal the events, and the events equal the audit trail. */
import { type RawBuilder, sql } from "kysely";
import { statementCheck } from "../../../ground/platform/server/audit/checks.ts";
import { sealedCheck } from "../../../ground/platform/server/audit/sealed.ts";
import type { Check, SystemDb } from "../../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { balanceOf } from "../engine/balance.ts";
import { unlawfulCheck } from "../interest/unlawful.server.ts";
import { loadEvents } from "./record.server.ts";

const batch = 500;

const shown = (db: SystemDb, after: number) =>
  db
    .selectFrom("case_file")
    .select([
      "id",
      "number",
      "balance_on",
      "principal_cents as principal",
      "interest_cents as interest",
      "costs_cents as costs",
      "paid_cents as paid",
      "open_cents as open",
    ])
    .where("id", ">", after)
    .where("balance_on", "is not", null)
    .orderBy("id")
    .limit(batch)
    .execute();

const parts = ["principal", "interest", "costs", "paid", "open"] as const;

/** The stored balance of each file equals its events on the same date, and no amount is negative. */
const projections: Check = {
  name: "balances",
  async *run({ db, looked }) {
    const tariffs = await loadTariffs(db);
    for (let after = 0; ; ) {
      const files = await shown(db, after);
      if (files.length === 0) return;
      looked(files.length);
      const events = await loadEvents(
        db,
        files.map(({ id }) => id),
      );
      for (const file of files) {
        try {
          const balance = balanceOf(events.get(file.id) ?? [], tariffs, file.balance_on ?? balanceDay(file.number));
          for (const part of parts) {
            if (file[part] !== balance[part])
              yield `file ${file.number}: ${part} is noted as ${file[part]} cents and comes to ${balance[part]} cents`;
            if (file[part] < 0) yield `file ${file.number}: ${part} is negative (${file[part]} cents)`;
          }
        } catch (error) {
          yield `file ${file.number}: its balance cannot be reckoned (${error instanceof Error ? error.message : String(error)})`;
        }
      }
      after = files.at(-1)?.id ?? after;
    }
  },
};

function balanceDay(number: string): never {
  throw new Error(`file ${number} was never reckoned`);
}

/** Bookings in the audit trail are in the record with the same data. */
const auditedBookings = statementCheck(
  "bookings in the audit trail",
  "claim_event",
  sql`select case
      when e.id is null then 'file ' || coalesce(f.number, l.subject_id) || ': event ' || (l.after ->> 'id') || ' (' || l.action || ') is gone; the audit trail tells of it in line ' || l.id
      else 'file ' || f.number || ': event ' || e.id || ' is of ' || e.amount_cents || ' cents; the audit trail tells of ' || (l.after ->> 'amount') || ' in line ' || l.id end as problem
    from audit_log l
    left join case_file f on f.id::text = l.subject_id
    left join claim_event e on e.id = (l.after ->> 'id')::bigint
    where l.subject = 'file' and l.action in ('claims.payment') and jsonb_typeof(l.after -> 'id') = 'number'
      and jsonb_typeof(l.after -> 'amount') = 'number'
      and (e.id is null or e.amount_cents <> (l.after ->> 'amount')::bigint or e.file_id::text <> l.subject_id)
    order by l.id`,
);

/**
 * Deleted events: a file without any invoice, a gap in the keys of a file's first events, or a timeline line about a missing event. The balance
 * alone does not show this for a settled file.
 */
const deletedEvents = statementCheck(
  "events that are gone",
  "case_file",
  sql`select 'file ' || f.number || ' has no invoice' as problem from case_file f
      where not exists (select from claim_event e where e.file_id = f.id and e.kind = 'invoice')
    union all
    select 'file ' || f.number || ': of the ' || k.last || ' events that it began with ' || k.count || ' are there'
    from (select file_id, count(*) as count, max(split_part(effect_key, ':', 3)::bigint) as last
      from claim_event where effect_key ~ '^first:[0-9]+:[0-9]+$' group by file_id) k
    join case_file f on f.id = k.file_id where k.count <> k.last
    union all
    select 'file ' || f.number || ': its timeline tells of event ' || l.ref_id || ' (' || l.at::date || '), which is gone'
    from file_log l join case_file f on f.id = l.file_id
    where l.ref_kind = 'claim_event' and l.ref_id is not null and not exists (select from claim_event e where e.id = l.ref_id)`,
);

/** A reversal reverses an event of its own file. */
const reversals = statementCheck(
  "reversals",
  "claim_event",
  sql`select 'file ' || f.number || ': event ' || e.id || ' reverses event ' || r.id || ', which is of another file' as problem
    from claim_event e join claim_event r on r.id = e.reverses_id join case_file f on f.id = e.file_id
    where r.file_id <> e.file_id order by e.id`,
);

/** Each event equals the one that was entered, even if other tables were changed with it. */
const sealed = sealedCheck({
  table: "claim_event",
  columns: "id file_id kind on_date amount_cents data reverses_id effect_key entered_at user_id",
  called: "event",
  fileId: sql`t.file_id`,
});

/** The standing invoices: not reversed, or reversed by a reversed reversal. */
const isNotReversed = (event: string): RawBuilder<unknown> => sql`not exists (select from claim_event r
  where r.reverses_id = ${sql.ref(`${event}.id`)} and not exists (select from claim_event again where again.reverses_id = r.id))`;

/** Each claimed invoice is registered, so that no other file claims it; and none is claimed twice without being allowed. */
const claimedOnce = statementCheck(
  "invoices that are collected twice",
  "claimed_invoice",
  sql`select 'file ' || f.number || ': invoice ' || (e.data ->> 'number') || ' of ' || c.amount_cents || ' cents is also claimed by file '
      || g.number || ', and nobody has allowed that' as problem
    from claimed_invoice c
    join claimed_invoice o on o.owner_id = c.owner_id and o.number_key = c.number_key and o.amount_cents = c.amount_cents
      and o.event_id > c.event_id and o.state <> 'allowed'
    join claim_event e on e.id = c.event_id join case_file f on f.id = c.file_id join case_file g on g.id = o.file_id
    where c.state <> 'allowed'
    union all
    select 'file ' || e.file || ': invoice ' || (e.data ->> 'number') || ' is claimed and not guarded against a second file'
    -- Nearly every invoice is guarded: what was credited of it is asked of the others only.
    from (select e.*, f.number as file from claim_event e join case_file f on f.id = e.file_id
      where e.kind = 'invoice' and e.amount_cents > 0 and f.status <> 'closed'
        and not exists (select from claimed_invoice c where c.event_id = e.id and c.number_key = invoice_key(e.data ->> 'number'))
      offset 0) e
    where ${isNotReversed("e")} and e.amount_cents > (select coalesce(sum(n.amount_cents), 0) from claim_event n where n.file_id = e.file_id
        and n.kind = 'credit_note' and n.data ->> 'mode' = 'retroactive' and n.data ->> 'invoice' = e.data ->> 'number' and ${isNotReversed("n")})`,
);

export const claimChecks: readonly Check[] = [
  projections,
  sealed,
  auditedBookings,
  deletedEvents,
  reversals,
  claimedOnce,
  unlawfulCheck,
];
