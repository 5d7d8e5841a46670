-- What a filter by amount and a list by debtor look up for each of the thousands of files that they pass stands in the index itself, so
-- that the rows stay unread: they lie apart from each other, and a million of them are larger than a cache.
drop index case_file_client_open;
create index case_file_client_open on case_file (client_id, open_cents, id) include (debtor_id, placed_on);
drop index case_file_open;
create index case_file_open on case_file (open_cents, id) include (debtor_id, placed_on);
create unique index debtor_names on debtor (id) include (sort_name);
