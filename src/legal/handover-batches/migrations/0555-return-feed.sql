-- What was told by an office and could not be carried out waits for a person, with why; it is settled once somebody dealt with it.
alter table handover_report add column content_sha256 text;
-- The office's own word, where it is none of ours.
alter table handover_report add column code text;
-- Why the law or the file refused it: a message, {"key", "values"}.
alter table handover_report add column refusal jsonb;
-- What a person is to look at though it was carried out: 'aboveScale', 'vat'.
alter table handover_report add column flags text[] not null default '{}';
alter table handover_report add column settled_at timestamptz;
alter table handover_report add column settled_by bigint references app_user (id);
alter table handover_report add column settled_note text;
create index handover_report_settled_by on handover_report (settled_by);
create index handover_report_waiting on handover_report (destination_id, id) where problem is not null and settled_at is null;

-- What an office's own word means, as a person said once and for all.
create table handover_code (
  destination_id bigint not null references handover_destination (id),
  code text not null check (length(code) between 1 and 60),
  kind text not null,
  noted_at timestamptz not null,
  noted_by bigint references app_user (id),
  primary key (destination_id, code)
);
create index handover_code_noted_by on handover_code (noted_by);

-- A message that an office sent by itself, as it came: taken in by a job, so that none is lost when a worker is.
create table handover_message (
  id bigint generated always as identity primary key,
  destination_id bigint not null references handover_destination (id),
  content text not null,
  sha256 text not null,
  received_at timestamptz not null,
  taken_at timestamptz,
  unique (destination_id, sha256)
);
