-- A debtor who speaks French or German is called by somebody who reads it: the scripts for both, to consumers and businesses.
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
('call', 'CALL_1', 'fr', 'Script d’appel, consommateur', 'demand',
'Appel au sujet du dossier %fileNumber%', template_body($call$
# D’abord : à qui parlez-vous ?

- Bonjour, ici (votre nom) de {{providerName}}. Est-ce que je parle à {{debtorName}} ?
- Pour vérifier, demandez la date de naissance, ou le code postal et le numéro de maison.
- C’est quelqu’un d’autre ? Ne parlez pas de la dette. Demandez seulement quand joindre {{debtorName}}.

# Pourquoi appelez-vous ?

- Il s’agit d’une facture de {{clientName}} : {{claimDescription}}. Il reste {{open}} à payer. Avez-vous reçu nos lettres ?
- Écoutez. Demandez ce qui se passe.

# Qu’est-ce qui est possible ?

- Payer tout de suite : sur {{providerIban}}, avec la référence de paiement {{paymentReference}}.
- Payer en plusieurs fois : convenez du montant, du jour et du nombre d’échéances. Répétez ce qui est convenu.
- Pas d’accord : demandez pourquoi et notez-le comme contestation. Promettez que ce sera d’abord examiné.
- D’autres dettes ou des soucis : indiquez la commune (gemeente), www.geldfit.nl et le 0800 8115. Notez ce que vous remarquez.

# Pour finir

- Résumez ce qui est convenu. Donnez {{providerPhone}} et {{providerEmail}} pour les questions ou plaintes. Notez l’appel.
- Ne menacez jamais. Ne citez aucune mesure qui n’est pas encore possible.
$call$)),

('call', 'CALL_B2B', 'fr', 'Script d’appel, entreprise', 'demand',
'Appel au sujet du dossier %fileNumber%', template_body($call$
# D’abord : à qui parlez-vous ?

- Bonjour, ici (votre nom) de {{providerName}}. Puis-je parler à la personne qui s’occupe des paiements ?
- Ne dites que le nécessaire tant que vous ne parlez pas à la bonne personne.

# Pourquoi appelez-vous ?

- Au nom de {{clientName}}, nous vous avons écrit au sujet du dossier {{fileNumber}}. Il reste {{open}} à payer. Connaissez-vous cette lettre ?
- Demandez pourquoi ce n’est pas encore payé.

# Qu’est-ce qui est possible ?

- Payer : sur {{providerIban}}, avec la référence de paiement {{paymentReference}}. Demandez quel jour.
- Plan de paiement : convenez du montant, du jour et du nombre d’échéances. Répétez ce qui est convenu.
- Contestation : demandez les motifs par e-mail à {{providerEmail}}. Notez la contestation.
- Soucis d’argent : indiquez 155 Help een Bedrijf, www.155.nl.

# Pour finir

- Résumez ce qui est convenu. Donnez {{providerPhone}} pour les questions. Notez l’appel.
$call$)),

('call', 'CALL_1', 'de', 'Gesprächsleitfaden, Verbraucher', 'demand',
'Anruf zur Akte %fileNumber%', template_body($call$
# Zuerst: Mit wem sprechen Sie?

- Guten Tag, hier ist (Ihr Name) von {{providerName}}. Spreche ich mit {{debtorName}}?
- Fragen Sie zur Sicherheit nach dem Geburtsdatum oder nach Postleitzahl und Hausnummer.
- Ist es jemand anders? Erwähnen Sie die Schuld nicht. Fragen Sie nur, wann {{debtorName}} erreichbar ist.

# Warum rufen Sie an?

- Es geht um eine Rechnung von {{clientName}}: {{claimDescription}}. Es sind noch {{open}} offen. Haben Sie unsere Briefe erhalten?
- Hören Sie zu. Fragen Sie, was los ist.

# Was ist möglich?

- Gleich zahlen: auf {{providerIban}}, mit der Zahlungsreferenz {{paymentReference}}.
- In Raten zahlen: Vereinbaren Sie Betrag, Tag und Zahl der Raten. Wiederholen Sie, was vereinbart ist.
- Nicht einverstanden: Fragen Sie nach dem Grund und halten Sie ihn als Bestreitung fest. Versprechen Sie, dass es zuerst geprüft wird.
- Weitere Schulden oder Sorgen: Verweisen Sie auf die Gemeinde (gemeente), www.geldfit.nl und 0800 8115. Halten Sie fest, was Ihnen auffällt.

# Zum Schluss

- Fassen Sie zusammen, was vereinbart ist. Nennen Sie {{providerPhone}} und {{providerEmail}} für Fragen oder Beschwerden. Halten Sie das Gespräch fest.
- Drohen Sie mit nichts. Nennen Sie keine Maßnahmen, die noch nicht möglich sind.
$call$)),

('call', 'CALL_B2B', 'de', 'Gesprächsleitfaden, Unternehmen', 'demand',
'Anruf zur Akte %fileNumber%', template_body($call$
# Zuerst: Mit wem sprechen Sie?

- Guten Tag, hier ist (Ihr Name) von {{providerName}}. Kann ich mit der Person sprechen, die für die Zahlungen zuständig ist?
- Sagen Sie nur das Nötige, bis Sie mit der richtigen Person sprechen.

# Warum rufen Sie an?

- Im Auftrag von {{clientName}} haben wir Ihnen zur Akte {{fileNumber}} geschrieben. Es sind noch {{open}} offen. Kennen Sie den Brief?
- Fragen Sie, warum noch nicht gezahlt wurde.

# Was ist möglich?

- Zahlen: auf {{providerIban}}, mit der Zahlungsreferenz {{paymentReference}}. Fragen Sie, an welchem Tag.
- Ratenvereinbarung: Vereinbaren Sie Betrag, Tag und Zahl der Raten. Wiederholen Sie, was vereinbart ist.
- Bestreitung: Bitten Sie um eine Begründung per E-Mail an {{providerEmail}}. Halten Sie die Bestreitung fest.
- Geldsorgen: Verweisen Sie auf 155 Help een Bedrijf, www.155.nl.

# Zum Schluss

- Fassen Sie zusammen, was vereinbart ist. Nennen Sie {{providerPhone}} für Fragen. Halten Sie das Gespräch fest.
$call$))
on conflict (channel, code, language) do nothing;

drop function template_body(text);
drop function template_inline(text);
