-- An upload of which every file is over its term: neither the original nor its rows are kept any longer.
alter table import_batch add column erased_on date;
create index import_batch_kept on import_batch (uploaded_at) where erased_on is null;
