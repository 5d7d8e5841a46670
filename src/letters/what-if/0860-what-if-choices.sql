-- What was chosen for a single file of a plan; null where it goes like the others.
alter table what_if_row add column chosen text check (chosen in ('keep', 'new', 'stay'));
