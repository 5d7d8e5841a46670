-- Templates of court papers, each version kept; papers drafted from them for files, each version a document of its file.
create table court_template (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('summons', 'notice', 'petition', 'claim')),
  name text not null,
  -- Whether it is offered on files.
  active boolean not null default true,
  -- Sections in order and known defences (court-papers/templates/shape.ts).
  sections jsonb not null,
  defences jsonb not null default '[]',
  version integer not null default 1,
  -- Null for what came with the product.
  changed_at timestamptz,
  changed_by bigint references app_user (id)
);
create index court_template_changed_by on court_template (changed_by);

create table court_template_revision (
  template_id bigint not null references court_template (id),
  version integer not null,
  name text not null,
  sections jsonb not null,
  defences jsonb not null,
  saved_at timestamptz,
  saved_by bigint references app_user (id),
  primary key (template_id, version)
);
create index court_template_revision_saved_by on court_template_revision (saved_by);

create function court_template_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.version <> old.version then
    insert into court_template_revision (template_id, version, name, sections, defences, saved_at, saved_by)
    values (new.id, new.version, new.name, new.sections, new.defences, new.changed_at, new.changed_by);
  end if;
  return null;
end $$;
create trigger court_template_kept after insert or update on court_template for each row execute function court_template_kept();

create table court_paper (
  id bigint generated always as identity primary key,
  file_id bigint not null references case_file (id),
  template_id bigint not null references court_template (id),
  kind text not null check (kind in ('summons', 'notice', 'petition', 'claim')),
  created_at timestamptz not null,
  created_by bigint references app_user (id)
);
create index court_paper_file on court_paper (file_id, id desc);
create index court_paper_template on court_paper (template_id);
create index court_paper_creator on court_paper (created_by);

create table court_paper_version (
  paper_id bigint not null references court_paper (id),
  version integer not null,
  -- With which words it was written; null for one that came back from a word processor.
  template_version integer,
  -- What was chosen for it (drafting.contract.ts); null for one that came back, and after the term of its file.
  choices jsonb,
  -- The day of its amounts, and what was open on it; null for one that came back.
  as_of date,
  open_cents bigint,
  docx_document_id bigint not null references document (id),
  pdf_document_id bigint references document (id),
  made_at timestamptz not null,
  made_by bigint references app_user (id),
  primary key (paper_id, version)
);
create index court_paper_version_docx on court_paper_version (docx_document_id);
create index court_paper_version_pdf on court_paper_version (pdf_document_id);
create index court_paper_version_maker on court_paper_version (made_by);

-- The words below, as plain text that these functions turn into the editor's JSON: a blank line parts blocks; "- " and "1. " make items of lists;
-- **bold**; {{variable}}.
create function court_inline(line text) returns jsonb language plpgsql as $$
declare
  nodes jsonb := '[]';
  part text;
begin
  for part in select (regexp_matches(line, '\*\*[^*]+\*\*|\{\{[A-Za-z0-9]+\}\}|[^*{]+', 'g'))[1] loop
    if part like '**%' then
      nodes := nodes || (
        select jsonb_agg(node || '{"marks": [{"type": "bold"}]}')
        from jsonb_array_elements(court_inline(trim(both '*' from part))) as node);
    elsif part like '{{%' then
      nodes := nodes || jsonb_build_object('type', 'variable', 'attrs', jsonb_build_object('name', trim(both '{}' from part)));
    else
      nodes := nodes || jsonb_build_object('type', 'text', 'text', part);
    end if;
  end loop;
  return nodes;
end $$;

create function court_body(source text) returns jsonb language plpgsql as $$
declare
  blocks jsonb := '[]';
  block text;
  line text;
  inner_nodes jsonb;
