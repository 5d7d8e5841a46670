-- The floor that every room stands on: sessions, the audit trail, effects to the outside, progress of long work.

create table session (
  -- SHA-256 of the cookie's value, so that a copy of this table opens no session.
  id bytea primary key,
  user_id bigint not null,
  -- Who is really at the keyboard while impersonating.
  previous_user_id bigint,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ip text not null,
  user_agent text not null
);
create index session_of_user on session (user_id);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id bigint not null,
  username text not null,
  acting_for text,
  action text not null,
  subject text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  request_id text
);
create index audit_log_subject on audit_log (subject, subject_id);

-- The chain over the audit trail: sealed in order by a job, so that writers never wait for one another.
create table audit_seal (
  audit_id bigint primary key references audit_log (id),
  hash bytea not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_seal_append_only before update or delete on audit_seal for each row execute function refuse_change();

create table outbox (
  id bigint generated always as identity primary key,
  -- The effect's own key: the same effect put twice is one row.
  key text not null unique,
  kind text not null check (kind in ('mail', 'sms', 'webhook')),
  payload jsonb not null,
  -- `kept`: no gateway is set, so it stays readable here. `uncertain`: acceptance unknown, never sent again by itself.
  state text not null check (state in ('pending', 'sending', 'sent', 'kept', 'uncertain', 'dead', 'cancelled')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index outbox_due on outbox (next_attempt_at) where state in ('pending', 'sending');
create index outbox_dead on outbox (created_at) where state in ('dead', 'uncertain');

create table job_progress (
  id uuid primary key,
  job text not null,
  title text not null,
  user_id bigint not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  done bigint not null default 0,
  total bigint not null default 0,
  note text,
  result jsonb,
  error text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index job_progress_user on job_progress (user_id, created_at desc);

-- One effect per Idempotency-Key, user and call; the reply is kept for the repeats.
create table idempotency (
  user_id bigint not null,
  key text not null,
  call text not null,
  body_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null,
  primary key (user_id, key, call)
);
create index idempotency_age on idempotency (created_at);
