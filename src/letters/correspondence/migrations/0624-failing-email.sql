-- Addresses for which a mail server said that there is no such mailbox. Of an address its hash is kept: which person it belonged to is known by nobody.
create table failing_email (
  address_sha256 text primary key check (address_sha256 ~ '^[0-9a-f]{64}$'),
  -- The last day on which nothing goes there by itself; after it the address is tried again.
  until date not null,
  failed_at timestamptz not null
);
