-- What the lists begin with (domain facts 3.3, 4.4 and 11; the limitation terms by their articles). A house may rename, add and archive.

insert into legal_type (position, code, name, basis, limitation_months, limitation_article, consumer_months, consumer_article)
select position, code, jsonb_build_object('nl', nl, 'en', en, 'fr', fr, 'de', de), basis, months, article, consumer_months, consumer_article
from (values
  (1, 'sale', 'Koop', 'Sale', 'Vente', 'Kauf', 'contract', 60, 'BW 3:307', 24, 'BW 7:28'),
  (2, 'service', 'Dienstverlening', 'Service', 'Prestation de services', 'Dienstleistung', 'contract', 60, 'BW 3:307', null::integer, ''),
  (3, 'rent', 'Huur', 'Rent', 'Loyer', 'Miete', 'contract', 60, 'BW 3:308', null::integer, ''),
  (4, 'energy', 'Energie', 'Energy', 'Énergie', 'Energie', 'contract', 60, 'BW 3:307', 24, 'BW 7:28'),
  (5, 'telecom', 'Telecom', 'Telecom', 'Télécom', 'Telekommunikation', 'contract', 60, 'BW 3:307', null::integer, ''),
  (6, 'health_insurance', 'Zorgverzekering', 'Health insurance', 'Assurance maladie', 'Krankenversicherung', 'contract', 60, 'BW 3:308', null::integer, ''),
  (7, 'subscription', 'Abonnement', 'Subscription', 'Abonnement', 'Abonnement', 'contract', 60, 'BW 3:307', null::integer, ''),
  (8, 'loan', 'Lening of achteraf betalen', 'Loan or buy now, pay later', 'Prêt ou paiement différé', 'Darlehen oder Kauf auf Rechnung', 'contract', 60, 'BW 3:307', null::integer, ''),
  (9, 'membership', 'Lidmaatschap', 'Membership', 'Adhésion', 'Mitgliedschaft', 'contract', 60, 'BW 3:308', null::integer, ''),
  (10, 'damage', 'Schade', 'Damage', 'Dommage', 'Schadenersatz', 'other', 60, 'BW 3:310', null::integer, ''),
  (11, 'b2b_supply', 'Levering aan bedrijven', 'B2B supply', 'Livraison entre entreprises', 'Lieferung an Unternehmen', 'contract', 60, 'BW 3:307', null::integer, ''),
  (12, 'assignment', 'Cessie', 'Assignment of claim', 'Cession de créance', 'Abtretung', 'contract', 60, 'BW 3:307', null::integer, '')
) as seed (position, code, nl, en, fr, de, basis, months, article, consumer_months, consumer_article);

insert into file_status (position, fixed, code, name, explanation, colour)
select position, true, code, jsonb_build_object('nl', nl, 'en', en, 'fr', fr, 'de', de),
  jsonb_build_object('nl', why_nl, 'en', why_en, 'fr', why_fr, 'de', why_de), colour
