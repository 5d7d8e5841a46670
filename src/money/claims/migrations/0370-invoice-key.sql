-- What parts groups of digits stays in the number of an invoice as it is compared: 2026-1-11 is another one than 2026-11-1. Case, spaces and
-- punctuation anywhere else, and zeros before a group, still make no difference. `invoiceKey` in claimed.ts says the same; a test holds the two
-- together.
create or replace function invoice_key(number text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    translate(number, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'),
    '[\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00a0\u2010-\u2015]+', '-', 'g'),
    '(^|[^0-9])-', '\1', 'g'), '-($|[^0-9])', '\1', 'g'),
    '(^|[^0-9])0+(?=[0-9])', '\1', 'g'), ''), number)
$$;

-- Each row gets its new key. Those that are the same only now (2026-1 and 2026-001) are found, not refused; those that were the same only by
-- their old key stand alone again.
with renewed as (
  select c.event_id, c.amount_cents, invoice_key(e.data ->> 'number') as number_key,
    count(*) filter (where c.state <> 'allowed')
      over (partition by c.owner_id, invoice_key(e.data ->> 'number'), c.amount_cents) as claims
  from claimed_invoice c join claim_event e on e.id = c.event_id)
update claimed_invoice c set number_key = r.number_key,
  state = case when c.state = 'allowed' then c.state when r.claims > 1 then 'found' else 'single' end
from renewed r where r.event_id = c.event_id and r.amount_cents = c.amount_cents;
