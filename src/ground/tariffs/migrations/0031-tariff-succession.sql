-- Tariffs are succeeded, never changed: who entered a row, and which row took the place of a wrong one and why.
alter table tariff
  add column created_at timestamptz,
  add column created_by text,
  add column version integer not null default 1,
  -- Set on the row that takes the place of a wrong one; that one stays readable.
  add column supersedes bigint references tariff (id),
  add column reason text,
  add column superseded_at timestamptz,
  add constraint tariff_reason check ((supersedes is null) = (reason is null) and reason is distinct from '');
create index tariff_supersedes on tariff (supersedes) where supersedes is not null;

alter table tariff drop constraint tariff_kind_valid_from_key;
create unique index tariff_in_force on tariff (kind, valid_from) where superseded_at is null;

-- A row whose period has begun may only be marked as superseded; one that is superseded stands for ever.
create function tariff_guard() returns trigger language plpgsql as $$
declare
  today date := (now() at time zone 'Europe/Amsterdam')::date;
begin
  if old.superseded_at is not null or (tg_op = 'DELETE' and old.valid_from <= today) then
    raise exception 'tariff % is in use: it can only be succeeded', old.id using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if (old.valid_from <= today or new.valid_from <= today)
    and (to_jsonb(new) - 'superseded_at') is distinct from (to_jsonb(old) - 'superseded_at') then
    raise exception 'tariff % is in use: it can only be succeeded', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger tariff_guard before update or delete on tariff for each row execute function tariff_guard();
