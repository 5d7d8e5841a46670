-- Organisations that the house works with: bailiffs, other agencies, debt help, lawyers.
-- Every list of settings has the same first columns: the engine (list.server.ts) reads and writes them alike.
create table partner (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  fixed boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  name text not null,
  kind text not null check (kind in ('bailiff', 'collection_partner', 'debt_help', 'lawyer', 'administrator', 'registry', 'other')),
  kvk text not null default '' check (kvk ~ '^([0-9]{8})?$'),
  contact_name text not null default '',
  email text not null default '',
  phone text not null default '',
  street text not null default '',
  postcode text not null default '',
  city text not null default '',
  iban text not null default '',
  our_number text not null default '',
  note text not null default ''
);
create unique index partner_name on partner (lower(name));
