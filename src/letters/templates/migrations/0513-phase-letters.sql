-- What the client-specific, the judicial and the monitoring workflow send. A title is written to whoever lost the case, never before a person has read
-- the judgment; the yearly letter keeps the right to payment alive (BW 3:317(1)).
create function template_inline(line text) returns jsonb language plpgsql as $$
declare
  nodes jsonb := '[]';
  part text;
begin
  for part in select (regexp_matches(line, '\*\*[^*]+\*\*|\{\{[A-Za-z0-9]+\}\}|[^*{]+', 'g'))[1] loop
    if part like '**%' then
      nodes := nodes || (
        select jsonb_agg(node || '{"marks": [{"type": "bold"}]}')
        from jsonb_array_elements(template_inline(trim(both '*' from part))) as node);
    elsif part like '{{%' then
      nodes := nodes || jsonb_build_object('type', 'variable', 'attrs', jsonb_build_object('name', trim(both '{}' from part)));
    else
      nodes := nodes || jsonb_build_object('type', 'text', 'text', part);
    end if;
  end loop;
  return nodes;
end $$;
create function template_body(source text) returns jsonb language plpgsql as $$
declare
  blocks jsonb := '[]';
  block text;
  line text;
  inner_nodes jsonb;
begin
  foreach block in array regexp_split_to_array(btrim(source, E' \n'), '\n\s*\n') loop
    inner_nodes := '[]';
    if block = '[specification]' then
      blocks := blocks || '{"type": "claimSpecification"}';
    elsif block = '[payment]' then
      blocks := blocks || '{"type": "paymentBlock"}';
    elsif block like '# %' then
      blocks := blocks || jsonb_build_object(
        'type', 'heading', 'attrs', '{"level": 2}'::jsonb, 'content', template_inline(substr(block, 3)));
    elsif block like '- %' then
      foreach line in array string_to_array(block, E'\n') loop
        inner_nodes := inner_nodes || jsonb_build_object('type', 'listItem', 'content', jsonb_build_array(
          jsonb_build_object('type', 'paragraph', 'content', template_inline(substr(line, 3)))));
      end loop;
      blocks := blocks || jsonb_build_object('type', 'bulletList', 'content', inner_nodes);
    else
      foreach line in array string_to_array(block, E'\n') loop
        if inner_nodes <> '[]' then inner_nodes := inner_nodes || '{"type": "hardBreak"}'; end if;
        inner_nodes := inner_nodes || template_inline(line);
      end loop;
      blocks := blocks || jsonb_build_object('type', 'paragraph', 'content', inner_nodes);
    end if;
  end loop;
  return jsonb_build_object('type', 'doc', 'content', blocks);
end $$;

insert into template (channel, code, language, name, category, subject, body, b1_reviewed_on) values
('email', 'EM_BIK', 'nl', 'E-mail na de brief met incassokosten', 'demand',
'U kunt nog met ons overleggen over dossier %fileNumber%', template_body($letter$
{{salutation}},

Wij hebben u een brief gestuurd over uw rekening bij **{{clientName}}**. U moet nog **{{open}}** betalen. In onze brief staat hoe dit bedrag is opgebouwd.

[payment]

U kunt ook direct online betalen: {{paymentLink}}

# Lukt het niet in één keer?

Bel {{providerPhone}} of beantwoord deze e-mail. Dan kijken wij samen of u in delen kunt betalen. Bent u het niet eens met de rekening? Laat ons weten waarom.

Hebt u meer schulden? Uw gemeente helpt u gratis: www.geldfit.nl of 0800 8115.

Hebt u al betaald? Dan hoeft u niets meer te doen.

Met vriendelijke groet,
{{providerName}}
$letter$), '2026-11-23'),

('email', 'EM_BIK', 'en', 'E-mail after the letter with costs', 'demand',
'You can still talk to us about file %fileNumber%', template_body($letter$
{{salutation}},

We sent you a letter about your bill with **{{clientName}}**. You still have to pay **{{open}}**. Our letter shows what this amount is made of.

[payment]

You can also pay online at once: {{paymentLink}}

# Can you not pay it all at once?

Call {{providerPhone}} or answer this e-mail. Then we will see whether you can pay in parts. Do you disagree with the bill? Tell us why.

Do you have more debts? Your municipality (gemeente) helps you free of charge: www.geldfit.nl or 0800 8115.

Have you paid already? Then you do not have to do anything.

Kind regards,
{{providerName}}
$letter$), '2026-11-23'),