begin
  foreach block in array regexp_split_to_array(btrim(source, E' \n'), '\n\s*\n') loop
    inner_nodes := '[]';
    if block like '- %' or block like '1. %' then
      foreach line in array string_to_array(block, E'\n') loop
        inner_nodes := inner_nodes || jsonb_build_object('type', 'listItem', 'content', jsonb_build_array(
          jsonb_build_object('type', 'paragraph', 'content', court_inline(regexp_replace(line, '^(- |1\. )', '')))));
      end loop;
      blocks := blocks || jsonb_build_object(
        'type', case when block like '- %' then 'bulletList' else 'orderedList' end, 'content', inner_nodes);
    else
      foreach line in array string_to_array(block, E'\n') loop
        if inner_nodes <> '[]' then inner_nodes := inner_nodes || '{"type": "hardBreak"}'; end if;
        inner_nodes := inner_nodes || court_inline(line);
      end loop;
      blocks := blocks || jsonb_build_object('type', 'paragraph', 'content', inner_nodes);
    end if;
  end loop;
  return jsonb_build_object('type', 'doc', 'content', blocks);
end $$;

create function court_section(
  key text, title text, body text, is_numbered boolean default true, use text default 'always', types text[] default '{}',
  against text default 'all', fact text default 'none', block text default 'none'
) returns jsonb language sql as $$
  select jsonb_build_object('key', key, 'title', title, 'use', use, 'claimTypes', to_jsonb(types), 'against', against, 'fact', fact,
    'numbered', is_numbered, 'block', block, 'body', court_body(body));
$$;

create function court_defence(defence text, rebuttal text) returns jsonb language sql as $$
  select jsonb_build_object('defence', defence, 'rebuttal', rebuttal);
$$;

