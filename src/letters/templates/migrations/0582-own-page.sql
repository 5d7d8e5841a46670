-- Letters and mails that ask for something show the way to the reader's own page below how to pay, and the SMS leads there. Words that the house
-- has changed stay as they are.
create temp table told_of_page on commit drop as
select id, b1_reviewed_on from template
where changed_at is null and category in ('notice', 'demand', 'arrangement') and code not like '%\_PRE\_%'
  and ((channel in ('post', 'email') and body @> '{"content": [{"type": "paymentBlock"}]}') or (channel = 'sms' and code = 'SMS_LINK'));

update template set body = jsonb_set(body, '{content}', (
  select jsonb_agg(shown.block order by shown.place, shown.after)
  from (
    -- The line that offered to pay online: the block says it now.
    select block, place, 0 as after from jsonb_array_elements(body -> 'content') with ordinality as blocks (block, place)
    where block::text not like '%"paymentLink"%'
    union all
    select '{"type": "debtorPage"}', place, 1 from jsonb_array_elements(body -> 'content') with ordinality as blocks (block, place)
    where block ->> 'type' = 'paymentBlock') as shown))
where channel in ('post', 'email') and id in (select id from told_of_page);

update template set body = replace(body::text, '"' || said || '"', '"' || says || '"')::jsonb
from (values
  ('nl', 'Direct betalen: ', 'Uw pagina: '),
  ('en', 'Pay now: ', 'Your page: '),
  ('fr', 'Payer maintenant : ', 'Votre page : '),
  ('de', 'Jetzt zahlen: ', 'Ihre Seite: ')) as words (lang, said, says)
where channel = 'sms' and code = 'SMS_LINK' and language = lang and id in (select id from told_of_page);

-- What was added was read for plain language with the rest.
update template set b1_reviewed_on = told_of_page.b1_reviewed_on
from told_of_page where told_of_page.id = template.id and template.b1_reviewed_on is null;
