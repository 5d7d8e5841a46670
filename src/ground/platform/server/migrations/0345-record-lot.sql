-- What is only ever appended is sealed with the audit trail: each statement that adds such rows notes their hashes as one lot, and the sealer
-- puts the hash of the lots that have come into a line of the trail, whose chain is keyed and anchored outside the database.
create table record_lot (
  id bigint generated always as identity primary key,
  -- The table.
  subject text not null,
  -- The rows of the lot in the order of their ids, and 16 bytes of each one's hash.
  ids bigint[] not null,
  hashes bytea[] not null,
  at timestamptz not null default now(),
  -- added: as they were entered. changed: a column that may change was changed. found: as they stood when sealing began.
  how text not null check (how in ('added', 'changed', 'found')),
  -- The line of the trail that seals it; none yet for some seconds.
  audit_id bigint,
  check (cardinality(hashes) = cardinality(ids))
);
create index record_lot_unsealed on record_lot (id) where audit_id is null;
create index record_lot_subject on record_lot (subject, id);
create index record_lot_line on record_lot (audit_id, id);

-- The columns of the hash are the trigger's argument: `jsonb_build_array` writes them in one form, whatever the version, in UTC.
create function note_lot() returns trigger language plpgsql set timezone to 'UTC' as $$
begin
  execute format(
    'insert into record_lot (subject, ids, hashes, how)
     select %L, array_agg(id order by id),
       array_agg(substring(sha256(convert_to(jsonb_build_array(%s)::text, ''UTF8'')) from 1 for 16) order by id), %L
     from fresh having count(*) > 0',
    tg_table_name, tg_argv[0], case tg_op when 'INSERT' then 'added' else 'changed' end);
  return null;
end $$;

-- Seals from now on what is added to a table, and what stands in it as it is found, a thousand rows a lot.
create function seal_table(target regclass, columns text) returns void language plpgsql set timezone to 'UTC' as $$
begin
  execute format(
    'insert into record_lot (subject, ids, hashes, how)
     select %L, array_agg(id order by id),
       array_agg(substring(sha256(convert_to(jsonb_build_array(%s)::text, ''UTF8'')) from 1 for 16) order by id), ''found''
     from %s group by id / 1000 order by id / 1000',
    target::text, columns, target);
  execute format(
    'create trigger %I after insert on %s referencing new table as fresh for each statement execute function note_lot(%L)',
    target::text || '_lot', target, columns);
end $$;

select seal_table('log_attachment', 'id, log_id, mime, size_bytes, sha256, added_at, added_by');
