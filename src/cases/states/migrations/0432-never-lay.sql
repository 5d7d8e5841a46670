-- A state that was noted by mistake and taken back never lay on its file: nothing is judged by its days.
alter table file_hold add column never_lay boolean not null default false;
