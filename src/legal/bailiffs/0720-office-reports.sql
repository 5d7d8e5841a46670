-- What an office reports of the files that it has, and how often at the latest; null: nothing was agreed on.
alter table bailiff add column reports text[] not null default '{}';
alter table bailiff add column report_every_days integer check (report_every_days between 1 and 366);
