-- Collection costs that were due when a person closed the file as paid and let them go: they stay waived when it is opened again.
alter table file_closure add column costs_waived boolean not null default false;
-- What was waived before stands in the timeline, written at the moment of the closing.
update file_closure c set costs_waived = true from file_log l
  where l.file_id = c.file_id and l.at = c.closed_at and l.subject_key = 'processing.logArisenWaived';
