-- What the bank told and what was booked of it is sealed with the audit trail; what people decide about it afterwards may change.
select seal_table('bank_statement',
  'id, import_id, account_id, statement_key, number, from_date, to_date, currency, opening_cents, created_at');
select seal_table('bank_entry',
  'id, statement_id, account_id, import_id, position, dedupe_key, bank_ref, booked_on, value_date, amount_cents, counterparty_iban, '
  'counterparty_name, description, structured_ref, end_to_end_id, mandate_id, return_code');
select seal_table('bank_booking', 'id, entry_id, file_id, kind, amount_cents, claim_event_id, reverses_id, booked_by, booked_at');
