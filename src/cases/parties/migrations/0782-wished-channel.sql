-- By which way somebody wants to be written to, beside what the law wants sent by post; who said so, and when.
create table debtor_wish (
  debtor_id bigint primary key references debtor (id),
  -- post: neither mail nor SMS; email: no SMS; sms: no mail.
  channel text not null check (channel in ('post', 'email', 'sms')),
  source text not null check (source in ('debtor', 'client', 'other')),
  noted_at timestamptz not null,
  noted_by bigint references app_user (id)
);
create index debtor_wish_noted_by on debtor_wish (noted_by);