('email', 'EM_BIK', 'fr', 'E-mail après la lettre avec frais', 'demand',
'Vous pouvez encore nous parler du dossier %fileNumber%', template_body($letter$
{{salutation}},

Nous vous avons envoyé une lettre au sujet de votre facture chez **{{clientName}}**. Vous devez encore payer **{{open}}**. Notre lettre dit de quoi ce montant est fait.

[payment]

Vous pouvez aussi payer en ligne tout de suite : {{paymentLink}}

# Vous ne pouvez pas tout payer en une fois ?

Appelez le {{providerPhone}} ou répondez à cet e-mail. Nous verrons alors si vous pouvez payer en plusieurs fois. Vous contestez la facture ? Dites-nous pourquoi.

Vous avez d’autres dettes ? Votre commune (gemeente) vous aide gratuitement : www.geldfit.nl ou 0800 8115.

Vous avez déjà payé ? Alors vous n’avez plus rien à faire.

Cordialement,
{{providerName}}
$letter$), '2026-11-23'),

('email', 'EM_BIK', 'de', 'E-Mail nach dem Brief mit Kosten', 'demand',
'Sie können noch mit uns sprechen: Akte %fileNumber%', template_body($letter$
{{salutation}},

wir haben Ihnen einen Brief über Ihre Rechnung bei **{{clientName}}** geschickt. Sie müssen noch **{{open}}** zahlen. In unserem Brief steht, woraus dieser Betrag besteht.

[payment]

Sie können auch gleich online zahlen: {{paymentLink}}

# Können Sie nicht alles auf einmal zahlen?

Rufen Sie {{providerPhone}} an oder antworten Sie auf diese E-Mail. Dann sehen wir, ob Sie in Teilen zahlen können. Bestreiten Sie die Rechnung? Sagen Sie uns, warum.

Haben Sie mehr Schulden? Ihre Gemeinde hilft Ihnen kostenlos: www.geldfit.nl oder 0800 8115.

Haben Sie schon gezahlt? Dann brauchen Sie nichts mehr zu tun.

Mit freundlichen Grüßen
{{providerName}}
$letter$), '2026-11-23'),

('post', 'POST_SUPPLY', 'nl', 'Informatie over de levering', 'notice',
'Betaal uw rekening, dan blijft de levering doorgaan', template_body($letter$
{{salutation}},

U hebt nog **{{open}}** open staan bij **{{clientName}}**. Het gaat om: {{claimDescription}}. Wij hebben u hierover al eerder geschreven.

# Wat kan er met uw levering gebeuren?

{{clientName}} kan besluiten om de levering te stoppen. Dat is nu **nog niet** besloten. Wij beslissen daar niet over. Voor het stoppen van een levering gelden regels. {{clientName}} stuurt u eerst zelf bericht voordat er iets verandert.

# Zo voorkomt u dit

- Betaal **uiterlijk op {{payBefore}}**, of
- bel ons vóór die dag op {{providerPhone}} voor een betalingsregeling, of
- laat ons weten waarom u het niet eens bent met het bedrag.

[payment]

# Hebt u hulp nodig?

Uw gemeente helpt gratis bij schulden. Kijk op www.geldfit.nl of bel gratis 0800 8115. Kunt u om uw gezondheid niet zonder deze levering? Bel dan meteen met {{clientName}}. U mag ook iemand anders voor u met ons laten praten.

Hebt u een klacht over hoe wij met u omgaan? Mail naar {{providerEmail}}. Binnen 2 werkdagen bevestigen wij dat wij uw klacht hebben.

Met vriendelijke groet,
{{providerName}}

Uw contactpersoon is {{caseManager}}.

[specification]
$letter$), '2026-11-23'),

