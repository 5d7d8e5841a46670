-- Processing runs: planned, looked at, executed. Monitoring reads the same rows that the plan wrote.
create table run (
  id bigint generated always as identity primary key,
  state text not null
    check (state in ('planning', 'planned', 'making', 'done', 'failed', 'cancelled')),
  -- Clients, workflow, step, due until, channels, at most so many (processing.ts, RunScope).
  scope jsonb not null,
  -- The legal date for which amounts were reckoned; a plan of yesterday is not made today.
  as_of date not null,
  planned_by bigint references app_user (id),
  planned_at timestamptz not null,
  started_by bigint references app_user (id),
  started_at timestamptz,
  finished_at timestamptz,
  stop_asked_at timestamptz,
  -- When a worker was last seen at it: one that has fallen silent is replaced.
  beat_at timestamptz,
  -- How many files were due, and how many of them the planning has looked at.
  due_files integer not null default 0,
  looked_at integer not null default 0,
  -- Of the rows to be made: how many, and what became of them; counted at each change of state, live in between.
  to_do integer not null default 0,
  done integer not null default 0,
  dropped integer not null default 0,
  failed integer not null default 0,
  error text,
  version integer not null default 1
);
create index run_planned_by on run (planned_by);
create index run_started_by on run (started_by);
create index run_state on run (state, id desc);

create table run_row (
  run_id bigint not null references run (id),
  file_id bigint not null references case_file (id),
  workflow_code text not null,
  round integer not null,
  step integer not null,
  channel text not null,
  template_code text not null,
  effect text not null,
  due_on date not null,
  -- do: will be made; refuse: a rule forbids it; wait: a person or a date is awaited; close: nothing is owed any more.
  verdict text not null check (verdict in ('do', 'refuse', 'wait', 'close')),
  -- The refusals of the law gate, or why it waits.
  reasons jsonb not null default '[]',
  possible_from text,
  open_cents bigint not null,
  -- Collection costs that this step announces or charges, VAT included.
  cost_cents bigint not null default 0,
  -- Other files of the same debtor and client that are due in the same plan.
  together integer not null default 0,
  inputs_hash text not null,
  state text not null check (state in ('planned', 'excluded', 'done', 'dropped', 'failed')),
  -- Why it was dropped or failed: a text key with values, or what the machine said.
  error jsonb,
  attempts integer not null default 0,
  message_id bigint,
  document_id bigint,
  done_at timestamptz,
  primary key (run_id, file_id, step)
);
create index run_row_file on run_row (file_id);
create index run_row_message on run_row (message_id) where message_id is not null;
create index run_row_document on run_row (document_id) where document_id is not null;
-- What a worker takes next, and what the plan's filters show.
create index run_row_open on run_row (run_id, file_id) where state = 'planned' and verdict in ('do', 'close');
create index run_row_verdict on run_row (run_id, verdict, step, file_id);
create index run_row_state on run_row (run_id, state, file_id);

