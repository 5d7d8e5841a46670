-- A letter of pre-collection that came back, and since when the debtor's address is known to be wrong; a correction of the address clears it.
alter table precasso_message add column returned_on date;
alter table precasso_record add column address_wrong_since date;
create index precasso_record_address_wrong on precasso_record (address_wrong_since) where address_wrong_since is not null;
