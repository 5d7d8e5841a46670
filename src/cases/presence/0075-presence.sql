-- Who has a file open at this moment, and who looked at it on which day.
create table file_presence (
  file_id bigint not null references case_file (id),
  user_id bigint not null references app_user (id),
  since timestamptz not null,
  seen_at timestamptz not null,
  -- Whether something is being typed that is not saved yet.
  editing boolean not null default false,
  primary key (file_id, user_id)
);
create index file_presence_user on file_presence (user_id);
create index file_presence_seen on file_presence (seen_at);

create table file_view (
  file_id bigint not null references case_file (id),
  on_day date not null,
  user_id bigint not null references app_user (id),
  -- Who was really at the keyboard while impersonating; 0 for the user itself.
  acting_id bigint not null default 0,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null default 1,
  primary key (file_id, on_day, user_id, acting_id)
);
create index file_view_user on file_view (user_id, on_day);
