-- More was received than is owed: somebody decides whether it is paid back.
insert into agenda_subject (position, fixed, code, name, working_days, exclusion)
values (21, true, 'overpayment', '{"nl": "Te veel ontvangen", "en": "Overpayment", "fr": "Trop-perçu", "de": "Überzahlung"}', 2, 'none')
on conflict (code) do nothing;
