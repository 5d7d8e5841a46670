-- Finding files by parts of numbers, references and e-mail addresses, by a day of birth, and by names with typing errors beside other words.

create index case_file_number_parts on case_file using gin (lower(number || ' ' || client_ref) gin_trgm_ops);
create index debtor_email_parts on debtor using gin (email gin_trgm_ops) where email is not null;
create index debtor_channel_email_parts on debtor_channel using gin (value gin_trgm_ops) where kind = 'email';
create index debtor_birth_date on debtor (birth_date) where birth_date is not null;

-- The words of a name, folded as debtors' names are.
create function folded_words(name text) returns tsvector language sql immutable parallel safe
return to_tsvector('simple', regexp_replace(
  translate(lower(name), 'áàâäãåéèêëíìîïóòôöõúùûüýÿçñøı', 'aaaaaaeeeeiiiiooooouuuuyycnoi'), '[^[:alnum:]]+', ' ', 'g'));

drop function debtors_alike(text, text[], real);

-- Debtors of whom each word is like a word of the name, where it is compared, or stands in the name or address as a query of `exact` says.
-- Each word is looked up in the indexes. `<%` holds from the threshold on that is set here: `at_least` is how like a word must be, of 1.
create function debtors_like(words text[], exact text[], compared boolean[], at_least real)
returns table (debtor_id bigint, likeness real) language plpgsql stable as $$
begin
  perform set_config('pg_trgm.word_similarity_threshold', at_least::text, true);
  return query execute 'select debtor.id, (select sum(word_similarity(word, debtor.search_name)) from unnest($1) as word)::real
    from debtor where '
    || (select string_agg('(' || case when compared[place] then format('$1[%s] <%% debtor.search_name or ', place) else '' end || format(
        'debtor_words(search_name, street, house_number, addition, postcode, city) @@ to_tsquery(''simple'', $2[%s]))', place),
      ' and ') from generate_subscripts(words, 1) as place)
    using words, exact;
end
$$;
