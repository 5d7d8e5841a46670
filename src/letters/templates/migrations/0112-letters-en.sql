-- The letters to consumers in English.
insert into template (channel, code, language, name, category, subject, body) values
('post', 'POST_WIK14', 'en', 'Fourteen-day letter', 'notice',
'Pay within 14 days and avoid collection costs', template_body($letter$
{{salutation}},

You have not yet paid everything that you owe **{{clientName}}**. It is about: {{claimDescription}}. {{clientName}} has asked us to collect the amount. We are {{providerName}}, a debt-collection agency.

# What do you have to pay now?

You still have to pay **{{open}}**. The specification with this letter shows how we arrive at this amount.

# Until when can you pay without collection costs?

You have **14 days, counted from the day after this letter was delivered to you**. Make sure that the whole amount is in our account within those 14 days. Then you pay no collection costs.

[payment]

# What happens if you do not pay in time?

Then you also have to pay collection costs. These costs are **{{bikTotal}}**. Dutch law sets how high these costs are. We calculated them on the principal of {{bikPrincipal}} that is still open. Interest may also be added as long as you do not pay.

{{vatStatement}}

Do you pay a part within the 14 days? Then we calculate the collection costs on the part of the principal that you have not paid.

# Do you disagree with the bill?

Let us know and explain why. Call {{providerPhone}} or send an e-mail to {{providerEmail}}. We will look into it first.

# Can you not pay everything?

Contact us. Together we will look for a solution, such as paying in instalments. Do you have more debts? Your municipality (gemeente) helps you free of charge. Visit www.geldfit.nl or call 0800 8115 free of charge. Somebody else may also speak to us for you.

# Your rights

- You may ask for information about this claim, and for a copy of the bill.
- Are you not happy with how we treat you? Send a complaint to {{providerEmail}}. Within 2 working days we confirm that we have received it.

Have you just paid? Then you do not have to do anything.

Kind regards,
{{providerName}}

Your contact is {{caseManager}}.

[specification]
$letter$)),

('post', 'POST_BIK', 'en', 'Reminder with collection costs', 'notice',
'Your bill has not been paid yet', template_body($letter$
{{salutation}},

You received a letter from us about the bill of **{{clientName}}**. It said that you had 14 days to pay without collection costs. Those days have passed. We have not yet received the whole amount.

# What do you have to pay now?

You now have to pay **{{open}}**. This includes collection costs of {{bikTotal}}. The specification with this letter shows how we arrive at the whole amount.

{{vatStatement}}

Make sure that the money is in our account **on {{payBefore}} at the latest**.

[payment]

# Can you not pay everything at once?

Call {{providerPhone}} or send an e-mail to {{providerEmail}}. Paying in instalments is often possible. Do you have more debts? Your municipality (gemeente) helps you free of charge. Visit www.geldfit.nl or call 0800 8115 free of charge.

# Do you disagree with this amount?

Let us know and explain why. We will look into it first. You may also ask us for more information, or for a copy of the bill.

Do you have a complaint about how we treat you? Send an e-mail to {{providerEmail}}. Within 2 working days we confirm that we have received it.

Have you just paid? Then you do not have to do anything.

Kind regards,
{{providerName}}

Your contact is {{caseManager}}.

[specification]
$letter$)),

('post', 'POST_LAST', 'en', 'Last reminder', 'notice',
'Last letter: we would like to solve this with you', template_body($letter$
{{salutation}},

You still owe **{{clientName}}** an amount of **{{open}}**. We have written to you about this before. We have not received the amount, and we have no arrangement with you yet.

# What do we ask of you?

- Pay **on {{payBefore}} at the latest**, or
- call us before that day on {{providerPhone}} to agree on instalments, or
- tell us why you disagree with the amount.

[payment]

# What happens if we hear nothing from you?

Then we discuss the next step with {{clientName}}. {{clientName}} may choose to ask the court to decide. That has not been decided yet. A court case costs money. Whoever loses the case usually has to pay those costs.

# Do you need help?

Your municipality (gemeente) helps with debts free of charge. Visit www.geldfit.nl or call 0800 8115 free of charge. Legal questions? The Juridisch Loket helps you free of charge: www.juridischloket.nl or 0800 8020. Somebody else may also speak to us for you.

Do you have a complaint about how we treat you? Send an e-mail to {{providerEmail}}. Within 2 working days we confirm that we have received it.

Kind regards,
{{providerName}}

Your contact is {{caseManager}}.

[specification]
$letter$)),

