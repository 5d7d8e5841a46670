-- The key of a payment row of pre-collection once was what the row said: references and the payer's own words. It is a digest of that now, as for
-- every row that comes in, so that retention leaves no words behind; the same row is still known by it.
update import_row set client_ref = left(encode(sha256(convert_to(import_row.client_ref, 'UTF8')), 'hex'), 40)
  from import_batch b
  where b.id = import_row.batch_id and b.mode = 'precassoPayments' and import_row.client_ref !~ '^[0-9a-f]{40}$';
