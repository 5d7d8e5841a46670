-- E-mails, SMS and call scripts, in Dutch and English.
insert into template (channel, code, language, name, category, subject, body) values
('email', 'EM_FIRST', 'nl', 'Eerste e-mail', 'demand',
'U hebt post van ons over dossier %fileNumber%', template_body($mail$
{{salutation}},

Wij hebben u een brief gestuurd over uw rekening bij **{{clientName}}**. U moet nog **{{open}}** betalen. In onze brief staat tot wanneer u zonder incassokosten kunt betalen, en wat uw rechten zijn.

[payment]

U kunt ook direct online betalen: {{paymentLink}}

# Hebt u een vraag?

Hebt u de brief niet gekregen, bent u het niet eens met de rekening of kunt u niet alles betalen? Bel {{providerPhone}} of beantwoord deze e-mail. Wij helpen u graag. Hebt u meer schulden? Uw gemeente helpt u gratis: www.geldfit.nl of 0800 8115.

Hebt u al betaald? Dan hoeft u niets meer te doen.

Met vriendelijke groet,
{{providerName}}
$mail$)),

('email', 'EM_TERM', 'nl', 'Aanbod van een betalingsregeling', 'arrangement',
'Liever in delen betalen? Dossier %fileNumber%', template_body($mail$
{{salutation}},

U moet nog **{{open}}** betalen voor uw rekening bij **{{clientName}}**. Lukt dat niet in één keer? Dan kunt u misschien in delen betalen.

# Zo vraagt u een betalingsregeling aan

Bel {{providerPhone}} of beantwoord deze e-mail. Schrijf erbij welk bedrag u per maand kunt betalen en vanaf welke dag. Wij laten u weten of het kan. Zolang u zich aan de afspraken houdt, krijgt u van ons geen nieuwe aanmaningen.

Wilt u liever alles in één keer betalen? Dat kan ook.

[payment]

Hebt u meer schulden? Uw gemeente helpt u gratis: www.geldfit.nl of 0800 8115. Bent u het niet eens met het bedrag? Laat ons dan weten waarom.

Met vriendelijke groet,
{{providerName}}
$mail$)),

('email', 'EM_TERM_LATE', 'nl', 'Herinnering aan een termijn', 'arrangement',
'Herinnering: uw termijn van dossier %fileNumber%', template_body($mail$
{{salutation}},

Uw termijn van **{{termAmount}}** moest op {{termDueOn}} op onze rekening staan. Wij hebben die nog niet helemaal ontvangen. Misschien bent u het vergeten.

[payment]

Lukt betalen nu niet? Bel {{providerPhone}} of beantwoord deze e-mail. Dan kijken wij samen wat wel kan. Hebt u meer schulden? Uw gemeente helpt u gratis: www.geldfit.nl of 0800 8115.

Hebt u al betaald? Dan hoeft u niets meer te doen.

Met vriendelijke groet,
{{providerName}}
$mail$)),

('email', 'EM_B2B', 'nl', 'Herinnering zakelijk', 'demand',
'Openstaande vordering van %clientName%, dossier %fileNumber%', template_body($mail$
{{salutation}},

Onlangs stuurden wij u een sommatie namens **{{clientName}}**. Er staat nog **{{open}}** open. Wij verzoeken u dit bedrag te betalen binnen de termijn van onze brief.

[payment]

U kunt ook direct online betalen: {{paymentLink}}

Betwist u de vordering of wilt u een regeling? Bel {{providerPhone}} of beantwoord deze e-mail. Ondernemers met geldzorgen kunnen gratis terecht bij 155 Help een Bedrijf: www.155.nl.

Hebt u al betaald? Dan hoeft u niets meer te doen.

Met vriendelijke groet,
{{providerName}}
$mail$)),

('sms', 'SMS_LINK', 'nl', 'Sms met betaalinformatie', 'demand', '', template_body($sms$
{{providerName}} (Wki {{providerRegistration}}): wij stuurden u post over dossier {{fileNumber}}. Vragen of hulp nodig? Bel {{providerPhone}}.

Direct betalen: {{paymentLink}}
$sms$)),

