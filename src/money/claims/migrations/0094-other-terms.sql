-- Of a proposal other terms may be agreed on in its place.
alter table arrangement_answer drop constraint arrangement_answer_outcome_check;
alter table arrangement_answer add constraint arrangement_answer_outcome_check check (outcome in ('agreed', 'refused', 'other'));
