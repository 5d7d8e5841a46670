-- A text without case and accents, so that whoever types "cooperatie" finds "Coöperatie": for lists of thousands that are searched whole. What is plain ASCII,
-- as most is, costs no more than lower().
create function folded(value text) returns text language sql immutable parallel safe
return case when octet_length(value) = char_length(value) then lower(value)
  else replace(replace(replace(translate(lower(regexp_replace(normalize(value, nfd), '[\u0300-\u036f]+', '', 'g')), 'ıøłØŁ', 'iolol'),
    'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae') end;
