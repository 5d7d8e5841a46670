-- Documents and notes about a client, and changes of its account that wait for a second pair of eyes.
create table client_document (
  id bigint generated always as identity primary key,
  client_id bigint not null references client (id),
  kind text not null check (kind in ('contract', 'mandate', 'processing_agreement', 'kvk', 'ubo', 'general_terms', 'identity', 'other')),
  name text not null check (length(name) between 1 and 255),
  mime text not null,
  size_bytes bigint not null,
  sha256 text not null,
  storage_key text not null,
  valid_until date,
  -- Whether the people of the client may see it too.
  shared boolean not null default false,
  version integer not null default 1,
  uploaded_at timestamptz not null,
  uploaded_by bigint references app_user (id)
);
create index client_document_client on client_document (client_id, uploaded_at);
create index client_document_until on client_document (valid_until) where valid_until is not null;
create index client_document_uploaded_by on client_document (uploaded_by);

create table client_note (
  id bigint generated always as identity primary key,
  client_id bigint not null references client (id),
  content text not null check (length(content) between 1 and 5000),
  created_at timestamptz not null,
  created_by bigint references app_user (id)
);
create index client_note_client on client_note (client_id, id);
create index client_note_created_by on client_note (created_by);

-- A new account takes effect when somebody else has looked at it.
create table client_iban_change (
  id bigint generated always as identity primary key,
  client_id bigint not null references client (id),
  iban text not null check (length(iban) <= 34),
  account_holder text not null check (length(account_holder) between 1 and 70),
  former_iban text,
  state text not null default 'open' check (state in ('open', 'approved', 'refused')),
  asked_at timestamptz not null,
  asked_by bigint not null references app_user (id),
  decided_at timestamptz,
  decided_by bigint references app_user (id),
  check ((state = 'open') = (decided_at is null))
);
-- One at a time.
create unique index client_iban_change_open on client_iban_change (client_id) where state = 'open';
create index client_iban_change_client on client_iban_change (client_id);
create index client_iban_change_asked_by on client_iban_change (asked_by);
create index client_iban_change_decided_by on client_iban_change (decided_by);
