-- Pre-collection (precasso): claims that are reminded in the client's own name, without any costs, before they become a file.

-- How the letters of a client look and what they say of it; where there is no row, its record tells.
create table precasso_house (
  client_id bigint primary key references client (id),
  -- Empty: as the client's record has it.
  sender_name text not null default '' check (length(sender_name) <= 100),
  phone text not null default '' check (length(phone) <= 30),
  email text not null default '' check (length(email) <= 254),
  website text not null default '' check (length(website) <= 200),
  -- A line of the client's own under letters and mails, by language.
  closing_line jsonb not null default '{}',
  -- Whether letters and mails say by whom they are sent for the client, with the registration number (Wki art. 11).
  names_agency boolean not null default true,
  logo_storage_key text,
  logo_mime text check (logo_mime in ('image/png', 'image/jpeg')),
  version integer not null default 1,
  updated_at timestamptz not null,
  updated_by bigint references app_user (id),
  check ((logo_storage_key is null) = (logo_mime is null))
);
create index precasso_house_user on precasso_house (updated_by);

create table precasso_record (
  id bigint generated always as identity primary key,
  number text not null generated always as ('P' || lpad(id::text, 7, '0')) stored,
  client_id bigint not null references client (id),
  client_ref text not null check (length(client_ref) between 1 and 60),
  merchant_id bigint references merchant (id),
  -- The debtor as the intake checks it (NewDebtor), and of it what lists look for.
  debtor jsonb not null,
  debtor_name text not null,
  email text,
  mobile text,
  postcode text not null,
  city text not null,
  -- What the claim rests on, for the file that it may become.
  claim jsonb not null,
  state text not null default 'open' check (state in ('open', 'disputed', 'paid', 'withdrawn', 'converted')),
  -- Nothing is sent up to this day.
  hold_until date,
  open_cents bigint not null,
  workflow_code text not null,
  -- The version of it that the record stays on.
  definition_version integer not null,
  -- The last step that is over; 0 before the first.
  position integer not null default 0,
  -- Counts how often its 14-day letter was taken back, so that one sent again is one of its own.
  round integer not null default 1,
  previous_done_on date,
  -- The last day of the term that the last letter granted.
  term_until date,
  -- The 14-day letter in the client's name, as it went out.
  notice14 jsonb,
  next_step integer,
  next_due_on date,
  file_id bigint unique references case_file (id),
  import_id bigint references import_batch (id),
  created_at timestamptz not null,
  created_on date not null,
  created_by bigint references app_user (id),
  ended_on date,
  erased_on date,
  version integer not null default 1,
  foreign key (workflow_code, definition_version) references workflow_version (workflow_code, number),
  check ((state = 'converted') = (file_id is not null)),
  check ((state in ('paid', 'withdrawn', 'converted')) = (ended_on is not null)),
  check (open_cents >= 0)
);
-- A client's reference stands for one claim, unless that was withdrawn.
create unique index precasso_record_ref on precasso_record (client_id, lower(client_ref)) where state <> 'withdrawn';
create index precasso_record_state on precasso_record (state, next_due_on, id);
create index precasso_record_client on precasso_record (client_id, created_on);
create index precasso_record_merchant on precasso_record (merchant_id);
create index precasso_record_workflow on precasso_record (workflow_code, definition_version);
create index precasso_record_import on precasso_record (import_id);
create index precasso_record_creator on precasso_record (created_by);
create index precasso_record_name on precasso_record (lower(debtor_name));

create table precasso_invoice (
  id bigint generated always as identity primary key,
  record_id bigint not null references precasso_record (id),
  client_id bigint not null references client (id),
  number text not null check (length(number) between 1 and 60),
  -- By which it is compared with others of the client.
  number_key text not null,
  invoice_date date not null,
  due_date date not null,
  cents bigint not null check (cents > 0),
  description text,
  -- False once its record is withdrawn: it may then come again.
  live boolean not null default true
);
-- The same invoice of a client is reminded once.
create unique index precasso_invoice_once on precasso_invoice (client_id, number_key) where live;
create index precasso_invoice_record on precasso_invoice (record_id, due_date, id);

