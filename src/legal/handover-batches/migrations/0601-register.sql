-- What a bailiff found in the register of seizures before a summons or a seizure: recovery within three years is not expected, so that the
-- client is asked whether he goes on. One that is not answered has no answer; nothing goes on by silence.
create table register_question (
  id bigint generated always as identity primary key,
  report_id bigint not null unique references handover_report (id),
  file_id bigint not null references case_file (id),
  before text not null check (before in ('summons', 'seizure')),
  looked_on date not null,
  asked_at timestamptz not null,
  answer_by date not null,
  answer text check (answer in ('go_on', 'stop')),
  answered_at timestamptz,
  answered_by bigint references app_user (id),
  -- The client on the own screen, somebody here with proof of it, or what was agreed beforehand.
  how text check (how in ('screen', 'proof', 'standing')),
  note text,
  check ((answer is null) = (answered_at is null) and (answer is null) = (how is null))
);
create index register_question_file on register_question (file_id);
create index register_question_open on register_question (answer_by) where answer is null;
create index register_question_answered_by on register_question (answered_by);

-- What a client agreed on beforehand for all files; the newest that is not withdrawn counts.
create table register_instruction (
  id bigint generated always as identity primary key,
  client_id bigint not null references client (id),
  answer text not null check (answer in ('go_on', 'stop')),
  agreed_on date not null,
  until_date date check (until_date >= agreed_on),
  -- Where the client's agreement can be read.
  reference text not null check (length(reference) between 1 and 500),
  noted_at timestamptz not null,
  noted_by bigint references app_user (id),
  withdrawn_at timestamptz,
  withdrawn_by bigint references app_user (id)
);
create index register_instruction_client on register_instruction (client_id);
create index register_instruction_noted_by on register_instruction (noted_by);
create index register_instruction_withdrawn_by on register_instruction (withdrawn_by);
