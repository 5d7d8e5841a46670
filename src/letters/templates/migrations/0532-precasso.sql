-- What is sent in a client’s name before a claim becomes a file: nothing in it asks for costs, and "we" is the client.
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
('email', 'EM_PRE_FIRST', 'nl', 'Precasso: vriendelijke herinnering', 'demand',
'Bent u onze rekening vergeten? Kenmerk %clientReference%', template_body($letter$
{{salutation}},

Volgens onze boeken staat er nog een rekening open: {{claimDescription}}. Het gaat om **{{open}}**. Misschien bent u het vergeten. Dat kan gebeuren.

[payment]

U betaalt alleen het bedrag van de rekening. Er komen geen kosten bij.

# Klopt er iets niet?

Bel {{providerPhone}} of mail naar {{providerEmail}}. Wij helpen u graag. Kunt u nu niet alles betalen? Laat het ons weten.

Hebt u al betaald? Dan hoeft u niets meer te doen.

Met vriendelijke groet,
{{providerName}}
$letter$), '2026-11-23'),

('email', 'EM_PRE_FIRST', 'en', 'Precasso: vriendelijke herinnering', 'demand',
'Have you forgotten our invoice? Reference %clientReference%', template_body($letter$
{{salutation}},

Our books show that a bill is still open: {{claimDescription}}. The sum is **{{open}}**. You may have missed it. That can happen.

[payment]

You pay the sum of the bill and no more. No costs are added.

# Is there a mistake?

Call {{providerPhone}} or write to {{providerEmail}}. We are glad to help. Can you not pay it all now? Please let us know.

Have you paid already? Then there is no need to do more.

Kind regards,
{{providerName}}
$letter$), '2026-11-23'),

('email', 'EM_PRE_FIRST', 'fr', 'Precasso: vriendelijke herinnering', 'demand',
'Avez-vous oublié notre facture ? Référence %clientReference%', template_body($letter$
{{salutation}},

Une facture reste à payer : {{claimDescription}}. Il s’agit de **{{open}}**. Vous l’avez peut-être oubliée. Cela arrive.

[payment]

Vous ne payez que la somme de la facture. Il n’y a pas de frais en plus.

# Y a-t-il une erreur ?

Appelez le {{providerPhone}} ou écrivez à {{providerEmail}}. Nous vous aidons avec plaisir. Vous ne pouvez pas tout payer ? Dites-le-nous.

Vous avez déjà payé ? Alors vous n’avez plus rien à faire.

Bien à vous,
{{providerName}}
$letter$), '2026-11-23'),

('email', 'EM_PRE_FIRST', 'de', 'Precasso: vriendelijke herinnering', 'demand',
'Haben Sie unsere Rechnung vergessen? Zeichen %clientReference%', template_body($letter$
{{salutation}},

bei uns ist noch eine Rechnung offen: {{claimDescription}}. Es geht um **{{open}}**. Das haben Sie wohl nur vergessen. Das kann ja mal sein.

[payment]

Sie zahlen nur den Betrag der Rechnung. Es kommen keine Kosten dazu.

# Stimmt etwas nicht?

Rufen Sie an: {{providerPhone}}. Oder mailen Sie an {{providerEmail}}. Wir helfen Ihnen gern. Können Sie jetzt nicht alles zahlen? Sagen Sie es uns.

Haben Sie schon gezahlt? Dann müssen Sie nichts mehr tun.

Mit freundlichen Grüßen
{{providerName}}
$letter$), '2026-11-23'),

('email', 'EM_PRE_REMINDER', 'nl', 'Precasso: herinnering', 'demand',
'Herinnering aan uw rekening, kenmerk %clientReference%', template_body($letter$
{{salutation}},

U hebt onze rekening nog niet helemaal betaald: {{claimDescription}}. U moet nog **{{open}}** betalen. Wilt u dat zo snel mogelijk doen?

[payment]

U betaalt alleen wat op de rekening staat. Er komen nu geen kosten bij.

# Bent u het niet eens met de rekening?

Laat het ons weten en leg uit waarom. Bel {{providerPhone}} of mail naar {{providerEmail}}. Wij zoeken het dan uit.

# Kunt u niet alles betalen?

Neem dan contact met ons op. Samen kijken wij wat wel kan. Hebt u meer schulden? Uw gemeente helpt u gratis: www.geldfit.nl of 0800 8115.

Hebt u net betaald? Dan hoeft u niets meer te doen.

Met vriendelijke groet,
{{providerName}}
$letter$), '2026-11-23'),