-- Money that the debtor paid to the client, and how we know.
create table precasso_payment (
  id bigint generated always as identity primary key,
  record_id bigint not null references precasso_record (id),
  paid_on date not null,
  cents bigint not null check (cents > 0),
  reference text not null default '' check (length(reference) <= 140),
  -- Who says so: the client (by its screen, call or upload), or we on its word.
  told_by text not null check (told_by in ('client', 'house')),
  -- The client's own key for it: told twice it counts once.
  payment_key text check (length(payment_key) between 1 and 100),
  noted_at timestamptz not null,
  noted_by bigint references app_user (id),
  taken_back_at timestamptz,
  taken_back_by bigint references app_user (id),
  check ((taken_back_at is null) or (noted_at <= taken_back_at))
);
create index precasso_payment_record on precasso_payment (record_id, id);
create index precasso_payment_noted on precasso_payment (noted_by);
create index precasso_payment_back on precasso_payment (taken_back_by);
create unique index precasso_payment_once on precasso_payment (record_id, payment_key) where payment_key is not null;

-- What happened to a record, in the order in which it did.
create table precasso_line (
  id bigint generated always as identity primary key,
  record_id bigint not null references precasso_record (id),
  at timestamptz not null,
  user_id bigint references app_user (id),
  -- A text key of the module, and its values.
  key text not null,
  "values" jsonb not null default '{}',
  -- In somebody's own words.
  note text
);
create index precasso_line_record on precasso_line (record_id, id);
create index precasso_line_user on precasso_line (user_id);

create table precasso_run (
  id bigint generated always as identity primary key,
  state text not null check (state in ('planning', 'planned', 'making', 'done', 'cancelled')),
  scope jsonb not null,
  -- The day that it was planned for: a plan of yesterday is not made today.
  as_of date not null,
  planned_by bigint references app_user (id),
  planned_at timestamptz not null,
  started_by bigint references app_user (id),
  started_at timestamptz,
  finished_at timestamptz,
  stop_asked_at timestamptz,
  version integer not null default 1
);
create index precasso_run_planned_by on precasso_run (planned_by);
create index precasso_run_started_by on precasso_run (started_by);

-- One thing said to a debtor in a client's name, once for each effect key.
create table precasso_message (
  id bigint generated always as identity primary key,
  record_id bigint not null references precasso_record (id),
  run_id bigint references precasso_run (id),
  step integer not null,
  channel text not null check (channel in ('post', 'email', 'sms')),
  template_code text not null,
  language text not null,
  to_address text not null,
  subject text not null,
  body_text text not null,
  effect_key text not null unique,
  name text not null,
  -- The letter as it was set; null for mails and SMS, and once it is erased.
  storage_key text,
  size_bytes bigint,
  sha256 text,
  -- What the debtor was asked for.
  open_cents bigint not null,
  created_at timestamptz not null,
  created_on date not null,
  created_by bigint references app_user (id),
  send_after timestamptz not null
);
create index precasso_message_record on precasso_message (record_id, id);
create index precasso_message_run on precasso_message (run_id);
create index precasso_message_creator on precasso_message (created_by);
create index precasso_message_address on precasso_message (to_address, created_on);
create index precasso_message_time on precasso_message (created_at desc, id desc);

create table precasso_run_row (
  run_id bigint not null references precasso_run (id),
  record_id bigint not null references precasso_record (id),
  step integer not null,
  channel text not null,
  template_code text not null,
  effect text not null,
  due_on date not null,
  -- do: will be made; refuse: a rule forbids it; wait: somebody or a day is awaited.
  verdict text not null check (verdict in ('do', 'refuse', 'wait')),
  reasons jsonb not null default '[]',
  open_cents bigint not null,
  inputs_hash text not null,
  state text not null check (state in ('planned', 'excluded', 'done', 'dropped', 'failed')),
  error jsonb,
  attempts integer not null default 0,
  message_id bigint references precasso_message (id),
  file_id bigint references case_file (id),
  done_at timestamptz,
  primary key (run_id, record_id)
);
create index precasso_run_row_record on precasso_run_row (record_id);
create index precasso_run_row_message on precasso_run_row (message_id) where message_id is not null;
create index precasso_run_row_file on precasso_run_row (file_id) where file_id is not null;
create index precasso_run_row_open on precasso_run_row (run_id, record_id) where state = 'planned' and verdict = 'do';
