-- The notices and what leads to a court, to consumers and businesses, in French and German too.
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

insert into template (channel, code, language, name, category, subject, body) values
('post', 'POST_WIK14', 'fr', 'Lettre de quatorze jours', 'notice',
'Payez dans les 14 jours et évitez des frais de recouvrement', template_body($letter$
{{salutation}},

Vous n’avez pas encore tout payé à **{{clientName}}**. Il s’agit de : {{claimDescription}}. {{clientName}} nous a demandé de recouvrer ce montant. Nous sommes {{providerName}}, un bureau de recouvrement.

# Que devez-vous payer maintenant ?

Vous devez encore payer **{{open}}**. Le détail joint à cette lettre montre comment nous arrivons à ce montant.

# Jusqu’à quand pouvez-vous payer sans frais de recouvrement ?

Vous avez **14 jours, à compter du jour après celui où cette lettre vous a été remise**. Veillez à ce que tout le montant soit sur notre compte dans ces 14 jours. Alors vous ne payez pas de frais de recouvrement.

[payment]

# Que se passe-t-il si vous ne payez pas à temps ?

Vous devez alors payer aussi des frais de recouvrement. Ces frais sont de **{{bikTotal}}**. La loi néerlandaise en fixe le montant. Nous les avons calculés sur le principal de {{bikPrincipal}} qui reste dû. Des intérêts peuvent aussi s’ajouter tant que vous ne payez pas.

{{vatStatement}}

Vous payez une partie dans les 14 jours ? Alors nous calculons les frais sur la partie du principal que vous n’avez pas encore payée.

# Vous contestez la facture ?

Dites-le-nous et expliquez pourquoi. Appelez le {{providerPhone}} ou écrivez à {{providerEmail}}. Nous vérifierons d’abord.

# Vous ne pouvez pas tout payer ?

Contactez-nous. Nous chercherons ensemble une solution, par exemple un plan de paiement. Vous avez d’autres dettes ? Votre commune (gemeente) vous aide gratuitement. Voyez www.geldfit.nl ou appelez gratuitement le 0800 8115. Une autre personne peut aussi nous parler pour vous.

# Vos droits

- Vous pouvez demander des informations sur cette créance, et une copie de la facture.
- Vous n’êtes pas satisfait de notre façon d’agir ? Envoyez une réclamation à {{providerEmail}}. Nous en confirmons la réception dans les 2 jours ouvrables.

Vous venez de payer ? Alors vous n’avez plus rien à faire.

Cordialement,
{{providerName}}

Votre interlocuteur est {{caseManager}}.

[specification]
$letter$)),
('post', 'POST_WIK14', 'de', '14-Tage-Schreiben', 'notice',
'Zahlen Sie innerhalb von 14 Tagen und vermeiden Sie Inkassokosten', template_body($letter$
{{salutation}},

Sie haben an **{{clientName}}** noch nicht alles gezahlt. Es geht um: {{claimDescription}}. {{clientName}} hat uns gebeten, den Betrag einzuziehen. Wir sind {{providerName}}, ein Inkassobüro.

# Was müssen Sie jetzt zahlen?

Sie müssen noch **{{open}}** zahlen. Die Aufstellung zu diesem Brief zeigt, wie wir auf diesen Betrag kommen.

# Bis wann können Sie ohne Inkassokosten zahlen?

Sie haben **14 Tage, gerechnet ab dem Tag, nachdem dieser Brief bei Ihnen zugestellt wurde**. Sorgen Sie dafür, dass der ganze Betrag innerhalb dieser 14 Tage auf unserem Konto ist. Dann zahlen Sie keine Inkassokosten.

[payment]

# Was geschieht, wenn Sie nicht rechtzeitig zahlen?

Dann müssen Sie auch Inkassokosten zahlen. Diese Kosten betragen **{{bikTotal}}**. Das niederländische Gesetz legt ihre Höhe fest. Wir haben sie über die noch offene Hauptforderung von {{bikPrincipal}} berechnet. Auch Zinsen können hinzukommen, solange Sie nicht zahlen.

{{vatStatement}}

Zahlen Sie innerhalb der 14 Tage einen Teil? Dann berechnen wir die Inkassokosten über den Teil der Hauptforderung, den Sie noch nicht gezahlt haben.

# Bestreiten Sie die Rechnung?

Sagen Sie es uns und erklären Sie, warum. Rufen Sie {{providerPhone}} an oder schreiben Sie an {{providerEmail}}. Wir prüfen es dann zuerst.

# Können Sie nicht alles zahlen?

Melden Sie sich bei uns. Gemeinsam suchen wir eine Lösung, zum Beispiel eine Ratenvereinbarung. Haben Sie weitere Schulden? Ihre Gemeinde hilft Ihnen kostenlos. Sehen Sie auf www.geldfit.nl nach oder rufen Sie kostenlos 0800 8115 an. Auch jemand anders darf für Sie mit uns sprechen.

# Ihre Rechte

- Sie dürfen Auskunft über diese Forderung verlangen, und eine Kopie der Rechnung.
- Sind Sie nicht zufrieden damit, wie wir mit Ihnen umgehen? Senden Sie eine Beschwerde an {{providerEmail}}. Innerhalb von 2 Arbeitstagen bestätigen wir den Eingang.

Haben Sie gerade gezahlt? Dann brauchen Sie nichts mehr zu tun.

Mit freundlichen Grüßen
{{providerName}}

Ihr Ansprechpartner ist {{caseManager}}.

[specification]
$letter$)),
('post', 'POST_BIK', 'fr', 'Rappel avec frais de recouvrement', 'notice',
'Votre facture n’est pas encore payée', template_body($letter$
{{salutation}},

Vous avez reçu une lettre de notre part au sujet de la facture de **{{clientName}}**. Vous aviez 14 jours pour payer sans frais de recouvrement. Ce délai est passé. Nous n’avons pas encore reçu tout le montant.

# Que devez-vous payer maintenant ?

Vous devez maintenant payer **{{open}}**. Ce montant comprend des frais de recouvrement de {{bikTotal}}. Le détail joint à cette lettre montre comment nous arrivons au montant total.

{{vatStatement}}

Veillez à ce que l’argent soit sur notre compte **le {{payBefore}} au plus tard**.

[payment]

# Vous ne pouvez pas tout payer en une fois ?

Appelez le {{providerPhone}} ou écrivez à {{providerEmail}}. Un plan de paiement est souvent possible. Vous avez d’autres dettes ? Votre commune (gemeente) vous aide gratuitement. Voyez www.geldfit.nl ou appelez gratuitement le 0800 8115.

# Vous contestez ce montant ?

Dites-le-nous et expliquez pourquoi. Nous vérifierons d’abord. Vous pouvez aussi nous demander plus d’informations, ou une copie de la facture.

Vous avez une réclamation sur notre façon d’agir ? Écrivez à {{providerEmail}}. Nous en confirmons la réception dans les 2 jours ouvrables.

Vous venez de payer ? Alors vous n’avez plus rien à faire.

Cordialement,
{{providerName}}

Votre interlocuteur est {{caseManager}}.

[specification]
$letter$)),
('post', 'POST_BIK', 'de', 'Mahnung mit Inkassokosten', 'notice',
'Ihre Rechnung ist noch nicht bezahlt', template_body($letter$
{{salutation}},

Sie haben von uns einen Brief über die Rechnung von **{{clientName}}** erhalten. Sie hatten 14 Tage Zeit, um ohne Inkassokosten zu zahlen. Diese Frist ist vorbei. Wir haben noch nicht den ganzen Betrag erhalten.

# Was müssen Sie jetzt zahlen?

Sie müssen jetzt **{{open}}** zahlen. Darin sind Inkassokosten von {{bikTotal}} enthalten. Die Aufstellung zu diesem Brief zeigt, wie wir auf den ganzen Betrag kommen.

{{vatStatement}}

Sorgen Sie dafür, dass das Geld **spätestens am {{payBefore}}** auf unserem Konto ist.

[payment]

# Können Sie nicht alles auf einmal zahlen?

Rufen Sie {{providerPhone}} an oder schreiben Sie an {{providerEmail}}. Oft ist eine Ratenvereinbarung möglich. Haben Sie weitere Schulden? Ihre Gemeinde hilft Ihnen kostenlos. Sehen Sie auf www.geldfit.nl nach oder rufen Sie kostenlos 0800 8115 an.

# Bestreiten Sie diesen Betrag?

Sagen Sie es uns und erklären Sie, warum. Wir prüfen es dann zuerst. Sie dürfen uns auch um mehr Auskunft bitten, oder um eine Kopie der Rechnung.

Haben Sie eine Beschwerde darüber, wie wir mit Ihnen umgehen? Schreiben Sie an {{providerEmail}}. Innerhalb von 2 Arbeitstagen bestätigen wir den Eingang.

Haben Sie gerade gezahlt? Dann brauchen Sie nichts mehr zu tun.

Mit freundlichen Grüßen
{{providerName}}

Ihr Ansprechpartner ist {{caseManager}}.

[specification]
$letter$)),
('post', 'POST_LAST', 'fr', 'Dernier rappel', 'notice',
'Dernière lettre : nous voulons trouver une solution avec vous', template_body($letter$
{{salutation}},

Vous devez encore **{{open}}** à **{{clientName}}**. Nous vous avons déjà écrit à ce sujet. Nous n’avons pas reçu ce montant et rien n’est encore convenu avec vous.

# Que vous demandons-nous ?

- Payez **le {{payBefore}} au plus tard**, ou
- appelez-nous avant ce jour au {{providerPhone}} pour un plan de paiement, ou
- dites-nous pourquoi vous contestez le montant.

[payment]

# Que se passe-t-il sans nouvelles de votre part ?

Nous discutons alors de la suite avec {{clientName}}. {{clientName}} peut choisir de demander au juge de décider. Ce n’est pas encore décidé. Un procès coûte de l’argent. Qui perd doit en général payer ces frais.

# Vous avez besoin d’aide ?

Votre commune (gemeente) vous aide gratuitement en cas de dettes. Voyez www.geldfit.nl ou appelez gratuitement le 0800 8115. Une question juridique ? Le Juridisch Loket vous aide gratuitement : www.juridischloket.nl ou 0800 8020. Une autre personne peut aussi nous parler pour vous.

Vous avez une réclamation sur notre façon d’agir ? Écrivez à {{providerEmail}}. Nous en confirmons la réception dans les 2 jours ouvrables.

Cordialement,
{{providerName}}

Votre interlocuteur est {{caseManager}}.

[specification]
$letter$)),
('post', 'POST_LAST', 'de', 'Letzte Mahnung', 'notice',
'Letzter Brief: Wir möchten eine Lösung mit Ihnen finden', template_body($letter$
{{salutation}},

Sie schulden **{{clientName}}** noch **{{open}}**. Wir haben Ihnen dazu schon früher geschrieben. Wir haben den Betrag noch nicht erhalten, und wir haben noch nichts mit Ihnen vereinbart.

# Worum bitten wir Sie?

- Zahlen Sie **spätestens am {{payBefore}}**, oder
- rufen Sie uns vor diesem Tag unter {{providerPhone}} wegen einer Ratenvereinbarung an, oder
- sagen Sie uns, warum Sie den Betrag bestreiten.

[payment]

# Was geschieht, wenn wir nichts von Ihnen hören?

Dann besprechen wir mit {{clientName}} den nächsten Schritt. {{clientName}} kann das Gericht bitten, über die Sache zu entscheiden. Das ist noch nicht beschlossen. Ein Prozess kostet Geld. Wer verliert, muss diese Kosten meistens zahlen.

# Brauchen Sie Hilfe?

Ihre Gemeinde hilft kostenlos bei Schulden. Sehen Sie auf www.geldfit.nl nach oder rufen Sie kostenlos 0800 8115 an. Rechtliche Fragen? Das Juridisch Loket hilft Ihnen kostenlos: www.juridischloket.nl oder 0800 8020. Auch jemand anders darf für Sie mit uns sprechen.

Haben Sie eine Beschwerde darüber, wie wir mit Ihnen umgehen? Schreiben Sie an {{providerEmail}}. Innerhalb von 2 Arbeitstagen bestätigen wir den Eingang.

Mit freundlichen Grüßen
{{providerName}}

Ihr Ansprechpartner ist {{caseManager}}.

[specification]
$letter$)),
('post', 'POST_SUBPOENA', 'fr', 'Annonce d’un procès', 'judicial',
'Nous préparons un procès', template_body($letter$
{{salutation}},

Vous devez encore payer **{{open}}** à **{{clientName}}**. Nous n’avons pas trouvé de solution ensemble. C’est pourquoi nous préparons une assignation pour {{clientName}}. Un procès commence par une assignation.

# Comment éviter un procès

Payez tout le montant **le {{payBefore}} au plus tard**. Ou appelez-nous avant ce jour au {{providerPhone}}. Un plan de paiement est souvent encore possible.

[payment]

# Que se passe-t-il si vous ne payez pas ?

{{clientName}} peut alors demander à un huissier de vous assigner. Le juge décide ensuite si vous devez payer. S’il donne raison à {{clientName}}, vous devez en général payer aussi les frais du procès.

Nous estimons ces frais à {{courtCosts}}. C’est une estimation. Le juge fixe le montant.

# Vos droits

- Vous pouvez vous défendre devant le juge. Pour 25 000 € ou moins, c’est possible sans avocat.
- Vous avez un faible revenu ? Une aide pour les frais est peut-être possible. Le Juridisch Loket vous informe gratuitement : www.juridischloket.nl ou 0800 8020.
- Vous avez d’autres dettes ? Votre commune (gemeente) vous aide gratuitement. Voyez www.geldfit.nl ou appelez gratuitement le 0800 8115.
- Vous contestez le montant ? Dites-nous pourquoi. Écrivez à {{providerEmail}}. Vous pouvez aussi y envoyer une réclamation.

Cordialement,
{{providerName}}

Votre interlocuteur est {{caseManager}}.

[specification]
$letter$)),
('post', 'POST_SUBPOENA', 'de', 'Ankündigung eines Prozesses', 'judicial',
'Wir bereiten einen Prozess vor', template_body($letter$
{{salutation}},

Sie müssen an **{{clientName}}** noch **{{open}}** zahlen. Wir haben gemeinsam keine Lösung gefunden. Darum bereiten wir für {{clientName}} eine Klage vor. Mit einer Klage beginnt ein Prozess.

# So vermeiden Sie einen Prozess

Zahlen Sie den ganzen Betrag **spätestens am {{payBefore}}**. Oder rufen Sie uns vor diesem Tag unter {{providerPhone}} an. Auch jetzt ist oft noch eine Ratenvereinbarung möglich.

[payment]

# Was geschieht, wenn Sie nicht zahlen?

Dann kann {{clientName}} einen Gerichtsvollzieher bitten, Sie vor Gericht zu laden. Das Gericht entscheidet danach, ob Sie zahlen müssen. Bekommt {{clientName}} recht, müssen Sie meistens auch die Kosten des Prozesses zahlen.

Wir schätzen diese Kosten auf {{courtCosts}}. Das ist eine Schätzung. Das Gericht legt den Betrag fest.

# Ihre Rechte

- Sie dürfen sich vor Gericht verteidigen. Bis 25.000 € geht das auch ohne Anwalt.
- Haben Sie ein niedriges Einkommen? Dann gibt es vielleicht Hilfe bei den Kosten. Das Juridisch Loket informiert Sie kostenlos: www.juridischloket.nl oder 0800 8020.
- Haben Sie weitere Schulden? Ihre Gemeinde hilft Ihnen kostenlos. Sehen Sie auf www.geldfit.nl nach oder rufen Sie kostenlos 0800 8115 an.
- Bestreiten Sie den Betrag? Sagen Sie uns, warum. Schreiben Sie an {{providerEmail}}. Dorthin können Sie auch eine Beschwerde senden.

Mit freundlichen Grüßen
{{providerName}}

Ihr Ansprechpartner ist {{caseManager}}.

[specification]
$letter$)),
('post', 'POST_DEMAND_B2B', 'fr', 'Sommation, entreprise', 'notice',
'Sommation de payer', template_body($letter$
{{salutation}},

**{{clientName}}** nous a chargés de recouvrer un montant que vous devez. Il s’agit de : {{claimDescription}}. Le délai de paiement est passé. Le paiement n’est pas arrivé.

# Que devez-vous payer ?

Vous devez payer **{{open}}**. Le principal est de {{principal}}. S’y ajoutent {{interest}} d’intérêts et {{costs}} de frais. Ce que vous avez déjà payé en est déduit. Vous devez ces intérêts et ces frais parce que le délai de paiement est passé (articles 6:119a et 6:96 du code civil néerlandais). Le détail est joint à cette lettre.

{{vatStatement}}

Veuillez payer ce montant **le {{payBefore}} au plus tard**. Les intérêts courent jusqu’au jour du paiement.

[payment]

# Vous contestez la créance, ou vous ne pouvez pas payer maintenant ?

Contactez-nous avant cette date. Appelez le {{providerPhone}} ou écrivez à {{providerEmail}}. Expliquez la situation et joignez les pièces. Les entrepreneurs en difficulté trouvent une aide gratuite chez 155 Help een Bedrijf : www.155.nl.

Vous avez une réclamation sur notre façon d’agir ? Écrivez à {{providerEmail}}. Nous en confirmons la réception dans les 2 jours ouvrables.

Vous venez de payer ? Alors vous n’avez plus rien à faire.

Cordialement,
{{providerName}}

Votre interlocuteur est {{caseManager}}.

[specification]
$letter$)),
('post', 'POST_DEMAND_B2B', 'de', 'Zahlungsaufforderung, Unternehmen', 'notice',
'Aufforderung zur Zahlung', template_body($letter$
{{salutation}},

**{{clientName}}** hat uns beauftragt, einen offenen Betrag bei Ihnen einzuziehen. Es geht um: {{claimDescription}}. Die Zahlungsfrist ist abgelaufen. Eine Zahlung ist bisher ausgeblieben.

# Was müssen Sie zahlen?

Sie müssen **{{open}}** zahlen. Die Hauptforderung beträgt {{principal}}. Hinzu kommen {{interest}} Zinsen und {{costs}} Kosten. Was Sie schon gezahlt haben, ist abgezogen. Sie schulden diese Zinsen und Kosten, weil die Zahlungsfrist abgelaufen ist (Artikel 6:119a und 6:96 des niederländischen Bürgerlichen Gesetzbuchs). Die Aufstellung finden Sie bei diesem Brief.

{{vatStatement}}

Bitte zahlen Sie den Betrag **spätestens am {{payBefore}}**. Die Zinsen laufen bis zum Tag der Zahlung weiter.

[payment]

# Bestreiten Sie die Forderung, oder können Sie jetzt nicht zahlen?

Melden Sie sich vor diesem Tag bei uns. Rufen Sie {{providerPhone}} an oder schreiben Sie an {{providerEmail}}. Erklären Sie die Lage und legen Sie die Unterlagen bei. Unternehmer mit Geldsorgen finden kostenlos Hilfe bei 155 Help een Bedrijf: www.155.nl.

Haben Sie eine Beschwerde darüber, wie wir mit Ihnen umgehen? Schreiben Sie an {{providerEmail}}. Innerhalb von 2 Arbeitstagen bestätigen wir den Eingang.

Haben Sie gerade gezahlt? Dann brauchen Sie nichts mehr zu tun.

Mit freundlichen Grüßen
{{providerName}}

Ihr Ansprechpartner ist {{caseManager}}.

[specification]
$letter$)),
('post', 'POST_FINAL_B2B', 'fr', 'Dernière sommation, entreprise', 'notice',
'Dernière sommation', template_body($letter$
{{salutation}},

Malgré notre sommation, vous n’avez pas payé tout ce que vous devez à **{{clientName}}**. Il reste **{{open}}** à payer.

Nous vous demandons une dernière fois de payer ce montant **le {{payBefore}} au plus tard**. Vous pouvez aussi convenir d’un plan de paiement avant ce jour. Appelez pour cela le {{providerPhone}}.

[payment]

# Que se passe-t-il ensuite ?

Sans paiement ni réponse, nous conseillons {{clientName}} sur une procédure judiciaire. Cette décision n’est pas encore prise. Si le juge donne raison à {{clientName}}, les frais de procédure sont en général à votre charge aussi. Les intérêts continuent de courir.

Vous contestez la créance ? Envoyez vos arguments à {{providerEmail}}. Vous pouvez aussi y envoyer une réclamation. Les entrepreneurs en difficulté trouvent une aide gratuite chez 155 Help een Bedrijf : www.155.nl.

Cordialement,
{{providerName}}

Votre interlocuteur est {{caseManager}}.

[specification]
$letter$)),
('post', 'POST_FINAL_B2B', 'de', 'Letzte Zahlungsaufforderung, Unternehmen', 'notice',
'Letzte Zahlungsaufforderung', template_body($letter$
{{salutation}},

trotz unserer früheren Aufforderung haben Sie nicht alles gezahlt, was Sie **{{clientName}}** schulden. Es sind noch **{{open}}** offen.

Wir bitten Sie zum letzten Mal, diesen Betrag **spätestens am {{payBefore}}** zu zahlen. Sie können bis dahin auch eine Ratenvereinbarung mit uns treffen. Rufen Sie dazu {{providerPhone}} an.

[payment]

# Was geschieht danach?

Erhalten wir keine Zahlung oder Antwort, beraten wir {{clientName}} über ein gerichtliches Verfahren. Die Entscheidung darüber ist noch nicht getroffen. Bekommt {{clientName}} recht, tragen Sie meistens auch die Prozesskosten. Die Zinsen laufen inzwischen weiter.

Bestreiten Sie die Forderung? Senden Sie Ihre Begründung an {{providerEmail}}. Dorthin können Sie auch eine Beschwerde senden. Unternehmer mit Geldsorgen finden kostenlos Hilfe bei 155 Help een Bedrijf: www.155.nl.

Mit freundlichen Grüßen
{{providerName}}

Ihr Ansprechpartner ist {{caseManager}}.

[specification]
$letter$)),
('post', 'POST_PETITION_B2B', 'fr', 'Annonce de mesures judiciaires, entreprise', 'judicial',
'Annonce de mesures judiciaires', template_body($letter$
{{salutation}},

Vous n’avez pas répondu à nos sommations, ou vous n’avez pas tout payé. Vous devez encore **{{open}}** à **{{clientName}}**.

Payez ce montant **le {{payBefore}} au plus tard**. Vous évitez ainsi d’autres mesures.

[payment]

# Quelles mesures sont possibles ?

Après cette date, {{clientName}} peut choisir l’une de ces voies :

- une assignation, par laquelle le juge est appelé à se prononcer ;
- une demande au tribunal de vous déclarer en faillite. Ce n’est possible que si vous laissez aussi d’autres créanciers impayés.

Les frais d’une telle procédure peuvent être à votre charge. Nous estimons les frais d’une assignation à {{courtCosts}}.

Le juge fixe les frais.

# Vous voulez l’éviter ?

Appelez le {{providerPhone}} ou écrivez à {{providerEmail}} avant cette date. Vous pouvez aussi y contester la créance ou envoyer une réclamation. Les entrepreneurs en difficulté trouvent une aide gratuite chez 155 Help een Bedrijf : www.155.nl.

Cordialement,
{{providerName}}

Votre interlocuteur est {{caseManager}}.

[specification]
$letter$)),
('post', 'POST_PETITION_B2B', 'de', 'Ankündigung gerichtlicher Maßnahmen, Unternehmen', 'judicial',
'Ankündigung gerichtlicher Maßnahmen', template_body($letter$
{{salutation}},

Sie haben auf unsere Zahlungsaufforderungen nicht geantwortet oder nicht alles gezahlt. Sie schulden **{{clientName}}** noch **{{open}}**.

Zahlen Sie diesen Betrag **spätestens am {{payBefore}}**. Damit vermeiden Sie weitere Maßnahmen.

[payment]

# Welche Maßnahmen sind möglich?

{{clientName}} kann nach diesem Tag einen der folgenden Wege wählen:

- eine Klage, mit der das Gericht um eine Entscheidung gebeten wird;
- einen Antrag beim Gericht, über Ihr Vermögen die Insolvenz zu eröffnen. Das geht nur, wenn Sie auch andere Gläubiger nicht bezahlen.

Die Kosten eines solchen Verfahrens können zu Ihren Lasten gehen. Wir schätzen die Kosten einer Klage auf {{courtCosts}}.

Die Kosten legt das Gericht fest.

# Möchten Sie das vermeiden?

Rufen Sie {{providerPhone}} an oder schreiben Sie vor diesem Tag an {{providerEmail}}. Dort können Sie die Forderung auch bestreiten oder eine Beschwerde einreichen. Unternehmer mit Geldsorgen finden kostenlos Hilfe bei 155 Help een Bedrijf: www.155.nl.

Mit freundlichen Grüßen
{{providerName}}

Ihr Ansprechpartner ist {{caseManager}}.

[specification]
$letter$));

drop function template_body(text);
drop function template_inline(text);
