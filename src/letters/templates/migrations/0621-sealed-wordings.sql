-- The wordings that messages were made with cannot be changed unseen: they are sealed with the audit trail.
select seal_table('template_revision', 'id, template_id, version, name, category, subject, body, saved_at, saved_by');
select seal_table('own_variable_revision', 'id, name, version, texts');