('call', 'CALL_1', 'nl', 'Belscript consument', 'demand',
'Bellen over dossier %fileNumber%', template_body($call$
# Eerst: met wie spreekt u?

- Goedemorgen, u spreekt met (uw naam) van {{providerName}}. Spreek ik met {{debtorName}}?
- Vraag ter controle naar geboortedatum, of postcode en huisnummer.
- Is het iemand anders? Noem de schuld niet. Vraag alleen wanneer {{debtorName}} bereikbaar is.

# Waarom belt u?

- Het gaat om een rekening van {{clientName}}: {{claimDescription}}. Er staat nog {{open}} open. Hebt u onze brieven gekregen?
- Luister. Vraag wat er aan de hand is.

# Wat kan er?

- Meteen betalen: op {{providerIban}}, met betalingskenmerk {{paymentReference}}.
- In delen betalen: spreek bedrag, dag en aantal termijnen af. Herhaal de afspraak.
- Niet eens: vraag waarom, leg het vast als betwisting. Beloof dat het eerst wordt uitgezocht.
- Meer schulden of zorgen: wijs op de gemeente, www.geldfit.nl en 0800 8115. Leg vast wat u opvalt.

# Afsluiten

- Vat samen wat er is afgesproken. Noem {{providerPhone}} en {{providerEmail}} voor vragen of klachten. Leg het gesprek vast.
- Dreig nergens mee. Noem geen maatregelen die nog niet kunnen.
$call$)),

('call', 'CALL_B2B', 'nl', 'Belscript zakelijk', 'demand',
'Bellen over dossier %fileNumber%', template_body($call$
# Eerst: met wie spreekt u?

- Goedemorgen, u spreekt met (uw naam) van {{providerName}}. Mag ik de persoon spreken die over de betalingen gaat?
- Vertel alleen wat nodig is, tot u de juiste persoon spreekt.

# Waarom belt u?

- Namens {{clientName}} hebben wij u geschreven over dossier {{fileNumber}}. Er staat nog {{open}} open. Is de brief bij u bekend?
- Vraag waarom er nog niet is betaald.

# Wat kan er?

- Betalen: op {{providerIban}}, met betalingskenmerk {{paymentReference}}. Vraag op welke dag.
- Regeling: spreek bedrag, dag en aantal termijnen af. Herhaal de afspraak.
- Betwisting: vraag om een onderbouwing per e-mail aan {{providerEmail}}. Leg de betwisting vast.
- Geldzorgen: wijs op 155 Help een Bedrijf, www.155.nl.

# Afsluiten

- Vat samen wat er is afgesproken. Noem {{providerPhone}} voor vragen. Leg het gesprek vast.
$call$)),

('email', 'EM_FIRST', 'en', 'First e-mail', 'demand',
'You have post from us about file %fileNumber%', template_body($mail$
{{salutation}},

We sent you a letter about your bill of **{{clientName}}**. You still have to pay **{{open}}**. Our letter says until when you can pay without collection costs, and what your rights are.

[payment]

You can also pay online right away: {{paymentLink}}

# Do you have a question?

Did you not receive the letter, do you disagree with the bill or can you not pay everything? Call {{providerPhone}} or answer this e-mail. We are glad to help. Do you have more debts? Your municipality (gemeente) helps you free of charge: www.geldfit.nl or 0800 8115.

Have you already paid? Then you do not have to do anything.

Kind regards,
{{providerName}}
$mail$)),

('email', 'EM_TERM', 'en', 'Offer to pay in instalments', 'arrangement',
'Would you rather pay in instalments? File %fileNumber%', template_body($mail$
{{salutation}},

You still have to pay **{{open}}** for your bill of **{{clientName}}**. Can you not pay this at once? Then you may be able to pay in instalments.

# How to ask for instalments

Call {{providerPhone}} or answer this e-mail. Tell us what amount you can pay each month and from which day. We will let you know whether it is possible. As long as you keep to what we agree, you receive no new reminders from us.

Would you rather pay everything at once? You can do that too.

[payment]

Do you have more debts? Your municipality (gemeente) helps you free of charge: www.geldfit.nl or 0800 8115. Do you disagree with the amount? Then tell us why.

Kind regards,
{{providerName}}
$mail$)),

