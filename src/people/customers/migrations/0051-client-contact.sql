-- The people of a client, some of whom may log in, and when a client was changed last.
alter table client add column updated_at timestamptz;
alter table client add column updated_by bigint references app_user (id);
create index client_updated_by on client (updated_by);
create index client_kvk on client (kvk) where kvk is not null;
create index client_iban on client (iban) where iban is not null;

create table client_contact (
  id bigint generated always as identity primary key,
  client_id bigint not null references client (id),
  salutation text not null default 'unknown' check (salutation in ('male', 'female', 'unknown')),
  name text not null check (length(name) between 1 and 120),
  -- What somebody is there: "head of accounts".
  job_title text check (length(job_title) <= 100),
  -- What one turns to this person for.
  roles text[] not null default '{}'
    check (roles <@ array['finance', 'legal', 'operations', 'management', 'privacy', 'technical']),
  phone text,
  mobile text,
  email text check (length(email) <= 254),
  -- Letters and the list name this one; its fields stand in the client's record too.
  is_main boolean not null default false,
  -- The login of this person. One person may be a contact of several clients, with one login.
  user_id bigint references app_user (id),
  version integer not null default 1,
  created_at timestamptz not null,
  created_by bigint references app_user (id)
);
create unique index client_contact_main on client_contact (client_id) where is_main;
create unique index client_contact_user on client_contact (client_id, user_id) where user_id is not null;
create index client_contact_client on client_contact (client_id, name);
create index client_contact_login on client_contact (user_id);
create index client_contact_created_by on client_contact (created_by);

insert into client_contact (client_id, salutation, name, phone, email, is_main, created_at, created_by)
select id, contact_salutation, contact_name, contact_phone, contact_email, true, created_at, created_by
from client where contact_name is not null and btrim(contact_name) <> '';
