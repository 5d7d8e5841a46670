-- By what two spellings of one name are known to be one (persons/same-person.server.ts): of a person the first word of the surname, without "van der", accents
-- and signs; of a company its letters without the legal form. `sort_name` is folded already.
create function person_key(file_type text, sort_name text) returns text language sql immutable parallel safe
return coalesce(nullif(case when file_type = 'company'
  then regexp_replace(regexp_replace(sort_name, '[^[:alnum:]]+', '', 'g'), '(bv|nv|vof|cv)$', '')
  else split_part(regexp_replace(translate(sort_name, '-''’.', ' '),
    '^((van|von|vom|vd|v|de|den|der|d|het|t|ten|ter|te|op|in|zu|le|la|du|des|da|dos|el|al|ben|bin) +)+', ''), ' ', 1) end, ''), sort_name);

create index debtor_born_named on debtor (birth_date, person_key(file_type, sort_name)) where birth_date is not null;
drop index debtor_born;