('email', 'EM_TERM_LATE', 'en', 'Reminder of an instalment', 'arrangement',
'Reminder: your instalment for file %fileNumber%', template_body($mail$
{{salutation}},

Your instalment of **{{termAmount}}** should have been in our account on {{termDueOn}}. We have not received all of it. Perhaps you forgot.

[payment]

Can you not pay now? Call {{providerPhone}} or answer this e-mail. Together we will see what is possible. Do you have more debts? Your municipality (gemeente) helps you free of charge: www.geldfit.nl or 0800 8115.

Have you already paid? Then you do not have to do anything.

Kind regards,
{{providerName}}
$mail$)),

('email', 'EM_B2B', 'en', 'Reminder, business', 'demand',
'Outstanding claim of %clientName%, file %fileNumber%', template_body($mail$
{{salutation}},

We recently sent you a demand on behalf of **{{clientName}}**. An amount of **{{open}}** is still open. Please pay this amount within the term of our letter.

[payment]

You can also pay online right away: {{paymentLink}}

Do you dispute the claim or would you like an arrangement? Call {{providerPhone}} or answer this e-mail. Entrepreneurs with money worries find free help at 155 Help een Bedrijf: www.155.nl.

Have you already paid? Then you do not have to do anything.

Kind regards,
{{providerName}}
$mail$)),

('sms', 'SMS_LINK', 'en', 'SMS with payment details', 'demand', '', template_body($sms$
{{providerName}} (Wki {{providerRegistration}}): we sent you post about file {{fileNumber}}. Questions or need help? Call {{providerPhone}}.

Pay now: {{paymentLink}}
$sms$)),

('call', 'CALL_1', 'en', 'Call script, consumer', 'demand',
'Call about file %fileNumber%', template_body($call$
# First: who is speaking?

- Good morning, this is (your name) of {{providerName}}. Am I speaking to {{debtorName}}?
- To be sure, ask for the date of birth, or for postcode and house number.
- Is it somebody else? Do not mention the debt. Only ask when {{debtorName}} can be reached.

# Why do you call?

- It is about a bill of {{clientName}}: {{claimDescription}}. {{open}} is still open. Did you receive our letters?
- Listen. Ask what the matter is.

# What is possible?

- Pay at once: to {{providerIban}}, with payment reference {{paymentReference}}.
- Pay in instalments: agree on amount, day and number. Repeat what was agreed.
- Disagrees: ask why and record it as a dispute. Promise that it is looked into first.
- More debts or worries: point to the municipality, www.geldfit.nl and 0800 8115. Record what you notice.

# To end

- Sum up what was agreed. Name {{providerPhone}} and {{providerEmail}} for questions or complaints. Record the call.
- Never threaten. Do not mention measures that are not possible yet.
$call$)),

('call', 'CALL_B2B', 'en', 'Call script, business', 'demand',
'Call about file %fileNumber%', template_body($call$
# First: who is speaking?

- Good morning, this is (your name) of {{providerName}}. May I speak to the person in charge of payments?
- Say only what is needed until you speak to the right person.

# Why do you call?

- On behalf of {{clientName}} we wrote to you about file {{fileNumber}}. {{open}} is still open. Do you know the letter?
- Ask why it has not been paid.

# What is possible?

- Pay: to {{providerIban}}, with payment reference {{paymentReference}}. Ask on which day.
- Arrangement: agree on amount, day and number of instalments. Repeat what was agreed.
- Dispute: ask for the reasons by e-mail to {{providerEmail}}. Record the dispute.
- Money worries: point to 155 Help een Bedrijf, www.155.nl.

# To end

- Sum up what was agreed. Name {{providerPhone}} for questions. Record the call.
$call$));

drop function template_body(text);
drop function template_inline(text);
