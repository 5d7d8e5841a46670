-- The amounts of a claim stand in its events alone: they are sealed with the audit trail, those that stand as they are found today.
select seal_table('claim_event',
  'id, file_id, kind, on_date, amount_cents, data, reverses_id, effect_key, entered_at, user_id');
