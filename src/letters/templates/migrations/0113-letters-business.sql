-- The letters to businesses, in Dutch and English.
insert into template (channel, code, language, name, category, subject, body) values
('post', 'POST_DEMAND_B2B', 'nl', 'Sommatie zakelijk', 'notice',
'Sommatie tot betaling', template_body($letter$
{{salutation}},

**{{clientName}}** heeft ons opdracht gegeven om een openstaand bedrag bij u te innen. Het gaat om: {{claimDescription}}. De betalingstermijn is verstreken. Betaling is tot nu toe uitgebleven.

# Wat moet u betalen?

U moet **{{open}}** betalen. De hoofdsom is {{principal}}. Daar komen {{interest}} aan rente en {{costs}} aan kosten bij. Wat u al hebt betaald, is eraf gehaald. U bent deze rente en kosten verschuldigd omdat de betalingstermijn is verstreken (artikel 6:119a en 6:96 van het Burgerlijk Wetboek). De specificatie vindt u bij deze brief.

{{vatStatement}}

Wij verzoeken u het bedrag **uiterlijk op {{payBefore}}** te betalen. De rente loopt door tot de dag van betaling.

[payment]

# Bent u het niet eens met de vordering, of lukt betalen nu niet?

Neem vóór de genoemde datum contact met ons op. Bel {{providerPhone}} of mail naar {{providerEmail}}. Leg uit wat er aan de hand is en stuur de stukken mee. Ondernemers met geldzorgen kunnen gratis terecht bij 155 Help een Bedrijf: www.155.nl.

Hebt u een klacht over hoe wij met u omgaan? Mail naar {{providerEmail}}. Binnen 2 werkdagen bevestigen wij dat wij uw klacht hebben.

Hebt u net betaald? Dan hoeft u niets meer te doen.

Met vriendelijke groet,
{{providerName}}

Uw contactpersoon is {{caseManager}}.

[specification]
$letter$)),

('post', 'POST_FINAL_B2B', 'nl', 'Laatste sommatie zakelijk', 'notice',
'Laatste sommatie', template_body($letter$
{{salutation}},

Ondanks onze eerdere sommatie hebt u het bedrag dat u **{{clientName}}** verschuldigd bent niet volledig betaald. Er staat nog **{{open}}** open.

Wij verzoeken u voor de laatste keer om dit bedrag **uiterlijk op {{payBefore}}** te betalen, of vóór die dag met ons een regeling te treffen. Bel daarvoor {{providerPhone}}.

[payment]

# Wat gebeurt er daarna?

Ontvangen wij geen betaling of reactie, dan adviseren wij {{clientName}} over een gerechtelijke procedure. De beslissing daarover is nog niet genomen. Krijgt {{clientName}} gelijk, dan komen ook de proceskosten meestal voor uw rekening. De rente loopt intussen door.

Betwist u de vordering? Mail uw onderbouwing naar {{providerEmail}}. Daar kunt u ook terecht met een klacht. Ondernemers met geldzorgen kunnen gratis terecht bij 155 Help een Bedrijf: www.155.nl.

Met vriendelijke groet,
{{providerName}}

Uw contactpersoon is {{caseManager}}.

[specification]
$letter$)),

('post', 'POST_PETITION_B2B', 'nl', 'Aankondiging van rechtsmaatregelen zakelijk', 'judicial',
'Aankondiging van rechtsmaatregelen', template_body($letter$
{{salutation}},

U hebt niet gereageerd op onze sommaties, of u hebt niet volledig betaald. U bent **{{clientName}}** nog **{{open}}** verschuldigd.

Betaal dit bedrag **uiterlijk op {{payBefore}}**. Daarmee voorkomt u verdere maatregelen.

[payment]

# Welke maatregelen zijn mogelijk?

{{clientName}} kan na die datum kiezen voor een van deze stappen:

- een dagvaarding, waarmee de rechter om een uitspraak wordt gevraagd;
- een verzoek aan de rechtbank om u failliet te verklaren. Dat kan alleen als u ook andere schuldeisers onbetaald laat.

De kosten van zo'n procedure kunnen voor uw rekening komen. Wij schatten de kosten van een dagvaarding op {{courtCosts}}.

De kosten stelt de rechter vast.

# Wilt u dit voorkomen?

Bel ons op {{providerPhone}} of mail naar {{providerEmail}}. Een regeling is nu nog mogelijk. Betwist u de vordering? Stuur ons dan uw onderbouwing. Ondernemers met geldzorgen kunnen gratis terecht bij 155 Help een Bedrijf: www.155.nl.

Met vriendelijke groet,
{{providerName}}

Uw contactpersoon is {{caseManager}}.

[specification]
$letter$)),

