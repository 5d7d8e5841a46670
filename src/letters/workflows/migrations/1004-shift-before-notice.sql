-- How many of the days that a file stood still lay before its last 14-day letter: what hangs on the term of that letter does not wait for them again.
alter table file_workflow add column shift_before_notice integer not null default 0;
