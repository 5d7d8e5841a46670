-- An import that should not have been made is taken back: its files are withdrawn again, as far as nothing has happened to them since.
alter table import_batch drop constraint import_batch_state_check;
alter table import_batch add constraint import_batch_state_check check (state in
  ('uploaded', 'checking', 'checked', 'placing', 'placed', 'failed', 'cancelled', 'undoing', 'undone'));
alter table import_batch add column files_undone integer not null default 0;
-- Who asked for it, and when it was done.
alter table import_batch add column undone_by bigint references app_user (id);
alter table import_batch add column undone_at timestamptz;
create index import_batch_undone_by on import_batch (undone_by);

-- What became of each file: withdrawn, or the text key of why it was left as it is.
create table import_undo (
  batch_id bigint not null references import_batch (id),
  file_id bigint not null references case_file (id),
  why_key text,
  primary key (batch_id, file_id)
);
create index import_undo_file on import_undo (file_id);
