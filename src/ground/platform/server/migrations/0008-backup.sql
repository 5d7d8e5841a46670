-- Attachments that nothing refers to any more: taken from the storage after the change that let them go, and never while a backup copies.
create table storage_deletion (
  key text primary key,
  asked_at timestamptz not null
);
-- What became of every scheduled backup.
create table backup_run (
  id bigint generated always as identity primary key,
  folder text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  state text not null check (state in ('running', 'whole', 'incomplete', 'failed')),
  problems text[] not null default '{}'
);
