-- A person may skip a step, and says why.
alter table step_done drop constraint step_done_outcome_check;
alter table step_done add constraint step_done_outcome_check
  check (outcome in ('done', 'not_applicable', 'lapsed', 'reached', 'not_reached', 'approved', 'skipped'));
alter table step_done add column reason text;
alter table step_done add constraint step_done_reason check (outcome <> 'skipped' or reason is not null);