('post', 'POST_DEMAND_B2B', 'en', 'Demand for payment, business', 'notice',
'Demand for payment', template_body($letter$
{{salutation}},

**{{clientName}}** has instructed us to collect an outstanding amount from you. It is about: {{claimDescription}}. The term of payment has passed. You have not paid so far.

# What do you have to pay?

You have to pay **{{open}}**. The principal is {{principal}}. Interest of {{interest}} and costs of {{costs}} come on top. What you have paid has been taken off. You owe this interest and these costs because the term of payment has passed (articles 6:119a and 6:96 of the Dutch Civil Code). You find the specification with this letter.

{{vatStatement}}

Please pay the amount **on {{payBefore}} at the latest**. Interest runs on until the day of payment.

[payment]

# Do you dispute the claim, or can you not pay now?

Contact us before the date mentioned. Call {{providerPhone}} or send an e-mail to {{providerEmail}}. Explain what the matter is and send us your documents. Entrepreneurs with money worries find free help at 155 Help een Bedrijf: www.155.nl.

Do you have a complaint about how we treat you? Send an e-mail to {{providerEmail}}. Within 2 working days we confirm that we have received it.

Have you just paid? Then you do not have to do anything.

Kind regards,
{{providerName}}

Your contact is {{caseManager}}.

[specification]
$letter$)),

('post', 'POST_FINAL_B2B', 'en', 'Final demand, business', 'notice',
'Final demand for payment', template_body($letter$
{{salutation}},

In spite of our earlier demand you have not fully paid what you owe **{{clientName}}**. An amount of **{{open}}** is still open.

We ask you for the last time to pay this amount **on {{payBefore}} at the latest**. Or agree on an arrangement with us before that day. Please call {{providerPhone}}.

[payment]

# What happens after that?

If we receive no payment or answer, we will advise {{clientName}} about court proceedings. This has not been decided yet. If the court agrees with {{clientName}}, you usually have to pay the costs of the proceedings too. Meanwhile interest runs on.

Do you dispute the claim? Send your reasons to {{providerEmail}}. You can also send a complaint there. Entrepreneurs with money worries find free help at 155 Help een Bedrijf: www.155.nl.

Kind regards,
{{providerName}}

Your contact is {{caseManager}}.

[specification]
$letter$)),

('post', 'POST_PETITION_B2B', 'en', 'Announcement of legal measures, business', 'judicial',
'Announcement of legal measures', template_body($letter$
{{salutation}},

You have not answered our demands, or you have not paid in full. You still owe **{{clientName}}** an amount of **{{open}}**.

Pay this amount **on {{payBefore}} at the latest**. That will avoid further measures.

[payment]

# Which measures are possible?

After that date {{clientName}} may choose one of these steps:

- a writ of summons, which asks the court for a decision;
- a request to the court to declare you bankrupt. This is only possible if you leave other creditors unpaid as well.

You may have to bear the costs of such proceedings. We estimate the costs of a writ of summons at {{courtCosts}}.

The court sets the costs.

# Do you want to avoid this?

Call us on {{providerPhone}} or send an e-mail to {{providerEmail}}. An arrangement is still possible now. Do you dispute the claim? Then send us your reasons. Entrepreneurs with money worries find free help at 155 Help een Bedrijf: www.155.nl.

Kind regards,
{{providerName}}

Your contact is {{caseManager}}.

[specification]
$letter$));
