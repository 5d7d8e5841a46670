-- What the rows of an upload are: new claims, instalments of contracts, corrections of what was placed, or what is taken back.
alter table import_batch add column mode text not null default 'new'
  check (mode in ('new', 'instalments', 'correct', 'withdraw'));
alter table import_batch alter column mode drop default;
-- Whether a citizen service number stood in it: such an upload is not kept, only its rows without that number.
alter table import_batch add column is_cleaned boolean not null default false;
-- The archive in which the rows came with documents beside them.
alter table import_batch add column archive_key text;

-- Documents that came beside the rows, and the row that each belongs to.
create table import_document (
  batch_id bigint not null references import_batch (id),
  position integer not null,
  name text not null,
  size_bytes bigint not null,
  -- The first row of the group of rows that becomes the file; null where none bears its name.
  leader integer,
  -- Text key of why it is left out.
  problem_key text,
  document_id bigint references document (id),
  primary key (batch_id, position)
);
create index import_document_leader on import_document (batch_id, leader, position);
create index import_document_document on import_document (document_id);
