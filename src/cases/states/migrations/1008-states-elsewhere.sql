-- States of a debtor noted in other files are found by name and birth date too (states/elsewhere.server.ts); the place has its index.
create index debtor_born on debtor (sort_name, birth_date) where birth_date is not null;
