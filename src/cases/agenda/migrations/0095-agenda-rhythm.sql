-- The day from which what recurs is reckoned: a weekend or a short month moves one time of it, and not all that come after.
alter table agenda_item add column repeat_anchor date;
