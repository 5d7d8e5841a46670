-- Versions of workflows: a draft is edited, one version is live, earlier ones are retired; a file stays on the version that it is on.
alter table workflow add column id bigint generated always as identity;
alter table workflow add constraint workflow_id unique (id);
-- For whose debts it is made: what the law asks of a consumer's costs it does not ask of a business's (BW 6:96).
alter table workflow add column audience text not null default 'any' check (audience in ('consumer', 'business', 'any'));
update workflow set audience = 'consumer' where code = 'W1';
update workflow set audience = 'business' where code = 'W2';

create table workflow_version (
  workflow_code text not null references workflow (code),
  number integer not null check (number > 0),
  state text not null check (state in ('draft', 'live', 'retired')),
  -- The version that it was made from.
  based_on integer,
  -- Why it was made, in the words of whoever put it live.
  note text not null default '' check (length(note) <= 1000),
  created_by bigint references app_user (id),
  created_at timestamptz not null default now(),
  published_by bigint references app_user (id),
  published_at timestamptz,
  -- Counts the changes of a draft, so that a second editor is told.
  version integer not null default 1,
  primary key (workflow_code, number)
);
create unique index workflow_version_live on workflow_version (workflow_code) where state = 'live';
create unique index workflow_version_draft on workflow_version (workflow_code) where state = 'draft';
create index workflow_version_creator on workflow_version (created_by);
create index workflow_version_publisher on workflow_version (published_by);

insert into workflow_version (workflow_code, number, state, published_at) select code, 1, 'live', now() from workflow;

alter table workflow_step add column id bigint generated always as identity;
alter table workflow_step add constraint workflow_step_id unique (id);
alter table workflow_step add column version_number integer not null default 1;
-- What a step is called over all versions of its workflow, so that it is known where it is in a newer one.
alter table workflow_step add column step_key integer;
update workflow_step set step_key = position;
alter table workflow_step alter column step_key set not null;
alter table workflow_step drop constraint workflow_step_pkey;
alter table workflow_step add primary key (workflow_code, version_number, position) deferrable initially immediate;
alter table workflow_step add unique (workflow_code, version_number, step_key);

-- A workflow that comes with the product is written with its steps alone, and is live from the start.
create function workflow_step_inserted() returns trigger language plpgsql as $$
begin
  new.step_key := coalesce(new.step_key, new.position);
  insert into workflow_version (workflow_code, number, state, published_at) values (new.workflow_code, new.version_number, 'live', now())
    on conflict do nothing;
  return new;
end $$;
create trigger workflow_step_inserted before insert on workflow_step for each row execute function workflow_step_inserted();
alter table workflow_step add foreign key (workflow_code, version_number) references workflow_version (workflow_code, number);

-- What has been live is not changed any more: files stand on it, and what they did is read by it.
create function workflow_step_fixed() returns trigger language plpgsql as $$
begin
  if not exists (select from workflow_version
      where workflow_code = old.workflow_code and number = old.version_number and state = 'draft') then
    raise exception 'a step of a version that is no draft is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger workflow_step_fixed before update or delete on workflow_step for each row execute function workflow_step_fixed();

alter table file_workflow add column definition_version integer not null default 1;
alter table file_workflow add foreign key (workflow_code, definition_version) references workflow_version (workflow_code, number);
drop index file_workflow_code;
create index file_workflow_code on file_workflow (workflow_code, definition_version, position);
-- By which version a step was done: its position means something in that one.
alter table step_done add column definition_version integer not null default 1;
alter table step_done add foreign key (workflow_code, definition_version) references workflow_version (workflow_code, number);
drop index step_done_workflow;
create index step_done_workflow on step_done (workflow_code, definition_version, position);
