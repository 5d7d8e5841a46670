-- Closed files with money open: few of all, and those among them that were closed as paid are looked for.
create index case_file_closed_open on case_file (id) where status = 'closed' and open_cents > 0;
