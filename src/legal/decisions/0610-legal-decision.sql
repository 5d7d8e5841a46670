-- Whether a file is taken to court: what the client was asked and answered, and what was decided. One row a file; who did what stands in the
-- audit trail and on the timeline of the file.
create table legal_decision (
  file_id bigint primary key references case_file (id),
  asked_at timestamptz,
  asked_by bigint references app_user (id),
  ask_note text,
  advance_cents bigint check (advance_cents > 0),
  answer_by date,
  -- What was shown to the client: advice, open amount and costs by stage, as they were reckoned on the day.
  quoted jsonb,
  answer text check (answer in ('yes', 'no')),
  answer_note text,
  answered_at timestamptz,
  answered_by bigint references app_user (id),
  decision text check (decision in ('sue', 'settle', 'wait', 'writeOff')),
  until_date date,
  reason text,
  advice text check (advice in ('sue', 'settle', 'wait', 'writeOff')),
  decided_at timestamptz,
  decided_by bigint references app_user (id),
  version integer not null default 1,
  check ((asked_at is null) = (quoted is null) and (asked_at is null) = (answer_by is null)),
  check ((answer is null) = (answered_at is null) and (answer is null or asked_at is not null)),
  check ((decision is null) = (decided_at is null) and (until_date is null or decision = 'wait'))
);
create index legal_decision_asked on legal_decision (asked_at) where asked_at is not null and answered_at is null;
create index legal_decision_asked_by on legal_decision (asked_by);
create index legal_decision_answered_by on legal_decision (answered_by);
create index legal_decision_decided_by on legal_decision (decided_by);
