-- States of domain facts 6: more kinds, with their source, who may be written to, and what becomes of interest and workflow.
alter table file_hold drop constraint file_hold_kind_check;
alter table file_hold add constraint file_hold_kind_check check (kind in
  ('dispute', 'complaint', 'shv', 'moratorium', 'broad_moratorium', 'wsnp', 'bankruptcy', 'administration', 'deceased',
    'vulnerable', 'returned_mail', 'promise', 'manual'));
alter table file_hold
  add column effect text not null default 'pause' check (effect in ('none', 'pause', 'suspend')),
  add column stage text check (stage in
    ('notice', 'stabilisation', 'balance_request', 'proposal', 'agreed', 'forced', 'completed', 'failed')),
  -- What it rests on: a letter, a judgment, a register; and its mark.
  add column source text,
  add column source_reference text,
  -- While it lies, the debtor is reached only through this party.
  add column contact_party_id bigint references file_party (id),
  -- Interest is not charged from this day until the state ends.
  add column interest_frozen_from date,
  add column lift_reason text,
  add column version integer not null default 1;
create index file_hold_contact_party on file_hold (contact_party_id) where contact_party_id is not null;
update file_hold set effect = 'suspend' where kind in ('shv', 'wsnp', 'bankruptcy');
