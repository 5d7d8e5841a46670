-- Messages that went to somebody beside the debtor (a guarantor, a joint debtor, a counsellor) before this was noted: known by the way in that they
-- carried, else by their address, where that is no way to reach whoever owes. Of two names that begin alike the longer one is meant.
update message set party_id = found.party_id
from (
  select distinct on (m.id) m.id, p.id as party_id
  from file_party p
  join debtor d on d.id = p.debtor_id
  join case_file f on f.id = p.file_id
  join debtor owing on owing.id = f.debtor_id
  join message m on m.file_id = p.file_id
  left join debtor_link l on l.message_id = m.id and l.debtor_id <> f.debtor_id
  where p.debtor_id <> f.debtor_id
    and not exists (select from debtor_link own where own.message_id = m.id and own.debtor_id = f.debtor_id)
    and case
    when l.id is not null then l.debtor_id = p.debtor_id
    when m.channel = 'post' then starts_with(m.to_address, d.display_name || ', ')
      and not (starts_with(m.to_address, owing.display_name || ', ') and length(owing.display_name) >= length(d.display_name))
    when m.channel = 'email' then lower(m.to_address) = lower(d.email)
      and lower(m.to_address) is distinct from lower(owing.email)
    else m.to_address in (d.mobile, d.phone) and (m.to_address in (owing.mobile, owing.phone)) is not true end
  order by m.id, l.id is null, length(d.display_name) desc, p.id
) as found
where message.id = found.id;
