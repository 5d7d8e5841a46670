-- What a tracked job was asked to do, so that its owner can have it tried again. Work from before this has none.
alter table job_progress add column payload jsonb;