('email', 'EM_PRE_REMINDER', 'en', 'Precasso: herinnering', 'demand',
'A reminder of your invoice, reference %clientReference%', template_body($letter$
{{salutation}},

You have not paid all of our bill yet: {{claimDescription}}. You still have to pay **{{open}}**. Please do so as soon as you can.

[payment]

You pay what the bill says and no more. No costs are added now.

# Do you not agree with the bill?

Let us know and tell us why. Call {{providerPhone}} or write to {{providerEmail}}. We will look into it.

# Can you not pay it all?

Please get in touch with us. We will see what you can do. Do you have more debts? Your town helps you for free: www.geldfit.nl or 0800 8115.

Have you just paid? Then there is no need to do more.

Kind regards,
{{providerName}}
$letter$), '2026-11-23'),

('email', 'EM_PRE_REMINDER', 'fr', 'Precasso: herinnering', 'demand',
'Rappel de votre facture, référence %clientReference%', template_body($letter$
{{salutation}},

Vous n’avez pas encore payé toute notre facture : {{claimDescription}}. Vous devez encore payer **{{open}}**. Pouvez-vous le faire au plus vite ?

[payment]

Vous ne payez que la somme de la facture. Il n’y a pas de frais pour l’instant.

# Vous n’êtes pas d’accord ?

Dites-nous pourquoi. Appelez le {{providerPhone}} ou écrivez à {{providerEmail}}. Nous allons voir ce qu’il en est.

# Vous ne pouvez pas tout payer ?

Parlez-en avec nous. Nous cherchons ce qui est possible. Vous avez d’autres dettes ? Votre commune vous aide sans frais : www.geldfit.nl ou 0800 8115.

Vous venez de payer ? Alors vous n’avez plus rien à faire.

Bien à vous,
{{providerName}}
$letter$), '2026-11-23'),

('email', 'EM_PRE_REMINDER', 'de', 'Precasso: herinnering', 'demand',
'Erinnerung an Ihre Rechnung, Zeichen %clientReference%', template_body($letter$
{{salutation}},

Sie haben unsere Rechnung noch nicht ganz bezahlt: {{claimDescription}}. Sie müssen noch **{{open}}** zahlen. Tun Sie das bitte so bald wie möglich.

[payment]

Sie zahlen nur, was auf der Rechnung steht. Es kommen jetzt keine Kosten dazu.

# Sind Sie nicht einverstanden?

Sagen Sie uns, warum. Rufen Sie an: {{providerPhone}}. Oder mailen Sie an {{providerEmail}}. Dann klären wir das.

# Können Sie nicht alles zahlen?

Melden Sie sich bei uns. Wir suchen mit Ihnen einen Weg. Haben Sie mehr Schulden? Ihre Gemeinde hilft Ihnen gratis: www.geldfit.nl oder 0800 8115.

Haben Sie gerade gezahlt? Dann müssen Sie nichts mehr tun.

Mit freundlichen Grüßen
{{providerName}}
$letter$), '2026-11-23'),

('post', 'POST_PRE_REMINDER', 'nl', 'Precasso: herinnering per brief', 'demand',
'Herinnering aan uw rekening, kenmerk %clientReference%', template_body($letter$
{{salutation}},

U hebt onze rekening nog niet helemaal betaald: {{claimDescription}}. U moet nog **{{open}}** betalen. Wilt u dat zo snel mogelijk doen?

[payment]

U betaalt alleen wat op de rekening staat. Er komen nu geen kosten bij.

# Bent u het niet eens met de rekening?

Laat het ons weten en leg uit waarom. Bel {{providerPhone}} of mail naar {{providerEmail}}. Wij zoeken het dan uit.

# Kunt u niet alles betalen?

Neem dan contact met ons op. Samen kijken wij wat wel kan. Hebt u meer schulden? Uw gemeente helpt u gratis: www.geldfit.nl of 0800 8115.

Hebt u net betaald? Dan hoeft u niets meer te doen.

Met vriendelijke groet,
{{providerName}}
$letter$), '2026-11-23'),