insert into court_template (kind, name, sections, defences) values
('summons', 'Dagvaarding geldvordering', jsonb_build_array(
court_section('aanhef', '', $t$
Heden, **{{summonsDate}}**,

op verzoek van **{{claimantName}}**, gevestigd te {{claimantSeat}}, kantoorhoudende aan {{claimantAddress}}, hierna te noemen: de eisende partij;

ingeschreven in het handelsregister onder nummer {{claimantKvk}};

voor deze zaak woonplaats kiezende te {{agentAddress}}, ten kantore van {{agentName}}, die als gemachtigde voor de eisende partij optreedt;

heb ik, {{bailiffName}}, gerechtsdeurwaarder,

**GEDAGVAARD:**$t$, false),
court_section('gedaagde-persoon', '', $t$
**{{defendantName}}**, wonende te {{defendantCity}}, {{defendantAddress}}, hierna te noemen: de gedaagde partij;

geboren op {{defendantBirthDate}};$t$, false, against => 'consumer'),
court_section('gedaagde-bedrijf', '', $t$
**{{defendantName}}**, gevestigd te {{defendantCity}}, {{defendantAddress}}, hierna te noemen: de gedaagde partij;

ingeschreven in het handelsregister onder nummer {{defendantKvk}};$t$, false, against => 'business'),
court_section('mede-gedaagden', '', $t$
en, hoofdelijk: {{otherDefendants}};$t$, false),
court_section('afschrift', '', $t$
aan dat adres mijn exploot doende en een afschrift hiervan latende aan: …………………………………………

**OM:**$t$, false),
court_section('oproep-kanton', 'Oproeping', $t$
op **{{rollDate}}** om **{{rollTime}}**, in persoon of vertegenwoordigd door een gemachtigde, te verschijnen ter terechtzitting van {{courtName}}, {{courtSector}}, zitting houdende te {{courtCity}}, {{courtAddress}};

met aanzegging dat:

- de gedaagde partij op die terechtzitting mondeling of schriftelijk op de eis kan antwoorden; een schriftelijk antwoord kan ook vóór die dag bij de griffie worden ingediend;
- de gedaagde partij op die terechtzitting uitstel kan vragen om te antwoorden;
- als de gedaagde partij niet op de voorgeschreven wijze in het geding verschijnt en de voorgeschreven termijnen en formaliteiten in acht zijn genomen, de rechter verstek tegen haar verleent en de hierna omschreven vordering toewijst, tenzij deze hem onrechtmatig of ongegrond voorkomt;
- van de gedaagde partij voor het verschijnen bij de kantonrechter geen griffierecht wordt geheven.$t$, false, fact => 'kanton'),
court_section('oproep-civiel', 'Oproeping', $t$
op **{{rollDate}}** om **{{rollTime}}**, niet in persoon maar vertegenwoordigd door een advocaat, te verschijnen ter terechtzitting van {{courtName}}, {{courtSector}}, zitting houdende te {{courtCity}}, {{courtAddress}};

met aanzegging dat:

- als de gedaagde partij geen advocaat stelt of het griffierecht niet tijdig betaalt en de voorgeschreven termijnen en formaliteiten in acht zijn genomen, de rechter verstek tegen haar verleent en de hierna omschreven vordering toewijst, tenzij deze hem onrechtmatig of ongegrond voorkomt;
- bij verschijning in het geding van de gedaagde partij griffierecht wordt geheven, te voldoen binnen vier weken na het tijdstip van verschijning; de hoogte staat in de meest recente bijlage bij de Wet griffierechten burgerlijke zaken;
- van een persoon die onvermogend is griffierecht voor onvermogenden wordt geheven, als op het tijdstip van de heffing een besluit tot toevoeging of een verklaring van de raad voor rechtsbijstand is overgelegd.$t$, false, fact => 'civil'),
court_section('meer-gedaagden', '', $t$
met aanzegging dat, als er meer gedaagden zijn en ten minste één van hen verschijnt, tussen alle partijen één vonnis wordt gewezen dat als een vonnis op tegenspraak wordt beschouwd.$t$, false, 'optional'),
court_section('grondslag', 'De vordering en de gronden daarvan', $t$
De vordering van de eisende partij berust op: {{claimTitle}}, namelijk {{claimDescription}}.

De overeenkomst is gesloten op {{contractDate}}.$t$),
court_section('koop', '', $t$
De eisende partij heeft aan de gedaagde partij zaken verkocht en geleverd. De gedaagde partij heeft die zaken ontvangen en behouden. Zij is op grond van artikel 7:26 BW verplicht de overeengekomen prijs te betalen.$t$, true, 'proposed', '{sale}'),
court_section('opdracht', '', $t$
De eisende partij heeft in opdracht van de gedaagde partij werkzaamheden verricht. De gedaagde partij is op grond van artikel 7:405 BW het overeengekomen, althans een redelijk, loon verschuldigd.$t$, true, 'proposed', '{services}'),
court_section('abonnement', '', $t$
Tussen partijen bestaat een overeenkomst op grond waarvan de eisende partij doorlopend diensten of zaken levert en de gedaagde partij daarvoor periodiek betaalt. De eisende partij heeft geleverd; de gedaagde partij heeft de vervallen termijnen niet betaald.$t$, true, 'proposed', '{subscription}'),
court_section('huur', '', $t$
De gedaagde partij huurt van de eisende partij. Zij is op grond van artikel 7:212 BW verplicht de huur op de overeengekomen wijze en tijdstippen te betalen en is daarin tekortgeschoten.$t$, true, 'proposed', '{rent}'),
court_section('geldlening', '', $t$
De eisende partij heeft de gedaagde partij een geldsom verstrekt, die de gedaagde partij op grond van artikel 7:129 en volgende BW en van de overeenkomst verplicht is terug te betalen. De vervallen bedragen zijn niet betaald.$t$, true, 'proposed', '{loan}'),
court_section('aanneming', '', $t$
De eisende partij heeft in opdracht van de gedaagde partij een werk van stoffelijke aard tot stand gebracht en opgeleverd. De gedaagde partij is op grond van artikel 7:750 BW verplicht de overeengekomen prijs te betalen.$t$, true, 'proposed', '{construction}'),
court_section('nakoming', '', $t$
De gedaagde partij is op grond van artikel 3:296 BW gehouden haar betalingsverplichting na te komen.$t$),
court_section('facturen', 'De facturen', $t$
De eisende partij heeft de gedaagde partij gefactureerd: {{invoiceNumbers}}. De eerste betalingstermijn verstreek op {{firstDueDate}}.

De overeengekomen betalingstermijnen zijn fatale termijnen in de zin van artikel 6:83, aanhef en onder a, BW. Door niet tijdig te betalen is de gedaagde partij van rechtswege in verzuim geraakt. De vordering is als volgt opgebouwd.$t$, block => 'claim'),
court_section('betalingen', '', $t$
De gedaagde partij heeft in totaal {{paid}} betaald. Dat bedrag is op grond van artikel 6:44 BW eerst in mindering gekomen van de kosten, daarna van de verschenen rente en ten slotte van de hoofdsom en de lopende rente. In de opstelling is dat verwerkt.$t$, fact => 'paid'),
court_section('rente', 'Rente', $t$
Over de hoofdsom is de gedaagde partij {{interestBasis}} verschuldigd, over de oudste factuur vanaf {{interestFrom}} en over elke andere factuur vanaf de dag na haar vervaldag. Tot en met {{asOf}} staat daarvan {{interest}} open.$t$, fact => 'interest'),
court_section('incassokosten-consument', 'Buitengerechtelijke kosten', $t$
De gedaagde partij is op {{noticeDate}}, na het intreden van het verzuim, aangemaand om alsnog te betalen binnen veertien dagen, te rekenen vanaf de dag na ontvangst van de aanmaning. Daarbij is vermeld welke vergoeding zij bij het uitblijven van betaling verschuldigd zou worden (artikel 6:96 lid 6 BW). De laatste dag van die termijn was {{noticeLastDay}}.

Betaling is binnen die termijn uitgebleven. De gedaagde partij is daarom de vergoeding verschuldigd volgens het Besluit vergoeding voor buitengerechtelijke incassokosten. Aan kosten staat {{collectionCosts}} open.$t$, against => 'consumer', fact => 'costs'),
court_section('incassokosten-bedrijf', 'Buitengerechtelijke kosten', $t$
De eisende partij heeft kosten gemaakt ter verkrijging van voldoening buiten rechte. De gedaagde partij is daarvoor op grond van artikel 6:96 lid 2, aanhef en onder c, BW een vergoeding verschuldigd volgens het Besluit vergoeding voor buitengerechtelijke incassokosten. Aan kosten staat {{collectionCosts}} open.$t$, against => 'business', fact => 'costs'),
court_section('informatieplichten', 'Bescherming van de consument', $t$
De overeenkomst is op afstand of buiten de verkoopruimte gesloten. De eisende partij heeft de gedaagde partij vóór het sluiten daarvan op duidelijke en begrijpelijke wijze de informatie van artikel 6:230m lid 1 BW verstrekt en deze bevestigd op een duurzame gegevensdrager. Bij een overeenkomst langs elektronische weg is voldaan aan artikel 6:230v BW. Dat blijkt uit de producties.$t$, true, 'optional', '{sale,services,subscription,other}', 'consumer'),
court_section('eerlijke-bedingen', '', $t$
Voor zover de vordering op algemene voorwaarden steunt, zijn de daarvoor van belang zijnde bedingen overgelegd. Zij zijn niet oneerlijk in de zin van Richtlijn 93/13/EEG.$t$, true, 'optional', '{}', 'consumer'),
court_section('verweren', 'Verweren en de weerlegging daarvan', $t$
De eisende partij is bekend met de volgende verweren van de gedaagde partij en weerlegt die als volgt (artikel 111 lid 3 Rv).$t$, block => 'defences'),
court_section('geen-verweer', 'Verweren', $t$
De eisende partij is niet bekend met een verweer van de gedaagde partij tegen de vordering (artikel 111 lid 3 Rv).$t$, fact => 'undisputed'),
court_section('bewijs', 'Bewijsmiddelen', $t$
De eisende partij biedt aan haar stellingen te bewijzen door alle middelen die de wet toelaat, in het bijzonder door de overgelegde stukken, haar administratie en het horen van getuigen, zonder een bewijslast op zich te nemen die niet op haar rust.$t$),
court_section('producties', '', $t$
Zij legt de volgende producties over.$t$, block => 'evidence'),
court_section('proceskosten', 'Proceskosten', $t$
De gedaagde partij moet als de in het ongelijk te stellen partij de kosten van het geding dragen (artikel 237 Rv). Bij een veroordeling bij verstek worden zij als volgt begroot.$t$, block => 'courtCosts'),
court_section('eis', 'Eis', $t$
Op deze gronden vordert de eisende partij dat de rechter, bij vonnis voor zover mogelijk uitvoerbaar bij voorraad, de gedaagde partij veroordeelt om tegen behoorlijk bewijs van kwijting aan de eisende partij te betalen:

1. {{open}}, zoals hiervoor gespecificeerd;
1. {{interestBasis}} over {{principal}}, te rekenen vanaf de dag na {{asOf}} tot de dag van volledige betaling;
1. de kosten van het geding, tot heden begroot op {{courtCosts}}, te betalen binnen veertien dagen na betekening van het vonnis, en bij gebreke daarvan te vermeerderen met de wettelijke rente vanaf de vijftiende dag;
1. de nakosten, begroot op {{afterCosts}}, te vermeerderen met de kosten van betekening als het vonnis wordt betekend.$t$, false),
court_section('slot', '', $t$
De kosten van dit exploot zijn voor mij, gerechtsdeurwaarder, {{summonsCosts}}, exclusief omzetbelasting.

Behandeld door {{agentName}}, {{agentAddress}}, telefoon {{agentPhone}}, e-mail {{agentEmail}}, onder dossiernummer {{fileNumber}}.

…………………………………………
gerechtsdeurwaarder$t$, false)
), jsonb_build_array(
court_defence('De gedaagde partij stelt de factuur niet te hebben ontvangen.', 'De facturen en aanmaningen zijn gezonden naar de adresgegevens die de gedaagde partij zelf heeft opgegeven. De verplichting om te betalen volgt bovendien uit de overeenkomst en niet uit de factuur. Ook na de aanmaningen, waarbij de factuurgegevens zijn vermeld, bleef betaling uit.'),
court_defence('De gedaagde partij stelt dat het geleverde niet aan de overeenkomst beantwoordt.', 'De gedaagde partij heeft niet binnen bekwame tijd over een gebrek geklaagd en kan daarop geen beroep meer doen (artikelen 6:89 en 7:23 BW). Zij heeft ook niet aangegeven waarin de tekortkoming bestaat en heeft de overeenkomst niet ontbonden.'),
court_defence('De gedaagde partij stelt al te hebben betaald.', 'Wie zich op betaling beroept, draagt daarvan de bewijslast (artikel 150 Rv). Andere betalingen dan die in de opstelling zijn verwerkt, zijn niet ontvangen. De gedaagde partij heeft geen betalingsbewijs overgelegd.'),
court_defence('De gedaagde partij stelt niet te kunnen betalen.', 'Betalingsonmacht ontslaat de gedaagde partij niet van haar verplichting. De eisende partij hoeft betaling in gedeelten niet te aanvaarden (artikel 6:29 BW).'),
court_defence('De gedaagde partij betwist dat er een overeenkomst is.', 'De overeenkomst blijkt uit de overgelegde stukken. De gedaagde partij heeft de prestatie bovendien zonder voorbehoud aanvaard.'),
court_defence('De gedaagde partij betwist de buitengerechtelijke kosten.', 'De eisende partij heeft de wettelijk vereiste aanmaning gezonden en de daarin gestelde termijn is zonder betaling verstreken. De kosten zijn berekend volgens het wettelijke tarief.'),
court_defence('De gedaagde partij beroept zich op verjaring.', 'De verjaring is tijdig gestuit door schriftelijke aanmaningen waarin de eisende partij zich haar recht op nakoming ondubbelzinnig heeft voorbehouden (artikel 3:317 BW).'))),

