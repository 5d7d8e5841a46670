-- Groups of clients (concerns): companies of one owner, each a client with its own number, that are looked for together.
create table client_group (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  fixed boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  name text not null,
  note text not null default ''
);
create unique index client_group_name on client_group (lower(name));
