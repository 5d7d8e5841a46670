-- Collection costs that were due when a person closed the file as paid and let them go: they stay waived when it is opened again.
alter table file_closure add column costs_waived boolean not null default false;
-- What was waived before stands in the timeline, written just before the closing, in its transaction.
update file_closure c set costs_waived = true from file_log l
  where l.file_id = c.file_id and l.subject_key = 'processing.logArisenWaived' and l.user_id is not distinct from c.user_id
    and l.at between c.closed_at - interval '1 minute' and c.closed_at;
