-- The history of one subject, newest first, and that of all subjects of a kind.
create index audit_log_history on audit_log (subject, subject_id, id);
create index audit_log_kind on audit_log (subject, id);
-- The first of these does all that it did.
drop index audit_log_subject;
