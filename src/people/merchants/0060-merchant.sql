-- A merchant is a webshop of a client; files may name the one where the purchase was made.
create table merchant (
  id bigint generated always as identity primary key,
  client_id bigint not null references client (id),
  name text not null,
  webshop_name text not null,
  url text not null,
  kvk_number text not null,
  external_id text not null,
  created_at timestamptz not null,
  version integer not null default 1
);
create index merchant_client on merchant (client_id);
-- A client's own number for a merchant names one merchant.
create unique index merchant_external_id on merchant (client_id, external_id) where external_id <> '';
