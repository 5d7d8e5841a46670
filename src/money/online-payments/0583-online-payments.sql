-- Payments that somebody makes at a payment provider. What the provider says of one is fetched from it, and booked once.
create table online_payment (
  id bigint generated always as identity primary key,
  -- Our own name for it: the provider gets it with the order, so that asking twice makes one, and calls back at an address that holds it.
  key uuid not null unique,
  file_id bigint not null references case_file (id),
  amount_cents bigint not null check (amount_cents > 0),
  provider text not null check (provider in ('mollie', 'simulated')),
  provider_id text,
  lang text not null check (lang in ('nl', 'en', 'fr', 'de')),
  -- Where whoever pays comes back to, below our own address.
  return_path text not null,
  state text not null check (state in ('waiting', 'open', 'uncertain', 'refused', 'failed', 'canceled', 'expired', 'paid', 'reversed')),
  checkout_url text,
  created_at timestamptz not null,
  -- When the order was last given away: from then on it may be known there.
  handed_at timestamptz,
  attempts integer not null default 0,
  settled_at timestamptz,
  -- What it is on the claim.
  claim_event_id bigint references claim_event (id),
  -- Paid back or charged back of it, as the provider told last.
  returned_cents bigint not null default 0,
  unique (provider, provider_id),
  check ((state in ('paid', 'reversed')) = (claim_event_id is not null))
);
create index online_payment_file on online_payment (file_id, id desc);
create index online_payment_event on online_payment (claim_event_id);
create index online_payment_due on online_payment (created_at) where state in ('waiting', 'open', 'uncertain');

-- The bank of the demo, which pays with nothing.
create table simulated_payment (
  id text primary key,
  key uuid not null unique,
  amount_cents bigint not null,
  description text not null,
  return_url text not null,
  status text not null check (status in ('open', 'paid', 'canceled', 'charged_back')),
  decided_at timestamptz
);
