-- All papers of a file in one archive for a court, with the hash of each. It is made by a job.
create table court_bundle (
  id bigint generated always as identity primary key,
  file_id bigint not null references case_file (id),
  state text not null check (state in ('making', 'ready', 'failed')),
  -- The day of its amounts.
  as_of date not null,
  asked_at timestamptz not null,
  asked_by bigint references app_user (id),
  ready_at timestamptz,
  -- Null until it is ready, and after the term of its file.
  storage_key text,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint,
  -- How many files lie in it, beside the list of their hashes.
  files integer,
  -- What of the file is not in it, because its bytes are gone or damaged.
  left_out jsonb not null default '[]',
  check ((state = 'ready') = (ready_at is not null))
);
create index court_bundle_file on court_bundle (file_id, id desc);
create index court_bundle_asker on court_bundle (asked_by);
