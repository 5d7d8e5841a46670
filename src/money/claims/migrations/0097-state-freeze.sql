-- Debt counselling and insolvency stop interest from their own day, also where nobody typed one: states that lie and rest no interest get it.
-- `files` notes that day on the states themselves (0103).
insert into claim_event (file_id, kind, on_date, amount_cents, data, effect_key, entered_at)
select file_id, 'freeze', from_date, 0,
  jsonb_build_object('reason', kind) || case when until_date is null then '{}'::jsonb else jsonb_build_object('until', until_date + 1) end,
  'state-freeze:' || id || ':own-day', now()
from file_hold
where lifted_at is null and interest_frozen_from is null and kind in ('shv', 'wsnp', 'bankruptcy', 'moratorium', 'broad_moratorium')
  and (until_date is null or until_date >= from_date)
order by file_id, id;
