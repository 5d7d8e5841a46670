-- Somebody under guardianship (curatele, BW 1:378) acts by the guardian alone.
alter table file_hold drop constraint file_hold_kind_check;
alter table file_hold add constraint file_hold_kind_check check (kind in
  ('dispute', 'complaint', 'shv', 'moratorium', 'broad_moratorium', 'wsnp', 'bankruptcy', 'administration', 'guardianship',
    'deceased', 'vulnerable', 'returned_mail', 'promise', 'manual'));
