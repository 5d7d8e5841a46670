-- People who may log in, what they hold and what they may see; tries at logging in; reset links; bot-check receipts.

create table app_user (
  id bigint generated always as identity primary key,
  username text not null check (username = btrim(username) and length(username) between 2 and 100),
  -- PHC string of argon2id; null where nobody has chosen a password yet (then only a reset link lets in).
  password_hash text,
  name text not null check (length(name) between 1 and 200),
  email text check (email is null or length(email) <= 254),
  acl text[] not null default '{}',
  kind text not null check (kind in ('staff', 'customer', 'contact')),
  lang text not null default 'nl' check (lang in ('nl', 'en', 'fr', 'de')),
  active boolean not null default true,
  is_case_manager boolean not null default false,
  is_account_manager boolean not null default false,
  password_changed_at timestamptz,
  last_login_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  -- ROLE_PREVIOUS_ADMIN lives in a session only, never in an acl (it would be a licence to impersonate).
  check (not acl @> array['ROLE_PREVIOUS_ADMIN'])
);
create unique index app_user_username on app_user (lower(username));
create index app_user_email on app_user (lower(email));

-- Which clients a customer or contact person may see. The key to the client is added by the room that makes clients.
create table user_client (
  user_id bigint not null references app_user (id),
  client_id bigint not null,
  primary key (user_id, client_id)
);
create index user_client_client on user_client (client_id);

-- Which teams a member of staff belongs to. The key to the team is added by the room that makes teams.
create table user_team (
  user_id bigint not null references app_user (id),
  team_id bigint not null,
  primary key (user_id, team_id)
);
create index user_team_team on user_team (team_id);

-- Every try at a password that was evaluated, by a keyed hash of the name typed and of the network it came from, so that
-- known and unknown names are counted alike and neither names nor addresses are kept.
create table login_attempt (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  account_key bytea not null,
  origin_key bytea not null,
  trusted boolean not null,
  succeeded boolean not null default false
);
create index login_attempt_account on login_attempt (account_key, at);
create index login_attempt_origin on login_attempt (origin_key, at);
create index login_attempt_at on login_attempt (at);

-- Browsers in which the owner of the account has logged in before: they keep a small budget of their own, so that a
-- stranger who uses up the tries of an account does not lock its owner out.
create table trusted_device (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  token_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  -- One browser may be trusted for several users.
  unique (user_id, token_hash)
);
create index trusted_device_token on trusted_device (token_hash);

create table password_reset (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_user on password_reset (user_id, created_at);

-- Bot-check challenges that were spent: each lets one request through, until it would have expired anyway.
create table captcha_spent (
  signature bytea primary key,
  expires_at timestamptz not null
);
create index captcha_spent_expires on captcha_spent (expires_at);
