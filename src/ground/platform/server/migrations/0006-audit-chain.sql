-- The chain over the audit trail is keyed and covers every column; its lines stand in the order in which they were sealed, without gaps,
-- so that a transaction that takes long does not look like a line slipped in.
create table audit_chain (
  seq bigint primary key check (seq > 0),
  audit_id bigint not null unique references audit_log (id),
  -- Which key made the hash; the keys lie outside the database.
  key_id text not null,
  hash bytea not null
);

-- The tail: lines that have come since the last sealing.
create table audit_unsealed (
  audit_id bigint primary key
);

create function note_unsealed() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (audit_id) select id from fresh;
  return null;
end $$;
create trigger audit_log_unsealed after insert on audit_log referencing new table as fresh
  for each statement execute function note_unsealed();

create trigger audit_chain_append_only before update or delete on audit_chain for each row execute function refuse_change();
create trigger audit_chain_no_truncate before truncate on audit_chain for each statement execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();

-- The present trail goes into the new chain as it is. Before that the old chain is walked once more, and what it says is the first new line.
do $$
declare
  line record;
  previous bytea := decode(repeat('00', 32), 'hex');
  broken bigint;
  lines bigint := 0;
begin
  set local timezone = 'UTC';
  for line in
    select l.id, s.hash, jsonb_build_array(l.id, l.at, l.user_id, l.username, l.acting_for, l.action, l.subject, l.subject_id,
      l.before, l.after)::text as said
    from audit_seal s join audit_log l on l.id = s.audit_id order by l.id
  loop
    lines := lines + 1;
    previous := sha256(previous || convert_to(line.said, 'UTF8'));
    if previous <> line.hash then
      broken := line.id;
      exit;
    end if;
  end loop;
  insert into audit_unsealed (audit_id) select id from audit_log;
  if lines > 0 then
    insert into audit_log (at, user_id, username, action, subject, subject_id, after)
    values (now(), 0, 'system', 'audit.carry', 'audit_log', '0',
      jsonb_build_object('sealedBefore', lines, 'brokenAt', broken, 'lastHash', encode(previous, 'hex')));
  end if;
end $$;

drop table audit_seal;

-- The sealing is no job of the queue any more.
do $$
begin
  if to_regclass('pgboss.schedule') is not null then
    delete from pgboss.schedule where name = 'platform.seal-audit';
    delete from pgboss.job where name = 'platform.seal-audit';
  end if;
end $$;