('post', 'POST_SUPPLY', 'en', 'Information about the supply', 'notice',
'Pay your bill, and your supply goes on', template_body($letter$
{{salutation}},

You still owe **{{clientName}}** an amount of **{{open}}**. It is about: {{claimDescription}}. We have written to you about this before.

# What can happen to your supply?

{{clientName}} may decide to stop the supply. That has **not** been decided yet. We do not decide about it. There are rules for stopping a supply. {{clientName}} will write to you first, before anything changes.

# How you can avoid this

- Pay **on {{payBefore}} at the latest**, or
- call us before that day on {{providerPhone}} to agree on instalments, or
- tell us why you disagree with the amount.

[payment]

# Do you need help?

Your municipality (gemeente) helps with debts free of charge. Visit www.geldfit.nl or call 0800 8115 free of charge. Do you need this supply for your health? Then call {{clientName}} at once. Somebody else may also speak to us for you.

Do you have a complaint about how we treat you? Send an e-mail to {{providerEmail}}. Within 2 working days we confirm that we have received it.

Kind regards,
{{providerName}}

Your contact is {{caseManager}}.

[specification]
$letter$), '2026-11-23'),

('post', 'POST_SUPPLY', 'fr', 'Information sur la fourniture', 'notice',
'Payez votre facture et rien ne change pour vous', template_body($letter$
{{salutation}},

Vous devez encore **{{open}}** à **{{clientName}}**. Il s’agit de : {{claimDescription}}. Nous vous avons déjà écrit à ce sujet.

# Que peut-il se passer ?

{{clientName}} peut décider de ne plus vous fournir ce service. Ce n’est **pas encore** décidé. Ce n’est pas nous qui décidons. Il y a des règles pour cela. {{clientName}} vous écrit d’abord, avant tout changement.

# Comment l’éviter

- Payez **le {{payBefore}} au plus tard**, ou
- appelez-nous avant ce jour au {{providerPhone}} pour un plan de paiement, ou
- dites-nous pourquoi vous contestez le montant.

[payment]

# Vous avez besoin d’aide ?

Votre commune (gemeente) vous aide gratuitement en cas de dettes. Voyez www.geldfit.nl ou appelez gratuitement le 0800 8115. Votre santé dépend de ce service ? Appelez alors tout de suite {{clientName}}. Une autre personne peut aussi nous parler pour vous.

Vous avez une réclamation sur notre façon d’agir ? Écrivez à {{providerEmail}}. Nous en confirmons la réception dans les 2 jours ouvrables.

Cordialement,
{{providerName}}

Votre interlocuteur est {{caseManager}}.

[specification]
$letter$), '2026-11-23'),

('post', 'POST_SUPPLY', 'de', 'Hinweis zur Lieferung', 'notice',
'Zahlen Sie Ihre Rechnung, dann ändert sich nichts', template_body($letter$
{{salutation}},

Sie schulden **{{clientName}}** noch **{{open}}**. Es geht um: {{claimDescription}}. Wir haben Ihnen dazu schon früher geschrieben.

# Was kann mit der Lieferung geschehen?

{{clientName}} kann die Lieferung beenden. Das ist **noch nicht** beschlossen. Wir entscheiden nicht darüber. Dafür gibt es Regeln. {{clientName}} schreibt Ihnen zuerst selbst, bevor sich etwas ändert.

# So vermeiden Sie das

- Zahlen Sie **spätestens am {{payBefore}}**, oder
- rufen Sie uns vor diesem Tag unter {{providerPhone}} wegen einer Ratenvereinbarung an, oder
- sagen Sie uns, warum Sie den Betrag bestreiten.

[payment]

# Brauchen Sie Hilfe?

Ihre Gemeinde hilft kostenlos bei Schulden. Sehen Sie auf www.geldfit.nl nach oder rufen Sie kostenlos 0800 8115 an. Brauchen Sie die Lieferung für Ihre Gesundheit? Dann rufen Sie {{clientName}} gleich an. Auch jemand anders darf für Sie mit uns sprechen.

Haben Sie eine Beschwerde darüber, wie wir mit Ihnen umgehen? Schreiben Sie an {{providerEmail}}. Innerhalb von 2 Arbeitstagen bestätigen wir den Eingang.

Mit freundlichen Grüßen
{{providerName}}

Ihr Ansprechpartner ist {{caseManager}}.

[specification]
$letter$), '2026-11-23'),

