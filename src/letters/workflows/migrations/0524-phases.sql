-- W3 to W5 (domain facts 9): energy and telecom, by amount, and the phases after the amicable one.
insert into workflow (code, name, category, audience) values
  ('W3', 'Energie en telecom', 'client_specific', 'consumer'),
  ('W4', 'Consument naar bedrag', 'staffel', 'consumer'),
  ('W5B', 'Bij de deurwaarder', 'phase', 'any'),
  ('W5J', 'Gerechtelijk: van dagvaarding tot beslag', 'phase', 'any'),
  ('W5M', 'Monitoring, hooguit vijf jaar', 'phase', 'any'),
  ('W5S', 'Schuldhulp', 'phase', 'any');

insert into workflow_step
  (workflow_code, position, anchor, offset_days, phase, channel, template_code, effect, by_hand, lapse_days, term_days, condition, event, next_workflow)
values
  -- A letter of the client's own that counts stands in the place of the first one.
  ('W3', 1, 'start', 0, 'amicable', 'post', 'POST_WIK14', 'notice14', false, null, null, '{}', null, null),
  ('W3', 2, 'bikDueFrom', 0, 'amicable', 'post', 'POST_BIK', 'bik', false, null, 7, '{}', null, null),
  ('W3', 3, 'bikDueFrom', 4, 'amicable', 'email', 'EM_BIK', 'none', false, null, null, '{"hasEmail": true}', null, null),
  ('W3', 4, 'bikDueFrom', 6, 'amicable', 'sms', 'SMS_LINK', 'none', false, null, null, '{"hasMobile": true}', null, null),
  ('W3', 5, 'bikDueFrom', 10, 'amicable', 'call', 'CALL_1', 'none', true, 2, null, '{"hasPhone": true}', null, null),
  ('W3', 6, 'bikDueFrom', 14, 'amicable', 'post', 'POST_SUPPLY', 'none', false, null, 7, '{}', null, null),
  ('W3', 7, 'bikDueFrom', 21, 'partner', 'task', 'TASK_VISIT', 'none', true, null, null, '{}', null, null),
  ('W3', 8, 'bikDueFrom', 34, 'partner', 'task', 'TASK_SIGNAL', 'none', true, null, null, '{}', null, null),
  ('W3', 9, 'bikDueFrom', 35, 'partner', 'task', 'TASK_ADVICE', 'none', true, null, null, '{}', null, null),
  ('W4', 1, 'start', 0, 'amicable', 'post', 'POST_WIK14', 'notice14', false, null, null, '{}', null, null),
  ('W4', 2, 'start', 1, 'amicable', 'task', 'TASK_CASE_MANAGER', 'none', true, null, null, '{"minClaimCents": 500001}', null, null),
  ('W4', 3, 'start', 2, 'amicable', 'call', 'CALL_1', 'none', true, 2, null, '{"hasPhone": true, "minClaimCents": 500001}', null, null),
  ('W4', 4, 'start', 3, 'amicable', 'email', 'EM_FIRST', 'none', false, null, null, '{"hasEmail": true}', null, null),
  ('W4', 5, 'start', 4, 'amicable', 'task', 'TASK_CREDIT', 'none', true, null, null, '{"minClaimCents": 500001}', null, null),
  ('W4', 6, 'start', 7, 'amicable', 'sms', 'SMS_LINK', 'none', false, null, null, '{"hasMobile": true}', null, null),
  ('W4', 7, 'bikDueFrom', 0, 'amicable', 'post', 'POST_BIK', 'bik', false, null, 7, '{}', null, null),
  ('W4', 8, 'bikDueFrom', 7, 'amicable', 'task', 'TASK_UNECONOMIC', 'none', true, null, null, '{"maxClaimCents": 5000}', null, null),
  ('W4', 9, 'bikDueFrom', 7, 'amicable', 'call', 'CALL_1', 'none', true, 2, null, '{"hasPhone": true, "minClaimCents": 5001}', null, null),
  ('W4', 10, 'bikDueFrom', 9, 'amicable', 'email', 'EM_TERM', 'none', false, null, null, '{"hasEmail": true, "minClaimCents": 5001}', null, null),
  ('W4', 11, 'bikDueFrom', 14, 'amicable', 'post', 'POST_LAST', 'none', false, null, 7, '{"minClaimCents": 5001}', null, null),
  ('W4', 12, 'bikDueFrom', 21, 'amicable', 'task', 'TASK_LEGAL_REVIEW', 'none', true, null, null, '{"minClaimCents": 2500001}', null, null),
  ('W4', 13, 'bikDueFrom', 21, 'amicable', 'task', 'TASK_CHECK', 'address_check', true, null, null, '{"minOpenCents": 25000, "minClaimCents": 25001}', null, null),
  ('W4', 14, 'bikDueFrom', 22, 'judicial', 'post', 'POST_SUBPOENA', 'summons', false, null, 14, '{"minOpenCents": 25000, "minClaimCents": 25001}', null, null),
  ('W4', 15, 'prev', 14, 'judicial', 'task', 'TASK_HANDOVER', 'handover', true, null, null, '{"minOpenCents": 25000, "minClaimCents": 25001}', null, null),
  ('W4', 16, 'prev', 8, 'monitoring', 'task', 'TASK_MONITORING', 'none', true, null, null, '{"minClaimCents": 5001, "maxClaimCents": 25000}', null, 'W5M'),
  ('W5J', 1, 'event', -2, 'judicial', 'task', 'TASK_ROLL_CHECK', 'none', true, null, null, '{}', 'rollDate', null),
  ('W5J', 2, 'event', 1, 'judicial', 'task', 'TASK_ROLL_RESULT', 'none', true, null, null, '{}', 'rollDate', null),
  ('W5J', 3, 'event', 0, 'judicial', 'task', 'TASK_JUDGMENT', 'none', true, null, null, '{}', 'judgment', null),
  ('W5J', 4, 'event', 14, 'judicial', 'post', 'POST_TITLE', 'none', false, null, 14, '{}', 'judgment', null),
  ('W5J', 5, 'prev', 14, 'judicial', 'task', 'TASK_SERVICE', 'none', true, null, null, '{}', null, null),
  ('W5J', 6, 'prev', 14, 'judicial', 'task', 'TASK_SEIZURE', 'none', true, null, null, '{}', null, null),
  ('W5J', 7, 'prev', 16, 'judicial', 'task', 'TASK_SEIZURE', 'none', true, null, null, '{}', null, null),
  ('W5J', 8, 'prev', 30, 'judicial', 'task', 'TASK_SEIZURE', 'none', true, null, null, '{}', null, null),
  ('W5S', 1, 'event', 0, 'shv', 'task', 'TASK_SHV_STOP', 'none', true, null, null, '{}', 'counselling', null),
  -- Ten working days.
  ('W5S', 2, 'event', 14, 'shv', 'task', 'TASK_SHV_BALANCE', 'none', true, null, null, '{}', 'counselling', null),
  ('W5S', 3, 'event', 120, 'shv', 'task', 'TASK_SHV_REVIEW', 'none', true, null, null, '{}', 'counselling', null),
  ('W5S', 4, 'event', 240, 'shv', 'task', 'TASK_SHV_REVIEW', 'none', true, null, null, '{}', 'counselling', null),
  ('W5B', 1, 'start', 30, 'bailiff', 'task', 'TASK_BAILIFF_STATUS', 'none', true, null, null, '{}', null, null),
  ('W5B', 2, 'start', 31, 'bailiff', 'task', 'TASK_BAILIFF_COSTS', 'none', true, null, null, '{}', null, null),
  ('W5B', 3, 'start', 60, 'bailiff', 'task', 'TASK_BAILIFF_STATUS', 'none', true, null, null, '{}', null, null),
  ('W5B', 4, 'start', 61, 'bailiff', 'task', 'TASK_BAILIFF_COSTS', 'none', true, null, null, '{}', null, null),
  ('W5B', 5, 'start', 90, 'bailiff', 'task', 'TASK_BAILIFF_STATUS', 'none', true, null, null, '{}', null, null),
  -- As long as the office has it, round after round.
  ('W5B', 6, 'start', 91, 'bailiff', 'task', 'TASK_BAILIFF_COSTS', 'none', true, null, null, '{}', null, 'W5B');

-- Every ninety days somebody looks; every fourth time a letter goes, which keeps the claim from lapsing (BW 3:317(1)).
insert into workflow_step
  (workflow_code, position, anchor, offset_days, phase, channel, template_code, effect, by_hand)
select 'W5M', n, 'start', n * 90, 'monitoring',
  case when n % 4 = 0 then 'post' else 'task' end, case when n % 4 = 0 then 'POST_MONITOR' else 'TASK_MONITOR_CHECK' end, 'none', n % 4 <> 0
from generate_series(1, 20) as n
union all
select 'W5M', 21, 'start', 1825, 'monitoring', 'task', 'TASK_MONITOR_END', 'none', true
order by 2;
