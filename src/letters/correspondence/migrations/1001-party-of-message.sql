-- To which party of the file a message went; null: to the debtor. Whose it is need not be told by a name or an address any more.
alter table message add column party_id bigint references file_party (id);
