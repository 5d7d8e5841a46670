-- Subjects of agenda items (domain facts 11). `exclusion`: which of the options of the agenda (specification, point 3) leaves it out.
create table agenda_subject (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  fixed boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text,
  code text not null,
  name jsonb not null,
  -- Working days from today that a new item of this subject is planned at, unless somebody says otherwise.
  working_days integer not null default 0 check (working_days between 0 and 260),
  exclusion text not null default 'none'
    check (exclusion in ('none', 'vo_address', 'received_advance', 'terminated', 'state_of_affairs'))
);
create unique index agenda_subject_code on agenda_subject (code);

insert into agenda_subject (position, fixed, code, name, working_days, exclusion)
select position, true, code, jsonb_build_object('nl', nl, 'en', en, 'fr', fr, 'de', de), working_days, exclusion
from (values
  (1, 'call_debtor', 'Debiteur bellen', 'Call debtor', 'Appeler le débiteur', 'Schuldner anrufen', 0, 'none'),
  (2, 'debtor_proposal', 'Voorstel van debiteur', 'Debtor’s proposal', 'Proposition du débiteur', 'Vorschlag des Schuldners', 2, 'none'),
  (3, 'missed_term', 'Gemiste termijn', 'Missed term', 'Échéance manquée', 'Versäumte Rate', 0, 'none'),
  (4, 'dispute_received', 'Betwisting ontvangen', 'Dispute received', 'Contestation reçue', 'Bestreitung eingegangen', 5, 'none'),
  (5, 'client_question', 'Vraag van of aan opdrachtgever', 'Client question', 'Question du ou au client', 'Frage von oder an Auftraggeber', 3, 'none'),
  (6, 'document_missing', 'Document ontbreekt', 'Document missing', 'Document manquant', 'Dokument fehlt', 5, 'none'),
  (7, 'address_check', 'Adrescontrole', 'Address check', 'Contrôle d’adresse', 'Adressprüfung', 1, 'vo_address'),
  (8, 'summons_approval', 'Akkoord dagvaarding', 'Summons approval', 'Accord pour assignation', 'Freigabe der Klage', 5, 'none'),
  (9, 'advance_received', 'Voorschot ontvangen?', 'Advance received?', 'Provision reçue ?', 'Vorschuss eingegangen?', 10, 'received_advance'),
  (10, 'bailiff_status', 'Stand deurwaarder?', 'Bailiff status?', 'Situation chez l’huissier ?', 'Stand Gerichtsvollzieher?', 20, 'state_of_affairs'),
  (11, 'roll_date', 'Roldatum', 'Roll date', 'Date de rôle', 'Rolltermin', 0, 'none'),
  (12, 'judgment_received', 'Vonnis ontvangen', 'Judgment received', 'Jugement reçu', 'Urteil eingegangen', 0, 'none'),
  (13, 'shv_review', 'Schuldhulp beoordelen', 'Debt counselling review', 'Réexamen du désendettement', 'Schuldnerberatung prüfen', 0, 'none'),
  (14, 'complaint', 'Klacht', 'Complaint', 'Réclamation', 'Beschwerde', 2, 'none'),
  (15, 'limitation_warning', 'Verjaring nadert', 'Limitation warning', 'Prescription proche', 'Verjährung naht', 0, 'none'),
  (16, 'shv_balance', 'Saldo-opgave schuldhulp', 'Balance for debt counselling', 'Solde pour le désendettement', 'Saldenauskunft Schuldnerberatung', 10, 'none'),
  (17, 'agreement_terminated', 'Overeenkomst beëindigd', 'Agreement terminated', 'Accord résilié', 'Vereinbarung beendet', 0, 'terminated'),
  (18, 'heirs', 'Erven benaderen', 'Contact heirs', 'Contacter les héritiers', 'Erben ansprechen', 0, 'none'),
  (19, 'insolvency_claim', 'Vordering indienen', 'File the claim', 'Déclarer la créance', 'Forderung anmelden', 5, 'none'),
  (20, 'review', 'Dossier beoordelen', 'Review the file', 'Réexaminer le dossier', 'Akte prüfen', 5, 'none')
) as seed (position, code, nl, en, fr, de, working_days, exclusion);