('notice', 'Aanzegging van een dagvaarding', jsonb_build_array(
court_section('aanhef', '', $t$
Aan: **{{defendantName}}**
{{defendantAddress}}

Datum: {{today}}
Dossiernummer: {{fileNumber}}

Namens **{{claimantName}}**, gevestigd te {{claimantSeat}}, zegt {{agentName}} u het volgende aan.$t$, false),
court_section('vordering', 'Wat u moet betalen', $t$
Het gaat om: {{claimTitle}}, namelijk {{claimDescription}}. Ondanks eerdere herinneringen is de vordering niet volledig betaald. Op {{asOf}} staat {{open}} open, als volgt opgebouwd.$t$, false, block => 'claim'),
court_section('termijn', 'Laatste termijn', $t$
U kunt een procedure voorkomen door {{open}} uiterlijk op **{{payBefore}}** te betalen op rekening {{paymentIban}}, onder vermelding van {{paymentReference}}.$t$, false),
court_section('rente', '', $t$
De rente loopt door tot de dag waarop u hebt betaald: {{interestBasis}}.$t$, false, fact => 'interest'),
court_section('gevolgen', 'Wat er daarna gebeurt', $t$
Betaalt u niet op tijd en hebt u geen regeling getroffen, dan kan onze opdrachtgever u door een gerechtsdeurwaarder laten dagvaarden voor {{courtName}}. Wijst de rechter de vordering toe, dan moet u naar verwachting ook de volgende kosten betalen.$t$, false, block => 'courtCosts'),
court_section('verweer', 'Bent u het er niet mee eens?', $t$
Laat het ons dan vóór {{payBefore}} weten, met uw redenen en zo mogelijk met stukken. U bereikt ons op {{agentPhone}} of via {{agentEmail}}.$t$, false),
court_section('regeling', '', $t$
Kunt u het bedrag niet in één keer betalen? Neem dan voor die dag contact met ons op over een betalingsregeling.$t$, false, 'proposed'),
court_section('hulp', '', $t$
Hebt u meer schulden of zorgen over geld? Uw gemeente helpt u gratis bij het oplossen daarvan.$t$, false, against => 'consumer'),
court_section('stuiting', 'Voorbehoud', $t$
Onze opdrachtgever behoudt zich haar recht op nakoming uitdrukkelijk voor. Deze brief stuit de verjaring (artikel 3:317 lid 1 BW).$t$, false),
court_section('stukken', 'Stukken', $t$
Bij deze aanzegging horen de volgende stukken.$t$, false, block => 'evidence'),
court_section('slot', '', $t$
{{agentName}}
namens {{claimantName}}$t$, false)
), '[]'),

