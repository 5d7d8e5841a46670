-- Second factors, recovery codes, sign-ins whose second factor is still missing, and for whom a second factor is required.

-- The name by which authenticators know a user: random, so that it tells nothing of the person.
alter table app_user add column passkey_handle bytea unique;

create table second_factor (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null check (name = btrim(name) and length(name) between 1 and 60),
  -- TOTP: the secret, sealed for this user, and the time step of the last code that counted.
  secret text,
  last_step bigint,
  -- Passkey: the public key and how often the authenticator says it was used.
  credential_id bytea unique,
  public_key bytea,
  uses bigint,
  transports text[],
  created_at timestamptz not null,
  last_used_at timestamptz,
  check (case kind when 'totp' then secret is not null and credential_id is null
    else secret is null and credential_id is not null and public_key is not null and uses is not null end)
);
create index second_factor_user on second_factor (user_id);

-- Only the hash of a code is kept; each counts once.
create table recovery_code (
  user_id bigint not null references app_user (id),
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A password that was right and a second factor that is still missing. This is no session: whoever holds its cookie is nobody.
create table sign_in (
  -- SHA-256 of the cookie's value, like that of a session.
  id bytea primary key,
  user_id bigint not null references app_user (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_user on sign_in (user_id);
create index sign_in_expires on sign_in (expires_at);

-- Challenges to authenticators that were answered: each counts once, until it would have expired anyway.
create table passkey_spent (
  challenge bytea primary key,
  expires_at timestamptz not null
);
create index passkey_spent_expires on passkey_spent (expires_at);

-- Who must have a second factor: holders of these roles, and members of groups that demand it.
create table factor_rule (
  id smallint primary key check (id = 1),
  roles text[] not null default '{}',
  version integer not null default 1
);
insert into factor_rule (id) values (1);
alter table user_group add column factor_required boolean not null default false;