('post', 'POST_TITLE', 'nl', 'Brief na het vonnis', 'judicial',
'De rechter heeft beslist: betaal of maak een afspraak', template_body($letter$
{{salutation}},

De rechter heeft beslist dat u **{{clientName}}** moet betalen. Die beslissing heet een vonnis. U moet nog **{{open}}** betalen. Aan het eind van deze brief ziet u hoe dit bedrag is opgebouwd.

# Wat vragen wij van u?

Betaal het hele bedrag **uiterlijk op {{payBefore}}**. Lukt dat niet in één keer? Bel ons vóór die dag op {{providerPhone}}. Wij spreken dan graag een betalingsregeling met u af.

[payment]

# Wat gebeurt er als u niet betaalt?

Dan kan {{clientName}} het vonnis laten uitvoeren door een deurwaarder. De deurwaarder kan dan beslag leggen, bijvoorbeeld op uw loon of uw bankrekening. Een deel van uw inkomen blijft altijd voor u. Het uitvoeren van een vonnis kost geld. Die kosten moet u meestal ook betalen.

# Uw rechten

- Bent u het niet eens met het vonnis? Laat u snel advies geven. Voor hoger beroep of verzet geldt een korte termijn.
- Juridische vragen? Het Juridisch Loket helpt u gratis: www.juridischloket.nl of 0800 8020.
- Hebt u meer schulden? Uw gemeente helpt u gratis. Kijk op www.geldfit.nl of bel gratis 0800 8115.
- Hebt u een klacht over ons? Mail naar {{providerEmail}}. Binnen 2 werkdagen bevestigen wij dat wij uw klacht hebben.

Met vriendelijke groet,
{{providerName}}

Uw contactpersoon is {{caseManager}}.

[specification]
$letter$), '2026-11-23'),

('post', 'POST_TITLE', 'en', 'Letter after the judgment', 'judicial',
'The court has decided: pay or make an arrangement', template_body($letter$
{{salutation}},

The court has decided that you must pay **{{clientName}}**. This decision is called a judgment. You still have to pay **{{open}}**. At the end of this letter you see what this amount is made of.

# What do we ask of you?

Pay the whole amount **on {{payBefore}} at the latest**. Can you not pay it all at once? Call us before that day on {{providerPhone}}. We will gladly agree on instalments with you.

[payment]

# What happens if you do not pay?

Then {{clientName}} may have the judgment carried out by a bailiff. The bailiff can then seize, for instance, your wages or your bank account. A part of your income always remains yours. Carrying out a judgment costs money. You usually have to pay those costs too.

# Your rights

- Do you disagree with the judgment? Ask for advice soon. The time for an appeal or an objection is short.
- Legal questions? The Juridisch Loket helps you free of charge: www.juridischloket.nl or 0800 8020.
- Do you have more debts? Your municipality (gemeente) helps you free of charge. Visit www.geldfit.nl or call 0800 8115 free of charge.
- Do you have a complaint about us? Send an e-mail to {{providerEmail}}. Within 2 working days we confirm that we have received it.

Kind regards,
{{providerName}}

Your contact is {{caseManager}}.

[specification]
$letter$), '2026-11-23'),

('post', 'POST_TITLE', 'fr', 'Lettre après le jugement', 'judicial',
'Le juge a décidé : payez ou parlez-nous', template_body($letter$
{{salutation}},

Le juge a décidé que vous devez payer **{{clientName}}**. Cette décision est un jugement. Vous devez encore payer **{{open}}**. La fin de cette lettre dit de quoi ce montant est fait.

# Que vous demandons-nous ?

Payez tout le montant **le {{payBefore}} au plus tard**. Vous ne pouvez pas tout payer en une fois ? Appelez-nous avant ce jour au {{providerPhone}}. Nous cherchons alors avec vous un plan de paiement.

[payment]

# Que se passe-t-il si vous ne payez pas ?

{{clientName}} peut alors demander à un huissier d’exécuter le jugement. L’huissier peut faire une saisie, par exemple sur votre salaire ou votre compte. Une part de vos revenus reste toujours à vous. Tout cela coûte de l’argent. Vous devez en général payer aussi ces frais.

# Vos droits

- Vous contestez le jugement ? Demandez vite conseil. Le délai pour un appel ou une opposition est court.
- Une question juridique ? Le Juridisch Loket vous aide gratuitement : www.juridischloket.nl ou 0800 8020.
- Vous avez d’autres dettes ? Votre commune (gemeente) vous aide gratuitement. Voyez www.geldfit.nl ou appelez gratuitement le 0800 8115.
- Vous avez une réclamation sur nous ? Écrivez à {{providerEmail}}. Nous en confirmons la réception dans les 2 jours ouvrables.

Cordialement,
{{providerName}}

Votre interlocuteur est {{caseManager}}.

[specification]
$letter$), '2026-11-23'),

