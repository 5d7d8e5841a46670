-- The house's own settings: one row, the values that differ from their declared defaults. Who changed what stands in the audit trail.

create table global_setting (
  id smallint primary key default 1 check (id = 1),
  chosen jsonb not null default '{}' check (jsonb_typeof(chosen) = 'object'),
  version integer not null default 1,
  updated_at timestamptz,
  updated_by text
);
insert into global_setting (id) values (1);