('petition', 'Verzoekschrift tot faillietverklaring', jsonb_build_array(
court_section('aanhef', '', $t$
Aan {{courtName}}

**{{claimantName}}**, gevestigd te {{claimantSeat}}, {{claimantAddress}}, verder: verzoekster, die voor deze zaak woonplaats kiest ten kantore van haar advocaat {{lawyerName}}, die dit verzoekschrift ondertekent en indient (artikel 5 lid 1 Fw);

verzoekt de faillietverklaring van:

**{{defendantName}}**, gevestigd of wonende te {{defendantCity}}, {{defendantAddress}}, verder: verweerster;

ingeschreven in het handelsregister onder nummer {{defendantKvk}}.$t$, false),
court_section('bevoegdheid', 'Bevoegdheid', $t$
Verweerster heeft haar woonplaats en het centrum van haar voornaamste belangen in het rechtsgebied van {{courtName}}. De rechtbank is bevoegd op grond van artikel 2 Fw en artikel 3 van Verordening (EU) 2015/848.$t$),
court_section('vordering', 'De vordering van verzoekster', $t$
Verzoekster heeft een opeisbare vordering op verweerster uit hoofde van: {{claimTitle}}, namelijk {{claimDescription}}. Zij heeft gefactureerd: {{invoiceNumbers}}.

De vordering bedraagt op {{asOf}} in totaal {{open}}, als volgt opgebouwd.$t$, block => 'claim'),
court_section('aanmaning', '', $t$
Verweerster is herhaaldelijk aangemaand en heeft niet volledig betaald.$t$),
court_section('verweren', 'Verweer', $t$
Verweerster heeft tegen de vordering het volgende aangevoerd. Dat kan haar niet baten.$t$, block => 'defences'),
court_section('erkenning', '', $t$
Verweerster heeft de vordering niet betwist.$t$, true, 'optional', fact => 'undisputed'),
court_section('steunvordering', 'Meer schuldeisers', $t$
Verweerster laat ook andere schuldeisers onbetaald. Verzoekster wijst op de vordering van [naam en woonplaats van de schuldeiser] ten bedrage van [bedrag], die opeisbaar is en onbetaald blijft. Daarvan zijn bewijsstukken overgelegd.$t$),
court_section('toestand', 'Opgehouden te betalen', $t$
Uit deze feiten blijkt summierlijk dat verweerster verkeert in de toestand dat zij heeft opgehouden te betalen en dat verzoekster een vorderingsrecht heeft (artikelen 1 en 6 lid 3 Fw).$t$),
court_section('natuurlijk-persoon', '', $t$
Verzoekster is ermee bekend dat verweerster als natuurlijke persoon binnen veertien dagen na de kennisgeving van de griffier een verzoek tot toepassing van de schuldsaneringsregeling kan indienen (artikel 3 Fw).$t$, true, 'proposed', '{}', 'consumer'),
court_section('producties', 'Producties', $t$
Verzoekster legt de volgende producties over.$t$, block => 'evidence'),
court_section('verzoek', 'Verzoek', $t$
Op deze gronden verzoekt verzoekster de rechtbank om {{defendantName}} in staat van faillissement te verklaren, met benoeming van een rechter-commissaris en aanstelling van een curator, en te bepalen dat de kosten van dit verzoek uit de boedel worden voldaan.$t$, false),
court_section('slot', '', $t$
{{courtCity}}, {{today}}

…………………………………………
{{lawyerName}}, advocaat$t$, false)
), jsonb_build_array(
court_defence('Verweerster betwist de hoogte van de vordering.', 'Dat staat aan faillietverklaring niet in de weg. Het bestaan van een vorderingsrecht is summierlijk gebleken; de precieze omvang daarvan is voor deze procedure niet van belang.'),
court_defence('Verweerster stelt dat zij met een regeling kan betalen.', 'Er is geen regeling tot stand gekomen of zij is niet nagekomen. De vordering is opeisbaar.'))),

