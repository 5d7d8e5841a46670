-- Signing in by an OpenID provider.

-- Which account somebody of a provider is: by the provider's own name and its name for the person, which it never gives to another.
create table oidc_identity (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  issuer text not null check (length(issuer) between 1 and 500),
  subject text not null check (length(subject) between 1 and 255),
  -- What the provider called them when they were connected; shown, and never used to find anybody.
  email text check (length(email) <= 254),
  -- By whom: signed in to the account, with an invitation, or by an address that the provider had verified.
  connected_by text not null check (connected_by in ('own', 'invitation', 'email')),
  connected_at timestamptz not null,
  last_used_at timestamptz,
  unique (issuer, subject),
  -- A second person of the same provider is never the same account.
  unique (user_id, issuer)
);

-- Sign-ins that came back: each may do so once, until it would have been too late anyway.
create table oidc_spent (
  state_hash bytea primary key,
  expires_at timestamptz not null
);
create index oidc_spent_expires on oidc_spent (expires_at);
