-- What a debtor gets about an arrangement, by e-mail and SMS, and at the end, in French and German too.
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
('post', 'POST_ARRANGEMENT', 'fr', 'Confirmation d’un plan de paiement', 'arrangement', 'Votre plan de paiement', template_body($letter$
{{salutation}},

Nous avons convenu avec vous d’un plan de paiement pour votre facture chez **{{clientName}}**. Cette lettre reprend ce qui a été convenu.

# Ce qui a été convenu

- Vous devez encore payer {{open}} au total.
- Vous payez {{termCount}} échéances de **{{termAmount}} {{termFrequency}}**. La dernière est de {{lastTermAmount}}.
- La première échéance est sur notre compte **le {{firstTermOn}} au plus tard**.
- Vous pouvez toujours payer plus ou plus tôt.

[payment]

# Une échéance est difficile à payer ?

Appelez-nous tout de suite au {{providerPhone}}, si possible avant la date de l’échéance. Nous chercherons ensemble une solution. Vous ne payez pas une échéance et nous n’avons pas de nouvelles ? Alors le plan peut prendre fin. Vous devrez payer en une fois tout ce qui reste dû.

# Vous avez d’autres dettes ?

Votre commune (gemeente) vous aide gratuitement. Voyez www.geldfit.nl ou appelez gratuitement le 0800 8115.

Quelque chose n’est pas correct dans cette lettre ? Écrivez à {{providerEmail}}.

Cordialement,
{{providerName}}

Votre interlocuteur est {{caseManager}}.
$letter$)),
('post', 'POST_ARRANGEMENT', 'de', 'Bestätigung einer Ratenvereinbarung', 'arrangement', 'Ihre Ratenvereinbarung', template_body($letter$
{{salutation}},

wir haben mit Ihnen eine Ratenvereinbarung für Ihre Rechnung bei **{{clientName}}** getroffen. In diesem Brief steht, was vereinbart ist.

# Was vereinbart ist

- Sie müssen insgesamt noch {{open}} zahlen.
- Sie zahlen {{termCount}} Raten von **{{termAmount}} {{termFrequency}}**. Die letzte Rate beträgt {{lastTermAmount}}.
- Die erste Rate ist **spätestens am {{firstTermOn}}** auf unserem Konto.
- Sie dürfen immer mehr oder früher zahlen.

[payment]

# Klappt eine Rate einmal nicht?

Rufen Sie uns gleich an: {{providerPhone}}, am besten vor dem Tag der Rate. Dann suchen wir gemeinsam eine Lösung. Zahlen Sie eine Rate nicht und hören wir nichts von Ihnen? Dann kann die Vereinbarung enden. Sie müssen dann alles, was noch offen ist, auf einmal zahlen.

# Haben Sie weitere Schulden?

Ihre Gemeinde hilft Ihnen kostenlos. Sehen Sie auf www.geldfit.nl nach oder rufen Sie kostenlos 0800 8115 an.

Stimmt etwas in diesem Brief nicht? Schreiben Sie an {{providerEmail}}.

Mit freundlichen Grüßen
{{providerName}}

Ihr Ansprechpartner ist {{caseManager}}.
$letter$)),
('post', 'POST_TERM_LATE', 'fr', 'Rappel d’une échéance', 'arrangement', 'Rappel : votre échéance n’est pas encore payée', template_body($letter$
{{salutation}},

Vous payez votre facture chez **{{clientName}}** en plusieurs échéances. L’échéance de **{{termAmount}}** devait être sur notre compte le {{termDueOn}}. Nous ne l’avons pas encore reçue en entier. Vous l’avez peut-être oubliée.

Payez cette échéance **le {{payBefore}} au plus tard**. Alors votre plan de paiement continue.

[payment]

# Vous ne pouvez pas payer maintenant ?

Appelez le {{providerPhone}} ou écrivez à {{providerEmail}}. Nous verrons ce qui est possible. Sans nouvelles de votre part, le plan peut prendre fin. Vous devrez alors payer en une fois tout ce qui reste dû. C’est maintenant {{open}}.

Vous avez d’autres dettes ? Votre commune (gemeente) vous aide gratuitement. Voyez www.geldfit.nl ou appelez gratuitement le 0800 8115.

Vous venez de payer ? Alors vous n’avez plus rien à faire.

Cordialement,
{{providerName}}
$letter$)),
('post', 'POST_TERM_LATE', 'de', 'Erinnerung an eine Rate', 'arrangement', 'Erinnerung: Ihre Rate ist noch nicht bezahlt', template_body($letter$
{{salutation}},

Sie zahlen Ihre Rechnung bei **{{clientName}}** in Raten. Die Rate von **{{termAmount}}** sollte am {{termDueOn}} auf unserem Konto sein. Wir haben sie noch nicht ganz erhalten. Vielleicht haben Sie sie vergessen.

Zahlen Sie die Rate **spätestens am {{payBefore}}**. Dann läuft Ihre Ratenvereinbarung weiter.

[payment]

# Können Sie jetzt nicht zahlen?

Rufen Sie {{providerPhone}} an oder schreiben Sie an {{providerEmail}}. Dann sehen wir, was möglich ist. Hören wir nichts von Ihnen, kann die Vereinbarung enden. Sie müssen dann alles, was noch offen ist, auf einmal zahlen. Das sind jetzt {{open}}.

Haben Sie weitere Schulden? Ihre Gemeinde hilft Ihnen kostenlos. Sehen Sie auf www.geldfit.nl nach oder rufen Sie kostenlos 0800 8115 an.

Haben Sie gerade gezahlt? Dann brauchen Sie nichts mehr zu tun.

Mit freundlichen Grüßen
{{providerName}}
$letter$)),
('post', 'POST_CLOSED', 'fr', 'Clôture du dossier', 'closing', 'Nous avons clôturé votre dossier', template_body($letter$
{{salutation}},

Nous avons clôturé le dossier de votre facture chez **{{clientName}}**. Le numéro du dossier est {{fileNumber}}.

{{closingReason}}

Vous ne devez plus rien nous payer pour ce dossier. Vous ne recevrez plus de lettres de notre part à ce sujet. Nous conservons les données de votre dossier aussi longtemps que la loi le demande.

Avez-vous encore une question ou une réclamation ? Appelez le {{providerPhone}} ou écrivez à {{providerEmail}}.

Cordialement,
{{providerName}}
$letter$)),
('post', 'POST_CLOSED', 'de', 'Schließung der Akte', 'closing', 'Wir haben Ihre Akte geschlossen', template_body($letter$
{{salutation}},

wir haben die Akte über Ihre Rechnung bei **{{clientName}}** geschlossen. Das Aktenzeichen ist {{fileNumber}}.

{{closingReason}}

Für diese Akte müssen Sie uns nichts mehr zahlen. Sie erhalten dazu von uns keine Briefe mehr. Wir bewahren die Daten Ihrer Akte so lange auf, wie das Gesetz es verlangt.

Haben Sie noch eine Frage oder eine Beschwerde? Rufen Sie {{providerPhone}} an oder schreiben Sie an {{providerEmail}}.

Mit freundlichen Grüßen
{{providerName}}
$letter$)),
('email', 'EM_FIRST', 'fr', 'Premier e-mail', 'demand', 'Un courrier de notre part sur le dossier %fileNumber%', template_body($mail$
{{salutation}},

Nous vous avons envoyé une lettre au sujet de votre facture chez **{{clientName}}**. Vous devez encore payer **{{open}}**. Notre lettre dit jusqu’à quand vous pouvez payer sans frais de recouvrement. Elle indique aussi vos droits.

[payment]

Vous pouvez aussi payer en ligne tout de suite : {{paymentLink}}

# Vous avez une question ?

Vous n’avez pas reçu la lettre, vous contestez la facture ou vous ne pouvez pas tout payer ? Appelez le {{providerPhone}} ou répondez à cet e-mail. Nous vous aidons volontiers. Vous avez d’autres dettes ? Votre commune (gemeente) vous aide gratuitement : www.geldfit.nl ou 0800 8115.

Vous avez déjà payé ? Alors vous n’avez plus rien à faire.

Cordialement,
{{providerName}}
$mail$)),
('email', 'EM_FIRST', 'de', 'Erste E-Mail', 'demand', 'Sie haben Post von uns zur Akte %fileNumber%', template_body($mail$
{{salutation}},

wir haben Ihnen einen Brief über Ihre Rechnung bei **{{clientName}}** geschickt. Sie müssen noch **{{open}}** zahlen. In unserem Brief steht, bis wann Sie ohne Inkassokosten zahlen können und welche Rechte Sie haben.

[payment]

Sie können auch gleich online zahlen: {{paymentLink}}

# Haben Sie eine Frage?

Haben Sie den Brief nicht erhalten, bestreiten Sie die Rechnung oder können Sie nicht alles zahlen? Rufen Sie {{providerPhone}} an oder antworten Sie auf diese E-Mail. Wir helfen Ihnen gern. Haben Sie weitere Schulden? Ihre Gemeinde hilft Ihnen kostenlos: www.geldfit.nl oder 0800 8115.

Haben Sie schon gezahlt? Dann brauchen Sie nichts mehr zu tun.

Mit freundlichen Grüßen
{{providerName}}
$mail$)),
('email', 'EM_TERM', 'fr', 'Offre d’un plan de paiement', 'arrangement', 'Payer en plusieurs fois ? Dossier %fileNumber%', template_body($mail$
{{salutation}},

Vous devez encore payer **{{open}}** pour votre facture chez **{{clientName}}**. C’est trop en une fois ? Vous pouvez peut-être payer en plusieurs fois.

# Comment demander un plan de paiement

Appelez le {{providerPhone}} ou répondez à cet e-mail. Dites-nous combien vous pouvez payer par mois et à partir de quel jour. Nous vous dirons si c’est possible. Tant que vous respectez ce qui est convenu, vous ne recevez pas de nouveau rappel.

Vous préférez tout payer en une fois ? C’est possible aussi.

[payment]

Vous avez d’autres dettes ? Votre commune (gemeente) vous aide gratuitement : www.geldfit.nl ou 0800 8115. Vous contestez le montant ? Dites-nous pourquoi.

Cordialement,
{{providerName}}
$mail$)),
('email', 'EM_TERM', 'de', 'Angebot einer Ratenvereinbarung', 'arrangement', 'Lieber in Raten zahlen? Akte %fileNumber%', template_body($mail$
{{salutation}},

Sie müssen für Ihre Rechnung bei **{{clientName}}** noch **{{open}}** zahlen. Geht das nicht auf einmal? Dann können Sie vielleicht in Raten zahlen.

# So bitten Sie um eine Ratenvereinbarung

Rufen Sie {{providerPhone}} an oder antworten Sie auf diese E-Mail. Schreiben Sie, wie viel Sie im Monat zahlen können und ab welchem Tag. Wir sagen Ihnen, ob es möglich ist. Solange Sie sich an die Vereinbarung halten, erhalten Sie von uns keine neuen Mahnungen.

Möchten Sie lieber alles auf einmal zahlen? Das geht auch.

[payment]

Haben Sie weitere Schulden? Ihre Gemeinde hilft Ihnen kostenlos: www.geldfit.nl oder 0800 8115. Bestreiten Sie den Betrag? Dann sagen Sie uns, warum.

Mit freundlichen Grüßen
{{providerName}}
$mail$)),
('email', 'EM_TERM_LATE', 'fr', 'Rappel d’une échéance', 'arrangement', 'Rappel : votre échéance du dossier %fileNumber%', template_body($mail$
{{salutation}},

Votre échéance de **{{termAmount}}** devait être sur notre compte le {{termDueOn}}. Nous ne l’avons pas encore reçue en entier. Vous l’avez peut-être oubliée.

[payment]

Vous ne pouvez pas payer maintenant ? Appelez le {{providerPhone}} ou répondez à cet e-mail. Nous verrons ensemble ce qui est possible. Vous avez d’autres dettes ? Votre commune (gemeente) vous aide gratuitement : www.geldfit.nl ou 0800 8115.

Vous avez déjà payé ? Alors vous n’avez plus rien à faire.

Cordialement,
{{providerName}}
$mail$)),
('email', 'EM_TERM_LATE', 'de', 'Erinnerung an eine Rate', 'arrangement', 'Erinnerung: Ihre Rate zur Akte %fileNumber%', template_body($mail$
{{salutation}},

Ihre Rate von **{{termAmount}}** sollte am {{termDueOn}} auf unserem Konto sein. Wir haben sie noch nicht ganz erhalten. Vielleicht haben Sie sie vergessen.

[payment]

Können Sie jetzt nicht zahlen? Rufen Sie {{providerPhone}} an oder antworten Sie auf diese E-Mail. Dann sehen wir gemeinsam, was möglich ist. Haben Sie weitere Schulden? Ihre Gemeinde hilft Ihnen kostenlos: www.geldfit.nl oder 0800 8115.

Haben Sie schon gezahlt? Dann brauchen Sie nichts mehr zu tun.

Mit freundlichen Grüßen
{{providerName}}
$mail$)),
('email', 'EM_B2B', 'fr', 'Rappel, entreprise', 'demand', 'Créance impayée de %clientName%, dossier %fileNumber%', template_body($mail$
{{salutation}},

Nous vous avons récemment envoyé une sommation au nom de **{{clientName}}**. Il reste **{{open}}** à payer. Veuillez payer ce montant dans le délai de notre lettre.

[payment]

Vous pouvez aussi payer en ligne tout de suite : {{paymentLink}}

Vous contestez la créance ou vous souhaitez un plan de paiement ? Appelez le {{providerPhone}} ou répondez à cet e-mail. Les entrepreneurs en difficulté trouvent une aide gratuite chez 155 Help een Bedrijf : www.155.nl.

Vous avez déjà payé ? Alors vous n’avez plus rien à faire.

Cordialement,
{{providerName}}
$mail$)),
('email', 'EM_B2B', 'de', 'Erinnerung, Unternehmen', 'demand', 'Offene Forderung von %clientName%, Akte %fileNumber%', template_body($mail$
{{salutation}},

kürzlich haben wir Ihnen im Namen von **{{clientName}}** eine Zahlungsaufforderung geschickt. Es sind noch **{{open}}** offen. Bitte zahlen Sie diesen Betrag innerhalb der Frist unseres Briefes.

[payment]

Sie können auch gleich online zahlen: {{paymentLink}}

Bestreiten Sie die Forderung oder möchten Sie eine Ratenvereinbarung? Rufen Sie {{providerPhone}} an oder antworten Sie auf diese E-Mail. Unternehmer mit Geldsorgen finden kostenlos Hilfe bei 155 Help een Bedrijf: www.155.nl.

Haben Sie schon gezahlt? Dann brauchen Sie nichts mehr zu tun.

Mit freundlichen Grüßen
{{providerName}}
$mail$)),
('sms', 'SMS_LINK', 'fr', 'SMS avec informations de paiement', 'demand', '', template_body($sms$
{{providerName}} (Wki {{providerRegistration}}) : nous vous avons écrit au sujet du dossier {{fileNumber}}. Une question, besoin d'aide ? Appelez le {{providerPhone}}.

Payer maintenant : {{paymentLink}}
$sms$)),
('sms', 'SMS_LINK', 'de', 'SMS mit Zahlungsangaben', 'demand', '', template_body($sms$
{{providerName}} (Wki {{providerRegistration}}): Wir haben Ihnen zur Akte {{fileNumber}} geschrieben. Fragen oder Hilfe nötig? Rufen Sie {{providerPhone}} an.

Jetzt zahlen: {{paymentLink}}
$sms$));

drop function template_body(text);
drop function template_inline(text);
