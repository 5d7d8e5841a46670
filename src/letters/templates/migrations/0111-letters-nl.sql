-- The letters to consumers in Dutch, as plain text that two functions turn into the editor's JSON. A blank line parts blocks; a line break
-- stays one; "# " makes a heading; "- " a list item; **bold**; {{variable}}; [specification] and [payment] are the two block nodes.
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
('post', 'POST_WIK14', 'nl', 'Veertiendagenbrief', 'notice',
'Betaal binnen 14 dagen en voorkom incassokosten', template_body($letter$
{{salutation}},

U hebt **{{clientName}}** nog niet alles betaald. Het gaat om: {{claimDescription}}. {{clientName}} heeft ons gevraagd het bedrag te innen. Wij zijn {{providerName}}, een incassobureau.

# Wat moet u nu betalen?

U moet nog **{{open}}** betalen. In de specificatie bij deze brief ziet u hoe wij aan dit bedrag komen.

# Tot wanneer kunt u zonder incassokosten betalen?

U hebt **14 dagen, te rekenen vanaf de dag nadat deze brief bij u is bezorgd**. Zorg dat het hele bedrag binnen die 14 dagen op onze rekening staat. Dan betaalt u geen incassokosten.

[payment]

# Wat gebeurt er als u niet op tijd betaalt?

Dan moet u ook incassokosten betalen. Die kosten zijn **{{bikTotal}}**. De wet bepaalt hoe hoog deze kosten zijn. Wij hebben ze berekend over de hoofdsom van {{bikPrincipal}} die nog open staat. Ook kan er rente bij komen zolang u niet betaalt.

{{vatStatement}}

Betaalt u binnen de 14 dagen een deel? Dan berekenen wij de incassokosten over het deel van de hoofdsom dat u nog niet hebt betaald.

# Bent u het niet eens met de rekening?

Laat het ons weten en leg uit waarom. Bel {{providerPhone}} of mail naar {{providerEmail}}. Wij zoeken het dan eerst uit.

# Kunt u niet alles betalen?

Neem contact met ons op. Samen zoeken wij een oplossing, zoals een betalingsregeling. Hebt u meer schulden? Uw gemeente helpt u gratis. Kijk op www.geldfit.nl of bel gratis 0800 8115. U mag ook iemand anders voor u met ons laten praten.

# Uw rechten

- U mag informatie over deze vordering vragen, en een kopie van de rekening.
- Bent u niet tevreden over hoe wij met u omgaan? Stuur een klacht naar {{providerEmail}}. Binnen 2 werkdagen bevestigen wij dat wij uw klacht hebben.

Hebt u net betaald? Dan hoeft u niets meer te doen.

Met vriendelijke groet,
{{providerName}}

Uw contactpersoon is {{caseManager}}.

[specification]
$letter$)),

('post', 'POST_BIK', 'nl', 'Aanmaning met incassokosten', 'notice',
'Uw rekening is nog niet betaald', template_body($letter$
{{salutation}},

U kreeg van ons een brief over de rekening van **{{clientName}}**. Daarin stond dat u 14 dagen had om te betalen zonder incassokosten. Die termijn is voorbij. Wij hebben nog niet het hele bedrag ontvangen.

# Wat moet u nu betalen?

U moet nu **{{open}}** betalen. Daarin zitten incassokosten van {{bikTotal}}. In de specificatie bij deze brief ziet u hoe wij aan het hele bedrag komen.

{{vatStatement}}

Zorg dat het geld **uiterlijk op {{payBefore}}** op onze rekening staat.

[payment]

# Kunt u niet alles in één keer betalen?

Bel {{providerPhone}} of mail naar {{providerEmail}}. Vaak is een betalingsregeling mogelijk. Hebt u meer schulden? Uw gemeente helpt u gratis. Kijk op www.geldfit.nl of bel gratis 0800 8115.

# Bent u het niet eens met dit bedrag?

Laat het ons weten en leg uit waarom. Wij zoeken het dan eerst uit. U mag ons ook om meer informatie vragen, of om een kopie van de rekening.

Hebt u een klacht over hoe wij met u omgaan? Mail naar {{providerEmail}}. Binnen 2 werkdagen bevestigen wij dat wij uw klacht hebben.

Hebt u net betaald? Dan hoeft u niets meer te doen.

Met vriendelijke groet,
{{providerName}}

Uw contactpersoon is {{caseManager}}.

[specification]
$letter$)),

('post', 'POST_LAST', 'nl', 'Laatste aanmaning', 'notice',
'Laatste brief: wij willen dit graag met u oplossen', template_body($letter$
{{salutation}},

U hebt nog **{{open}}** open staan bij **{{clientName}}**. Wij hebben u hierover al eerder geschreven. Wij kregen het bedrag nog niet en wij hebben nog geen afspraak met u.

# Wat vragen wij van u?

- Betaal **uiterlijk op {{payBefore}}**, of
- bel ons vóór die dag op {{providerPhone}} voor een betalingsregeling, of
- laat ons weten waarom u het niet eens bent met het bedrag.

[payment]

# Wat gebeurt er als wij niets van u horen?

Dan bespreken wij met {{clientName}} wat de volgende stap is. {{clientName}} kan ervoor kiezen om de rechter te vragen over de zaak te beslissen. Dat is nu nog niet besloten. Een rechtszaak kost geld. Wie de zaak verliest, moet die kosten meestal betalen.

# Hebt u hulp nodig?

Uw gemeente helpt gratis bij schulden. Kijk op www.geldfit.nl of bel gratis 0800 8115. Juridische vragen? Het Juridisch Loket helpt u gratis: www.juridischloket.nl of 0800 8020. U mag ook iemand anders voor u met ons laten praten.

Hebt u een klacht over hoe wij met u omgaan? Mail naar {{providerEmail}}. Binnen 2 werkdagen bevestigen wij dat wij uw klacht hebben.

Met vriendelijke groet,
{{providerName}}

Uw contactpersoon is {{caseManager}}.

[specification]
$letter$)),