('post', 'POST_PRE_REMINDER', 'en', 'Precasso: herinnering per brief', 'demand',
'A reminder of your invoice, reference %clientReference%', template_body($letter$
{{salutation}},

You have not paid all of our bill yet: {{claimDescription}}. You still have to pay **{{open}}**. Please do so as soon as you can.

[payment]

You pay what the bill says and no more. No costs are added now.

# Do you not agree with the bill?

Let us know and tell us why. Call {{providerPhone}} or write to {{providerEmail}}. We will look into it.

# Can you not pay it all?

Please get in touch with us. We will see what you can do. Do you have more debts? Your town helps you for free: www.geldfit.nl or 0800 8115.

Have you just paid? Then there is no need to do more.

Kind regards,
{{providerName}}
$letter$), '2026-11-23'),

('post', 'POST_PRE_REMINDER', 'fr', 'Precasso: herinnering per brief', 'demand',
'Rappel de votre facture, référence %clientReference%', template_body($letter$
{{salutation}},

Vous n’avez pas encore payé toute notre facture : {{claimDescription}}. Vous devez encore payer **{{open}}**. Pouvez-vous le faire au plus vite ?

[payment]

Vous ne payez que la somme de la facture. Il n’y a pas de frais pour l’instant.

# Vous n’êtes pas d’accord ?

Dites-nous pourquoi. Appelez le {{providerPhone}} ou écrivez à {{providerEmail}}. Nous allons voir ce qu’il en est.

# Vous ne pouvez pas tout payer ?

Parlez-en avec nous. Nous cherchons ce qui est possible. Vous avez d’autres dettes ? Votre commune vous aide sans frais : www.geldfit.nl ou 0800 8115.

Vous venez de payer ? Alors vous n’avez plus rien à faire.

Bien à vous,
{{providerName}}
$letter$), '2026-11-23'),

('post', 'POST_PRE_REMINDER', 'de', 'Precasso: herinnering per brief', 'demand',
'Erinnerung an Ihre Rechnung, Zeichen %clientReference%', template_body($letter$
{{salutation}},

Sie haben unsere Rechnung noch nicht ganz bezahlt: {{claimDescription}}. Sie müssen noch **{{open}}** zahlen. Tun Sie das bitte so bald wie möglich.

[payment]

Sie zahlen nur, was auf der Rechnung steht. Es kommen jetzt keine Kosten dazu.

# Sind Sie nicht einverstanden?

Sagen Sie uns, warum. Rufen Sie an: {{providerPhone}}. Oder mailen Sie an {{providerEmail}}. Dann klären wir das.

# Können Sie nicht alles zahlen?

Melden Sie sich bei uns. Wir suchen mit Ihnen einen Weg. Haben Sie mehr Schulden? Ihre Gemeinde hilft Ihnen gratis: www.geldfit.nl oder 0800 8115.

Haben Sie gerade gezahlt? Dann müssen Sie nichts mehr tun.

Mit freundlichen Grüßen
{{providerName}}
$letter$), '2026-11-23'),

('sms', 'SMS_PRE_REMINDER', 'nl', 'Precasso: sms', 'demand',
'', template_body($letter$
{{providerName}}: van uw rekening staat nog {{open}} open. Betaal op {{providerIban}}, kenmerk {{clientReference}}. Vragen? Bel {{providerPhone}}. Verstuurd door ons incassobureau, registratie {{providerRegistration}}.
$letter$), '2026-11-23'),

