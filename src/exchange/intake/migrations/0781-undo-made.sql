-- What is taken back of an upload may be no file: then it stands here by what came of the rows (`import_row.made_id`).
alter table import_undo drop constraint import_undo_pkey;
alter table import_undo alter column file_id drop not null;
alter table import_undo add column made_id bigint;
alter table import_undo add constraint import_undo_one check ((file_id is null) <> (made_id is null));
alter table import_undo add constraint import_undo_file_once unique (batch_id, file_id);
alter table import_undo add constraint import_undo_made_once unique (batch_id, made_id);