('post', 'POST_SUBPOENA', 'nl', 'Aankondiging van een rechtszaak', 'judicial',
'Wij bereiden een rechtszaak voor', template_body($letter$
{{salutation}},

U moet nog **{{open}}** betalen aan **{{clientName}}**. Het is niet gelukt om dit samen op te lossen. Daarom bereiden wij voor {{clientName}} een dagvaarding voor. Met een dagvaarding begint een rechtszaak.

# Zo voorkomt u een rechtszaak

Betaal het hele bedrag **uiterlijk op {{payBefore}}**. Of bel ons vóór die dag op {{providerPhone}}. Ook nu kunnen wij vaak nog een betalingsregeling afspreken.

[payment]

# Wat gebeurt er als u niet betaalt?

Dan kan {{clientName}} een deurwaarder vragen om u te dagvaarden. De rechter beslist daarna of u moet betalen. Krijgt {{clientName}} gelijk, dan moet u meestal ook de kosten van de rechtszaak betalen.

Wij schatten die kosten op {{courtCosts}}. Dat is een schatting. De rechter stelt het bedrag vast.

# Uw rechten

- U mag zich bij de rechter verdedigen. Dat kan ook zonder advocaat als het om € 25.000 of minder gaat.
- Hebt u een laag inkomen? Dan is er misschien hulp bij de kosten. Het Juridisch Loket vertelt u gratis meer: www.juridischloket.nl of 0800 8020.
- Hebt u meer schulden? Uw gemeente helpt u gratis. Kijk op www.geldfit.nl of bel gratis 0800 8115.
- Bent u het niet eens met het bedrag? Laat ons weten waarom. Mail naar {{providerEmail}}. Dat kan ook met een klacht.

Met vriendelijke groet,
{{providerName}}

Uw contactpersoon is {{caseManager}}.

[specification]
$letter$)),

('post', 'POST_ARRANGEMENT', 'nl', 'Bevestiging van een betalingsregeling', 'arrangement',
'Uw betalingsregeling', template_body($letter$
{{salutation}},

Wij hebben met u een betalingsregeling afgesproken voor uw rekening bij **{{clientName}}**. In deze brief leest u de afspraken.

# Onze afspraken

- U moet in totaal nog {{open}} betalen.
- U betaalt {{termCount}} termijnen van **{{termAmount}} {{termFrequency}}**. De laatste termijn is {{lastTermAmount}}.
- De eerste termijn staat **uiterlijk op {{firstTermOn}}** op onze rekening.
- Meer of eerder betalen mag altijd.

[payment]

# Lukt het een keer niet?

Bel ons dan meteen op {{providerPhone}}, het liefst vóór de datum van de termijn. Dan zoeken wij samen naar een oplossing. Betaalt u een termijn niet en horen wij niets van u? Dan kan de regeling stoppen. U moet dan het hele bedrag dat nog open staat in één keer betalen.

# Hebt u meer schulden?

Uw gemeente helpt u gratis. Kijk op www.geldfit.nl of bel gratis 0800 8115.

Klopt er iets niet in deze brief? Mail naar {{providerEmail}}.

Met vriendelijke groet,
{{providerName}}

Uw contactpersoon is {{caseManager}}.
$letter$)),

('post', 'POST_TERM_LATE', 'nl', 'Herinnering aan een termijn', 'arrangement',
'Herinnering: uw termijn is nog niet betaald', template_body($letter$
{{salutation}},

U betaalt uw rekening bij **{{clientName}}** in termijnen. De termijn van **{{termAmount}}** moest op {{termDueOn}} op onze rekening staan. Wij hebben die nog niet helemaal ontvangen. Misschien bent u het vergeten.

Betaal de termijn **uiterlijk op {{payBefore}}**. Dan gaat de betalingsregeling gewoon door.

[payment]

# Lukt betalen nu niet?

Bel ons op {{providerPhone}} of mail naar {{providerEmail}}. Dan kijken wij wat wel kan. Horen wij niets van u, dan kan de regeling stoppen. U moet dan het hele bedrag dat nog open staat in één keer betalen. Dat is nu {{open}}.

Hebt u meer schulden? Uw gemeente helpt u gratis. Kijk op www.geldfit.nl of bel gratis 0800 8115.

Hebt u net betaald? Dan hoeft u niets meer te doen.

Met vriendelijke groet,
{{providerName}}
$letter$)),

('post', 'POST_CLOSED', 'nl', 'Sluiting van het dossier', 'closing',
'Wij hebben uw dossier gesloten', template_body($letter$
{{salutation}},

Wij hebben het dossier over uw rekening bij **{{clientName}}** gesloten. Het dossiernummer is {{fileNumber}}.

{{closingReason}}

U hoeft aan ons niets meer te betalen voor dit dossier. U krijgt hierover van ons geen brieven meer. Wij bewaren de gegevens van uw dossier zo lang als de wet dat vraagt.

Hebt u nog een vraag of een klacht? Bel {{providerPhone}} of mail naar {{providerEmail}}.

Met vriendelijke groet,
{{providerName}}
$letter$));
