-- Where batches go: an office of bailiffs by one way of sending, with what it asks of a file and how it wants the data.
create table handover_destination (
  id bigint generated always as identity primary key,
  bailiff_id bigint not null references bailiff (id),
  name text not null,
  -- Which kinds of handover the office takes.
  types text[] not null,
  channel text not null check (channel in ('download', 'sftp', 'https', 'mail')),
  format text not null check (format in ('json', 'xml', 'csv')),
  -- How heavily a lacking line weighs here: {"contractDocument": "warn"}; what is not named blocks.
  levels jsonb not null default '{}',
  -- Which field of the office takes which of ours; empty for our own model. See mapping.ts.
  mapping jsonb not null default '[]',
  host text not null default '',
  port integer not null default 22 check (port between 1 and 65535),
  username text not null default '',
  -- Sealed for the address that they are sent to.
  password text not null default '',
  private_key text not null default '',
  host_key text not null default '',
  folder text not null default '',
  receipt_folder text not null default '',
  url text not null default '',
  signing_key text not null default '',
  email text not null default '',
  archive_password text not null default '',
  archived_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1
);
create unique index handover_destination_name on handover_destination (lower(name)) where archived_at is null;
create index handover_destination_bailiff on handover_destination (bailiff_id);

-- Which of our offices and clients exist there, and under which number.
create table handover_masterdata (
  id bigint generated always as identity primary key,
  destination_id bigint not null references handover_destination (id),
  bailiff_id bigint references bailiff (id),
  client_id bigint references client (id),
  external_id text not null check (length(external_id) between 1 and 60),
  added_at timestamptz not null,
  added_by bigint references app_user (id),
  check (num_nonnulls(bailiff_id, client_id) = 1),
  unique (destination_id, bailiff_id),
  unique (destination_id, client_id)
);
create unique index handover_masterdata_external on handover_masterdata (destination_id, (client_id is null), lower(external_id));
create index handover_masterdata_bailiff on handover_masterdata (bailiff_id);
create index handover_masterdata_client on handover_masterdata (client_id);
create index handover_masterdata_added_by on handover_masterdata (added_by);

-- What was added and removed there. Names as they were, for a client may be gone since.
create table handover_masterdata_log (
  id bigint generated always as identity primary key,
  destination_id bigint not null references handover_destination (id),
  action text not null check (action in ('add', 'remove')),
  kind text not null check (kind in ('bailiff', 'client')),
  name text not null,
  external_id text not null,
  at timestamptz not null,
  by_user bigint references app_user (id)
);
create index handover_masterdata_log_destination on handover_masterdata_log (destination_id, id);
create index handover_masterdata_log_by on handover_masterdata_log (by_user);

-- A line that somebody lets pass for one office, and why.
create table handover_override (
  destination_id bigint not null references handover_destination (id),
  file_id bigint not null references case_file (id),
  need text not null,
  reason text not null check (length(reason) between 1 and 1000),
  at timestamptz not null,
  by_user bigint references app_user (id),
  primary key (destination_id, file_id, need)
);
create index handover_override_file on handover_override (file_id);
create index handover_override_by on handover_override (by_user);
