-- What the screen of the backups shows: how large each is, and why one failed in words that a person understands.
alter table backup_run add column size_bytes bigint, add column reason text;