('post', 'POST_TITLE', 'de', 'Brief nach dem Urteil', 'judicial',
'Das Gericht hat entschieden: Bitte melden Sie sich', template_body($letter$
{{salutation}},

das Gericht hat entschieden, dass Sie **{{clientName}}** bezahlen müssen. Das nennt man ein Urteil. Sie müssen noch **{{open}}** zahlen. Am Ende dieses Briefes steht, woraus der Betrag besteht.

# Worum bitten wir Sie?

Zahlen Sie den ganzen Betrag **spätestens am {{payBefore}}**. Geht das nicht auf einmal? Rufen Sie uns vor diesem Tag unter {{providerPhone}} an. Wir finden dann gern Raten, die für Sie passen.

[payment]

# Was geschieht, wenn Sie nicht zahlen?

Dann kann {{clientName}} einen Gerichtsvollzieher mit dem Urteil zu Ihnen schicken. Er kann zum Beispiel Ihren Lohn oder Ihr Konto pfänden. Ein Teil Ihres Lohns bleibt immer bei Ihnen. Auch das kostet Geld. Diese Kosten müssen Sie meist auch zahlen.

# Ihre Rechte

- Sind Sie mit dem Urteil nicht einig? Holen Sie bald Rat. Die Frist dafür ist kurz.
- Rechtliche Fragen? Das Juridisch Loket hilft Ihnen kostenlos: www.juridischloket.nl oder 0800 8020.
- Haben Sie mehr Schulden? Ihre Gemeinde hilft Ihnen kostenlos. Sehen Sie auf www.geldfit.nl nach oder rufen Sie kostenlos 0800 8115 an.
- Haben Sie eine Beschwerde über uns? Schreiben Sie an {{providerEmail}}. Innerhalb von 2 Arbeitstagen bestätigen wir den Eingang.

Mit freundlichen Grüßen
{{providerName}}

Ihr Ansprechpartner ist {{caseManager}}.

[specification]
$letter$), '2026-11-23'),

('post', 'POST_MONITOR', 'nl', 'Jaarlijkse herinnering', 'notice',
'Er staat nog een bedrag open', template_body($letter$
{{salutation}},

U hebt nog **{{open}}** open staan bij **{{clientName}}**. Het gaat om: {{claimDescription}}. Het is een tijd stil geweest. Daarom schrijven wij u nu.

# Wat betekent deze brief?

{{clientName}} wil dat u het bedrag nog betaalt. {{clientName}} houdt het recht om daarom te vragen. Door deze brief begint de tijd opnieuw waarna dat recht verloopt (verjaring, artikel 3:317 van het Burgerlijk Wetboek).

# Wat kunt u doen?

- Kunt u betalen? Betaal dan, of bel {{providerPhone}} voor een betalingsregeling.
- Is er iets veranderd in uw inkomen of uw adres? Laat het ons weten.
- Bent u het niet eens met het bedrag? Vertel ons waarom.

[payment]

# Hebt u hulp nodig?

Uw gemeente helpt gratis bij schulden. Kijk op www.geldfit.nl of bel gratis 0800 8115. U mag ook iemand anders voor u met ons laten praten.

Hebt u een klacht over hoe wij met u omgaan? Mail naar {{providerEmail}}. Binnen 2 werkdagen bevestigen wij dat wij uw klacht hebben.

Met vriendelijke groet,
{{providerName}}

Uw contactpersoon is {{caseManager}}.

[specification]
$letter$), '2026-11-23'),

