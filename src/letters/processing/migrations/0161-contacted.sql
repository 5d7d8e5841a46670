-- Whom we spoke in the last days, for the law on how often one may be contacted: few of all files, asked for with every part of a plan.
create index case_file_contacted on case_file (last_contact_at) where last_contact_at is not null;
