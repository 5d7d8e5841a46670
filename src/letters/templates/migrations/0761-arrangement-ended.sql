-- An arrangement that was broken: whoever owes is told that it has ended, what is due by now, and that another one can be asked for.
insert into template (channel, code, language, name, category, subject, body) values
('email', 'EM_TERM_ENDED', 'nl', 'Betalingsregeling gestopt', 'arrangement',
'Uw betalingsregeling voor dossier %fileNumber% is gestopt', letter_body($mail$
{{salutation}},

U betaalde uw rekening bij **{{clientName}}** in termijnen. Niet alle termijnen zijn op tijd betaald. Daarom is de regeling nu gestopt.

U moet het hele bedrag dat nog open staat in één keer betalen. Dat is **{{open}}**.

[payment]

Kunt u dit niet in één keer betalen? Doe ons dan een nieuw voorstel, of bel {{providerPhone}}. Dan kijken wij samen wat wel kan. Hebt u meer schulden? Uw gemeente helpt u gratis: www.geldfit.nl of 0800 8115.

Hebt u net betaald? Dan hoeft u niets meer te doen.

Met vriendelijke groet,
{{providerName}}
$mail$)),
('email', 'EM_TERM_ENDED', 'en', 'Arrangement ended', 'arrangement',
'Your payment arrangement for file %fileNumber% has ended', letter_body($mail$
{{salutation}},

You were paying your bill with **{{clientName}}** in instalments. Not all of them were paid in time. That is why the arrangement has ended.

You now have to pay all that is still open at once. That is **{{open}}**.

[payment]

Can you not pay this at once? Then send us a new proposal, or call {{providerPhone}}. We will look together at what is possible. Do you have other debts? Your municipality (gemeente) helps you free of charge: www.geldfit.nl or 0800 8115.

Have you just paid? Then you need not do anything.

Kind regards,
{{providerName}}
$mail$)),
('email', 'EM_TERM_ENDED', 'fr', 'Plan de paiement terminé', 'arrangement',
'Votre plan de paiement pour le dossier %fileNumber% a pris fin', letter_body($mail$
{{salutation}},

Vous payiez votre facture chez **{{clientName}}** en plusieurs fois. Toutes les échéances n’ont pas été payées à temps. Le plan a donc pris fin.

Vous devez maintenant payer en une fois tout ce qui reste. C’est **{{open}}**.

[payment]

Vous ne pouvez pas payer en une fois ? Faites-nous une nouvelle proposition ou appelez le {{providerPhone}}. Nous verrons ensemble ce qui est possible. Vous avez d’autres dettes ? Votre commune (gemeente) vous aide gratuitement : www.geldfit.nl ou 0800 8115.

Vous venez de payer ? Alors vous n’avez plus rien à faire.

Cordialement,
{{providerName}}
$mail$)),
('email', 'EM_TERM_ENDED', 'de', 'Ratenvereinbarung beendet', 'arrangement',
'Ihre Ratenvereinbarung zur Akte %fileNumber% ist beendet', letter_body($mail$
{{salutation}},

Sie zahlten Ihre Rechnung bei **{{clientName}}** in Raten. Nicht alle Raten wurden pünktlich gezahlt. Darum ist die Vereinbarung jetzt beendet.

Sie müssen nun alles, was noch offen ist, auf einmal zahlen. Das sind **{{open}}**.

[payment]

Können Sie das nicht auf einmal zahlen? Dann machen Sie uns einen neuen Vorschlag oder rufen Sie {{providerPhone}} an. Wir sehen gemeinsam, was möglich ist. Haben Sie weitere Schulden? Ihre Gemeinde hilft Ihnen kostenlos: www.geldfit.nl oder 0800 8115.

Haben Sie gerade gezahlt? Dann brauchen Sie nichts mehr zu tun.

Mit freundlichen Grüßen
{{providerName}}
$mail$)),
('post', 'POST_TERM_ENDED', 'nl', 'Betalingsregeling gestopt', 'arrangement',
'Uw betalingsregeling is gestopt', letter_body($letter$
{{salutation}},

U betaalde uw rekening bij **{{clientName}}** in termijnen. Niet alle termijnen zijn op tijd betaald. Daarom is de regeling nu gestopt.

U moet het hele bedrag dat nog open staat in één keer betalen. Dat is **{{open}}**.

[payment]

# Kunt u dit niet in één keer betalen?

Doe ons dan een nieuw voorstel. Dat kan via uw pagina, of bel ons op {{providerPhone}}. Wij kijken samen met u wat wel kan.

Hebt u meer schulden? Uw gemeente helpt u gratis. Kijk op www.geldfit.nl of bel gratis 0800 8115.

Hebt u net betaald? Dan hoeft u niets meer te doen.

Met vriendelijke groet,
{{providerName}}
$letter$)),
('post', 'POST_TERM_ENDED', 'en', 'Arrangement ended', 'arrangement',
'Your payment arrangement has ended', letter_body($letter$
{{salutation}},

You were paying your bill with **{{clientName}}** in instalments. Not all of them were paid in time. That is why the arrangement has ended.

You now have to pay all that is still open at once. That is **{{open}}**.

[payment]

# Can you not pay this at once?

Then send us a new proposal. You can do so on your page, or call us on {{providerPhone}}. We will look with you at what is possible.

Do you have other debts? Your municipality (gemeente) helps you free of charge. Go to www.geldfit.nl or call 0800 8115, free of charge.

Have you just paid? Then you need not do anything.

Kind regards,
{{providerName}}
$letter$)),
('post', 'POST_TERM_ENDED', 'fr', 'Plan de paiement terminé', 'arrangement',
'Votre plan de paiement a pris fin', letter_body($letter$
{{salutation}},

Vous payiez votre facture chez **{{clientName}}** en plusieurs fois. Toutes les échéances n’ont pas été payées à temps. Le plan a donc pris fin.

Vous devez maintenant payer en une fois tout ce qui reste. C’est **{{open}}**.

[payment]

# Vous ne pouvez pas payer en une fois ?

Faites-nous alors une nouvelle proposition. Vous pouvez le faire sur votre page, ou nous appeler au {{providerPhone}}. Nous verrons avec vous ce qui est possible.

Vous avez d’autres dettes ? Votre commune (gemeente) vous aide gratuitement. Allez sur www.geldfit.nl ou appelez gratuitement le 0800 8115.

Vous venez de payer ? Alors vous n’avez plus rien à faire.

Cordialement,
{{providerName}}
$letter$)),
('post', 'POST_TERM_ENDED', 'de', 'Ratenvereinbarung beendet', 'arrangement',
'Ihre Ratenvereinbarung ist beendet', letter_body($letter$
{{salutation}},

Sie zahlten Ihre Rechnung bei **{{clientName}}** in Raten. Nicht alle Raten wurden pünktlich gezahlt. Darum ist die Vereinbarung jetzt beendet.

Sie müssen nun alles, was noch offen ist, auf einmal zahlen. Das sind **{{open}}**.

[payment]

# Können Sie das nicht auf einmal zahlen?

Dann machen Sie uns einen neuen Vorschlag. Das geht auf Ihrer Seite, oder rufen Sie uns an: {{providerPhone}}. Wir sehen mit Ihnen, was möglich ist.

Haben Sie weitere Schulden? Ihre Gemeinde hilft Ihnen kostenlos. Sehen Sie auf www.geldfit.nl nach oder rufen Sie kostenlos 0800 8115 an.

Haben Sie gerade gezahlt? Dann brauchen Sie nichts mehr zu tun.

Mit freundlichen Grüßen
{{providerName}}
$letter$));

-- The reader's own page stands below how to pay, as in every letter that asks for something (0582).
update template set body = jsonb_set(body, '{content}', (
  select jsonb_agg(shown.block order by shown.place, shown.after)
  from (
    select block, place, 0 as after from jsonb_array_elements(body -> 'content') with ordinality as blocks (block, place)
    union all
    select '{"type": "debtorPage"}', place, 1 from jsonb_array_elements(body -> 'content') with ordinality as blocks (block, place)
    where block ->> 'type' = 'paymentBlock') as shown))
where code in ('EM_TERM_ENDED', 'POST_TERM_ENDED');
update template set b1_reviewed_on = date '2026-11-24' where code in ('EM_TERM_ENDED', 'POST_TERM_ENDED');
