-- Work on many files at once (specification, point 2): planned file by file, looked at, then made by a job.
create table bulk (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  -- What is done to each file, as the call took it.
  action jsonb not null,
  -- How the files were chosen: a filter, pasted numbers, or rows of a list.
  chosen jsonb not null,
  -- Pasted lines of which no file is known to the person: line number and text.
  missing jsonb not null default '[]',
  state text not null
    check (state in ('planning', 'planned', 'making', 'done', 'undoing', 'undone', 'failed', 'cancelled')),
  asked_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  stop_asked_at timestamptz,
  -- When a worker was last seen at it: one that has fallen silent is replaced.
  beat_at timestamptz,
  files integer not null,
  error_key text,
  version integer not null default 1
);
create index bulk_user on bulk (user_id, id desc);
create index bulk_moving on bulk (id) where state in ('planning', 'making', 'undoing');

create table bulk_row (
  bulk_id bigint not null references bulk (id),
  file_id bigint not null references case_file (id),
  -- Null until it was looked at. do: will be done; same: nothing would change; refuse: a rule forbids it.
  verdict text check (verdict in ('do', 'same', 'refuse')),
  -- What the file was when it was planned, what it would become, and what it became.
  before jsonb,
  after jsonb,
  made jsonb,
  seen_version integer,
  reasons jsonb not null default '[]',
  state text not null default 'planned'
    check (state in ('planned', 'excluded', 'done', 'dropped', 'failed', 'undone', 'kept')),
  -- Why it was dropped or failed, or could not be taken back.
  error jsonb,
  -- How it is taken back; null where it cannot be.
  undo jsonb,
  done_at timestamptz,
  primary key (bulk_id, file_id)
);
create index bulk_row_file on bulk_row (file_id);
create index bulk_row_unlooked on bulk_row (bulk_id, file_id) where verdict is null;
create index bulk_row_open on bulk_row (bulk_id, file_id) where state = 'planned' and verdict = 'do';
create index bulk_row_undo on bulk_row (bulk_id, file_id) where state = 'done' and undo is not null;
