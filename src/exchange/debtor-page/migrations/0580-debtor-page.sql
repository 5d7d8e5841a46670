-- The page of whoever owes: the ways in, who came in by them, and what was done there. Of every secret only its hash is kept.

create table debtor_link (
  id bigint generated always as identity primary key,
  file_id bigint not null references case_file (id),
  -- To whom it was given: the debtor, or whoever speaks for it or answers for it beside it.
  debtor_id bigint not null references debtor (id),
  -- Of the address, and of the code that is typed where there is no camera.
  secret_hash bytea not null unique,
  code_hash bytea not null unique,
  -- How it was given.
  channel text not null check (channel in ('post', 'email', 'sms', 'staff')),
  created_at timestamptz not null,
  created_by bigint references app_user (id),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by bigint references app_user (id),
  -- Wrong answers to the second fact since the last right one.
  failures integer not null default 0,
  locked_at timestamptz,
  first_used_at timestamptz,
  last_used_at timestamptz,
  uses integer not null default 0,
  check (expires_at > created_at)
);
create index debtor_link_file on debtor_link (file_id, id desc);
create index debtor_link_debtor on debtor_link (debtor_id);
create index debtor_link_created_by on debtor_link (created_by);
create index debtor_link_revoked_by on debtor_link (revoked_by);

create table debtor_page_session (
  id bytea primary key,
  link_id bigint not null references debtor_link (id) on delete cascade,
  -- letter: no more than the letter told; full: by a fact that whoever found the letter does not know.
  level text not null check (level in ('letter', 'full')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index debtor_page_session_link on debtor_page_session (link_id);
create index debtor_page_session_expires on debtor_page_session (expires_at);

-- Wrong tries, counted by the network that they came from; swept after a day.
create table debtor_page_failure (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  origin_key bytea not null
);
create index debtor_page_failure_origin on debtor_page_failure (origin_key, at);

-- What was done on the page, each form once.
create table debtor_page_act (
  once uuid primary key,
  link_id bigint not null references debtor_link (id) on delete cascade,
  file_id bigint not null references case_file (id),
  kind text not null,
  at timestamptz not null
);
create index debtor_page_act_link on debtor_page_act (link_id);
create index debtor_page_act_file on debtor_page_act (file_id);
