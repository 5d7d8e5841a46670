-- Every wording that a template ever had, and texts of the house's own that templates may name. Whatever changes the words of a template makes
-- a new version, whether a person or a later release: it is kept by the database, so that nothing can be changed under what has used it.
create sequence template_mark as bigint;

alter table template
  -- Who changed it last and when; null for the words that came with the product.
  add column changed_at timestamptz,
  add column changed_by bigint references app_user (id),
  -- When somebody last said that it tells the same as the other languages: by saving it, or by saying so.
  add column aligned_at timestamptz;
create index template_changed_by on template (changed_by);

-- The numbers of `template_mark` grow in the order in which changes are committed, so that one number names all templates as they stood.
create table template_revision (
  id bigint primary key default nextval('template_mark'),
  template_id bigint not null references template (id) on delete cascade,
  version integer not null,
  name text not null,
  category text not null,
  subject text not null,
  body jsonb not null,
  saved_at timestamptz,
  saved_by bigint references app_user (id),
  unique (template_id, version)
);
create index template_revision_of on template_revision (template_id, id desc);
create index template_revision_saved_by on template_revision (saved_by);

create function template_version() returns trigger language plpgsql as $$
begin
  if new.version = old.version
    and (new.name, new.category, new.subject, new.body) is distinct from (old.name, old.category, old.subject, old.body) then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create trigger template_version before update on template for each row execute function template_version();

create function template_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.version <> old.version then
    -- One after the other until the end of the transaction: a number that is seen has no smaller one still to come.
    perform pg_advisory_xact_lock(hashtextextended('template_mark', 0));
    insert into template_revision (template_id, version, name, category, subject, body, saved_at, saved_by)
    values (new.id, new.version, new.name, new.category, new.subject, new.body, new.changed_at, new.changed_by);
  end if;
  return null;
end $$;
create trigger template_kept after insert or update on template for each row execute function template_kept();

insert into template_revision (template_id, version, name, category, subject, body)
select id, version, name, category, subject, body from template order by id;

-- A named text of the house's own in four languages: opening hours, a closing line. It may name the product's variables, and no other own ones.
create table own_variable (
  id bigint generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z][A-Za-z0-9]{0,39}$'),
  title text not null,
  -- By language; an empty one is told in the next best.
  texts jsonb not null,
  version integer not null default 1,
  changed_at timestamptz not null,
  changed_by bigint references app_user (id)
);
create index own_variable_changed_by on own_variable (changed_by);

-- By name, and without a key to it: a run that was planned with a text has it after the text is gone.
create table own_variable_revision (
  id bigint primary key default nextval('template_mark'),
  name text not null,
  version integer not null,
  -- Null from the moment on which it was deleted.
  texts jsonb
);
create index own_variable_revision_of on own_variable_revision (name, id desc);

create function own_variable_kept() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('template_mark', 0));
  if tg_op = 'DELETE' then
    insert into own_variable_revision (name, version, texts) values (old.name, old.version + 1, null);
  else
    insert into own_variable_revision (name, version, texts) values (new.name, new.version, new.texts);
  end if;
  return null;
end $$;
create trigger own_variable_kept after insert or update or delete on own_variable for each row execute function own_variable_kept();