from (values
  (1, 'not_started', 'Niet gestart', 'Not started', 'Non commencé', 'Nicht begonnen', 'Wij gaan binnenkort met het dossier aan de slag.', 'We will start on the file shortly.', 'Nous allons bientôt traiter le dossier.', 'Wir beginnen bald mit der Akte.', 'grey'),
  (2, 'in_progress', 'In behandeling', 'In progress', 'En cours', 'In Bearbeitung', 'Wij zijn met het dossier bezig; de volgende stap staat gepland.', 'We are working on the file; the next step is planned.', 'Nous traitons le dossier ; la prochaine étape est planifiée.', 'Wir bearbeiten die Akte; der nächste Schritt ist geplant.', 'teal'),
  (3, 'paused', 'Gepauzeerd', 'Paused', 'En pause', 'Pausiert', 'Het dossier ligt stil, bijvoorbeeld door een vraag of betwisting.', 'The file is on hold, for instance because of a question or dispute.', 'Le dossier est en attente, par exemple en raison d’une question ou d’une contestation.', 'Die Akte ruht, zum Beispiel wegen einer Frage oder Bestreitung.', 'amber'),
  (4, 'term_payment', 'Betalingsregeling', 'Payment arrangement', 'Plan de paiement', 'Ratenzahlung', 'De debiteur betaalt in termijnen.', 'The debtor pays by instalments.', 'Le débiteur paie par échéances.', 'Der Schuldner zahlt in Raten.', 'blue'),
  (5, 'suspend', 'Opgeschort', 'Suspended', 'Suspendu', 'Ausgesetzt', 'Het dossier is opgeschort wegens schuldhulp of insolventie.', 'The file is suspended because of debt counselling or insolvency.', 'Le dossier est suspendu pour aide au désendettement ou insolvabilité.', 'Die Akte ist wegen Schuldnerberatung oder Insolvenz ausgesetzt.', 'red'),
  (6, 'monitoring', 'Bewaking', 'Monitoring', 'Surveillance', 'Überwachung', 'Betaling is nu niet haalbaar; wij houden het dossier in de gaten.', 'Payment is not feasible now; we keep an eye on the file.', 'Le paiement n’est pas possible pour l’instant ; nous surveillons le dossier.', 'Eine Zahlung ist derzeit nicht möglich; wir überwachen die Akte.', 'grey'),
  (7, 'monitoring_in_progress', 'Bewaking loopt', 'Monitoring in progress', 'Surveillance en cours', 'Überwachung läuft', 'Wij onderzoeken of betaling weer haalbaar is.', 'We are checking whether payment is feasible again.', 'Nous vérifions si le paiement est de nouveau possible.', 'Wir prüfen, ob eine Zahlung wieder möglich ist.', 'blue'),
  (8, 'no_more_steps', 'Geen stappen meer', 'No more steps', 'Plus d’étapes', 'Keine weiteren Schritte', 'Alle stappen zijn gedaan; wij leggen u een vervolg voor.', 'All steps have been taken; we will propose how to go on.', 'Toutes les étapes sont faites ; nous vous proposerons une suite.', 'Alle Schritte sind getan; wir schlagen Ihnen das Weitere vor.', 'amber'),
  (9, 'closed', 'Gesloten', 'Closed', 'Clôturé', 'Geschlossen', 'Het dossier is afgesloten.', 'The file has been closed.', 'Le dossier est clôturé.', 'Die Akte ist geschlossen.', 'green')
) as seed (position, code, nl, en, fr, de, why_nl, why_en, why_fr, why_de, colour);

insert into closing_reason (position, fixed, code, name, needs_note, tells_client, counts_as_collected)
select position, true, code, jsonb_build_object('nl', nl, 'en', en, 'fr', fr, 'de', de), needs_note, tells_client, collected
from (values
  (1, 'paid_in_full', 'Volledig betaald', 'Paid in full', 'Payé intégralement', 'Vollständig bezahlt', false, true, true),
  (2, 'paid_directly', 'Rechtstreeks betaald', 'Paid directly', 'Payé directement', 'Direkt bezahlt', false, true, true),
  (3, 'settled', 'Geschikt (finale kwijting)', 'Settled (final discharge)', 'Transaction (quittance finale)', 'Verglichen (endgültige Entlastung)', false, true, true),
  (4, 'credited', 'Gecrediteerd', 'Credited', 'Crédité', 'Gutgeschrieben', false, true, false),
  (5, 'withdrawn', 'Ingetrokken door opdrachtgever', 'Withdrawn by client', 'Retiré par le client', 'Vom Auftraggeber zurückgezogen', false, true, false),
  (6, 'uneconomic', 'Niet rendabel', 'Uneconomic', 'Non rentable', 'Unwirtschaftlich', true, true, false),
  (7, 'uncollectable', 'Oninbaar', 'Uncollectable', 'Irrécouvrable', 'Uneinbringlich', true, true, false),
  (8, 'unknown_address', 'Adres onbekend', 'Unknown address', 'Adresse inconnue', 'Adresse unbekannt', false, true, false),
  (9, 'deceased_no_estate', 'Overleden zonder nalatenschap', 'Deceased without estate', 'Décédé sans succession', 'Verstorben ohne Nachlass', false, true, false),
  (10, 'bankrupt', 'Failliet', 'Bankrupt', 'En faillite', 'Insolvent', false, true, false),
  (11, 'wsnp_clean_slate', 'Schone lei (Wsnp)', 'Clean slate (Wsnp)', 'Apurement (Wsnp)', 'Restschuldbefreiung (Wsnp)', false, true, false),
  (12, 'shv_completed', 'Schuldregeling voltooid', 'Debt counselling completed', 'Désendettement achevé', 'Schuldenregelung abgeschlossen', false, true, true),
  (13, 'time_barred', 'Verjaard', 'Time-barred', 'Prescrit', 'Verjährt', false, true, false),
  (14, 'disputed_unfounded', 'Betwist, vordering ongegrond', 'Disputed, claim unfounded', 'Contesté, créance infondée', 'Bestritten, Forderung unbegründet', true, true, false),
  (15, 'duplicate', 'Dubbel', 'Duplicate', 'En double', 'Doppelt', true, false, false),
  (16, 'transferred', 'Overgedragen aan partner of deurwaarder', 'Transferred to partner or bailiff', 'Transféré à un partenaire ou huissier', 'An Partner oder Gerichtsvollzieher übergeben', true, true, false),
  (17, 'sold', 'Verkocht', 'Sold', 'Vendu', 'Verkauft', false, true, false)
) as seed (position, code, nl, en, fr, de, needs_note, tells_client, collected);

