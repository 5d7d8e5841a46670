-- What was done in the last months, decided again by a version of the workflow; only what differs is kept step by step.
create table workflow_replay (
  id bigint generated always as identity primary key,
  workflow_code text not null,
  to_version integer not null,
  -- The draft as it was replayed: it may have been changed since.
  draft_version integer not null,
  since date not null,
  asked_by bigint not null references app_user (id),
  asked_at timestamptz not null,
  -- By month and in all (replay.ts, ReplayOutcome); null while it is being made.
  outcome jsonb,
  foreign key (workflow_code, to_version) references workflow_version (workflow_code, number) on delete cascade
);
create index workflow_replay_asked_by on workflow_replay (asked_by, workflow_code, id desc);
create index workflow_replay_workflow on workflow_replay (workflow_code, to_version);

create table workflow_replay_row (
  replay_id bigint not null references workflow_replay (id) on delete cascade,
  file_id bigint not null references case_file (id) on delete cascade,
  step_done_id bigint not null,
  done_on date not null,
  kind text not null check (kind in ('day', 'step', 'none')),
  before_template text not null,
  after_template text,
  days integer,
  primary key (replay_id, step_done_id)
);
create index workflow_replay_row_file on workflow_replay_row (file_id);
