-- The words of debtors' names. What a misspelt word may mean is looked up among them, and the debtors who have it by the index of words: a word is
-- compared with each word once, and not with each debtor's name.

-- A word may stand here twice, when two transactions note it at once: a unique index would have each wait for the other to end.
create table debtor_name_word (word text not null);
create index debtor_name_word_word on debtor_name_word (word);
create index debtor_name_word_parts on debtor_name_word using gin (word gin_trgm_ops);

-- Numbers and words of three letters are not guessed at.
create function is_compared_word(word text) returns boolean language sql immutable parallel safe
return length(word) > 3 and word !~ '\d';

create function note_new_debtors_words() returns trigger language plpgsql as $$
begin
  insert into debtor_name_word
    select distinct used.word from new_debtors, unnest(tsvector_to_array(to_tsvector('simple', search_name))) as used(word)
    where is_compared_word(used.word) and not exists (select from debtor_name_word as known where known.word = used.word);
  return null;
end
$$;
create trigger new_debtors_words after insert on debtor referencing new table as new_debtors
  for each statement execute function note_new_debtors_words();

create function note_renamed_debtors_words() returns trigger language plpgsql as $$
begin
  insert into debtor_name_word
    select used.word from unnest(tsvector_to_array(to_tsvector('simple', new.search_name))) as used(word)
    where is_compared_word(used.word) and not exists (select from debtor_name_word as known where known.word = used.word);
  return null;
end
$$;
create trigger renamed_debtors_words after update of search_name on debtor
  for each row when (old.search_name is distinct from new.search_name) execute function note_renamed_debtors_words();

insert into debtor_name_word
  select word from ts_stat('select to_tsvector(''simple'', search_name) from debtor') where is_compared_word(word);

-- The words that are most like a typed one. `%` holds from the threshold on that is set here: `at_least` is how like a word must be, of 1.
create function name_words_like(typed text, at_least real, most integer) returns setof text language plpgsql stable as $$
begin
  perform set_config('pg_trgm.similarity_threshold', at_least::text, true);
  return query select word from debtor_name_word where word % typed
    group by word order by similarity(word, typed) desc, word limit most;
end
$$;

drop function debtors_like(text[], text[], boolean[], real);
