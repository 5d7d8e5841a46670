-- What became of an arrangement that one of a client's people asked for: on their first screen until they have seen it.
create table arrangement_answer (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  file_id bigint not null references case_file (id),
  arrangement text not null,
  outcome text not null check (outcome in ('agreed', 'refused')),
  at timestamptz not null,
  seen_at timestamptz,
  unique (user_id, arrangement)
);
create index arrangement_answer_unseen on arrangement_answer (user_id, id) where seen_at is null;
create index arrangement_answer_file on arrangement_answer (file_id);
