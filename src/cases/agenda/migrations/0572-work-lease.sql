-- Who has an item of the agenda in hand: nobody else is given it. It goes back when that session ends, and at the latest when its time is over.
create table work_lease (
  item_id bigint primary key references agenda_item (id),
  user_id bigint not null references app_user (id),
  session_id bytea references session (id) on delete cascade,
  -- What has it in hand that is no person at a screen: 'dialer-list:12'.
  held_for text,
  taken_at timestamptz not null,
  until_at timestamptz not null,
  check (num_nonnulls(session_id, held_for) = 1)
);
create index work_lease_session on work_lease (session_id);
create index work_lease_user on work_lease (user_id);
create index work_lease_held_for on work_lease (held_for) where held_for is not null;
