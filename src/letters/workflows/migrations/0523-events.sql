-- A step may wait for an event of its file, also for one that is known beforehand: a day in court. A task may hand the file to another workflow.
alter table workflow_step add column event text
  check (event in ('summons', 'rollDate', 'judgment', 'payment', 'brokenArrangement', 'disputeAnswered', 'counselling'));
alter table workflow_step add check ((event is null) or anchor = 'event');
alter table workflow_step drop constraint workflow_step_offset_days_check;
alter table workflow_step add check (offset_days >= 0 or anchor = 'event');
alter table workflow_step add column next_workflow text references workflow (code);
alter table workflow_step add check (next_workflow is null or channel = 'task');
create index workflow_step_next on workflow_step (next_workflow) where next_workflow is not null;
