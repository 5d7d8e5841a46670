-- Uploads of pre-collection go through the same engine as those of files: claims in the client's own name, and payments that it got for them.
alter table import_batch drop constraint import_batch_mode_check;
alter table import_batch add constraint import_batch_mode_check
  check (mode in ('new', 'instalments', 'correct', 'withdraw', 'precasso', 'precassoPayments'));
-- What came of a row where that is no file: its id, and the number by which people know it.
alter table import_row add column made_id bigint;
alter table import_row add column made_number text;
