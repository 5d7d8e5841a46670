-- Retention takes the name of a paper with its content: whoever keeps a paper names it after a person. That change is sealed as one.
create trigger document_lot_changed after update on document referencing new table as fresh for each statement
  execute function note_lot('id, file_id, kind, name, mime, size_bytes, sha256, created_at, created_by');
update document set name = '–' where erased_at is not null;
