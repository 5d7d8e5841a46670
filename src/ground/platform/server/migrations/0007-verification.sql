-- What the nightly questions about the whole of an installation found: the last ones stand here, for whoever has to look into them.
create table verification (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- How many things do not hold, over all checks.
  problems bigint not null,
  -- [{asked, looked, count, problems: [text]}]
  findings jsonb not null
);
