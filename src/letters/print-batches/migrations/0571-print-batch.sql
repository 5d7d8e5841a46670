-- Letters of many files in one batch for a print house.
create table print_batch (
  id bigint generated always as identity primary key,
  -- making: a job sets its parts; ready: to be fetched or delivered; delivered: it lies with the print house; posted: all of it is told to be
  -- with the post; returned: of what was posted something came back; cancelled: its letters wait again.
  state text not null check (state in ('making', 'ready', 'delivered', 'posted', 'returned', 'cancelled')),
  -- Clients, run, days and templates (print-batches.ts, PrintScope).
  scope jsonb not null,
  duplex boolean not null,
  letters integer not null,
  pages integer not null default 0,
  sheets integer not null default 0,
  created_by bigint references app_user (id),
  created_at timestamptz not null,
  ready_at timestamptz,
  delivered_at timestamptz,
  -- The list of its letters and the checksums of its files, once it is ready.
  list_storage_key text,
  list_sha256 text,
  list_bytes bigint,
  -- When the copies of its letters went: the letters themselves stay with their files.
  cleared_at timestamptz,
  version integer not null default 1
);
create index print_batch_creator on print_batch (created_by);
create index print_batch_state on print_batch (state, id desc);

create table print_part (
  batch_id bigint not null references print_batch (id),
  part integer not null check (part > 0),
  first_set integer not null,
  last_set integer not null,
  pages integer not null default 0,
  storage_key text,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint,
  made_at timestamptz,
  primary key (batch_id, part),
  check ((made_at is null) = (sha256 is null))
);

-- One letter in one envelope. `set` counts in the order in which they are printed.
create table print_piece (
  batch_id bigint not null,
  set_number integer not null,
  part integer not null,
  message_id bigint not null references message (id),
  file_id bigint not null references case_file (id),
  document_id bigint not null references document (id),
  country text not null,
  postcode text not null,
  sha256 text not null,
  pages integer,
  sheets integer,
  -- The page of its part on which it begins.
  first_page integer,
  posted_on date,
  returned_on date,
  return_reason text check (return_reason in ('moved', 'unknown', 'refused', 'deceased', 'incomplete', 'boxClosed', 'other')),
  -- What was told of it has been carried through to its file.
  posting_applied_at timestamptz,
  return_applied_at timestamptz,
  -- It is not printed after all, and its letter waits for another batch: why, as a text key.
  withdrawn text,
  primary key (batch_id, set_number),
  foreign key (batch_id, part) references print_part (batch_id, part),
  check (returned_on is null or posted_on is not null)
);
-- A letter is printed once.
create unique index print_piece_once on print_piece (message_id) where withdrawn is null;
create index print_piece_message on print_piece (message_id);
create index print_piece_file on print_piece (file_id);
create index print_piece_document on print_piece (document_id);
create index print_piece_part on print_piece (batch_id, part);
create index print_piece_to_apply on print_piece (batch_id, set_number)
  where (posted_on is not null and posting_applied_at is null) or (returned_on is not null and return_applied_at is null);

-- What happened to a batch, by whom and when.
create table print_event (
  id bigint generated always as identity primary key,
  batch_id bigint not null references print_batch (id),
  kind text not null,
  at timestamptz not null,
  by_user bigint references app_user (id),
  data jsonb not null default '{}'
);
create index print_event_batch on print_event (batch_id, id);
create index print_event_user on print_event (by_user);
