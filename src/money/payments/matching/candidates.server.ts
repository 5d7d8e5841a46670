/** Finds candidate files and payments for an entry; `matching.ts` decides between them. */

import { sql } from "kysely";
import { searchWords } from "../../../cases/persons/persons.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import type { Tariffs } from "../../../ground/tariffs/tariffs.ts";
import { loadEvents } from "../../claims/claims.server.ts";
import { balanceOf, type ClaimEvent, isUnusualPaymentDay, standingEvents } from "../../claims/claims.ts";
import type { BankEntry } from "../payments.ts";
import { cluesOf } from "./evidence.ts";
import type { Candidate, Original } from "./matching.ts";

interface Found {
  id: number;
  number: string;
  payment_reference: string;
  closed: boolean;
  debtor_name: string;
  search_name: string;
  ibans: string[];
  end_to_end_ids: string[];
}

/** The maximum number of candidates for one clue; a clue with more of them is ignored. */
const most = 20;

/**
 * The files that match the clues of an entry: by reference, number, earlier end-to-end id or account, and by amount or name if there are no others.
 */
async function findFiles(db: Db, entry: BankEntry): Promise<Found[]> {
  const clues = cluesOf(entry);
  const words = searchWords(clues.name)
    .split(" ")
    .filter((word) => word.length >= 3)
    .slice(0, 4);
  const query = words.map((word) => `${word}:*`).join(" | ");
  const { rows } = await sql<Found>`${prepared}
    with pointed as (
      select id, 1 as rank from case_file where payment_reference = ${anyOf(
        clues.references.map(({ value }) => value),
        "text",
      )}
      union all
      select id, 1 from case_file where number = ${anyOf(
        clues.numbers.map(({ value }) => value),
        "text",
      )}
      union all
      select b.file_id, 2 from bank_entry e join bank_booking b on b.entry_id = e.id and b.undone_at is null
        where e.end_to_end_id = ${clues.endToEndId} and b.kind = 'payment'
      union all
      (select f.id, 3 from debtor d join case_file f on f.debtor_id = d.id where d.iban = ${clues.iban} limit ${most})
      union all
      (select b.file_id, 3 from bank_entry e join bank_booking b on b.entry_id = e.id and b.undone_at is null
        where e.counterparty_iban = ${clues.iban} and b.kind = 'payment' order by b.id desc limit ${most})
      union all
      (select f.id, 4 from debtor d join case_file f on f.debtor_id = d.id and f.status <> 'closed'
        where ${query} <> '' and to_tsvector('simple', d.search_name) @@ to_tsquery('simple', ${query})
          and f.open_cents = ${entry.amountCents} limit ${most})
    ), best as (select id, min(rank) as rank from pointed group by id order by min(rank), id limit ${most})
    select f.id, f.number, f.payment_reference, f.status = 'closed' as closed, d.display_name as debtor_name, d.search_name,
      coalesce(array_agg(distinct e.counterparty_iban) filter (where e.counterparty_iban is not null), '{}')
        || coalesce(array_remove(array[d.iban], null), '{}') as ibans,
      coalesce(array_agg(distinct e.end_to_end_id) filter (where e.end_to_end_id is not null), '{}') as end_to_end_ids
    from best join case_file f using (id) join debtor d on d.id = f.debtor_id
      left join bank_booking b on b.file_id = f.id and b.kind = 'payment' and b.undone_at is null
      left join bank_entry e on e.id = b.entry_id
    group by best.rank, f.id, d.id order by best.rank, f.id`.execute(
    asSystem(db, "a payment is matched against every file"),
  );
  return rows;
}

/** What a payment of a day can still pay: what was open then, less what later payments and credits have taken of it since. */
function payableOn(events: readonly ClaimEvent[], tariffs: Tariffs, on: PlainDate, today: PlainDate): Cents {
  const { open } = balanceOf(events, tariffs, on);
  const isLast = events.every((event) => event.on <= on);
  return isLast ? open : Math.min(open, balanceOf(events, tariffs, today).open);
}

/** The candidates of an entry with what is open of them for its value date. */
export async function candidatesOf(db: Db, entry: BankEntry, today: PlainDate): Promise<Candidate[]> {
  const found = await findFiles(db, entry);
  const on = entry.valueDate < today ? entry.valueDate : today;
  const tariffs = await loadTariffs(db);
  const events = await loadEvents(
    db,
    found.map(({ id }) => id),
  );
  return found.map((row) => ({
    fileId: row.id,
    number: row.number,
    paymentReference: row.payment_reference,
    closed: row.closed,
    openCents: payableOn(events.get(row.id) ?? [], tariffs, on, today),
    unusualDay: isUnusualPaymentDay(events.get(row.id) ?? [], entry.valueDate, today),
    debtorName: row.debtor_name,
    searchName: row.search_name,
    ibans: row.ibans,
    endToEndIds: row.end_to_end_ids,
  }));
}

/** Bank payments that a returned entry may reverse: standing ones of the same amount with a matching reference or account. */
export async function originalsOf(db: Db, entry: BankEntry): Promise<Original[]> {
  const { rows } = await sql<{
    id: number;
    file_id: number;
    claim_event_id: number;
    number: string;
    amount_cents: number;
    end_to_end_id: string | null;
    mandate_id: string | null;
    bank_ref: string | null;
    counterparty_iban: string | null;
  }>`
    select b.id, b.file_id, b.claim_event_id, f.number, b.amount_cents, e.end_to_end_id, e.mandate_id, e.bank_ref, e.counterparty_iban
    from bank_entry e join bank_booking b on b.entry_id = e.id join case_file f on f.id = b.file_id
    where b.kind = 'payment' and b.undone_at is null and b.amount_cents = ${-entry.amountCents}
      and e.value_date <= ${entry.valueDate}
      and (e.end_to_end_id = ${entry.endToEndId} or e.mandate_id = ${entry.mandateId} or e.bank_ref = ${entry.bankRef}
        or e.counterparty_iban = ${entry.counterpartyIban})
      and not exists (select from bank_booking r where r.kind = 'reversal' and r.undone_at is null
        and r.reverses_id = b.id)
    order by b.id desc limit 50`.execute(asSystem(db, "a payment is matched against every file"));
  const events = await loadEvents(
    db,
    rows.map(({ file_id }) => file_id),
  );
  // One that was reversed on the file, by hand, is no longer there to be taken back.
  const isStanding = (row: (typeof rows)[number]): boolean =>
    standingEvents(events.get(row.file_id) ?? []).some(({ id }) => id === row.claim_event_id);
  return rows.filter(isStanding).map((row) => ({
    bookingId: row.id,
    number: row.number,
    amountCents: row.amount_cents,
    endToEndId: row.end_to_end_id,
    mandateId: row.mandate_id,
    bankRef: row.bank_ref,
    iban: row.counterparty_iban,
  }));
}
