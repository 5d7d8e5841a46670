-- Files with a settlement (schuldregeling) in their record: the night looks at these also while a state suspends them.
create index claim_event_settlement on claim_event (file_id)
  where kind = 'arrangement' and data -> 'plan' ->> 'kind' = 'shv';
