-- The list of neglected files and its count are read from these indexes alone: they hold few files, each with what the list filters,
-- sorts and guards by, and the open items of files stand in one of their own.
drop index case_file_unowned;
create index case_file_unowned on case_file (placed_on, id) include (client_id, team_id, case_manager_id, status, open_cents)
  where case_manager_id is null and closed_on is null;
drop index case_file_undated;
create index case_file_undated on case_file (placed_on, id) include (client_id, team_id, case_manager_id, status, open_cents)
  where next_action_on is null and closed_on is null;
create index agenda_item_open on agenda_item (file_id) where state = 'open';
