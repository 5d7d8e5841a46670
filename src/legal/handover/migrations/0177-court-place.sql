-- Where the court sits to which a file goes, and a mandate for this file alone: it goes before the one of its client.
alter table handover_file add column place text check (place in ('amsterdam', 'den-haag', 'gouda', 'leiden', 'apeldoorn', 'arnhem',
  'nijmegen', 'zutphen', 'maastricht', 'roermond', 'almere', 'amersfoort', 'lelystad', 'utrecht', 'alkmaar', 'haarlem', 'zaandam', 'assen',
  'groningen', 'leeuwarden', 'eindhoven', 's-hertogenbosch', 'almelo', 'enschede', 'zwolle', 'dordrecht', 'rotterdam', 'bergen-op-zoom',
  'breda', 'middelburg', 'tilburg'));
alter table handover_file add column mandate_scope text check (mandate_scope in ('collection', 'judicial', 'execution'));
alter table handover_file add column mandate_on date;
-- The paper of the file on which it stands, among its documents or on its timeline.
alter table handover_file add column mandate_document_id bigint references document (id);
alter table handover_file add column mandate_attachment_id bigint references log_attachment (id);
alter table handover_file add constraint handover_file_mandate check (
  (mandate_scope is null) = (mandate_on is null) and num_nonnulls(mandate_document_id, mandate_attachment_id) <= 1
    and (mandate_scope is not null or num_nonnulls(mandate_document_id, mandate_attachment_id) = 0));
alter table handover_file add constraint handover_file_place check (place is null or court is not null);
create index handover_file_mandate_document on handover_file (mandate_document_id) where mandate_document_id is not null;
create index handover_file_mandate_attachment on handover_file (mandate_attachment_id) where mandate_attachment_id is not null;
