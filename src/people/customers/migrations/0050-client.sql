-- Clients (opdrachtgevers): the creditors for whom files are handled.

create table client (
  id bigint generated always as identity primary key,
  -- The client number that imports and letters carry (domain facts 8.5, client_number).
  number text not null unique check (number = btrim(number) and length(number) between 1 and 30),
  company text not null check (length(company) between 1 and 200),
  legal_form text not null,
  kvk text check (kvk ~ '^[0-9]{8}$'),
  vat_number text check (length(vat_number) <= 20),
  -- Whether the client can offset VAT; if not, collection costs are raised with VAT (Besluit BIK art. 2(3)).
  can_reclaim_vat boolean not null default true,
  -- Whether the client is a public body; its own kind of creditor in letters.
  is_public_body boolean not null default false,
  iban text check (length(iban) <= 34),
  account_holder text check (length(account_holder) <= 70),
  street text not null,
  house_number text not null,
  addition text,
  postcode text not null,
  city text not null,
  country text not null default 'NL' check (country ~ '^[A-Z]{2}$'),
  phone text,
  email text,
  website text,
  contact_salutation text not null default 'unknown' check (contact_salutation in ('male', 'female', 'unknown')),
  contact_name text,
  contact_phone text,
  contact_email text,
  language text not null default 'nl' check (language in ('nl', 'en', 'fr', 'de')),
  -- Codes of the workflows that new files of this client start with.
  workflow_consumer text not null default 'W1',
  workflow_business text not null default 'W2',
  day_count text not null default 'ACT/365F' check (day_count in ('ACT/365F', 'ACT/ACT')),
  -- Arrangements and tolerance (domain facts 3.1 and 3.4); null takes the house's setting.
  write_off_tolerance_cents bigint check (write_off_tolerance_cents between 0 and 10000),
  arrangement_grace_working_days integer check (arrangement_grace_working_days between 0 and 60),
  arrangement_broken_after_days integer check (arrangement_broken_after_days between 1 and 120),
  arrangement_allowed_misses integer check (arrangement_allowed_misses between 0 and 12),
  arrangement_min_term_cents bigint check (arrangement_min_term_cents between 1 and 1000000),
  arrangement_max_months integer check (arrangement_max_months between 1 and 120),
  arrangement_self_service_cents bigint check (arrangement_self_service_cents between 0 and 100000000),
  -- The instalment rule of collection costs (domain facts 1.3), to be switched on after a legal check.
  bik_instalment_rule boolean not null default false,
  -- The mandate to collect, and whether fees may be set off against remittances (domain facts 3.3).
  mandate_on date,
  mandate_until date,
  setoff_consent boolean not null default false,
  account_manager_id bigint references app_user (id),
  case_manager_id bigint references app_user (id),
  team_id bigint references team (id),
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  created_by bigint references app_user (id),
  check (mandate_until is null or mandate_on is null or mandate_until >= mandate_on)
);
create index client_company on client (lower(company));
create index client_account_manager on client (account_manager_id);
create index client_case_manager on client (case_manager_id);
create index client_team on client (team_id);
create index client_created_by on client (created_by);

alter table user_client add constraint user_client_client_id_fkey foreign key (client_id) references client (id);
