-- The offices of bailiffs that the house works with. One that is archived is not offered any more; what was handed to it keeps its name.
create table bailiff (
  id bigint generated always as identity primary key,
  name text not null,
  street text not null,
  postcode text not null,
  city text not null,
  post_address text not null,
  -- Where it serves: "Noord-Holland, Amsterdam".
  region text not null,
  contact_name text not null,
  email text not null,
  phone text not null,
  iban text not null,
  vat_number text not null,
  kvk_number text not null,
  opening_hours text not null,
  remarks text not null,
  -- What was agreed on beside the Btag: [{"act": "2a", "cents": 10000}].
  prices jsonb not null default '[]',
  archived_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1
);
create unique index bailiff_name on bailiff (lower(name)) where archived_at is null;
