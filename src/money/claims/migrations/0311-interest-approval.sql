-- Interest terms beyond what the house holds fair for consumers (BW 6:233) are approved by name: asked for by one person, decided by another, for
-- exactly these terms, of one client's conditions or of one file, until somebody revokes them. A row is never deleted.
create table interest_approval (
  id bigint generated always as identity primary key,
  client_id bigint references client (id),
  file_id bigint references case_file (id),
  kind text not null check (kind in ('statutory', 'contractual')),
  -- Percent × 10,000: the rate where contractual, else the margin on the legal rate.
  rate bigint not null check (rate between 0 and 10000000),
  per text not null check (per in ('year', 'month')),
  compounding text not null check (compounding in ('none', 'yearly', 'monthly')),
  reason text not null check (length(reason) between 1 and 500),
  asked_at timestamptz not null,
  asked_by bigint not null references app_user (id),
  approved boolean,
  decided_at timestamptz,
  decided_by bigint references app_user (id),
  decision_reason text check (length(decision_reason) between 1 and 500),
  revoked_at timestamptz,
  revoked_by bigint references app_user (id),
  revocation_reason text check (length(revocation_reason) between 1 and 500),
  check ((client_id is null) <> (file_id is null)),
  check ((approved is null) = (decided_at is null) and (approved is null) = (decided_by is null)),
  check (decided_by <> asked_by),
  check (revoked_at is null or approved)
);
create index interest_approval_client on interest_approval (client_id) where client_id is not null;
create index interest_approval_file on interest_approval (file_id) where file_id is not null;
create index interest_approval_asked_by on interest_approval (asked_by);
create index interest_approval_decided_by on interest_approval (decided_by);
create index interest_approval_revoked_by on interest_approval (revoked_by);
