-- What a message holds that opens something once (the token of a link to choose a password) stands beside its text, sealed, and only until
-- the message has gone or will not go.

-- Null where there is none; empty where there was one.
alter table outbox add column secret text;

-- Links of a release that wrote them into the text: those still to go are sealed at the next start, the others are taken away.
update outbox set
  secret = case when state in ('pending', 'sending')
    then coalesce(substring(payload ->> 'text' from '/reset-password/([A-Za-z0-9_-]{43})'), '') else '' end,
  payload = jsonb_set(payload, '{text}',
    to_jsonb(regexp_replace(payload ->> 'text', '/reset-password/[A-Za-z0-9_-]{43}', '/reset-password/%one-time%', 'g')))
where kind = 'mail' and payload ->> 'text' ~ '/reset-password/[A-Za-z0-9_-]{43}';

-- No statement that settles a message can forget it.
alter table outbox add constraint outbox_secret_check check (secret is null or secret = '' or state in ('pending', 'sending'));
