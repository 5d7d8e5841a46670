-- The balance of a file as it was told to a debt counsellor, who is answered within ten working days.
create table balance_answer (
  id bigint generated always as identity primary key,
  file_id bigint not null references case_file (id),
  hold_id bigint not null references file_hold (id),
  as_of date not null,
  open_cents bigint not null,
  csv_document_id bigint not null references document (id),
  pdf_document_id bigint not null references document (id),
  made_at timestamptz not null,
  made_by bigint references app_user (id)
);
create index balance_answer_file on balance_answer (file_id, id desc);
create index balance_answer_hold on balance_answer (hold_id);
create index balance_answer_csv on balance_answer (csv_document_id);
create index balance_answer_pdf on balance_answer (pdf_document_id);
create index balance_answer_maker on balance_answer (made_by);
