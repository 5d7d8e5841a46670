-- Whether the office was told what the client answered: by its own channel, or by a person (byHand, failed). Null while there is no answer.
alter table register_question add column told text check (told in ('pending', 'told', 'uncertain', 'failed', 'byHand'));
alter table register_question add column told_at timestamptz;
update register_question set told = 'byHand' where answer is not null;
alter table register_question add constraint register_question_told check ((answer is null) = (told is null));
