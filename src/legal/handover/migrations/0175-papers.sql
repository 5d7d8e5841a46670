-- What a paper of a file is: a document, or what hangs on its timeline. Told by a person; without a row it is known by how it came about.
create table file_paper (
  id bigint generated always as identity primary key,
  file_id bigint not null references case_file (id),
  document_id bigint unique references document (id),
  attachment_id bigint unique references log_attachment (id),
  kind text not null
    check (kind in ('invoice', 'contract', 'notice14', 'correspondence', 'payments', 'judgment', 'other')),
  noted_at timestamptz not null,
  noted_by bigint references app_user (id),
  check (num_nonnulls(document_id, attachment_id) = 1)
);
create index file_paper_file on file_paper (file_id);
create index file_paper_noted_by on file_paper (noted_by);

-- The paper of the file on which a state rests, beside what was typed of its source (domain facts 6: reason, end date, source document).
create table state_paper (
  hold_id bigint primary key references file_hold (id),
  document_id bigint references document (id),
  attachment_id bigint references log_attachment (id),
  noted_at timestamptz not null,
  noted_by bigint references app_user (id),
  check (num_nonnulls(document_id, attachment_id) = 1)
);
create index state_paper_document on state_paper (document_id);
create index state_paper_attachment on state_paper (attachment_id);
create index state_paper_noted_by on state_paper (noted_by);
