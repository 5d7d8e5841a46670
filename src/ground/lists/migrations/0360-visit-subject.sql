-- A visit to the debtor is planned as an agenda item of this subject; the law gate judges its day.
insert into agenda_subject (position, fixed, code, name, working_days, exclusion)
values (23, true, 'visit', '{"nl": "Debiteur bezoeken", "en": "Visit debtor", "fr": "Visiter le débiteur", "de": "Schuldner besuchen"}', 1, 'none')
on conflict (code) do nothing;