('sms', 'SMS_PRE_REMINDER', 'en', 'Precasso: sms', 'demand',
'', template_body($letter$
{{providerName}}: {{open}} of your bill is still open. Pay to {{providerIban}}, reference {{clientReference}}. Questions? Call {{providerPhone}}. Sent by our collection agency, registration {{providerRegistration}}.
$letter$), '2026-11-23'),

('sms', 'SMS_PRE_REMINDER', 'fr', 'Precasso: sms', 'demand',
'', template_body($letter$
{{providerName}} : il reste {{open}} à payer sur votre facture. Payez sur {{providerIban}}, référence {{clientReference}}. Questions ? {{providerPhone}}. Envoyé par notre agence de recouvrement, numéro {{providerRegistration}}.
$letter$), '2026-11-23'),

('sms', 'SMS_PRE_REMINDER', 'de', 'Precasso: sms', 'demand',
'', template_body($letter$
{{providerName}}: Von Ihrer Rechnung sind noch {{open}} offen. Zahlen Sie auf {{providerIban}}, Zeichen {{clientReference}}. Fragen? {{providerPhone}}. Gesendet von unserem Inkassobüro, Nummer {{providerRegistration}}.
$letter$), '2026-11-23'),

('post', 'POST_PRE_WIK14', 'nl', 'Precasso: veertiendagenbrief', 'notice',
'Betaal binnen 14 dagen en voorkom incassokosten', template_body($letter$
{{salutation}},

U hebt onze rekening nog niet betaald: {{claimDescription}}. Wij hebben u dat eerder laten weten.

# Wat moet u nu betalen?

U moet nog **{{open}}** betalen. In de specificatie bij deze brief ziet u hoe wij aan dit bedrag komen. Er zitten geen kosten en geen rente in.

# Tot wanneer kunt u zonder incassokosten betalen?

U hebt **14 dagen, te rekenen vanaf de dag nadat deze brief bij u is bezorgd**. Zorg dat het hele bedrag binnen die 14 dagen op onze rekening staat. Dan betaalt u geen incassokosten.

[payment]

# Wat gebeurt er als u niet op tijd betaalt?

Dan geven wij de rekening aan een incassobureau. U moet dan ook incassokosten betalen. Die kosten zijn **{{bikTotal}}**. De wet bepaalt hoe hoog deze kosten zijn. Wij hebben ze berekend over de {{bikPrincipal}} die nog open staat.

{{vatStatement}}

Betaalt u binnen de 14 dagen een deel? Dan worden de incassokosten berekend over het deel dat u nog niet hebt betaald.

# Bent u het niet eens met de rekening?

Laat het ons weten en leg uit waarom. Bel {{providerPhone}} of mail naar {{providerEmail}}. Wij zoeken het dan eerst uit.

# Kunt u niet alles betalen?

Neem contact met ons op. Samen kijken wij wat wel kan. Hebt u meer schulden? Uw gemeente helpt u gratis. Kijk op www.geldfit.nl of bel gratis 0800 8115.

Hebt u net betaald? Dan hoeft u niets meer te doen.

Met vriendelijke groet,
{{providerName}}

[specification]
$letter$), '2026-11-23'),

('post', 'POST_PRE_WIK14', 'en', 'Precasso: veertiendagenbrief', 'notice',
'Pay within 14 days and avoid collection costs', template_body($letter$
{{salutation}},

You have not paid our bill yet: {{claimDescription}}. We have told you so before.

# What do you have to pay now?

You still have to pay **{{open}}**. The list with this letter shows how we come to this sum. There are no costs and no interest in it.

# Until when can you pay without collection costs?

You have **14 days, counted from the day after this letter was delivered to you**. Make sure that the whole sum is in our account within those 14 days. Then you pay no collection costs.

[payment]

# What happens if you do not pay in time?

Then we pass the bill on to a collection agency. You will then have to pay collection costs as well. These costs are **{{bikTotal}}**. The law sets how high they are. We have worked them out over the {{bikPrincipal}} that is still open.

{{vatStatement}}

Do you pay a part within the 14 days? Then the costs are worked out over the part that you have not paid.

# Do you not agree with the bill?

Let us know and tell us why. Call {{providerPhone}} or write to {{providerEmail}}. We will look into it first.

# Can you not pay it all?

Please get in touch with us. We will see what you can do. Do you have more debts? Your town helps you for free. See www.geldfit.nl or call 0800 8115 for free.

Have you just paid? Then there is no need to do more.

Kind regards,
{{providerName}}

[specification]
$letter$), '2026-11-23'),

