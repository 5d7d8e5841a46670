-- Files that go to a dialer: which calls it is to make, and until when it has them in hand.
create table dialer_list (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  made_at timestamptz not null,
  -- What it has not told of by then goes back to the queue.
  until_at timestamptz not null,
  -- Given back by hand before that.
  returned_at timestamptz
);
create index dialer_list_user on dialer_list (user_id, id desc);

create table dialer_row (
  list_id bigint not null references dialer_list (id),
  row_number integer not null check (row_number > 0),
  item_id bigint not null references agenda_item (id),
  file_id bigint not null references case_file (id),
  number text not null,
  primary key (list_id, row_number)
);
create index dialer_row_number on dialer_row (number);
create index dialer_row_item on dialer_row (item_id);
create index dialer_row_file on dialer_row (file_id);

-- One call to one number, and what came of it in two layers: what the line said, and what the person said.
create table call_attempt (
  id bigint generated always as identity primary key,
  file_id bigint not null references case_file (id),
  item_id bigint not null references agenda_item (id),
  number text not null,
  dialled_at timestamptz not null,
  -- Whose figures it counts in.
  user_id bigint not null references app_user (id),
  log_id bigint not null references file_log (id),
  -- Null until somebody says what came of it.
  line text check (line in
    ('answered', 'no_answer', 'busy', 'congestion', 'machine', 'machine_message', 'dropped', 'out_of_service', 'fax')),
  person text check (person in
    ('right_party', 'promise', 'call_back', 'dispute', 'help_asked', 'refuses', 'third_person', 'wrong_number', 'deceased', 'language')),
  -- The rules that it was made against, where a dialer made it.
  against jsonb,
  dialer_list_id bigint,
  dialer_row integer,
  foreign key (dialer_list_id, dialer_row) references dialer_row (list_id, row_number),
  check (person is null or line = 'answered')
);
create index call_attempt_file on call_attempt (file_id, id desc);
create index call_attempt_item on call_attempt (item_id);
create index call_attempt_user on call_attempt (user_id, dialled_at);
create index call_attempt_log on call_attempt (log_id);
-- A dialer tells of a row once: the same file again changes nothing.
create unique index call_attempt_dialer on call_attempt (dialer_list_id, dialer_row) where dialer_list_id is not null;

-- What somebody wrote down of an item of the queue, with all that followed from it, so that it can be taken back.
create table work_outcome (
  id bigint generated always as identity primary key,
  -- Made by the screen: asked twice, it is written once.
  key uuid not null unique,
  item_id bigint not null references agenda_item (id),
  file_id bigint not null references case_file (id),
  user_id bigint not null references app_user (id),
  at timestamptz not null,
  followed text not null check (followed in ('done', 'again', 'no_number', 'used_up')),
  attempt_id bigint references call_attempt (id),
  log_id bigint references file_log (id),
  promise_id bigint references payment_promise (id),
  hold_id bigint references file_hold (id),
  -- Where the item was moved and not done: the day on which it stood before.
  before_on date,
  undone_at timestamptz
);
create index work_outcome_item on work_outcome (item_id);
create index work_outcome_file on work_outcome (file_id);
create index work_outcome_user on work_outcome (user_id, at);
create index work_outcome_attempt on work_outcome (attempt_id);
create index work_outcome_log on work_outcome (log_id);
create index work_outcome_promise on work_outcome (promise_id);
create index work_outcome_hold on work_outcome (hold_id);
