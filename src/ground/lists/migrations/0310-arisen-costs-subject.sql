-- Collection costs are due on a file that is paid but for them, and a state keeps them from being claimed: somebody decides.
insert into agenda_subject (position, fixed, code, name, working_days, exclusion)
values (22, true, 'arisen_costs', '{"nl": "Incassokosten open bij sluiten", "en": "Collection costs open at closing", "fr": "Frais de recouvrement dus à la clôture", "de": "Inkassokosten offen beim Schließen"}', 2, 'none')
on conflict (code) do nothing;
