-- What each file adds to the figures of a judgement, by figure and week (what-if.ts, FileCounts), and why a file was left where it was.
alter table what_if_row add column counts jsonb not null default '{}';
alter table what_if_row add column why jsonb;

-- Judgements of before have no such counts. They are asked again in a moment; of those that moved files the figures are forgotten.
delete from what_if where state = 'judged';
update what_if set outcome = null;