('claim', 'Indiening van de vordering ter verificatie', jsonb_build_array(
court_section('aanhef', '', $t$
Aan: {{recipientName}}

Datum: {{today}}
Ons dossiernummer: {{fileNumber}}
Betreft: {{stateKind}} van **{{defendantName}}**, {{defendantAddress}}$t$, false),
court_section('indiening', 'Indiening', $t$
Namens **{{claimantName}}**, gevestigd te {{claimantSeat}}, {{claimantAddress}}, dienen wij de volgende vordering ter verificatie in (artikel 110 Fw). De vordering berust op: {{claimTitle}}, namelijk {{claimDescription}}.

Alle bedragen zijn berekend naar de stand op **{{stateDay}}**. Rente die daarna loopt, is niet opgenomen (artikel 128 Fw).$t$, false),
court_section('opstelling', 'De vordering', $t$
In totaal bedraagt de vordering {{open}}.$t$, false, block => 'claim'),
court_section('rang', 'Rang', $t$
De vordering is concurrent. Op een voorrecht, pand, hypotheek of recht van terughouding wordt geen aanspraak gemaakt.$t$, false, 'proposed'),
court_section('eigendomsvoorbehoud', '', $t$
Op de geleverde zaken rust een eigendomsvoorbehoud (artikel 3:92 BW). Wij verzoeken u ons te berichten welke van die zaken zich nog bij de schuldenaar bevinden en deze voor onze opdrachtgever te behouden.$t$, false, 'optional', '{sale}'),
court_section('stukken', 'Bewijsstukken', $t$
Wij leggen de volgende bewijsstukken over.$t$, false, block => 'evidence'),
court_section('verzoek', 'Verzoek', $t$
Wij verzoeken u de ontvangst te bevestigen, de vordering op de lijst van voorlopig erkende vorderingen te plaatsen en ons van het verdere verloop op de hoogte te houden. Een uitdeling kunt u betalen op rekening {{paymentIban}}, onder vermelding van {{paymentReference}}.$t$, false),
court_section('slot', '', $t$
{{agentName}}, {{agentAddress}}
telefoon {{agentPhone}}, e-mail {{agentEmail}}
namens {{claimantName}}$t$, false)
), '[]');

drop function court_defence(text, text);
drop function court_section(text, text, text, boolean, text, text[], text, text, text);
drop function court_body(text);
drop function court_inline(text);
