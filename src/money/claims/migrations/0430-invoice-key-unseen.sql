-- The number of an invoice is compared in plain letters and digits, and without signs that nobody sees: what was copied out of a letter or a
-- sheet (a minus sign, a thin space, a soft hyphen, wide digits) is the same number. `invoiceKey` in claimed.ts says the same; a test holds the
-- two together.
create or replace function invoice_key(number text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    translate(regexp_replace(normalize(number, nfkc), '[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]', '', 'g'),
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'),
    '[\s\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2010-\u205e\u2212]+', '-', 'g'),
    '(^|[^0-9])-', '\1', 'g'), '-($|[^0-9])', '\1', 'g'),
    '(^|[^0-9])0+(?=[0-9])', '\1', 'g'), ''), number)
$$;

-- Each row whose key becomes another gets it, and those that have that key already are looked at again. What is the same only now is found,
-- not refused.
with renewed as (
  select c.event_id, c.amount_cents, c.number_key as old_key, invoice_key(e.data ->> 'number') as number_key,
    count(*) filter (where c.state <> 'allowed')
      over (partition by c.owner_id, invoice_key(e.data ->> 'number'), c.amount_cents) as claims
  from claimed_invoice c join claim_event e on e.id = c.event_id)
update claimed_invoice c set number_key = r.number_key,
  state = case when c.state = 'allowed' then c.state when r.claims > 1 then 'found' else 'single' end
from renewed r where r.event_id = c.event_id and r.amount_cents = c.amount_cents
  and exists (select from renewed n where n.old_key <> n.number_key and n.number_key = r.number_key);
