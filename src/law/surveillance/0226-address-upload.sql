-- Results of address checks that are too many to note while somebody waits: noted by a job, part by part.
create table address_upload (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  file_name text not null,
  -- The CSV, until every row has been dealt with.
  storage_key text,
  rows integer not null check (rows > 0),
  -- Rows dealt with so far: moved in the same transaction as what was noted, so that none is dealt with twice.
  done integer not null default 0,
  applied integer not null default 0,
  refused integer not null default 0,
  asked_at timestamptz not null,
  finished_at timestamptz,
  check (done = applied + refused and done <= rows)
);
create index address_upload_user on address_upload (user_id, id desc);

-- Why a row was not noted, in the language of who sent it.
create table address_upload_refusal (
  upload_id bigint not null references address_upload (id) on delete cascade,
  row integer not null,
  check_number bigint,
  reason text not null,
  primary key (upload_id, row)
);
