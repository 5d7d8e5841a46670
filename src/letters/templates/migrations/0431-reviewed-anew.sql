-- Whoever changes the words of a template has it read for plain language anew: the day of the reading goes with the words that were read.
create function template_words_changed() returns trigger language plpgsql as $$
begin
  if (new.subject, new.body) is distinct from (old.subject, old.body) and new.b1_reviewed_on is not distinct from old.b1_reviewed_on then
    new.b1_reviewed_on := null;
  end if;
  return new;
end $$;

create trigger template_words_changed before update on template for each row execute function template_words_changed();
