-- How far the mailbox of returned mails was read. A mailbox is known by its user, server and folder; another begins at its beginning.
create table bounce_mailbox (
  mailbox text primary key,
  -- The server numbers its mails anew under another validity (RFC 3501: UIDVALIDITY).
  validity text not null,
  uid bigint not null,
  read_at timestamptz not null
);
