-- Groups of users and what belonging to one gives; invitations beside reset links.

create table user_group (
  id bigint generated always as identity primary key,
  name text not null check (name = btrim(name) and length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  -- What every member holds beside their own acl, while the group is not archived.
  acl text[] not null default '{}',
  version integer not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null,
  check (not acl @> array['ROLE_PREVIOUS_ADMIN'])
);
create unique index user_group_name on user_group (lower(name));

alter table app_user add column group_id bigint references user_group (id);
create index app_user_group on app_user (group_id);

-- A link to choose a password is asked for by the user, sent with an invitation, or shown at the first start.
alter table password_reset add column kind text not null default 'reset' check (kind in ('reset', 'invite', 'first'));
