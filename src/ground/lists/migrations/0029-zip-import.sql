-- Claims may come as an archive: the rows, and documents beside them.
update mime_type set purposes = array_append(purposes, 'import'), max_megabytes = greatest(max_megabytes, 100)
where mime = 'application/zip' and not 'import' = any (purposes);
