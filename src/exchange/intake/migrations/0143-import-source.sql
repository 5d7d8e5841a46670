-- Places where a client leaves its files for us: a folder of this house, or a folder on a server of the client.
create table import_source (
  id bigint generated always as identity primary key,
  client_id bigint not null references client (id),
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('folder', 'sftp')),
  mode text not null check (mode in ('new', 'instalments', 'correct', 'withdraw')),
  host text not null default '',
  port integer not null default 22 check (port between 1 and 65535),
  username text not null default '',
  password text not null default '',
  private_key text not null default '',
  -- The SHA-256 of the server's key, as it was looked at and agreed to; nothing is fetched from a server with another.
  host_key text not null default '',
  folder text not null,
  done_folder text not null,
  pattern text not null,
  every_minutes integer not null check (every_minutes between 5 and 10080),
  -- What happens by itself after the check: nothing, placing where every row is good, or placing of the good rows.
  after_check text not null check (after_check in ('never', 'all_good', 'good_rows')),
  is_active boolean not null,
  next_run_at timestamptz,
  last_run_at timestamptz,
  last_error_key text,
  updated_by bigint references app_user (id),
  updated_at timestamptz not null,
  version integer not null default 1
);
create index import_source_client on import_source (client_id);
create index import_source_user on import_source (updated_by);
create index import_source_due on import_source (next_run_at) where is_active;

-- What was found there: the same bytes are taken once.
create table import_pickup (
  id bigint generated always as identity primary key,
  source_id bigint not null references import_source (id) on delete cascade,
  file_name text not null,
  size_bytes bigint not null,
  sha256 text not null,
  batch_id bigint references import_batch (id),
  -- Text key of why it was refused.
  error_key text,
  found_at timestamptz not null,
  moved_at timestamptz,
  unique (source_id, sha256)
);
create index import_pickup_batch on import_pickup (batch_id);

alter table import_batch add column source_id bigint references import_source (id) on delete set null;
create index import_batch_source on import_batch (source_id);
