-- A document of a file: a letter that we made, or something that came in. Its bytes lie in the storage under storage_key.
create table document (
  id bigint generated always as identity primary key,
  file_id bigint not null references case_file (id),
  kind text not null check (kind in ('letter', 'statement', 'attachment')),
  name text not null,
  mime text not null,
  size_bytes bigint not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null,
  created_at timestamptz not null,
  created_by bigint references app_user (id)
);
create index document_by_file on document (file_id, id desc);
create index document_by_creator on document (created_by);
create index document_by_time on document (created_at desc, id desc);

-- One thing said to a debtor. effect_key is unique, so that asking twice says it once. A mail or an SMS goes out through the
-- outbox under the same key, so whether it went stands there and nowhere else; a letter is done when its document is made.
create table message (
  id bigint generated always as identity primary key,
  file_id bigint not null references case_file (id),
  channel text not null check (channel in ('post', 'email', 'sms')),
  template_code text not null,
  language text not null,
  to_address text not null,
  subject text not null,
  body_text text not null,
  effect_key text not null unique,
  document_id bigint references document (id),
  created_at timestamptz not null,
  created_by bigint references app_user (id),
  -- Not before this instant: the contact window of Bki art. 4.2. For a letter, the moment it was made.
  send_after timestamptz not null,
  check ((channel = 'post') = (document_id is not null))
);
create index message_by_file on message (file_id, id desc);
-- How often a person was reached lately, over all files.
create index message_by_address on message (to_address, send_after);
create index message_by_document on message (document_id);
create index message_by_creator on message (created_by);
create index message_by_channel on message (channel, send_after desc, id desc);
