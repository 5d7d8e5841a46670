-- A work on many files counts the lines that people wrote on each, before and after: from the index alone, where each line was fetched.
create index file_log_lines on file_log (file_id, at desc, id desc) include (is_system);
drop index file_log_file;
alter index file_log_lines rename to file_log_file;
