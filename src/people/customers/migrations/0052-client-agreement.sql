-- What was agreed with a client, as dated rows: one holds from its day until the next. A row that has begun is only succeeded.

-- Interest and costs that new files of this client begin with.
create table client_terms (
  id bigint generated always as identity primary key,
  client_id bigint not null references client (id),
  -- Whose claims it is for: of consumers or of businesses.
  file_type text not null check (file_type in ('private', 'company')),
  valid_from date not null,
  -- `legal`: what the law gives for the debtor (BW 6:119, 6:119a, 6:119b).
  interest_kind text not null check (interest_kind in ('legal', 'none', 'statutory', 'commercial', 'government', 'contractual')),
  -- Percent: the rate where contractual, else a margin on the legal rate.
  interest_rate numeric(7, 4) not null default 0 check (interest_rate between 0 and 99),
  interest_per text not null default 'year' check (interest_per in ('year', 'month')),
  compounding text not null default 'none' check (compounding in ('none', 'yearly', 'monthly')),
  day_count text not null default 'ACT/365F' check (day_count in ('ACT/365F', 'ACT/ACT')),
  -- `scale`: the legal scale. A percentage or a fixed amount can be agreed between businesses only (BW 6:96(5)).
  costs_method text not null default 'scale' check (costs_method in ('scale', 'percent', 'fixed', 'none')),
  costs_percent numeric(7, 4) not null default 0 check (costs_percent between 0 and 100),
  -- The amount where fixed, the least where a percentage.
  costs_cents bigint not null default 0 check (costs_cents between 0 and 100000000),
  -- Null: as the client's record says.
  can_reclaim_vat boolean,
  note text check (length(note) <= 500),
  created_at timestamptz not null,
  created_by bigint references app_user (id),
  unique (client_id, file_type, valid_from),
  check (file_type = 'company' or costs_method in ('scale', 'none'))
);
create index client_terms_created_by on client_terms (created_by);

-- What the client pays for collecting.
create table client_commission (
  id bigint generated always as identity primary key,
  client_id bigint not null references client (id),
  valid_from date not null,
  -- [{from: cents, rate: percent × 10,000}], ascending from 0: each rate holds for the part of what is collected above its `from`.
  bands jsonb not null,
  -- Collected collection costs go to the agency whole, and the percentage is taken from the rest (domain facts 3.3).
  keeps_costs boolean not null default false,
  -- Nothing collected, nothing due: no fee and no minimum either.
  no_cure_no_pay boolean not null default true,
  minimum_cents bigint not null default 0 check (minimum_cents between 0 and 100000000),
  file_fee_cents bigint not null default 0 check (file_fee_cents between 0 and 100000000),
  precasso_fee_cents bigint not null default 0 check (precasso_fee_cents between 0 and 100000000),
  -- `none`: no Dutch VAT is charged, as to a business in another country.
  vat text not null default 'standard' check (vat in ('standard', 'none')),
  note text check (length(note) <= 500),
  created_at timestamptz not null,
  created_by bigint references app_user (id),
  unique (client_id, valid_from)
);
create index client_commission_created_by on client_commission (created_by);

-- Which workflows may be used for a client. No row at all: every one.
create table client_workflow (
  client_id bigint not null references client (id),
  workflow_code text not null check (length(workflow_code) between 1 and 40),
  primary key (client_id, workflow_code)
);
