-- A table can have lots of several names: columns that came after others were sealed are sealed beside them, because the hash of a row that was
-- sealed already stays as it is. The second argument is the name; without it, the table's.
create or replace function note_lot() returns trigger language plpgsql set timezone to 'UTC' as $$
begin
  execute format(
    'insert into record_lot (subject, ids, hashes, how)
     select %L, array_agg(id order by id),
       array_agg(substring(sha256(convert_to(jsonb_build_array(%s)::text, ''UTF8'')) from 1 for 16) order by id), %L
     from fresh having count(*) > 0',
    coalesce(tg_argv[1], tg_table_name), tg_argv[0], case tg_op when 'INSERT' then 'added' else 'changed' end);
  return null;
end $$;

-- Seals further columns of a table under a name of their own, from now on and as they are found.
create function seal_columns(target regclass, name text, columns text) returns void language plpgsql set timezone to 'UTC' as $$
begin
  execute format(
    'insert into record_lot (subject, ids, hashes, how)
     select %L, array_agg(id order by id),
       array_agg(substring(sha256(convert_to(jsonb_build_array(%s)::text, ''UTF8'')) from 1 for 16) order by id), ''found''
     from %s group by id / 1000 order by id / 1000',
    name, columns, target);
  execute format(
    'create trigger %I after insert on %s referencing new table as fresh for each statement execute function note_lot(%L, %L)',
    name || '_lot', target, columns, name);
end $$;