insert into cost_type (position, fixed, code, name, cost_group, charge_to, vat_percent, counts_as_cost, needs_document, btag_article)
select position, code in ('bik', 'bik_vat'), code, jsonb_build_object('nl', nl, 'en', en, 'fr', fr, 'de', de), cost_group, charge_to, vat::text, cost, document, article
from (values
  (1, 'bik', 'Incassokosten (BIK)', 'Collection costs (BIK)', 'Frais de recouvrement (BIK)', 'Inkassokosten (BIK)', 'bik', 'debtor', 0, true, false, ''),
  (2, 'bik_vat', 'Btw over incassokosten', 'VAT on collection costs', 'TVA sur frais de recouvrement', 'USt. auf Inkassokosten', 'bik', 'debtor', 0, true, false, ''),
  (3, 'information', 'Informatiekosten', 'Information costs', 'Frais de renseignement', 'Auskunftskosten', 'court', 'debtor', 21, true, true, ''),
  (4, 'address_check', 'Adresonderzoek', 'Address check', 'Recherche d’adresse', 'Adressermittlung', 'other', 'client', 21, false, false, ''),
  (5, 'registered_post', 'Aangetekende post', 'Registered post', 'Courrier recommandé', 'Einschreiben', 'other', 'client', 0, false, false, ''),
  (6, 'court_fee', 'Griffierecht', 'Court fee', 'Droit de greffe', 'Gerichtsgebühr', 'court', 'debtor', 0, true, true, ''),
  (7, 'salary', 'Salaris gemachtigde', 'Representative’s salary', 'Salaire du mandataire', 'Vertreterhonorar', 'court', 'debtor', 0, true, false, ''),
  (8, 'summons', 'Dagvaarding', 'Summons', 'Assignation', 'Ladung', 'court', 'debtor', 21, true, true, 'Btag 2 a'),
  (9, 'service', 'Betekening', 'Service of title', 'Signification', 'Zustellung', 'execution', 'debtor', 21, true, true, 'Btag 2 b'),
  (10, 'seizure', 'Beslag', 'Seizure', 'Saisie', 'Pfändung', 'execution', 'debtor', 21, true, true, 'Btag 2 e, i, j, k, o'),
  (11, 'execution_other', 'Overige executiekosten', 'Other execution costs', 'Autres frais d’exécution', 'Sonstige Vollstreckungskosten', 'execution', 'debtor', 21, true, true, 'Btag 2'),
  (12, 'after_costs', 'Nakosten', 'After-costs', 'Frais postérieurs', 'Nachkosten', 'court', 'debtor', 0, true, false, ''),
  (13, 'interest_correction', 'Rentecorrectie', 'Interest correction', 'Correction des intérêts', 'Zinskorrektur', 'other', 'debtor', 0, false, false, ''),
  (14, 'handling_fee', 'Behandelkosten opdrachtgever', 'Client handling fee', 'Frais de traitement client', 'Bearbeitungsgebühr Auftraggeber', 'other', 'client', 21, false, false, ''),
  (15, 'storno_fee', 'Stornokosten', 'Reversal fee', 'Frais de contrepassation', 'Rücklastschriftgebühr', 'other', 'client', 0, false, false, '')
) as seed (position, code, nl, en, fr, de, cost_group, charge_to, vat, cost, document, article);

