-- Nobody is pressed while a receipt that names the file waits for a person: which files one names, by what decides of itself.
create function files_named_in(match jsonb) returns bigint[] language sql immutable parallel safe as $$
  select coalesce(array_agg((suggestion ->> 'fileId')::bigint), '{}')
  from jsonb_array_elements(match -> 'suggestions') as suggestion
  where jsonb_exists_any(suggestion -> 'hints', array['reference', 'endToEnd', 'number'])
$$;
create index bank_entry_in_review on bank_entry using gin (files_named_in(match)) where state = 'review' and amount_cents > 0;
