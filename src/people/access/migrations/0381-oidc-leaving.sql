-- As in `session`: kept over the second step.
alter table sign_in add column leave_by text;

-- Sign-ins by the provider that a network has begun, by window of time: each may have us ask the provider. Networks are keyed hashes.
create table oidc_begun (
  network_key bytea not null,
  begins_at timestamptz not null,
  begun integer not null,
  primary key (network_key, begins_at)
);
