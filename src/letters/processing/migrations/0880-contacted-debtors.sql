-- Which files of a debtor somebody has had contact about since a day: a run asks for a thousand debtors at a time, most of whom have none.
create index case_file_debtor_contacted on case_file (debtor_id, last_contact_at) where last_contact_at is not null;
