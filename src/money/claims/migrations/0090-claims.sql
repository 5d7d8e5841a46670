-- The event record of the claims: appended, never changed. A balance is a pure function of it and of a date.
create table claim_event (
  id bigint generated always as identity primary key,
  file_id bigint not null references case_file (id),
  kind text not null
    check (kind in ('invoice', 'terms', 'notice14', 'bik', 'cost', 'credit_note', 'payment', 'reversal', 'write_off',
      'freeze', 'refund', 'arrangement')),
  -- The legal date: invoice date, value date, day of sending.
  on_date date not null,
  amount_cents bigint not null default 0 check (amount_cents >= 0),
  data jsonb not null,
  reverses_id bigint references claim_event (id),
  -- The same effect is entered once, however often it is asked for.
  effect_key text not null unique,
  entered_at timestamptz not null,
  user_id bigint references app_user (id),
  check ((kind = 'reversal') = (reverses_id is not null))
);

create index claim_event_file on claim_event (file_id, id);
-- Whatever is reversed is reversed once; reversing the reversal makes it stand again.
create unique index claim_event_reverses on claim_event (reverses_id) where reverses_id is not null;
create index claim_event_user on claim_event (user_id);

create function refuse_claim_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'claim_event is append-only: enter a reversal instead';
end
$$;

create trigger claim_event_append_only before update or delete on claim_event
  for each row execute function refuse_claim_event_change();
create trigger claim_event_no_truncate before truncate on claim_event
  for each statement execute function refuse_claim_event_change();
