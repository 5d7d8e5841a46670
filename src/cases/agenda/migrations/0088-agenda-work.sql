-- One act on all agenda items that a filter finds, done by a job in parts and taken back the same way.
create table agenda_work (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  -- What is done to each item, as the call took it.
  act jsonb not null,
  state text not null check (state in ('making', 'done', 'undoing', 'undone')),
  items integer not null,
  asked_at timestamptz not null,
  finished_at timestamptz,
  -- When a worker was last seen at it: one that has fallen silent is replaced.
  beat_at timestamptz not null
);
create index agenda_work_user on agenda_work (user_id, id desc);
create index agenda_work_moving on agenda_work (beat_at) where state in ('making', 'undoing');

create table agenda_work_row (
  work_id bigint not null references agenda_work (id),
  item_id bigint not null references agenda_item (id),
  -- left: somebody changed it first; kept: somebody changed it before it could be taken back.
  state text not null default 'planned' check (state in ('planned', 'done', 'left', 'undone', 'kept')),
  -- The version that the item had when it was chosen, and after it was done: another one is somebody else's.
  version integer not null,
  -- The day and the owner that a moved item had.
  before jsonb,
  primary key (work_id, item_id)
);
create index agenda_work_row_item on agenda_work_row (item_id);
create index agenda_work_row_open on agenda_work_row (work_id, item_id) where state in ('planned', 'done');
