-- How often a row came to a limit of the database (somebody held its file, or a statement took too long): such rows come after the others, and
-- fail after their last try. Rows that were never tried in vain are taken together, so that the indexes for them need no others.
alter table bulk_row add column attempts smallint not null default 0;
