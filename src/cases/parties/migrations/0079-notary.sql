-- After a death a notary may speak for the estate.
alter table file_party drop constraint file_party_role_check;
alter table file_party add constraint file_party_role_check check (role in
  ('joint', 'guarantor', 'administrator', 'legal_representative', 'counsellor', 'trustee', 'heir', 'notary', 'other'));
