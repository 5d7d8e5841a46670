-- Ways of looking at a list that a person keeps: its filters, its sort and its columns, under a name.
create table saved_view (
  id bigint generated always as identity primary key,
  -- The route and the id of the table that it arranges: "/file/search files".
  table_key text not null check (length(table_key) between 3 and 200),
  name text not null check (name = btrim(name) and length(name) between 1 and 60),
  owner_id bigint not null references app_user (id),
  -- The team that may use it as well; null where it is the owner's alone.
  team_id bigint references team (id),
  -- Filters and sort as they stand in the address.
  query text not null check (length(query) <= 4000),
  columns jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null
);
create unique index saved_view_name on saved_view (owner_id, table_key, lower(name));
create index saved_view_team on saved_view (team_id, table_key) where team_id is not null;

-- The view that a table opens with. It is a fact of the person and not of the view: of one that a team shares, each member decides.
create table saved_view_default (
  user_id bigint not null references app_user (id),
  table_key text not null,
  view_id bigint not null references saved_view (id) on delete cascade,
  primary key (user_id, table_key)
);
create index saved_view_default_view on saved_view_default (view_id);
