-- The agenda stands in order of day, and within a day what is urgent comes first: a page of it is read from an index as it stands.
drop index agenda_item_due;
create index agenda_item_due on agenda_item (on_date, urgent desc, id) where state = 'open';
drop index agenda_item_owner;
create index agenda_item_owner on agenda_item (owner_id, on_date, urgent desc, id);
