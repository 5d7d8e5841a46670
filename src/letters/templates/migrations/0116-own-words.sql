-- Messages in a person's own words: what stands around them. The words themselves come below the first paragraph.
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


alter table template drop constraint template_category_check;
alter table template add constraint template_category_check
  check (category in ('notice', 'demand', 'arrangement', 'judicial', 'closing', 'free'));

insert into template (channel, code, language, name, category, subject, body) values
('post', 'POST_FREE', 'nl', 'Brief in eigen woorden', 'free', 'Uw dossier %fileNumber%', template_body($letter$
{{salutation}},

Hebt u een vraag of een klacht? Bel {{providerPhone}} of mail naar {{providerEmail}}.

Met vriendelijke groet,
{{providerName}}

Uw contactpersoon is {{caseManager}}.
$letter$)),
('post', 'POST_FREE', 'en', 'Letter in your own words', 'free', 'Your file %fileNumber%', template_body($letter$
{{salutation}},

Do you have a question or a complaint? Call {{providerPhone}} or send an e-mail to {{providerEmail}}.

Kind regards,
{{providerName}}

Your contact is {{caseManager}}.
$letter$)),
('post', 'POST_FREE', 'fr', 'Lettre libre', 'free', 'Votre dossier %fileNumber%', template_body($letter$
{{salutation}},

Une question ou une réclamation ? Appelez le {{providerPhone}} ou écrivez à {{providerEmail}}.

Cordialement,
{{providerName}}

Votre interlocuteur est {{caseManager}}.
$letter$)),
('post', 'POST_FREE', 'de', 'Brief in eigenen Worten', 'free', 'Ihre Akte %fileNumber%', template_body($letter$
{{salutation}},

Haben Sie eine Frage oder eine Beschwerde? Rufen Sie {{providerPhone}} an oder schreiben Sie an {{providerEmail}}.

Mit freundlichen Grüßen
{{providerName}}

Ihr Ansprechpartner ist {{caseManager}}.
$letter$)),
('email', 'EM_FREE', 'nl', 'E-mail in eigen woorden', 'free', 'Uw dossier %fileNumber%', template_body($mail$
{{salutation}},

Hebt u een vraag of een klacht? Bel {{providerPhone}} of beantwoord deze e-mail.

Met vriendelijke groet,
{{providerName}}
$mail$)),
('email', 'EM_FREE', 'en', 'E-mail in your own words', 'free', 'Your file %fileNumber%', template_body($mail$
{{salutation}},

Do you have a question or a complaint? Call {{providerPhone}} or answer this e-mail.

Kind regards,
{{providerName}}
$mail$)),
('email', 'EM_FREE', 'fr', 'E-mail libre', 'free', 'Votre dossier %fileNumber%', template_body($mail$
{{salutation}},

Une question ou une réclamation ? Appelez le {{providerPhone}} ou répondez à cet e-mail.

Cordialement,
{{providerName}}
$mail$)),
('email', 'EM_FREE', 'de', 'E-Mail in eigenen Worten', 'free', 'Ihre Akte %fileNumber%', template_body($mail$
{{salutation}},

Haben Sie eine Frage oder eine Beschwerde? Rufen Sie {{providerPhone}} an oder antworten Sie auf diese E-Mail.

Mit freundlichen Grüßen
{{providerName}}
$mail$)),
('sms', 'SMS_FREE', 'nl', 'Sms in eigen woorden', 'free', '', template_body($sms$
{{providerName}} (Wki {{providerRegistration}}), dossier {{fileNumber}}:

Vragen? Bel {{providerPhone}}.
$sms$)),
('sms', 'SMS_FREE', 'en', 'SMS in your own words', 'free', '', template_body($sms$
{{providerName}} (Wki {{providerRegistration}}), file {{fileNumber}}:

Questions? Call {{providerPhone}}.
$sms$)),
('sms', 'SMS_FREE', 'fr', 'SMS libre', 'free', '', template_body($sms$
{{providerName}} (Wki {{providerRegistration}}), dossier {{fileNumber}} :

Questions ? Appelez le {{providerPhone}}.
$sms$)),
('sms', 'SMS_FREE', 'de', 'SMS in eigenen Worten', 'free', '', template_body($sms$
{{providerName}} (Wki {{providerRegistration}}), Akte {{fileNumber}}:

Fragen? Rufen Sie {{providerPhone}} an.
$sms$));

drop function template_body(text);
drop function template_inline(text);
