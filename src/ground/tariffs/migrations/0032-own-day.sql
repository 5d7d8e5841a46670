-- Days of the house's own, besides those of the law: the office is closed, and with `silent` no debtor is contacted either.
create table own_day (
  id bigint generated always as identity primary key,
  on_date date not null,
  name text not null check (name <> ''),
  silent boolean not null default false,
  created_at timestamptz not null,
  created_by text not null,
  version integer not null default 1,
  constraint own_day_on_date unique (on_date)
);
