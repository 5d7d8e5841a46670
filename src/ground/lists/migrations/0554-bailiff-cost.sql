-- What an office of bailiffs bills that the debtor does not owe, or not yet: it is the client's.
insert into cost_type (position, fixed, code, name, cost_group, charge_to, vat_percent, counts_as_cost, needs_document, btag_article)
select max(position) + 1, true, 'bailiff', '{"nl": "Kosten deurwaarder", "en": "Bailiff’s costs", "fr": "Frais d’huissier", "de": "Kosten des Gerichtsvollziehers"}',
  'other', 'client', 21, true, false, '' from cost_type;
