-- The 14-day letter says what becomes of the interest while its term runs, and the letter that charges the costs says who wrote before.
-- Sentences that the house has changed stay as they are.
update template
set version = version + 1,
  body = replace(body::text, tail || '", "type": "text"}',
    tail || ' ", "type": "text"}, {"type": "variable", "attrs": {"name": "interestInTerm"}}')::jsonb
from (values
  ('nl', 'Dan betaalt u geen incassokosten.'),
  ('en', 'Then you pay no collection costs.'),
  ('fr', 'Alors vous ne payez pas de frais de recouvrement.'),
  ('de', 'Dann zahlen Sie keine Inkassokosten.')) as words (lang, tail)
where channel = 'post' and code = 'POST_WIK14' and language = lang and position(tail || '"' in body::text) > 0;

update template
set version = version + 1,
  body = replace(body::text, '{"text": "' || head || whom || rest,
    '{"text": "' || head || '", "type": "text"}, {"type": "variable", "attrs": {"name": "noticeFrom"}}, {"text": "' || rest)::jsonb
from (values
  ('nl', 'U kreeg ', 'van ons', ' een brief over de rekening van '),
  ('en', 'You received a letter ', 'from us', ' about the bill of '),
  ('fr', 'Vous avez reçu une lettre ', 'de notre part', ' au sujet de la facture de '),
  ('de', 'Sie haben ', 'von uns', ' einen Brief über die Rechnung von ')) as words (lang, head, whom, rest)
where channel = 'post' and code = 'POST_BIK' and language = lang and position(head || whom || rest in body::text) > 0;
