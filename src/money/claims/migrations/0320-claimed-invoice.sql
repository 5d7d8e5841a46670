-- Which invoices are claimed, by which file, so that no client (or group of clients) collects the same one twice.

-- The number of an invoice as it is compared: without case, spaces and punctuation, and without zeros before a number. `invoiceKey` in
-- claimed.ts says the same; a test holds the two together.
create function invoice_key(number text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(regexp_replace(regexp_replace(
    translate(number, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'),
    '[\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00a0\u2010-\u2015]', '', 'g'),
    '(^|[^0-9])0+(?=[0-9])', '\1', 'g'), ''), number)
$$;

create table claimed_invoice (
  -- The invoice as it was entered. It claims the amount that it was entered with, and the one that is left after credit notes.
  event_id bigint not null references claim_event (id),
  amount_cents bigint not null check (amount_cents > 0),
  file_id bigint not null references case_file (id),
  -- The client, or minus the group of clients that it belongs to.
  owner_id bigint not null,
  number_key text not null,
  -- `single`: nobody else may claim it. `allowed`: somebody let another file claim it too. `found`: two files claimed it before this was
  -- guarded, or came to by what may not be refused (a credit note, a client that joins a group).
  state text not null default 'single' check (state in ('single', 'allowed', 'found')),
  allowed_by bigint references app_user (id),
  allowed_at timestamptz,
  allowed_reason text,
  primary key (event_id, amount_cents),
  check ((state = 'allowed') = (allowed_reason is not null))
);

insert into claimed_invoice (event_id, amount_cents, file_id, owner_id, number_key)
select distinct e.id, a.cents, e.file_id, coalesce(-c.client_group_id, c.id), invoice_key(e.data ->> 'number')
from claim_event e
join case_file f on f.id = e.file_id
join client c on c.id = f.client_id
left join file_closure x on x.file_id = f.id and x.reopened_at is null
cross join lateral (select coalesce(sum(n.amount_cents), 0)::bigint as cents from claim_event n
  where n.file_id = e.file_id and n.kind = 'credit_note' and n.data ->> 'mode' = 'retroactive' and n.data ->> 'invoice' = e.data ->> 'number'
    and not exists (select from claim_event r where r.reverses_id = n.id
      and not exists (select from claim_event again where again.reverses_id = r.id))) as credited
cross join lateral (values (e.amount_cents), (e.amount_cents - credited.cents)) as a(cents)
where e.kind = 'invoice' and e.amount_cents > credited.cents and a.cents > 0
  and not exists (select from claim_event r where r.reverses_id = e.id
    and not exists (select from claim_event again where again.reverses_id = r.id))
  and (f.status <> 'closed' or f.paid_cents > 0 or x.reason is null or x.reason not in ('withdrawn', 'duplicate'));

update claimed_invoice set state = 'found' from (
  select owner_id, number_key, amount_cents from claimed_invoice group by 1, 2, 3 having count(*) > 1) as twice
where claimed_invoice.owner_id = twice.owner_id and claimed_invoice.number_key = twice.number_key
  and claimed_invoice.amount_cents = twice.amount_cents;

create unique index claimed_invoice_single on claimed_invoice (owner_id, number_key, amount_cents) where state = 'single';
create index claimed_invoice_key on claimed_invoice (owner_id, number_key, amount_cents);
create index claimed_invoice_file on claimed_invoice (file_id);
create index claimed_invoice_found on claimed_invoice (file_id) where state = 'found';
create index claimed_invoice_user on claimed_invoice (allowed_by) where allowed_by is not null;

-- A client that joins a group or leaves it takes its invoices along; those that its new group claims already are found, not refused.
create function regroup_claimed_invoices() returns trigger language plpgsql as $$
declare
  owner bigint := coalesce(-new.client_group_id, new.id);
begin
  update claimed_invoice c set owner_id = owner,
      state = case when c.state = 'allowed' then c.state when exists (select from claimed_invoice o
        where o.owner_id = owner and o.number_key = c.number_key and o.amount_cents = c.amount_cents and o.state <> 'allowed')
        then 'found' else c.state end
    from case_file f where f.id = c.file_id and f.client_id = new.id;
  update claimed_invoice c set state = 'found' where c.owner_id = owner and c.state = 'single' and exists (
    select from claimed_invoice o where o.owner_id = owner and o.number_key = c.number_key and o.amount_cents = c.amount_cents
      and o.event_id <> c.event_id and o.state = 'found');
  return null;
end
$$;
create trigger client_regroup_claimed after update of client_group_id on client for each row
  when (old.client_group_id is distinct from new.client_group_id) execute function regroup_claimed_invoices();
