-- Open files without an owner, or without a day for their next step: few among many, so that their list finds them without reading all.
create index case_file_unowned on case_file (placed_on, id) where case_manager_id is null and closed_on is null;
create index case_file_undated on case_file (placed_on, id) where next_action_on is null and closed_on is null;