('post', 'POST_SUBPOENA', 'en', 'Announcement of a court case', 'judicial',
'We are preparing a court case', template_body($letter$
{{salutation}},

You still have to pay **{{open}}** to **{{clientName}}**. We did not succeed in solving this together. That is why we are preparing a writ of summons for {{clientName}}. A court case starts with a writ of summons.

# How to avoid a court case

Pay the whole amount **on {{payBefore}} at the latest**. Or call us before that day on {{providerPhone}}. Even now we can often agree on instalments.

[payment]

# What happens if you do not pay?

Then {{clientName}} may ask a bailiff to summon you. After that the judge decides whether you have to pay. If the judge agrees with {{clientName}}, you usually have to pay the costs of the court case too.

We estimate those costs at {{courtCosts}}. This is an estimate. The judge sets the amount.

# Your rights

- You may defend yourself in court. You can do so without a lawyer if the case is about € 25,000 or less.
- Do you have a low income? There may be help with the costs. The Juridisch Loket tells you more free of charge: www.juridischloket.nl or 0800 8020.
- Do you have more debts? Your municipality (gemeente) helps you free of charge. Visit www.geldfit.nl or call 0800 8115 free of charge.
- Do you disagree with the amount? Tell us why. Send an e-mail to {{providerEmail}}. You can also send a complaint there.

Kind regards,
{{providerName}}

Your contact is {{caseManager}}.

[specification]
$letter$)),

('post', 'POST_ARRANGEMENT', 'en', 'Confirmation of an arrangement', 'arrangement',
'Your payment arrangement', template_body($letter$
{{salutation}},

We have agreed with you that you pay your bill of **{{clientName}}** in instalments. This letter sets out what we agreed.

# What we agreed

- You still have to pay {{open}} in total.
- You pay {{termCount}} instalments of **{{termAmount}} {{termFrequency}}**. The last instalment is {{lastTermAmount}}.
- The first instalment is in our account **on {{firstTermOn}} at the latest**.
- You may always pay more or earlier.

[payment]

# What if you cannot pay once?

Call us at once on {{providerPhone}}, if possible before the date of the instalment. Together we will look for a solution. Do you miss an instalment and do we hear nothing from you? Then the arrangement may end. You then have to pay everything that is still open at once.

# Do you have more debts?

Your municipality (gemeente) helps you free of charge. Visit www.geldfit.nl or call 0800 8115 free of charge.

Is anything in this letter wrong? Send an e-mail to {{providerEmail}}.

Kind regards,
{{providerName}}

Your contact is {{caseManager}}.
$letter$)),

('post', 'POST_TERM_LATE', 'en', 'Reminder of an instalment', 'arrangement',
'Reminder: your instalment has not been paid yet', template_body($letter$
{{salutation}},

You pay your bill of **{{clientName}}** in instalments. The instalment of **{{termAmount}}** should have been in our account on {{termDueOn}}. We have not received all of it. Perhaps you forgot.

Pay the instalment **on {{payBefore}} at the latest**. Then the arrangement simply goes on.

[payment]

# Can you not pay now?

Call us on {{providerPhone}} or send an e-mail to {{providerEmail}}. We will see what is possible. If we hear nothing from you, the arrangement may end. You then have to pay everything that is still open at once. That is {{open}} now.

Do you have more debts? Your municipality (gemeente) helps you free of charge. Visit www.geldfit.nl or call 0800 8115 free of charge.

Have you just paid? Then you do not have to do anything.

Kind regards,
{{providerName}}
$letter$)),

('post', 'POST_CLOSED', 'en', 'Closing of the file', 'closing',
'We have closed your file', template_body($letter$
{{salutation}},

We have closed the file about your bill of **{{clientName}}**. The file number is {{fileNumber}}.

{{closingReason}}

You do not have to pay us anything more for this file. You will receive no more letters from us about it. We keep the data of your file for as long as the law asks.

Do you have a question or a complaint? Call {{providerPhone}} or send an e-mail to {{providerEmail}}.

Kind regards,
{{providerName}}
$letter$));
