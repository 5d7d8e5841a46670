-- What is sent before a claim becomes a file was called by its Dutch name in every language. A name that somebody has changed stays.
update template set name = named.name
from (values
  ('EM_PRE_FIRST', 'en', 'Precasso: vriendelijke herinnering', 'Pre-collection: friendly reminder'),
  ('EM_PRE_FIRST', 'fr', 'Precasso: vriendelijke herinnering', 'Précontentieux : rappel amical'),
  ('EM_PRE_FIRST', 'de', 'Precasso: vriendelijke herinnering', 'Vorinkasso: freundliche Erinnerung'),
  ('EM_PRE_REMINDER', 'en', 'Precasso: herinnering', 'Pre-collection: reminder'),
  ('EM_PRE_REMINDER', 'fr', 'Precasso: herinnering', 'Précontentieux : rappel'),
  ('EM_PRE_REMINDER', 'de', 'Precasso: herinnering', 'Vorinkasso: Erinnerung'),
  ('POST_PRE_REMINDER', 'en', 'Precasso: herinnering per brief', 'Pre-collection: reminder by letter'),
  ('POST_PRE_REMINDER', 'fr', 'Precasso: herinnering per brief', 'Précontentieux : rappel par lettre'),
  ('POST_PRE_REMINDER', 'de', 'Precasso: herinnering per brief', 'Vorinkasso: Erinnerung per Brief'),
  ('POST_PRE_LAST', 'en', 'Precasso: laatste herinnering zakelijk', 'Pre-collection: last reminder, business'),
  ('POST_PRE_LAST', 'fr', 'Precasso: laatste herinnering zakelijk', 'Précontentieux : dernier rappel, entreprise'),
  ('POST_PRE_LAST', 'de', 'Precasso: laatste herinnering zakelijk', 'Vorinkasso: letzte Erinnerung, Unternehmen'),
  ('POST_PRE_WIK14', 'en', 'Precasso: veertiendagenbrief', 'Pre-collection: 14-day letter'),
  ('POST_PRE_WIK14', 'fr', 'Precasso: veertiendagenbrief', 'Précontentieux : lettre de quatorze jours'),
  ('POST_PRE_WIK14', 'de', 'Precasso: veertiendagenbrief', 'Vorinkasso: 14-Tage-Schreiben'),
  ('SMS_PRE_REMINDER', 'en', 'Precasso: sms', 'Pre-collection: SMS'),
  ('SMS_PRE_REMINDER', 'fr', 'Precasso: sms', 'Précontentieux : SMS'),
  ('SMS_PRE_REMINDER', 'de', 'Precasso: sms', 'Vorinkasso: SMS')) as named (code, language, dutch, name)
where template.code = named.code and template.language = named.language and template.name = named.dutch;
