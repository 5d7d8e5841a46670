-- What was said to a debtor is sealed with the audit trail. A letter of a later day gets its words when it is made, and retention takes words
-- away: those changes are sealed as changes.
select seal_table('document', 'id, file_id, kind, name, mime, size_bytes, sha256, created_at, created_by');
select seal_table('message',
  'id, file_id, channel, template_code, language, to_address, subject, body_text, effect_key, created_at, created_by');
create trigger message_lot_changed after update on message referencing new table as fresh for each statement
  execute function note_lot('id, file_id, channel, template_code, language, to_address, subject, body_text, effect_key, created_at, created_by');
