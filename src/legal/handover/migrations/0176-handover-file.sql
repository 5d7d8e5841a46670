-- What of a handover no other part of a file tells: which court, whether the office of the bailiff wants an advance and whether it has come.
create table handover_file (
  file_id bigint primary key references case_file (id),
  court text check (court in ('amsterdam', 'den-haag', 'gelderland', 'limburg', 'midden-nederland', 'noord-holland',
    'noord-nederland', 'oost-brabant', 'overijssel', 'rotterdam', 'zeeland-west-brabant')),
  -- Null as long as nobody said.
  advance_required boolean,
  advance_cents bigint check (advance_cents > 0),
  advance_received_on date,
  version integer not null default 1,
  changed_at timestamptz not null,
  changed_by bigint references app_user (id),
  check (advance_required is true or (advance_cents is null and advance_received_on is null))
);
create index handover_file_changed_by on handover_file (changed_by);

-- A line of the list that somebody lets pass, and why. What the law gate refuses is not let pass by it.
create table handover_pass (
  file_id bigint not null references case_file (id),
  need text not null,
  reason text not null check (length(reason) between 1 and 1000),
  passed_at timestamptz not null,
  passed_by bigint references app_user (id),
  primary key (file_id, need)
);
create index handover_pass_passed_by on handover_pass (passed_by);