('post', 'POST_MONITOR', 'en', 'Yearly reminder', 'notice',
'There is still an amount open', template_body($letter$
{{salutation}},

You still owe **{{clientName}}** an amount of **{{open}}**. It is about: {{claimDescription}}. We have not written for a while. That is why we write to you now.

# What does this letter mean?

{{clientName}} still wants you to pay. {{clientName}} keeps the right to ask for it. With this letter the time after which that right ends begins again (article 3:317 of the Dutch Civil Code).

# What can you do?

- Can you pay? Then please do, or call {{providerPhone}} to agree on instalments.
- Has your income or your address changed? Let us know.
- Do you disagree with the amount? Tell us why.

[payment]

# Do you need help?

Your municipality (gemeente) helps with debts free of charge. Visit www.geldfit.nl or call 0800 8115 free of charge. Somebody else may also speak to us for you.

Do you have a complaint about how we treat you? Send an e-mail to {{providerEmail}}. Within 2 working days we confirm that we have received it.

Kind regards,
{{providerName}}

Your contact is {{caseManager}}.

[specification]
$letter$), '2026-11-23'),

('post', 'POST_MONITOR', 'fr', 'Rappel annuel', 'notice',
'Un montant reste à payer', template_body($letter$
{{salutation}},

Vous devez encore **{{open}}** à **{{clientName}}**. Il s’agit de : {{claimDescription}}. Vous n’avez pas eu de lettre depuis un moment. C’est pourquoi nous vous écrivons.

# Que veut dire cette lettre ?

{{clientName}} veut toujours que vous payiez. {{clientName}} garde le droit de le demander. Avec cette lettre, le délai après lequel ce droit prend fin repart (article 3:317 du Code civil des Pays-Bas).

# Que pouvez-vous faire ?

- Vous pouvez payer ? Faites-le, ou appelez le {{providerPhone}} pour un plan de paiement.
- Vos revenus ou votre adresse ont changé ? Dites-le-nous.
- Vous contestez le montant ? Dites-nous pourquoi.

[payment]

# Vous avez besoin d’aide ?

Votre commune (gemeente) vous aide gratuitement en cas de dettes. Voyez www.geldfit.nl ou appelez gratuitement le 0800 8115. Une autre personne peut aussi nous parler pour vous.

Vous avez une réclamation sur notre façon d’agir ? Écrivez à {{providerEmail}}. Nous en confirmons la réception dans les 2 jours ouvrables.

Cordialement,
{{providerName}}

Votre interlocuteur est {{caseManager}}.

[specification]
$letter$), '2026-11-23'),

('post', 'POST_MONITOR', 'de', 'Jährliche Erinnerung', 'notice',
'Es ist noch ein Betrag offen', template_body($letter$
{{salutation}},

Sie schulden **{{clientName}}** noch **{{open}}**. Es geht um: {{claimDescription}}. Sie haben lange nichts von uns gehört. Darum schreiben wir Ihnen jetzt.

# Was heißt dieser Brief?

{{clientName}} will noch immer, dass Sie zahlen. {{clientName}} behält das Recht darauf. Mit diesem Brief beginnt die Frist neu, nach der dieses Recht endet (Verjährung, Artikel 3:317 des Gesetzbuchs der Niederlande).

# Was können Sie tun?

- Können Sie zahlen? Dann tun Sie es, oder rufen Sie {{providerPhone}} wegen Raten an.
- Hat sich Ihr Lohn oder Ihre Adresse geändert? Sagen Sie es uns.
- Bestreiten Sie den Betrag? Sagen Sie uns, warum.

[payment]

# Brauchen Sie Hilfe?

Ihre Gemeinde hilft kostenlos bei Schulden. Sehen Sie auf www.geldfit.nl nach oder rufen Sie kostenlos 0800 8115 an. Auch jemand anders darf für Sie mit uns sprechen.

Haben Sie eine Beschwerde darüber, wie wir mit Ihnen umgehen? Schreiben Sie an {{providerEmail}}. Innerhalb von 2 Arbeitstagen bestätigen wir den Eingang.

Mit freundlichen Grüßen
{{providerName}}

Ihr Ansprechpartner ist {{caseManager}}.

[specification]
$letter$), '2026-11-23');

drop function template_body(text);
drop function template_inline(text);
