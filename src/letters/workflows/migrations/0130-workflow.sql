-- Workflows as data (domain facts 9), the place of each file in one, and the record of every step.
create table workflow (
  code text primary key,
  name text not null,
  category text not null check (category in ('standard', 'client_specific', 'staffel', 'phase', 'precasso')),
  active boolean not null default true,
  version integer not null default 1
);

create table workflow_step (
  workflow_code text not null references workflow (code),
  position integer not null check (position > 0),
  anchor text not null check (anchor in ('start', 'prev', 'bikDueFrom', 'event')),
  -- Calendar days after the anchor; moved to the next day on which this channel may be used.
  offset_days integer not null check (offset_days >= 0),
  phase text not null,
  channel text not null check (channel in ('post', 'email', 'sms', 'call', 'task')),
  -- The template of the message, or the code of the task.
  template_code text not null,
  effect text not null default 'none' check (effect in ('none', 'notice14', 'bik', 'address_check', 'summons', 'handover')),
  by_hand boolean not null default false,
  lapse_days integer check (lapse_days > 0),
  -- Days that its letter grants to pay; no further letter goes before they are over.
  term_days integer check (term_days > 0),
  condition jsonb not null default '{}',
  primary key (workflow_code, position),
  check (by_hand or (lapse_days is null and channel in ('post', 'email', 'sms')))
);

create table file_workflow (
  file_id bigint primary key references case_file (id),
  workflow_code text not null references workflow (code),
  -- The last step that is over; 0 before the first.
  position integer not null default 0,
  -- Counts how often the workflow went back to an earlier step, so that a step done again is a step of its own.
  round integer not null default 1,
  started_on date not null,
  previous_done_on date,
  -- Days the file stood still: every later date moves by them.
  shift_days integer not null default 0,
  -- The last day of the term that the last letter granted.
  term_until date,
  -- Since when it stands still, while it does.
  stopped_on date,
  version integer not null default 1
);
create index file_workflow_code on file_workflow (workflow_code, position);

create table step_done (
  id bigint generated always as identity primary key,
  file_id bigint not null references case_file (id),
  workflow_code text not null references workflow (code),
  round integer not null,
  position integer not null,
  outcome text not null check (outcome in ('done', 'not_applicable', 'lapsed', 'reached', 'not_reached', 'approved')),
  -- The run that did it; null where a person did.
  run_id bigint,
  user_id bigint references app_user (id),
  done_on date not null,
  done_at timestamptz not null,
  -- A step is done once, whoever comes first.
  unique (file_id, workflow_code, round, position)
);
create index step_done_workflow on step_done (workflow_code, position);
create index step_done_run on step_done (run_id) where run_id is not null;
create index step_done_user on step_done (user_id);

insert into workflow (code, name, category) values
  ('W1', 'Consument: minnelijk en gerechtelijk', 'standard'),
  ('W2', 'Zakelijk: minnelijk en gerechtelijk', 'standard');

insert into workflow_step
  (workflow_code, position, anchor, offset_days, phase, channel, template_code, effect, by_hand, lapse_days, term_days, condition)
values
  ('W1', 1, 'start', 0, 'amicable', 'post', 'POST_WIK14', 'notice14', false, null, null, '{}'),
  ('W1', 2, 'start', 3, 'amicable', 'email', 'EM_FIRST', 'none', false, null, null, '{"hasEmail": true}'),
  ('W1', 3, 'start', 7, 'amicable', 'sms', 'SMS_LINK', 'none', false, null, null, '{"hasMobile": true}'),
  ('W1', 4, 'bikDueFrom', 0, 'amicable', 'post', 'POST_BIK', 'bik', false, null, 7, '{}'),
  ('W1', 5, 'bikDueFrom', 7, 'amicable', 'call', 'CALL_1', 'none', true, 2, null, '{"hasPhone": true}'),
  ('W1', 6, 'bikDueFrom', 9, 'amicable', 'email', 'EM_TERM', 'none', false, null, null, '{"hasEmail": true}'),
  ('W1', 7, 'bikDueFrom', 14, 'amicable', 'post', 'POST_LAST', 'none', false, null, 7, '{}'),
  ('W1', 8, 'bikDueFrom', 21, 'amicable', 'task', 'TASK_CHECK', 'address_check', true, null, null, '{"minOpenCents": 25000}'),
  ('W1', 9, 'bikDueFrom', 22, 'judicial', 'post', 'POST_SUBPOENA', 'summons', false, null, 14, '{"minOpenCents": 25000}'),
  ('W1', 10, 'prev', 14, 'judicial', 'task', 'TASK_HANDOVER', 'handover', true, null, null, '{"minOpenCents": 25000}'),
  ('W2', 1, 'start', 0, 'amicable', 'post', 'POST_DEMAND_B2B', 'bik', false, null, 8, '{}'),
  ('W2', 2, 'start', 5, 'amicable', 'email', 'EM_B2B', 'none', false, null, null, '{"hasEmail": true}'),
  ('W2', 3, 'start', 8, 'amicable', 'call', 'CALL_B2B', 'none', true, 2, null, '{"hasPhone": true}'),
  ('W2', 4, 'start', 12, 'amicable', 'post', 'POST_FINAL_B2B', 'none', false, null, 5, '{}'),
  ('W2', 5, 'start', 18, 'amicable', 'post', 'POST_PETITION_B2B', 'none', false, null, 5, '{"minOpenCents": 25000}'),
  ('W2', 6, 'start', 24, 'amicable', 'task', 'TASK_CHECK', 'address_check', true, null, null, '{"minOpenCents": 25000}'),
  ('W2', 7, 'start', 25, 'judicial', 'task', 'TASK_HANDOVER', 'handover', true, null, null, '{"minOpenCents": 25000}');