insert into payment_description (position, fixed, code, name, kind, effect)
select position, true, code, jsonb_build_object('nl', nl, 'en', en, 'fr', fr, 'de', de), kind, effect
from (values
  (1, 'payment', 'Betaling debiteur', 'Payment by debtor', 'Paiement du débiteur', 'Zahlung des Schuldners', 'agency', 'allocates'),
  (2, 'direct', 'Rechtstreekse betaling', 'Direct payment', 'Paiement direct', 'Direktzahlung', 'direct', 'allocates'),
  (3, 'term', 'Termijnbetaling', 'Term payment', 'Paiement échelonné', 'Ratenzahlung', 'agency', 'allocates'),
  (4, 'bailiff', 'Afdracht deurwaarder', 'Bailiff remittance', 'Reversement de l’huissier', 'Auskehrung des Gerichtsvollziehers', 'bailiff', 'allocates'),
  (5, 'refund', 'Terugbetaling', 'Refund', 'Remboursement', 'Rückzahlung', 'refund', 'none'),
  (6, 'reversal', 'Storno', 'Reversal', 'Contrepassation', 'Rücklastschrift', 'reversal', 'takes_back'),
  (7, 'set_off', 'Verrekening', 'Set-off', 'Compensation', 'Aufrechnung', 'direct', 'allocates'),
  (8, 'advance_received', 'Voorschot ontvangen', 'Advance received', 'Avance reçue', 'Vorschuss erhalten', 'advance', 'none'),
  (9, 'advance_used', 'Voorschot gebruikt', 'Advance used', 'Avance utilisée', 'Vorschuss verwendet', 'advance', 'none'),
  (10, 'write_off', 'Afboeking', 'Write-off', 'Passage en perte', 'Ausbuchung', 'write_off', 'allocates'),
  (11, 'rounding', 'Afronding', 'Rounding', 'Arrondi', 'Rundung', 'write_off', 'allocates')
) as seed (position, code, nl, en, fr, de, kind, effect);

insert into mime_type (position, mime, extensions, max_megabytes, purposes) values
  (1, 'application/pdf', array['pdf'], 25, array['attachment', 'document', 'news']),
  (2, 'image/png', array['png'], 10, array['attachment', 'document', 'news']),
  (3, 'image/jpeg', array['jpg', 'jpeg'], 10, array['attachment', 'document', 'news']),
  (4, 'image/gif', array['gif'], 5, array['attachment', 'news']),
  (5, 'image/tiff', array['tif', 'tiff'], 25, array['attachment', 'document']),
  (6, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', array['docx'], 25, array['attachment', 'document']),
  (7, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', array['xlsx'], 100, array['attachment', 'document', 'import']),
  (8, 'application/vnd.oasis.opendocument.text', array['odt'], 25, array['attachment', 'document']),
  (9, 'application/vnd.oasis.opendocument.spreadsheet', array['ods'], 25, array['attachment', 'document']),
  (10, 'application/msword', array['doc'], 25, array['attachment', 'document']),
  (11, 'application/vnd.ms-excel', array['xls'], 25, array['attachment', 'document']),
  (12, 'application/vnd.ms-outlook', array['msg'], 25, array['attachment']),
  (13, 'message/rfc822', array['eml'], 25, array['attachment']),
  (14, 'application/zip', array['zip'], 50, array['statement']),
  (15, 'application/gzip', array['gz'], 50, array['statement']),
  (16, 'application/xml', array['xml'], 50, array['statement']),
  (17, 'text/csv', array['csv'], 100, array['import', 'statement', 'attachment']),
  (18, 'text/plain', array['txt', 'sta', '940'], 100, array['statement', 'import', 'attachment']);
