-- Champion and challenger: a draft that takes a share of the new files of its workflow, beside the live version, until a person promotes or stops it.
alter table workflow_version drop constraint workflow_version_state_check;
alter table workflow_version add check (state in ('draft', 'trial', 'live', 'retired'));

create table workflow_trial (
  id bigint generated always as identity primary key,
  workflow_code text not null,
  champion integer not null,
  challenger integer not null,
  -- Of a hundred new files, so many go to the challenger.
  share integer not null check (share between 5 and 50),
  -- A file counts as paid where it stands closed as paid, with its last money in within so many days of its beginning.
  days integer not null check (days between 14 and 365),
  -- What the test was planned for, in percent: the share paid so far, and the least difference that is to be found.
  baseline integer not null check (baseline between 1 and 95),
  difference integer not null check (difference between 1 and 50),
  champion_files integer not null check (champion_files > 0),
  challenger_files integer not null check (challenger_files > 0),
  state text not null default 'running' check (state in ('running', 'promoted', 'stopped')),
  reason text not null check (length(reason) between 1 and 1000),
  end_reason text not null default '' check (length(end_reason) <= 1000),
  started_by bigint references app_user (id),
  started_at timestamptz not null,
  ended_by bigint references app_user (id),
  ended_at timestamptz,
  version integer not null default 1,
  foreign key (workflow_code, champion) references workflow_version (workflow_code, number),
  foreign key (workflow_code, challenger) references workflow_version (workflow_code, number),
  check ((state = 'running') = (ended_at is null))
);
create unique index workflow_trial_running on workflow_trial (workflow_code) where state = 'running';
create index workflow_trial_champion on workflow_trial (workflow_code, champion);
create index workflow_trial_challenger on workflow_trial (workflow_code, challenger);
create index workflow_trial_started_by on workflow_trial (started_by);
create index workflow_trial_ended_by on workflow_trial (ended_by);

-- With which version each new file began while a trial ran; it stays there, whatever becomes of the file.
create table workflow_trial_file (
  file_id bigint primary key references case_file (id) on delete cascade,
  trial_id bigint not null references workflow_trial (id),
  arm text not null check (arm in ('champion', 'challenger')),
  entered_on date not null
);
create index workflow_trial_file_trial on workflow_trial_file (trial_id, arm, entered_on);
