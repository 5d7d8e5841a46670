-- Files that go to an office together. What goes is fixed when the batch is queued: count, total and hash are those of the receipt.
create table handover_batch (
  id bigint generated always as identity primary key,
  -- Its name at the office, by which it is asked for and never taken twice.
  key uuid not null unique,
  destination_id bigint not null references handover_destination (id),
  type text not null check (type in ('amicable', 'summons', 'title_execution', 'insolvency_check', 'transfer_back')),
  state text not null check (state in
    ('draft', 'validated', 'queued', 'sent', 'accepted', 'partly', 'rejected', 'processed', 'recalled')),
  -- What a job is doing with it; null where none is.
  moving text check (moving in ('judging', 'making')),
  -- Made as soon as it is judged, without anybody looking at the plan.
  straight boolean not null default false,
  missing jsonb not null default '[]',
  count integer,
  total_cents bigint,
  sha256 text,
  format text check (format in ('json', 'xml', 'csv')),
  mapping jsonb,
  -- How often it was given to the outbox, the number in the key of its effect.
  sendings integer not null default 0,
  -- The state of the last effect and what was said of it.
  delivery text check (delivery in ('pending', 'sent', 'kept', 'uncertain', 'dead', 'cancelled')),
  delivery_error text,
  -- The encrypted archive of the last mail.
  mail_storage_key text,
  -- Text key of what is wrong with the office's receipt.
  problem text,
  made_at timestamptz not null,
  made_by bigint references app_user (id),
  queued_at timestamptz,
  sent_at timestamptz,
  receipt_at timestamptz,
  ended_at timestamptz,
  version integer not null default 1,
  check (state in ('draft', 'validated', 'recalled') or (count is not null and total_cents is not null and sha256 is not null))
);
create index handover_batch_destination on handover_batch (destination_id, id);
create index handover_batch_state on handover_batch (state) where state in ('queued', 'sent');
create index handover_batch_made_by on handover_batch (made_by);

create table handover_batch_file (
  id bigint generated always as identity primary key,
  batch_id bigint not null references handover_batch (id),
  file_id bigint not null references case_file (id),
  state text not null check (state in
    ('draft', 'validated', 'refused', 'left_out', 'queued', 'sent', 'accepted', 'rejected', 'processed', 'recalled')),
  exclusive boolean not null,
  open_cents bigint,
  cost_cents bigint,
  documents integer,
  -- What stands in the way or is warned of: [{"need": "birthDate", "level": "block"}].
  lines jsonb not null default '[]',
  -- What goes, as an object of its own in the storage: null until it is fixed, and again once the file is erased.
  storage_key text,
  data_sha256 text,
  office_number text,
  reason text,
  state_at timestamptz not null,
  reported_at timestamptz,
  unique (batch_id, file_id)
);
create index handover_batch_file_storage on handover_batch_file (storage_key) where storage_key is not null;
create index handover_batch_file_file on handover_batch_file (file_id);
-- One office at a time has a file; two people who hand it over at once are not both believed.
create unique index handover_batch_file_live on handover_batch_file (file_id) where exclusive and state in ('queued', 'sent', 'accepted');

-- Every change of a batch or of one of its files: who, when and why.
create table handover_event (
  id bigint generated always as identity primary key,
  batch_id bigint not null references handover_batch (id),
  batch_file_id bigint references handover_batch_file (id),
  kind text not null,
  from_state text,
  to_state text,
  reason text,
  at timestamptz not null,
  by_user bigint references app_user (id)
);
create index handover_event_batch on handover_event (batch_id, id);
create index handover_event_file on handover_event (batch_file_id) where batch_file_id is not null;
create index handover_event_by on handover_event (by_user);

-- What an office told of a file: a line that is not understood is kept with what is wrong with it, and holds up no other.
create table handover_report (
  id bigint generated always as identity primary key,
  destination_id bigint not null references handover_destination (id),
  -- The office's own name of the message: told twice is one.
  key text not null,
  batch_file_id bigint references handover_batch_file (id),
  kind text,
  reported_on date,
  data jsonb not null,
  problem text,
  received_at timestamptz not null,
  unique (destination_id, key)
);
create index handover_report_file on handover_report (batch_file_id) where batch_file_id is not null;

-- What an office says that it holds on a day.
create table handover_holding (
  destination_id bigint not null references handover_destination (id),
  on_date date not null,
  file_number text not null,
  office_number text,
  open_cents bigint not null,
  received_at timestamptz not null,
  primary key (destination_id, on_date, file_number)
);
