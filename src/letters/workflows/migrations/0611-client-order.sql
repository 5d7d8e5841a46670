-- A step may wait until the client has ordered a summons.
alter table workflow_step drop constraint workflow_step_event_check;
alter table workflow_step add constraint workflow_step_event_check check (event in ('summons', 'rollDate', 'judgment', 'payment',
  'brokenArrangement', 'disputeAnswered', 'counselling', 'clientOrder'));
