-- The lists of settings. Names that people see are {nl, en, fr, de}; nl is always there, the others fall back to it.
-- A row that is `fixed` is known to the code by its `code`: it may be renamed and never deleted.
create table legal_type (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  fixed boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  code text not null,
  name jsonb not null,
  basis text not null check (basis in ('contract', 'other')),
  limitation_months integer not null check (limitation_months between 1 and 360),
  limitation_article text not null default '',
  -- Where a consumer's debt lapses sooner than another's (BW 7:28).
  consumer_months integer check (consumer_months between 1 and 360),
  consumer_article text not null default ''
);
create unique index legal_type_code on legal_type (code);

create table blacklist (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  fixed boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  -- E.164.
  number text not null check (number ~ '^\+[1-9][0-9]{3,14}$'),
  channels text[] not null,
  reason text not null,
  source text not null check (source in ('debtor', 'client', 'register', 'own')),
  until date,
  added_by text not null default ''
);
create unique index blacklist_number on blacklist (number);

create table mime_type (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  fixed boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  mime text not null,
  extensions text[] not null,
  max_megabytes integer not null check (max_megabytes between 1 and 100),
  purposes text[] not null
);
create unique index mime_type_mime on mime_type (mime);

create table file_status (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  fixed boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  code text not null,
  -- An own status stands below one of the fixed ones, which says what it means to the engine.
  parent_id bigint references file_status (id),
  name jsonb not null,
  explanation jsonb not null default '{"nl": "", "en": "", "fr": "", "de": ""}',
  colour text not null check (colour in ('grey', 'teal', 'blue', 'green', 'amber', 'red')),
  shown_to_clients boolean not null default true,
  check (fixed = (parent_id is null))
);
create unique index file_status_code on file_status (code);
create index file_status_parent on file_status (parent_id) where parent_id is not null;

create table closing_reason (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  fixed boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  code text not null,
  -- An own reason stands below a fixed one, by which letters and figures know it.
  parent_id bigint references closing_reason (id),
  name jsonb not null,
  needs_note boolean not null default false,
  tells_client boolean not null default true,
  counts_as_collected boolean not null default false,
  check (fixed = (parent_id is null))
);
create unique index closing_reason_code on closing_reason (code);
create index closing_reason_parent on closing_reason (parent_id) where parent_id is not null;

create table cost_type (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  fixed boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  code text not null,
  name jsonb not null,
  -- In this order costs are paid off: execution, court, bik, other.
  cost_group text not null check (cost_group in ('execution', 'court', 'bik', 'other')),
  charge_to text not null check (charge_to in ('debtor', 'client')),
  vat_percent text not null check (vat_percent in ('0', '9', '21')),
  counts_as_cost boolean not null default true,
  needs_document boolean not null default false,
  btag_article text not null default ''
);
create unique index cost_type_code on cost_type (code);

create table client_cost_template (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  fixed boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  name text not null,
  note text not null default ''
);
create unique index client_cost_template_name on client_cost_template (lower(name));

create table client_cost_line (
  id bigint generated always as identity primary key,
  template_id bigint not null references client_cost_template (id) on delete cascade,
  position integer not null,
  cost_type_id bigint not null references cost_type (id),
  charged text not null check (charged in ('per_file', 'per_letter', 'per_email', 'per_sms', 'per_call', 'per_month', 'per_handover', 'per_closing')),
  amount_cents bigint not null check (amount_cents >= 0)
);
create index client_cost_line_template on client_cost_line (template_id, position);
create index client_cost_line_cost_type on client_cost_line (cost_type_id);

create table extra_cost (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  fixed boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  name jsonb not null,
  cost_type_id bigint not null references cost_type (id),
  standard_cents bigint not null check (standard_cents >= 0),
  maximum_cents bigint check (maximum_cents >= standard_cents),
  roles text[] not null,
  needs_approval boolean not null default false
);
create unique index extra_cost_name on extra_cost (lower(name ->> 'nl'));
create index extra_cost_cost_type on extra_cost (cost_type_id);

create table advance_definition (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  fixed boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  name jsonb not null,
  occasion text not null check (occasion in ('summons', 'handover', 'defence', 'appeal', 'seizure', 'bankruptcy_petition', 'register_check', 'other')),
  -- `tariff`: court fee and summons by the tariffs of that day; `fixed`: the amount.
  basis text not null check (basis in ('tariff', 'fixed')),
  amount_cents bigint check (amount_cents > 0),
  vat_percent text not null check (vat_percent in ('0', '9', '21')),
  due_days integer not null check (due_days between 0 and 365),
  blocks_step boolean not null default true,
  check ((basis = 'fixed') = (amount_cents is not null))
);
create unique index advance_definition_name on advance_definition (lower(name ->> 'nl'));

create table payment_description (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  fixed boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  code text not null,
  name jsonb not null,
  kind text not null check (kind in ('agency', 'direct', 'bailiff', 'credit_note', 'reversal', 'advance', 'refund', 'write_off')),
  effect text not null check (effect in ('allocates', 'lowers_principal', 'takes_back', 'none'))
);
create unique index payment_description_code on payment_description (code);

create table autoreply_label (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  fixed boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  name jsonb not null,
  words text[] not null,
  looks_in text not null check (looks_in in ('subject', 'body', 'both')),
  subject jsonb not null,
  reply jsonb not null,
  active boolean not null default false,
  quiet_hours boolean not null default true
);
create unique index autoreply_label_name on autoreply_label (lower(name ->> 'nl'));

create table sender_label (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  fixed boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  -- A whole address, or a domain as @example.nl.
  sender text not null check (sender = lower(sender)),
  label text not null,
  kind text not null check (kind in ('debtor', 'client', 'bailiff', 'partner', 'authority', 'other')),
  priority text not null check (priority in ('low', 'normal', 'high')),
  ignored boolean not null default false
);
create unique index sender_label_sender on sender_label (sender);
