-- What somebody should know of imports that nobody watched: shown until it has been seen.
create table import_notice (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  -- What happened, once for each person.
  key text not null,
  about text not null check (about in ('look', 'refused', 'rejects', 'failed', 'left')),
  source_id bigint references import_source (id) on delete cascade,
  batch_id bigint references import_batch (id),
  file_name text not null,
  -- Text key of why.
  why_key text,
  rejected integer not null default 0,
  total integer not null default 0,
  at timestamptz not null,
  seen_at timestamptz,
  unique (user_id, key)
);
create index import_notice_unseen on import_notice (user_id, id) where seen_at is null;
create index import_notice_source on import_notice (source_id);
create index import_notice_batch on import_notice (batch_id);
