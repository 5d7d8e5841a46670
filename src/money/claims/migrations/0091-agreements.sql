-- Terms of one invoice are an event; promises to pay and what a file costs its client are records of their own.
alter table claim_event drop constraint claim_event_kind_check;
alter table claim_event add constraint claim_event_kind_check
  check (kind in ('invoice', 'terms', 'notice14', 'bik', 'cost', 'credit_note', 'payment', 'reversal', 'write_off',
    'freeze', 'refund', 'arrangement', 'invoice_terms'));

create table payment_promise (
  id bigint generated always as identity primary key,
  file_id bigint not null references case_file (id),
  made_on date not null,
  -- Receipts with this value date or an earlier one keep the promise.
  by_date date not null check (by_date >= made_on),
  amount_cents bigint not null check (amount_cents > 0),
  note text not null default '',
  state text not null default 'open' check (state in ('open', 'kept', 'broken', 'withdrawn')),
  settled_on date,
  -- The hold that lets dunning rest until then.
  hold_id bigint references file_hold (id),
  user_id bigint references app_user (id),
  created_at timestamptz not null,
  version integer not null default 1,
  check ((state = 'open') = (settled_on is null))
);
create index payment_promise_file on payment_promise (file_id, id);
-- One at a time: a new promise takes the place of an open one only after that was settled.
create unique index payment_promise_open on payment_promise (file_id) where state = 'open';
create index payment_promise_due on payment_promise (by_date, id) where state = 'open';
create index payment_promise_hold on payment_promise (hold_id) where hold_id is not null;
create index payment_promise_user on payment_promise (user_id);

-- What is charged to the client for a file; it is no part of the debtor's balance.
create table client_cost (
  id bigint generated always as identity primary key,
  file_id bigint not null references case_file (id),
  cost_type_id bigint not null references cost_type (id),
  on_date date not null,
  -- With VAT in it.
  amount_cents bigint not null check (amount_cents > 0),
  vat_cents bigint not null check (vat_cents between 0 and amount_cents),
  description text not null default '',
  effect_key text not null unique,
  entered_at timestamptz not null,
  user_id bigint references app_user (id),
  -- Taken back, it stays to be seen.
  reversed_at timestamptz,
  reversed_by bigint references app_user (id),
  reversal_reason text,
  check ((reversed_at is null) = (reversal_reason is null))
);
create index client_cost_file on client_cost (file_id, id);
create index client_cost_type on client_cost (cost_type_id);
create index client_cost_user on client_cost (user_id);
create index client_cost_reversed_by on client_cost (reversed_by) where reversed_by is not null;
