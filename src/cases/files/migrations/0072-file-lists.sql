-- What a file takes from the lists of settings: what its claim rests on, and an own reason for closing.
alter table case_file add column legal_type_id bigint references legal_type (id);
create index case_file_legal_type on case_file (legal_type_id) where legal_type_id is not null;

-- `reason` stays the fixed one, by which letters and figures know it; this is the own one below it.
alter table file_closure add column closing_reason_id bigint references closing_reason (id);
create index file_closure_closing_reason on file_closure (closing_reason_id) where closing_reason_id is not null;