('post', 'POST_PRE_WIK14', 'fr', 'Precasso: veertiendagenbrief', 'notice',
'Payez dans les 14 jours et évitez des frais', template_body($letter$
{{salutation}},

Vous n’avez pas encore payé notre facture : {{claimDescription}}. Nous vous l’avons déjà dit.

# Que devez-vous payer ?

Vous devez encore payer **{{open}}**. La liste jointe à cette lettre montre le détail de cette somme. Elle ne contient ni frais ni intérêts.

# Jusqu’à quand pouvez-vous payer sans frais ?

Vous avez **14 jours, à compter du jour après celui où cette lettre vous a été remise**. Toute la somme doit être sur notre compte dans ces 14 jours. Alors vous ne payez pas de frais.

[payment]

# Et si vous ne payez pas à temps ?

Alors nous donnons la facture à une agence de recouvrement. Vous devrez aussi payer des frais. Ces frais sont de **{{bikTotal}}**. La loi fixe ces frais. Nous les avons calculés sur les {{bikPrincipal}} qui restent à payer.

{{vatStatement}}

Vous payez une partie dans les 14 jours ? Alors les frais sont calculés sur la partie qui reste à payer.

# Vous n’êtes pas d’accord ?

Dites-nous pourquoi. Appelez le {{providerPhone}} ou écrivez à {{providerEmail}}. Nous allons d’abord voir ce qu’il en est.

# Vous ne pouvez pas tout payer ?

Parlez-en avec nous. Nous cherchons ce qui est possible. Vous avez d’autres dettes ? Votre commune vous aide sans frais. Voyez www.geldfit.nl ou appelez le 0800 8115.

Vous venez de payer ? Alors vous n’avez plus rien à faire.

Bien à vous,
{{providerName}}

[specification]
$letter$), '2026-11-23'),

('post', 'POST_PRE_WIK14', 'de', 'Precasso: veertiendagenbrief', 'notice',
'Zahlen Sie in 14 Tagen und vermeiden Sie Inkassokosten', template_body($letter$
{{salutation}},

Sie haben unsere Rechnung noch nicht bezahlt: {{claimDescription}}. Das haben wir Ihnen schon gesagt.

# Was müssen Sie jetzt zahlen?

Sie müssen noch **{{open}}** zahlen. Die Liste zu diesem Brief zeigt, wie wir auf den Betrag kommen. Darin sind keine Kosten und keine Zinsen.

# Bis wann können Sie ohne Inkassokosten zahlen?

Sie haben **14 Tage, gerechnet ab dem Tag, nachdem dieser Brief bei Ihnen zugestellt wurde**. Der ganze Betrag muss in diesen 14 Tagen auf unserem Konto sein. Dann zahlen Sie keine Inkassokosten.

[payment]

# Was ist, wenn Sie nicht rechtzeitig zahlen?

Dann geben wir die Rechnung an ein Inkassobüro. Sie müssen dann auch Inkassokosten zahlen. Diese Kosten sind **{{bikTotal}}**. Das Gesetz sagt, wie hoch sie sind. Wir haben sie aus den {{bikPrincipal}} errechnet, die noch offen sind.

{{vatStatement}}

Zahlen Sie in den 14 Tagen einen Teil? Dann werden die Kosten aus dem Teil errechnet, der noch offen ist.

# Sind Sie nicht einverstanden?

Sagen Sie uns, warum. Rufen Sie an: {{providerPhone}}. Oder mailen Sie an {{providerEmail}}. Wir klären das dann zuerst.

# Können Sie nicht alles zahlen?

Melden Sie sich bei uns. Wir suchen mit Ihnen einen Weg. Haben Sie mehr Schulden? Ihre Gemeinde hilft Ihnen gratis. Siehe www.geldfit.nl oder Telefon 0800 8115.

Haben Sie gerade gezahlt? Dann müssen Sie nichts mehr tun.

Mit freundlichen Grüßen
{{providerName}}

[specification]
$letter$), '2026-11-23'),

