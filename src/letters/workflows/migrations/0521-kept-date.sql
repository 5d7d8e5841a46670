-- A file that is moved to another version keeps the date of the step that it waits for, where a person chose so.
alter table file_workflow add column kept_position integer;
alter table file_workflow add column kept_on date;
alter table file_workflow add check ((kept_position is null) = (kept_on is null));
