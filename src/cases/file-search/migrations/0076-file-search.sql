-- Searching a million files.

-- Every word by which a debtor may be sought where no name begins so: name, street, number, postcode and town, folded as names are.
create function debtor_words(search_name text, street text, house_number text, addition text, postcode text, city text)
returns tsvector language sql immutable parallel safe
return to_tsvector('simple', search_name || ' ' || regexp_replace(
  translate(lower(street || ' ' || house_number || ' ' || coalesce(addition, '') || ' ' || postcode || ' ' || city),
    'áàâäãåéèêëíìîïóòôöõúùûüýÿçñøı', 'aaaaaaeeeeiiiiooooouuuuyycnoi'),
  '[^[:alnum:]]+', ' ', 'g'));

create index debtor_anywhere on debtor
  using gin (debtor_words(search_name, street, house_number, addition, postcode, city));

-- The sorts of the list that had no index yet; each ends in the id so that paging is stable.
create index case_file_principal on case_file (principal_cents, id);
create index case_file_ref_sort on case_file (client_ref, id);

-- From debtors to the ids of their files by the index alone; it stands in for the one on the debtor by itself.
create index case_file_debtor_files on case_file (debtor_id, id);
drop index case_file_debtor;

-- Files under a hold of some kind, for the filter on what stands in their way.
create index file_hold_kind on file_hold (kind, file_id) where lifted_at is null;

-- Debtors with a name like the one that is sought, typing errors and all: the longest word by its trigrams, the others beside it.
-- `at_least` is how like each word must be, of 1.
create function debtors_alike(lead text, others text[], at_least real) returns table (debtor_id bigint, likeness real)
language plpgsql stable as $$
begin
  perform set_config('pg_trgm.word_similarity_threshold', at_least::text, true);
  return query select debtor.id, word_similarity(lead, debtor.search_name)
      + coalesce((select sum(word_similarity(word, debtor.search_name)) from unnest(others) as word), 0)::real
    from debtor
    where lead <% debtor.search_name
      and not exists (select from unnest(others) as word where word_similarity(word, debtor.search_name) < at_least);
end
$$;
