-- Which lists, searches and exports showed which files to whom: one row for each list that was read.
create table file_list_view (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- The house's day.
  on_day date not null,
  user_id bigint not null references app_user (id),
  -- Who was really at the keyboard while impersonating; 0 for the user itself.
  acting_id bigint not null default 0,
  -- The call, and what it was asked: filter, order and page.
  call text not null,
  query jsonb not null,
  file_ids bigint[] not null
);
create index file_list_view_files on file_list_view using gin (file_ids);
create index file_list_view_user on file_list_view (user_id, at);
create index file_list_view_at on file_list_view using brin (at);