('post', 'POST_PRE_LAST', 'nl', 'Precasso: laatste herinnering zakelijk', 'demand',
'Laatste herinnering aan uw rekening, kenmerk %clientReference%', template_body($letter$
{{salutation}},

U hebt onze rekening nog niet betaald: {{claimDescription}}. U moet nog **{{open}}** betalen.

Zorg dat dit bedrag binnen 14 dagen op onze rekening staat. Er komen nu geen kosten bij.

[payment]

# Wat gebeurt er als u niet betaalt?

Dan geven wij de rekening aan een incassobureau.

# Bent u het niet eens met de rekening?

Laat het ons weten en leg uit waarom. Bel {{providerPhone}} of mail naar {{providerEmail}}. Wij zoeken het dan eerst uit.

Hebt u net betaald? Dan hoeft u niets meer te doen.

Met vriendelijke groet,
{{providerName}}
$letter$), '2026-11-23'),

('post', 'POST_PRE_LAST', 'en', 'Precasso: laatste herinnering zakelijk', 'demand',
'Last reminder of your invoice, reference %clientReference%', template_body($letter$
{{salutation}},

You have not paid our bill yet: {{claimDescription}}. You still have to pay **{{open}}**.

Make sure that this sum is in our account within 14 days. No costs are added now.

[payment]

# What happens if you do not pay?

Then we pass the bill on to a collection agency.

# Do you not agree with the bill?

Let us know and tell us why. Call {{providerPhone}} or write to {{providerEmail}}. We will look into it first.

Have you just paid? Then there is no need to do more.

Kind regards,
{{providerName}}
$letter$), '2026-11-23'),

('post', 'POST_PRE_LAST', 'fr', 'Precasso: laatste herinnering zakelijk', 'demand',
'Dernier rappel de votre facture, référence %clientReference%', template_body($letter$
{{salutation}},

Vous n’avez pas encore payé notre facture : {{claimDescription}}. Vous devez encore payer **{{open}}**.

Cette somme doit être sur notre compte dans les 14 jours. Il n’y a pas de frais pour l’instant.

[payment]

# Et si vous ne payez pas ?

Alors nous donnons la facture à une agence de recouvrement.

# Vous n’êtes pas d’accord ?

Dites-nous pourquoi. Appelez le {{providerPhone}} ou écrivez à {{providerEmail}}. Nous allons d’abord voir ce qu’il en est.

Vous venez de payer ? Alors vous n’avez plus rien à faire.

Bien à vous,
{{providerName}}
$letter$), '2026-11-23'),

('post', 'POST_PRE_LAST', 'de', 'Precasso: laatste herinnering zakelijk', 'demand',
'Letzte Erinnerung an Ihre Rechnung, Zeichen %clientReference%', template_body($letter$
{{salutation}},

Sie haben unsere Rechnung noch nicht bezahlt: {{claimDescription}}. Sie müssen noch **{{open}}** zahlen.

Der Betrag muss in 14 Tagen auf unserem Konto sein. Es kommen jetzt keine Kosten dazu.

[payment]

# Was ist, wenn Sie nicht zahlen?

Dann geben wir die Rechnung an ein Inkassobüro.

# Sind Sie nicht einverstanden?

Sagen Sie uns, warum. Rufen Sie an: {{providerPhone}}. Oder mailen Sie an {{providerEmail}}. Wir klären das dann zuerst.

Haben Sie gerade gezahlt? Dann müssen Sie nichts mehr tun.

Mit freundlichen Grüßen
{{providerName}}
$letter$), '2026-11-23');

drop function template_body(text);
drop function template_inline(text);
