-- What would become of the open files of a workflow in another of its versions: judged by a job, looked at, and where that version is
-- live, carried out.
create table what_if (
  id bigint generated always as identity primary key,
  workflow_code text not null,
  to_version integer not null,
  -- The draft as it was judged: it may have been changed since.
  draft_version integer not null,
  state text not null check (state in ('judging', 'judged', 'moving', 'moved')),
  as_of date not null,
  asked_by bigint not null references app_user (id),
  asked_at timestamptz not null,
  -- By week and in all, before and after (what-if.ts, Outcome).
  outcome jsonb,
  files integer not null default 0,
  -- Whether files keep the day of the step that they wait for, and why they are moved.
  dates text check (dates in ('keep', 'new')),
  reason text not null default '' check (length(reason) <= 500),
  version integer not null default 1,
  foreign key (workflow_code, to_version) references workflow_version (workflow_code, number) on delete cascade
);
create index what_if_asked_by on what_if (asked_by, id desc);
create index what_if_workflow on what_if (workflow_code, to_version);

create table what_if_row (
  what_if_id bigint not null references what_if (id) on delete cascade,
  file_id bigint not null references case_file (id) on delete cascade,
  -- The version of its place when it was judged: a file that went on since is not moved by this plan.
  place_version integer not null,
  from_version integer not null,
  change text not null check (change in ('same', 'date', 'step', 'gone', 'verdict')),
  before_template text,
  before_on date,
  before_verdict text not null,
  after_template text,
  after_on date,
  after_verdict text not null,
  -- The day that the step may keep.
  keepable date,
  state text not null default 'judged' check (state in ('judged', 'moved', 'dropped')),
  primary key (what_if_id, file_id)
);
create index what_if_row_change on what_if_row (what_if_id, change, file_id);
create index what_if_row_state on what_if_row (what_if_id, state, file_id);
create index what_if_row_file on what_if_row (file_id);
