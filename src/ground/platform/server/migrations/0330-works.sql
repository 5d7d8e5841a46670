-- Long work of every kind has one row here: whoever looks finds it by its key, and it takes turns with the work of others.
alter table job_progress drop constraint job_progress_state_check;
alter table job_progress
  add constraint job_progress_state_check check (state in ('waiting', 'running', 'paused', 'done', 'failed')),
  -- What it works on, such as "run:12"; one piece of work of a kind is under way for it at a time.
  add column key text,
  -- Its place among the work of its kind: the lowest is taken first.
  add column turn integer not null default 0,
  -- When the queue was last given it, by the database's clock.
  add column queued_at timestamptz not null default now();
create unique index job_progress_under_way on job_progress (job, key) where state in ('waiting', 'running', 'paused');
create index job_progress_turn on job_progress (job, user_id, turn) where state in ('waiting', 'running', 'paused');
create index job_progress_key on job_progress (key, queued_at) where key is not null;

-- Work that comes round by the clock: which hour was taken last, and what became of it.
create table recurring_work (
  job text primary key,
  -- On the clock in Amsterdam, "2026-11-20T03:20": the same hour comes once a day, also where the clock is changed.
  due_at text not null,
  -- Whether that hour was long over when it was taken.
  missed boolean not null default false,
  -- `known`: it has not run since this table was made.
  state text not null check (state in ('known', 'waiting', 'running', 'paused', 'done', 'failed')),
  started_at timestamptz,
  finished_at timestamptz,
  error text
);
