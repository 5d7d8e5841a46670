-- What a provider sends: one row per channel, code and language. The body is the editor's JSON; it is data and never markup.
create table template (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('post', 'email', 'sms', 'call')),
  code text not null check (code ~ '^[A-Z][A-Z0-9_]{1,39}$'),
  language text not null check (language in ('nl', 'en', 'fr', 'de')),
  name text not null,
  category text not null check (category in ('notice', 'demand', 'arrangement', 'judicial', 'closing')),
  subject text not null,
  body jsonb not null check (body ->> 'type' = 'doc'),
  -- The day on which somebody read it for plain language at level B1 (domain facts 5); null where nobody has.
  b1_reviewed_on date,
  version integer not null default 1,
  unique (channel, code, language)
);
