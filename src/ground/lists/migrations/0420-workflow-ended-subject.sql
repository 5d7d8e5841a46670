-- A workflow has come to its end and the debt is not paid: somebody decides what becomes of the file (domain facts 9).
insert into agenda_subject (position, fixed, code, name, working_days, exclusion)
values (24, true, 'workflow_ended', '{"nl": "Geen stappen meer: beslissen", "en": "No more steps: decide", "fr": "Plus d’étapes : décider", "de": "Keine weiteren Schritte: entscheiden"}', 5, 'none')
on conflict (code) do nothing;
