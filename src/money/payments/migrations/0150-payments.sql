-- Our own accounts, the statements the bank gave us, and what became of every entry on them.

create table bank_account (
  id bigint generated always as identity primary key,
  iban text not null unique check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$'),
  name text not null check (length(name) between 1 and 100),
  -- client_money: the third-party account that debtors pay into (derdengelden); own: the provider's own account.
  kind text not null check (kind in ('client_money', 'own')),
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  active boolean not null default true,
  created_at timestamptz not null,
  version integer not null default 1
);

-- One uploaded file. The same bytes twice are two uploads with one effect.
create table bank_import (
  id bigint generated always as identity primary key,
  file_name text not null,
  sha256 text not null,
  size_bytes bigint not null,
  storage_key text not null,
  format text,
  state text not null check (state in ('waiting', 'reading', 'done', 'refused')),
  -- Why the file was refused: text key and values.
  refusal jsonb,
  -- statements, entries, and known ones that were there already; the rest is counted from the entries.
  totals jsonb not null default '{}',
  uploaded_by bigint references app_user (id),
  uploaded_at timestamptz not null,
  finished_at timestamptz
);
create index bank_import_uploaded_by on bank_import (uploaded_by);
create index bank_import_uploaded_at on bank_import (uploaded_at desc);

create table bank_statement (
  id bigint generated always as identity primary key,
  import_id bigint not null references bank_import (id),
  account_id bigint not null references bank_account (id),
  -- The bank's number with the closing date, since numbers start again each year and some banks send none.
  statement_key text not null,
  number text not null,
  from_date date not null,
  to_date date not null,
  currency text not null,
  opening_cents bigint not null,
  closing_cents bigint not null,
  -- Remarks that do not stop the statement: [{key, values}], such as a gap after the statement before.
  remarks jsonb not null default '[]',
  created_at timestamptz not null,
  unique (account_id, statement_key)
);
create index bank_statement_import on bank_statement (import_id);
create index bank_statement_closing on bank_statement (account_id, to_date desc, id desc);

create table bank_entry (
  id bigint generated always as identity primary key,
  statement_id bigint not null references bank_statement (id),
  account_id bigint not null references bank_account (id),
  -- The upload that first brought it.
  import_id bigint not null references bank_import (id),
  position integer not null,
  -- Digest of account, statement and entry reference (domain facts 8.1): the same entry is never stored twice.
  dedupe_key text not null unique,
  -- The bank's own reference, by which an overlapping statement shows the same entry again.
  bank_ref text,
  -- Digest of date, amount, payer and text, for banks without references of their own.
  fingerprint text not null,
  booked_on date not null,
  value_date date not null,
  -- Positive came in, negative went out.
  amount_cents bigint not null check (amount_cents <> 0),
  counterparty_iban text,
  counterparty_name text,
  description text not null,
  structured_ref text,
  end_to_end_id text,
  mandate_id text,
  return_code text,
  state text not null check (state in ('unmatched', 'matched', 'review', 'ignored')),
  -- Why it is in this state: {key, values, suggestions}; the match explains itself.
  match jsonb not null default '{}',
  -- The file and the event, where the entry went to one file as a whole; parts stand in bank_booking.
  file_id bigint references case_file (id),
  claim_event_id bigint references claim_event (id),
  decided_by bigint references app_user (id),
  decided_at timestamptz,
  version integer not null default 1
);
create index bank_entry_import on bank_entry (import_id);
create index bank_entry_statement on bank_entry (statement_id, position);
create index bank_entry_open on bank_entry (value_date, id) where state in ('unmatched', 'review');
create index bank_entry_file on bank_entry (file_id) where file_id is not null;
create index bank_entry_event on bank_entry (claim_event_id) where claim_event_id is not null;
create index bank_entry_decider on bank_entry (decided_by) where decided_by is not null;
create index bank_entry_bank_ref on bank_entry (account_id, bank_ref) where bank_ref is not null;
create index bank_entry_fingerprint on bank_entry (account_id, fingerprint);
create index bank_entry_end_to_end on bank_entry (end_to_end_id) where end_to_end_id is not null;
create index bank_entry_mandate on bank_entry (mandate_id) where mandate_id is not null;
create index bank_entry_payer on bank_entry (counterparty_iban) where counterparty_iban is not null;

-- What an entry did to a file: a payment booked or a payment reversed. Undone bookings stay, with who and when.
create table bank_booking (
  id bigint generated always as identity primary key,
  entry_id bigint not null references bank_entry (id),
  file_id bigint not null references case_file (id),
  kind text not null check (kind in ('payment', 'reversal')),
  amount_cents bigint not null check (amount_cents > 0),
  claim_event_id bigint not null references claim_event (id),
  -- The payment that a reversal takes back.
  reverses_id bigint references bank_booking (id),
  booked_by bigint references app_user (id),
  booked_at timestamptz not null,
  undone_by bigint references app_user (id),
  undone_at timestamptz
);
create index bank_booking_entry on bank_booking (entry_id);
create index bank_booking_file on bank_booking (file_id);
create index bank_booking_reverses on bank_booking (reverses_id) where reverses_id is not null;
create index bank_booking_event on bank_booking (claim_event_id);
create index bank_booking_booker on bank_booking (booked_by) where booked_by is not null;
create index bank_booking_undoer on bank_booking (undone_by) where undone_by is not null;
