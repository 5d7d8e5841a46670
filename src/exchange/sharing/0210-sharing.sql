-- What is shown to somebody outside by an address that cannot be guessed. Only the hash of the address is kept.

create table shared_info (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  title text not null check (length(title) between 1 and 200),
  body jsonb not null,
  created_at timestamptz not null,
  created_by bigint not null references app_user (id),
  expires_at timestamptz not null,
  -- After so many views it is gone; null for no limit.
  max_views integer check (max_views between 1 and 1000),
  views integer not null default 0,
  last_viewed_at timestamptz,
  revoked_at timestamptz,
  revoked_by bigint references app_user (id),
  check (expires_at > created_at)
);
create index shared_info_created_by on shared_info (created_by);
create index shared_info_revoked_by on shared_info (revoked_by);

create table shared_info_file (
  id bigint generated always as identity primary key,
  shared_info_id bigint not null references shared_info (id),
  name text not null check (length(name) between 1 and 255),
  mime text not null,
  size_bytes bigint not null,
  sha256 text not null,
  storage_key text not null
);
create index shared_info_file_owner on shared_info_file (shared_info_id);
