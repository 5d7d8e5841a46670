-- What documents and messages said goes when the term of their file is over; that they were there, and when and after how long they went, stays.
alter table document alter column storage_key drop not null;
alter table document add column erased_at timestamptz;
-- The term in months, as it was set when the content went.
alter table document add column erased_after integer check (erased_after > 0);
alter table document add constraint document_erased check (
  (storage_key is null) = (erased_at is not null) and (erased_at is null) = (erased_after is null));
alter table message add column erased_at timestamptz;
