-- As before, but each word is looked up in the index of trigrams, so that the names of which only the longest word is like one of the text
-- stay unread. `<%` holds from the threshold on that is set here.
create or replace function debtors_alike(lead text, others text[], at_least real) returns table (debtor_id bigint, likeness real)
language plpgsql stable as $$
begin
  perform set_config('pg_trgm.word_similarity_threshold', at_least::text, true);
  return query execute 'select debtor.id, word_similarity($1, debtor.search_name)
      + coalesce((select sum(word_similarity(word, debtor.search_name)) from unnest($2) as word), 0)::real
    from debtor where $1 <% debtor.search_name'
    || coalesce((select string_agg(format(' and $2[%s] <%% debtor.search_name', place), '')
      from generate_subscripts(others, 1) as place), '')
    using lead, others;
end
$$;
