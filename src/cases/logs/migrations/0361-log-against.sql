-- The rules that a visit was made against, as they stood then: [{ rule, article, key, values }]; null where there were none.
alter table file_log add column against jsonb;
