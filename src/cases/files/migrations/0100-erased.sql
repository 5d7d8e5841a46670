-- What a file held of persons goes when its term after closing is over; its papers for the books go later. A day in either says that it went.
alter table case_file add column erased_on date;
-- The term in months, as it was set when it went.
alter table case_file add column erased_after integer check (erased_after > 0);
alter table case_file add column books_erased_on date;
alter table case_file add constraint case_file_erased check (
  (erased_on is null) = (erased_after is null) and (erased_on is null or closed_on is not null)
    and (books_erased_on is null or erased_on is not null));
create index case_file_kept on case_file (closed_on, id) where closed_on is not null and erased_on is null;
create index case_file_books_kept on case_file (closed_on, id) where erased_on is not null and books_erased_on is null;
