-- W6: a claim is reminded in the client's own name, and then becomes a file. It hangs on the due date of the oldest open invoice.
insert into workflow (code, name, category) values ('W6', 'Precasso: in naam van de opdrachtgever', 'precasso');

insert into workflow_step
  (workflow_code, position, anchor, offset_days, phase, channel, template_code, effect, by_hand, lapse_days, term_days, condition)
values
  ('W6', 1, 'start', 3, 'amicable', 'email', 'EM_PRE_FIRST', 'none', false, null, null, '{"hasEmail": true}'),
  ('W6', 2, 'start', 10, 'amicable', 'email', 'EM_PRE_REMINDER', 'none', false, null, null, '{"hasEmail": true}'),
  ('W6', 3, 'start', 10, 'amicable', 'post', 'POST_PRE_REMINDER', 'none', false, null, null, '{"hasEmail": false}'),
  ('W6', 4, 'start', 17, 'amicable', 'sms', 'SMS_PRE_REMINDER', 'none', false, null, null, '{"hasMobile": true}'),
  ('W6', 5, 'start', 24, 'amicable', 'post', 'POST_PRE_WIK14', 'notice14', false, null, null, '{}'),
  ('W6', 6, 'bikDueFrom', 0, 'amicable', 'task', 'TASK_CONVERT', 'handover', true, null, null, '{}');
