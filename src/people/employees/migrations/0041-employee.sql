-- What the provider keeps of a member of staff beside the login, what they were trained in, and what was reminded of; teams with how
-- to reach them.

create table employee (
  user_id bigint primary key references app_user (id),
  phone text not null default '' check (length(phone) <= 30),
  job_title text not null default '' check (length(job_title) <= 100),
  department text check (department in ('administrative', 'financial', 'commercial')),
  -- In service from and until, both days included; who has no first day is taken to be in service since the login was made.
  employed_from date,
  employed_until date,
  -- The date on the certificate of good conduct (VOG, Wki art. 12).
  vog_on date,
  check (employed_until >= employed_from)
);
create index employee_until on employee (employed_until) where employed_until is not null;

-- Courses, meetings and ethics meetings that somebody took part in (Bki art. 2.2 and 2.3), with the certificate where there is one.
create table employee_training (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  kind text not null check (kind in ('course', 'meeting', 'ethics')),
  held_on date not null,
  title text not null check (length(title) between 1 and 200),
  note text not null default '' check (length(note) <= 2000),
  file_name text check (length(file_name) between 1 and 255),
  mime text,
  size_bytes bigint,
  sha256 text,
  storage_key text,
  version integer not null default 1,
  created_at timestamptz not null,
  created_by bigint references app_user (id),
  check (num_nulls(file_name, mime, size_bytes, sha256, storage_key) in (0, 5))
);
create index employee_training_user on employee_training (user_id, kind, held_on desc);
create index employee_training_ethics on employee_training (held_on) where kind = 'ethics';
create index employee_training_created_by on employee_training (created_by);

-- What was mailed already: each thing that falls due is reminded of once at each threshold. Without a user: of the house itself.
create table employee_reminder (
  id bigint generated always as identity primary key,
  user_id bigint references app_user (id),
  kind text not null check (kind in ('vog', 'course', 'meeting', 'ethics')),
  due_on date not null,
  -- Days before the due date: 60, 30 or 0.
  threshold integer not null check (threshold >= 0),
  sent_at timestamptz not null
);
create unique index employee_reminder_once on employee_reminder (coalesce(user_id, 0), kind, due_on, threshold);
create index employee_reminder_user on employee_reminder (user_id);

alter table team add column description text not null default '' check (length(description) <= 500);
alter table team add column leader_id bigint references app_user (id);
alter table team add column email text not null default '' check (length(email) <= 254);
alter table team add column phone text not null default '' check (length(phone) <= 30);
create index team_leader on team (leader_id);
