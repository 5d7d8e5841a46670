/** Consistency checks between bank entries and bookings on files: equal to the cent, in both directions. */
import { sql } from "kysely";
import { statementCheck } from "../../ground/platform/server/audit/checks.ts";
import { sealedCheck } from "../../ground/platform/server/audit/sealed.ts";
import type { Check } from "../../ground/platform/server/http/module.ts";

/** The bank entries and their bookings, as sealed by migration 0347. */
const sealed: readonly Check[] = [
  sealedCheck({
    table: "bank_statement",
    columns: "id import_id account_id statement_key number from_date to_date currency opening_cents created_at",
    called: "bank statement",
  }),
  sealedCheck({
    table: "bank_entry",
    columns:
      "id statement_id account_id import_id position dedupe_key bank_ref booked_on value_date amount_cents counterparty_iban counterparty_name description structured_ref end_to_end_id mandate_id return_code",
    called: "bank line",
  }),
  sealedCheck({
    table: "bank_booking",
    columns: "id entry_id file_id kind amount_cents claim_event_id reverses_id booked_by booked_at",
    called: "booking",
    fileId: sql`t.file_id`,
  }),
];

export const paymentChecks: readonly Check[] = [
  ...sealed,
  statementCheck(
    "bank statements",
    "bank_statement",
    sql`select 'statement ' || s.number || ' of ' || a.iban || ' (' || s.to_date || '): its entries come to ' || s.sum
        || ' cents, its balances differ by ' || (s.closing_cents - s.opening_cents) || ' cents' as problem
      from (select b.*, coalesce((select sum(amount_cents) from bank_entry e where e.statement_id = b.id), 0) as sum from bank_statement b) s
      join bank_account a on a.id = s.account_id
      where s.sum <> s.closing_cents - s.opening_cents
        -- An overlapping statement leaves out what an earlier one brought.
        and not exists (select from bank_statement o where o.account_id = s.account_id and o.id < s.id
          and o.from_date <= s.to_date and o.to_date >= s.from_date)
        -- One that came in two formats has the entries of both, of which a person sets aside what is there twice.
        and (select count(distinct i.format) from bank_entry e join bank_import i on i.id = e.import_id where e.statement_id = s.id) < 2
      order by s.id`,
  ),
  statementCheck(
    "bank entries and their bookings",
    "bank_entry",
    sql`select 'bank entry ' || e.id || ' of ' || e.amount_cents || ' cents (' || e.value_date || '): '
        || coalesce(sum(b.amount_cents), 0) || ' cents of it are booked'
        || coalesce(' on file ' || string_agg(f.number, ', '), '') as problem
      from bank_entry e
      left join bank_booking b on b.entry_id = e.id and b.undone_at is null
      left join case_file f on f.id = b.file_id
      where e.state in ('matched', 'unmatched', 'review')
      group by e.id
      having case when e.state = 'matched' then coalesce(sum(b.amount_cents), 0) <> abs(e.amount_cents) else count(b.id) > 0 end
      order by e.id`,
  ),
  statementCheck(
    "bookings and the record of claims",
    "bank_booking",
    sql`select 'file ' || f.number || ': booking ' || b.id || ' of ' || b.amount_cents || ' cents stands against event ' || e.id || ' ('
        || e.kind || ' of ' || e.amount_cents || ' cents' || case when e.file_id <> b.file_id then ' on another file' else '' end || ')' as problem
      from bank_booking b join claim_event e on e.id = b.claim_event_id join case_file f on f.id = b.file_id
      where e.file_id <> b.file_id or e.kind <> b.kind or (b.kind = 'payment' and e.amount_cents <> b.amount_cents)
      order by b.id`,
  ),
  statementCheck(
    "payments from the bank",
    "claim_event",
    sql`select 'file ' || f.number || ': payment ' || e.id || ' of ' || e.amount_cents
        || ' cents came from the bank, and no booking of the bank stands against it' as problem
      from claim_event e join case_file f on f.id = e.file_id
      where e.kind = 'payment' and e.effect_key like 'bank-entry:%'
        and not exists (select from bank_booking b where b.claim_event_id = e.id)
      order by e.id`,
  ),
  statementCheck(
    "surpluses and whose work they are",
    "case_file",
    sql`select 'file ' || f.number || ': ' || f.overpaid_cents || ' cents were received too much, and nobody has that on the agenda' as problem
      from case_file f where f.overpaid_cents > 0 and not exists (select from agenda_item i where i.file_id = f.id
        and (i.item_key = 'overpayment:' || f.id or i.item_key like 'overpayment:' || f.id || ':%')
        and (i.state = 'open' or i.archived_at >= (
          select max(e.entered_at) from claim_event e where e.file_id = f.id and e.kind = 'payment'))) order by f.id`,
  ),
];
