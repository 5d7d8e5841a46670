-- What an attachment held goes when its term is over; that it was there, and when and after how long it went, stays.
alter table log_attachment alter column storage_key drop not null;
alter table log_attachment add column erased_at timestamptz;
-- The term in months, as it was set when the content went.
alter table log_attachment add column erased_after integer check (erased_after > 0);
alter table log_attachment add constraint log_attachment_erased check (
  (storage_key is null) = (erased_at is not null) and (erased_at is null) = (erased_after is null));
create index log_attachment_kept on log_attachment (log_id) where erased_at is null;
