-- Letters of pre-collection are printed with those of files: a piece is of a message of a file, or of one in a client's name.
alter table print_piece
  alter column message_id drop not null,
  alter column file_id drop not null,
  alter column document_id drop not null,
  add column record_message_id bigint references precasso_message (id),
  add check ((message_id is null) = (record_message_id is not null)),
  add check ((message_id is null) = (file_id is null)),
  add check ((message_id is null) = (document_id is null));
create unique index print_piece_record_once on print_piece (record_message_id) where withdrawn is null;
create index print_piece_record_message on print_piece (record_message_id);
