-- The workflow that a file is in, for the filter of the list, which asks for thousands of files one by one: from the index alone.
create unique index file_workflow_of on file_workflow (file_id) include (workflow_code);
