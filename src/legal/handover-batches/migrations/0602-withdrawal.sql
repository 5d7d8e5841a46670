-- Cases that an office is asked to take off the roll, because they were paid: what a person confirmed goes once, by the office's own channel.
create table roll_withdrawal (
  id bigint generated always as identity primary key,
  -- Its name at the office, by which it is never taken twice.
  key uuid not null unique,
  destination_id bigint not null references handover_destination (id),
  state text not null check (state in ('pending', 'told', 'uncertain', 'failed', 'byHand')),
  error text,
  reason text not null check (length(reason) between 1 and 1000),
  asked_at timestamptz not null,
  asked_by bigint references app_user (id),
  -- How a person told it, where no channel did.
  told_note text,
  told_at timestamptz
);
create index roll_withdrawal_destination on roll_withdrawal (destination_id);
create index roll_withdrawal_asked_by on roll_withdrawal (asked_by);

create table roll_withdrawal_file (
  withdrawal_id bigint not null references roll_withdrawal (id),
  batch_file_id bigint not null references handover_batch_file (id),
  roll_date date not null,
  case_number text not null,
  primary key (batch_file_id, roll_date)
);
create index roll_withdrawal_file_withdrawal on roll_withdrawal_file (withdrawal_id);
